"""The chair of the S-Bahn: who takes it over, and which papers he gives for it (12.3)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import Owner
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.state import percent
from stellwerk.play.core import Decision
from stellwerk.play.errors import Refusal, refuse

from ..actions import GiveForChair
from ..events import ChairChanged
from ..state import Move, Table, holders, seat_of
from .company import chair_holder, merge_same_hands, number_of, ordinary_first, subsets

GIVEN = 2  # papers of 5% for the chair's


def check_chair(turn: Move) -> None:
    """Whoever holds more than the chair swaps two shares for the chair's paper at once (12.3)."""
    sbahn, old = turn.rules.printed.sbahn, chair_holder(turn)
    if seat_of(turn, old) is None:
        return  # Nobody holds it, so it has to be bought.
    heir = largest_other(turn, old)
    if percent(turn, sbahn, heir) > percent(turn, sbahn, old):
        turn.push(ChairExchange(old, heir))
    else:
        merge_same_hands(turn)


def largest_other(table: Table, old: Owner) -> Owner:
    """Who holds most of all but this one; among equals players clockwise after him come first."""
    seat = seat_of(table, old)
    start = table.state.tram if seat is None else seat
    players = [(start + step) % table.state.seats for step in range(table.state.seats)]
    everybody: list[Owner] = [*players, *holders(table, table.rules.printed.sbahn)[table.state.seats :]]
    others = [owner for owner in everybody if owner != old]
    return max(others, key=lambda owner: percent(table, table.rules.printed.sbahn, owner))


def ways(table: Table, owner: Owner) -> list[tuple[int, tuple[int, ...]]]:
    """Which of an owner's 5% papers he could give: how many ordinary ones, and which seats; those of old first."""
    seats = table.rules.printed.seats
    papers = ordinary_first(table, owner)
    numbers = sorted(number_of(table, paper) for paper in papers if paper in seats)
    ordinary, given = len(papers) - len(numbers), min(GIVEN, len(papers))
    parts = sorted((part for part in subsets(numbers) if len(part) <= given), key=lambda part: (len(part), part))
    return [(given - len(part), part) for part in parts if given - len(part) <= ordinary]


class ChairExchange(Decision, frozen=True):
    """The new chair, or the director of the company that takes it, chooses what he gives, seats too (12.3)."""

    old: Owner
    new: Owner

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = seat_of(table, self.new)
        assert seat is not None
        return (seat,)

    def choices(self, table: Table, seat: int) -> Iterator[GiveForChair]:
        for shares, seats in ways(table, self.new):
            yield GiveForChair(seat, shares, seats)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, GiveForChair) and (action.shares, action.seats) in ways(table, self.new):
            return None
        return refuse("12.3", "give_two_papers", company=table.rules.printed.sbahn)

    def idle(self, table: Table) -> bool:
        return len(ways(table, self.new)) == 1

    def skip(self, turn: Move) -> None:
        self._hand_over(turn, *ways(turn, self.new)[0])

    def formerly(self, table: Table) -> GiveForChair:
        """Ordinary shares went before seats, and of these the highest numbers."""
        fewest = [way for way in ways(table, self.new) if len(way[1]) == len(ways(table, self.new)[0][1])]
        shares, seats = fewest[-1]
        return GiveForChair(self.waiting(table)[0], shares, seats)

    def apply(self, turn: Move, action: GiveForChair) -> None:
        self._hand_over(turn, action.shares, action.seats)

    def _hand_over(self, turn: Move, shares: int, seats: tuple[int, ...]) -> None:
        printed = turn.rules.printed
        given = [paper for paper in printed.seats if number_of(turn, paper) in seats]
        ordinary = [paper for paper in ordinary_first(turn, self.new) if paper not in printed.seats]
        for paper in (*ordinary[:shares], *given):
            move_paper(turn, paper, self.old)
        move_paper(turn, printed.chair, self.new)
        turn.emit(ChairChanged(self.old, self.new, shares, seats))
        merge_same_hands(turn)
