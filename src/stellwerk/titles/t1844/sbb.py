"""The founding of the SBB, and who directs it (Gründung der SBB)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from stellwerk.bank.chart import Chart
from stellwerk.bank.papers import BANK, GONE, ISSUE, POOL, Owner
from stellwerk.board.board import Board, stop_number
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.actions import SellShares
from stellwerk.eighteen.changes import break_bank, move_paper, set_board
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.events import DirectorChanged
from stellwerk.eighteen.state import held, percent, price
from stellwerk.eighteen.trains import CheckLimits
from stellwerk.play import errors
from stellwerk.play.core import Choice, Decision, Procedure
from stellwerk.play.errors import Refusal

from .actions import KeepMarker
from .data import EXCHANGE, PRE_SBB, SBB, SBB_TRAIN
from .events import MarkerKept, SbbFounded, SharesExchanged
from .state import Move, Table, director, pay

TENTH = 10  # percent of the larger papers


def forerunners(table: Table) -> list[str]:
    """V1 to V5 in the order of their numbers."""
    companies = table.rules.printed.companies.values()
    return [each.id for each in sorted(companies, key=lambda each: each.number) if each.kind == PRE_SBB]


class Federal(Struct, frozen=True):
    """What the founding asks of the rules."""

    balance: Callable[[Any], None]
    """What becomes of players who have paid more than they have."""
    gives_tenth: Callable[[Any, int], Owner]
    """Who gives the first director a 10% paper, beginning with the last director of a company before the SBB."""
    spare_markers: Callable[[Any, Sequence[str]], int]
    """Markers beside those of the companies that have been founded."""
    may_direct: Callable[[Any, int], bool]


class FoundSbb(Procedure, frozen=True):
    """If phase 5 has begun in this round, all companies before the SBB become one (Gründung der SBB)."""

    def run(self, turn: Move) -> None:
        if not turn.state.sbb_due:
            return
        founded = [company for company in forerunners(turn) if company in turn.state.in_operation]
        directors = {company: director(turn, company) for company in founded}
        prices = {company: price(turn, company) for company in founded}
        turn.set(sbb_due=False)
        trains, cash = _take_over(turn, founded)
        for company in forerunners(turn):
            _exchange_papers(turn, company, prices.get(company, 0))
        turn.rules.federal.balance(turn)
        _choose_director(turn, directors)
        turn.emit(SbbFounded(tuple(founded), cash, trains, turn.state.sbb_director))
        crowded = _replace_markers(turn, founded)
        turn.push(*(KeepOneMarker(hex_) for hex_ in crowded), CheckLimits())


def _take_over(turn: Move, founded: list[str]) -> tuple[tuple[str, ...], int]:
    """Trains and money, 400 francs and a 5H beside them; the start field of the chart."""
    state, printed = turn.state, turn.rules.printed
    trains = dict(state.trains)
    own = (*(train for company in founded for train in trains[company]), SBB_TRAIN)
    trains |= dict.fromkeys(founded, ()) | {SBB: own}
    stacks = {
        field: kept
        for field, stack in state.chart.stacks.items()
        if (kept := tuple(company for company in stack if company not in founded))
    }
    turn.set(
        trains=trains,
        chart=Chart(stacks).place(SBB, printed.sbb_field),
        in_operation=state.in_operation - set(founded) | {SBB},
        rewarded=state.rewarded | {SBB, *forerunners(turn)},  # Zielbahnhof: nothing with the fusion or after it
    )
    for company in founded:
        pay(turn, company, SBB, turn.state.cash[company], "merger")
    pay(turn, BANK, SBB, printed.kinds["sbb"].capital, "capital")
    return own, turn.state.cash[SBB]


def _exchange_papers(turn: Move, company: str, old_price: int) -> None:
    """Each paper becomes one of the SBB; players pay or get the difference, what nobody holds goes to the pool."""
    printed = turn.rules.printed
    start = printed.sheet.price(printed.sbb_field)
    for seat in turn.state.order:
        part = percent(turn, company, seat)
        if part:
            gain = (old_price - start) * part // printed.companies[company].unit
            turn.emit(SharesExchanged(seat, company, part, gain))
            if gain > 0:
                pay(turn, BANK, seat, gain, "exchange")
            else:
                turn.pay(seat, BANK, -gain, "exchange", overdraw=True)
    for paper in printed.register.of[company]:
        holder = turn.state.papers[paper.id]
        size = TENTH if paper.director else TENTH // 2
        papers = turn.state.papers
        new = next(p for p in printed.register.of[SBB] if p.percent == size and papers[p.id] == EXCHANGE)
        move_paper(turn, new.id, POOL if holder in (ISSUE, POOL) else holder)
        move_paper(turn, paper.id, GONE)
    if turn.state.cash[BANK] < 0:
        break_bank(turn)


def _choose_director(turn: Move, directors: dict[str, int | None]) -> None:
    """Most parts; then who directed the lower number; then the lower card (Gründung der SBB)."""

    def rank(seat: int) -> tuple[int, int]:
        numbers = [number for number, old in enumerate(directors.values()) if old == seat]
        return -percent(turn, SBB, seat), min(numbers, default=len(directors))

    holders = [seat for seat in turn.state.order if turn.rules.federal.may_direct(turn, seat)]
    if not holders:
        return
    new = min(holders, key=rank)  # the order of cards settles what is left
    turn.set(sbb_director=new)
    old = next((seat for seat in reversed(directors.values()) if seat is not None), None)
    if not has_tenth(turn, new) and old is not None and old != new:
        _swap_tenth(turn, turn.rules.federal.gives_tenth(turn, old), new)


def has_tenth(table: Table, seat: Owner) -> bool:
    return any(paper.percent == TENTH for paper in held(table, SBB, seat))


def _swap_tenth(turn: Move, giver: Owner, taker: int) -> tuple[int, ...]:
    """A 10% paper against two of 5%, as far as both have them."""
    tenth = [paper for paper in held(turn, SBB, giver) if paper.percent == TENTH][:1]
    halves = [paper for paper in held(turn, SBB, taker) if paper.percent < TENTH][:2]
    if not tenth or len(halves) < 2:
        return ()
    move_paper(turn, tenth[0].id, taker)
    for paper in halves:
        move_paper(turn, paper.id, giver)
    return tuple(paper.percent for paper in halves)


def _replace_markers(turn: Move, founded: list[str]) -> list[int]:
    """One marker of the SBB for those of a city, the others join its stock; hexes where two cities have one."""
    board = turn.state.board
    stock = sum(turn.state.markers[company] for company in founded)
    stock += turn.rules.federal.spare_markers(turn, founded)
    stations = {}
    for stop, marks in board.stations.items():
        old = [mark for mark in marks if mark in founded]
        stock += max(0, len(old) - 1)
        kept = tuple(mark for mark in marks if mark not in founded)
        if old:
            kept = (*kept, SBB)
        stations[stop] = kept
    markers = {**turn.state.markers, **dict.fromkeys(founded, 0), SBB: stock}
    turn.set(markers=markers)
    set_board(turn, board.with_stations(stations))
    hexes = [stop // PLACES for stop, marks in stations.items() if SBB in marks]
    return sorted({hex_ for hex_ in hexes if hexes.count(hex_) > 1})


class KeepOneMarker(Decision, frozen=True):
    """A company has one marker in a hex: the director of the SBB chooses the city where it stays."""

    hex: int

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = table.state.sbb_director
        return (table.state.order[0] if seat is None else seat,)

    def _cities(self, table: Table) -> list[int]:
        stations = table.state.board.stations
        cities = range(len(table.state.board.tracks[self.hex].stops))
        return [city for city in cities if SBB in stations.get(stop_number(self.hex, city), ())]

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        name = table.rules.printed.box.grid.names[self.hex]
        for city in self._cities(table):
            yield KeepMarker(seat, name, city)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, KeepMarker) and action in list(self.choices(table, action.seat)):
            return None
        return errors.refuse("Gründung der SBB", "keep_one_marker")

    def apply(self, turn: Move, action: KeepMarker) -> None:
        board: Board = turn.state.board
        gone = [city for city in self._cities(turn) if city != action.city]
        for city in gone:
            board = board.without_station(SBB, stop_number(self.hex, city))
        turn.set(markers={**turn.state.markers, SBB: turn.state.markers[SBB] + len(gone)})
        turn.emit(MarkerKept(action.hex, action.city))
        set_board(turn, board)


# As the rulebook says ---------------------------------------------------------------------------------------


def overdraft_stays(turn: Move) -> None:
    """It is balanced by sales in the next stock turn, without interest (Gründung der SBB)."""


def last_director(table: Table, old: int) -> int:
    """The last of the directors of V1 to V5 gives it (Gründung der SBB)."""
    return old


def no_spare_markers(table: Table, founded: Sequence[str]) -> int:
    """Markers of companies that were never founded do not join (Gründung der SBB)."""
    return 0


def any_holder(table: Table, seat: int) -> bool:
    """Whoever has a part (Gründung der SBB)."""
    return percent(table, SBB, seat) > 0


FEDERAL_RULES = Federal(overdraft_stays, last_director, no_spare_markers, any_holder)


# Its director later -----------------------------------------------------------------------------------------


def overtaker(table: Table, rest: int) -> int | None:
    """Who directs the SBB if its director is left with so much: more than that, and at least the director's 10%.

    The largest holder; among equals the next after the old director (Direktorwechsel).
    """
    old, order = table.state.sbb_director, table.state.order
    assert old is not None
    place = order.index(old)
    others = (seat for seat in order[place:] + order[:place] if seat != old)
    best = max(others, key=lambda seat: percent(table, SBB, seat))
    return best if percent(table, SBB, best) >= max(rest + 1, TENTH) else None


def check_sbb_director(turn: Move) -> None:
    """A new director without a 10% paper gets one for two of 5% (Gründung der SBB).

    If the old one has just sold his last, it comes from the pool: what he sold were the two papers of 5%. Where no
    company before it was ever founded it has nothing, and nobody directs it, whoever buys its papers: our ruling.
    """
    old = turn.state.sbb_director
    new = None if old is None else overtaker(turn, percent(turn, SBB, old))
    if old is None or new is None:
        return
    turn.set(sbb_director=new)
    papers = () if has_tenth(turn, new) else _swap_tenth(turn, old if has_tenth(turn, old) else POOL, new)
    turn.emit(DirectorChanged(SBB, old, new, papers))


def federal_director_keeps_a_tenth(table: Table, action: SellShares) -> Refusal | None:
    """The director keeps a 10% paper: he sells his last one only if somebody succeeds him (Direktorwechsel)."""
    if action.company != SBB or action.seat != table.state.sbb_director or TENTH not in action.papers:
        return None
    left = [paper.percent for paper in held(table, SBB, action.seat)]
    if left.count(TENTH) > action.papers.count(TENTH):
        return None
    if overtaker(table, sum(left) - sum(action.papers)) is not None:
        return None
    return refuse(table, "nobody_can_direct", company=SBB)
