"""The board of the S-Bahn: what its chair does can be objected to and voted on (12.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from msgspec.structs import replace

from stellwerk.eighteen.actions import LayTile, OfferForTrain
from stellwerk.eighteen.track import lay_of
from stellwerk.play.core import Action, Choice, Decision, Pass, Range
from stellwerk.play.errors import Refusal, refuse

from ..actions import OfferForDepot, Veto, Vote
from ..events import BoardVoted, Proposed, Vetoed
from ..state import Move, Table, director
from .company import members


def under_veto(table: Table, step: Any) -> Any:
    """A step of the main network, in which the board has a say; any other as it is."""
    return UnderVeto(step) if step.company == table.rules.printed.sbahn else step


def chair(table: Table) -> int:
    """The player who acts for the main network."""
    seat = director(table, table.rules.printed.sbahn)
    assert seat is not None
    return seat


def objectors(table: Table) -> list[int]:
    """Board members who are not the chair himself."""
    return sorted(set(members(table)) - {chair(table)})


class UnderVeto(Decision, frozen=True):
    """The chair proposes; if nobody objects it is done (12.6)."""

    under: Any

    @property
    def company(self) -> str:
        """Whose step it is."""
        company: str = self.under.company
        return company

    def waiting(self, table: Table) -> tuple[int, ...]:
        seats: tuple[int, ...] = self.under.waiting(table)
        return seats

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for choice in self.under.choices(table, seat):
            if isinstance(choice, Range):
                yield from without(choice, table.state.vetoed)
            elif not is_voted_down(table, choice):
                yield choice

    def refusal(self, table: Table, action: Any) -> Refusal | None:
        if is_voted_down(table, action):
            return refuse("12.6", "vetoed")
        refusal: Refusal | None = self.under.refusal(table, action)
        return refusal

    def canonical_action(self, table: Table, action: Any) -> Any:
        return self.under.canonical_action(table, action)

    def idle(self, table: Table) -> bool:
        idle: bool = self.under.idle(table)
        return idle

    def skip(self, turn: Move) -> None:
        self.under.skip(turn)

    def taken_up(self) -> UnderVeto:
        """The same when an offer for a depot has been accepted."""
        return self.with_(under=self.under.taken_up())

    def turned_down(self, offer: OfferForTrain | OfferForDepot) -> UnderVeto:
        """The same when an offer for a train or a depot has been declined."""
        return self.with_(under=self.under.turned_down(offer))

    def apply(self, turn: Move, action: Any) -> None:
        if isinstance(action, Pass) or not objectors(turn) or self.is_the_last_way(turn, action):
            carry_out(turn, self.under, action)
        else:
            turn.emit(Proposed(action.seat, action))
            turn.push(VetoStep(self.under, action))

    def is_the_last_way(self, table: Table, action: Action) -> bool:
        """Whether the chair could do nothing else for certain: others may decline an offer, and a duty stays."""
        choices = self.choices(table, action.seat)
        return all(isinstance(choice, Range) or choice == action for choice in choices)


def is_voted_down(table: Table, action: Action) -> bool:
    """Whether the board has said no to this in this turn, in whichever way the same track is written (12.6)."""
    return any(action == other or _same_track(table, action, other) for other in table.state.vetoed)


def _same_track(table: Table, one: Action, other: Action) -> bool:
    """Whether both would lay the same track in the same hex: turned otherwise, or with another tile."""
    if not isinstance(one, LayTile) or not isinstance(other, LayTile) or one.company != other.company:
        return False
    first, second = lay_of(table, one), lay_of(table, other)
    if first is None or second is None or first.hex != second.hex:
        return False
    return first.track.pattern == second.track.pattern


def without(choice: Range, vetoed: Collection[Action]) -> Iterator[Range]:
    """The parts of a range that are left when some of its amounts have been voted down."""
    low = choice.low
    amounts = (getattr(action, choice.field) for action in vetoed if type(action) is type(choice.action))
    for amount in sorted({each for each in amounts if choice.at(each) in vetoed}):
        if low < amount <= choice.high:
            yield replace(choice, action=choice.at(low), low=low, high=amount - choice.step)
        low = max(low, amount + choice.step)
    if low <= choice.high:
        yield replace(choice, action=choice.at(low), low=low)


def carry_out(turn: Move, step: Any, action: Any) -> None:
    """Do what was proposed; if the step goes on, the board has its say in that as well."""
    step.apply(turn, action)
    turn.set(agenda=tuple(UnderVeto(each) if _goes_on(each, step) else each for each in turn.state.agenda))


def _goes_on(each: Any, step: Any) -> bool:
    """Whether a step on the agenda is the one that was under way, with whatever has changed in it."""
    return type(each) is type(step) and each.company == step.company


class VetoStep(Decision, frozen=True):
    """Every other board member lets it pass or objects, in whatever order (12.6)."""

    under: Any
    action: Action
    content: tuple[int, ...] = ()

    def waiting(self, table: Table) -> tuple[int, ...]:
        return tuple(seat for seat in objectors(table) if seat not in self.content)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield Pass(seat)
        yield Veto(seat)

    def assent(self, table: Table, seat: int) -> Action | None:
        return Pass(self.waiting(table)[0])

    def refusal(self, table: Table, action: object) -> Refusal | None:
        return None if isinstance(action, Pass | Veto) else refuse("12.6", "veto_or_not")

    def apply(self, turn: Move, action: Pass | Veto) -> None:
        if isinstance(action, Veto):
            turn.emit(Vetoed(action.seat))
            turn.push(VoteStep(self.under, self.action, action.seat))
            return
        after = self.with_(content=(*self.content, action.seat))
        if after.waiting(turn):
            turn.push(after)
        else:
            carry_out(turn, self.under, self.action)


class VoteStep(Decision, frozen=True):
    """One vote for the chair and for each seat; equal votes are the chair's (12.6; rulings)."""

    under: Any
    action: Action
    objector: int
    votes: tuple[tuple[int, bool], ...] = ()

    def waiting(self, table: Table) -> tuple[int, ...]:
        voted = {seat for seat, _ in self.votes} | {self.objector}
        return tuple(seat for seat in objectors(table) if seat not in voted)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield Vote(seat, True)
        yield Vote(seat, False)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        return None if isinstance(action, Vote) else refuse("12.6", "vote_now")

    def idle(self, table: Table) -> bool:
        return not self.waiting(table)

    def skip(self, turn: Move) -> None:
        seats = Counter(members(turn))
        against = seats[self.objector] + sum(seats[seat] for seat, agree in self.votes if not agree)
        agreed = 1 + sum(seats.values()) - against
        turn.emit(BoardVoted(agreed, against, agreed >= against))
        if agreed >= against:
            carry_out(turn, self.under, self.action)
        else:
            turn.set(vetoed=(*turn.state.vetoed, self.action))
            turn.push(UnderVeto(self.under))

    def apply(self, turn: Move, action: Vote) -> None:
        turn.push(self.with_(votes=(*self.votes, (action.seat, action.agree))))
