"""The founding of Preußen and the exchange of papers into its shares (4)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, GONE, POOL
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.changes import move_paper, place_marker, set_board
from stellwerk.eighteen.directors import check_director
from stellwerk.eighteen.events import CertificateReceived, PrivateClosed
from stellwerk.eighteen.state import home_stop, seats_from
from stellwerk.eighteen.trains import CheckLimits
from stellwerk.play.core import Choice, Decision, Pass, Procedure, Step
from stellwerk.play.errors import Refusal, refuse

from .actions import ExchangePaper, FoundPrussia
from .data import PRUSSIA
from .events import Merged, PrussiaFounded
from .state import Move, Table, pay, sold_percent

FOUNDER = "V2"


def may_found(table: Table) -> bool:
    """From the first 4 on, while Berlin-Potsdamer has been sold and Preußen is not open (4, 4.6)."""
    return _bought(table, "4") and PRUSSIA not in table.state.in_operation and _is_out(table, FOUNDER)


def _bought(table: Table, train: str) -> bool:
    phases = table.rules.printed.phases
    return table.state.phase >= next(n for n, p in enumerate(phases) if p.train == train)


def _is_out(table: Table, paper: str) -> bool:
    """Whether a paper is a player's, or a bankrupt's Vorpreußische that the bank keeps."""
    holder = table.state.papers[paper]
    return isinstance(holder, int) or holder == BANK


def exchangeable(table: Table, seat: int) -> list[str]:
    """A player's papers that can become shares of Preußen (4.3)."""
    papers = table.rules.printed.becomes
    return [paper for paper in papers if paper != FOUNDER and table.state.papers[paper] == seat]


def round_begins(table: Table) -> list[Step]:
    """What Preußen does at the start of every round (4.6, 4.7, 5.3.1)."""
    if may_found(table):
        return [FoundPrussiaNow() if _bought(table, "4+4") else OfferFounding()]
    if PRUSSIA not in table.state.in_operation:
        return []
    if _bought(table, "5"):
        return [MergeAll(), CheckLimits()]
    return _ask_round(table, table.state.start_player)


def _ask_round(table: Table, first: int) -> list[Step]:
    """Ask everybody once, then change directors, and only then look at the trains (4.3, 4.7, 4.8).

    Preußen chooses among its own and those brought in (5.5.4.9).
    """
    asked = [ExchangeTurn(seat) for seat in seats_from(table, first) if exchangeable(table, seat)]
    return [*asked, SettleDirector(), CheckLimits()]


def why_not_now(action: object) -> Refusal | None:
    """Preußen is opened and joined at the start of a round, never in a player's turn (4.6, 4.7)."""
    if isinstance(action, FoundPrussia):
        return refuse("4.6", "founded_at_the_start")
    if isinstance(action, ExchangePaper):
        return refuse("4.7", "exchanged_at_the_start")
    return None


class OfferFounding(Decision, frozen=True):
    """The owner of Berlin-Potsdamer may open Preußen (4.1, 4.6)."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        owner = table.state.papers[FOUNDER]
        assert isinstance(owner, int)
        return (owner,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield FoundPrussia(seat)
        yield Pass(seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        return None if isinstance(action, FoundPrussia | Pass) else refuse("4.6", "found_or_pass")

    def idle(self, table: Table) -> bool:
        return not may_found(table) or not isinstance(table.state.papers[FOUNDER], int)

    def apply(self, turn: Move, action: FoundPrussia | Pass) -> None:
        if isinstance(action, FoundPrussia):
            turn.push(FoundPrussiaNow())


class FoundPrussiaNow(Procedure, frozen=True):
    """Director's paper for Berlin-Potsdamer, marker on 154, capital for the shares sold; then all are asked."""

    def run(self, turn: Move) -> None:
        printed = turn.rules.printed
        holder = turn.state.papers[FOUNDER]
        capital = printed.companies[PRUSSIA].price * sold_percent(turn, PRUSSIA) // 10
        turn.set(
            in_operation=turn.state.in_operation | {PRUSSIA},
            chart=turn.state.chart.place(PRUSSIA, printed.starts[PRUSSIA]),
        )
        turn.emit(PrussiaFounded(holder, capital))
        pay(turn, BANK, PRUSSIA, capital, "capital")  # 4.2
        if FOUNDER in turn.state.acted:
            turn.set(acted=turn.state.acted | {PRUSSIA})  # 4.5: passed over this once
        exchange(turn, FOUNDER)
        if _bought(turn, "5"):
            turn.push(MergeAll(), CheckLimits())
        else:
            first = holder if isinstance(holder, int) else turn.state.start_player
            turn.push(*_ask_round(turn, first))


class ExchangeTurn(Decision, frozen=True):
    """A player may exchange any of his Vorpreußische and black private railways (4.3, 4.7)."""

    seat: int

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for paper in exchangeable(table, seat):
            yield ExchangePaper(seat, paper)
        yield Pass(seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if isinstance(action, ExchangePaper) and action.paper in exchangeable(table, self.seat):
            return None
        return refuse("4.3", "not_exchangeable")

    def idle(self, table: Table) -> bool:
        return not exchangeable(table, self.seat)

    def apply(self, turn: Move, action: ExchangePaper | Pass) -> None:
        if isinstance(action, ExchangePaper):
            turn.push(self)
            exchange(turn, action.paper)


class SettleDirector(Procedure, frozen=True):
    """One change of director by the final holdings, before surplus trains are dealt with (4.7, 4.8)."""

    def run(self, turn: Move) -> None:
        check_director(turn, PRUSSIA)


class MergeAll(Procedure, frozen=True):
    """In phase 3 every Vorpreußische and black private railway becomes a share (3.1.3.5, 5.5.4.14.4)."""

    def run(self, turn: Move) -> None:
        if PRUSSIA not in turn.state.in_operation:
            return
        for paper in turn.rules.printed.becomes:
            if _is_out(turn, paper):
                exchange(turn, paper)
        turn.push(SettleDirector())


def exchange(turn: Move, paper: str) -> None:
    """Give a paper back for its share of Preußen; a bankrupt's share goes to the pool."""
    printed = turn.rules.printed
    holder = turn.state.papers[paper]
    share = printed.register.by_id[printed.becomes[paper]]
    move_paper(turn, paper, GONE)
    move_paper(turn, share.id, holder if isinstance(holder, int) else POOL)
    if isinstance(holder, int):
        turn.emit(CertificateReceived(holder, PRUSSIA, share.percent, share.director, paper))
        if paper in turn.state.acted and turn.state.operating_round:
            barren = turn.state.barren
            turn.set(barren={**barren, holder: barren.get(holder, 0) + share.percent})  # 4.5
    if paper in printed.minors:
        _absorb(turn, paper)
    else:
        turn.emit(PrivateClosed(paper))


def _absorb(turn: Move, minor: str) -> None:
    """Money, trains and marker of a Vorpreußische go to Preußen (4.4, 5.5.2.9)."""
    state = turn.state
    stop = home_stop(turn, minor)
    hex_ = stop // PLACES
    cash, trains = state.cash[minor], state.trains[minor]
    if minor in state.in_operation:
        set_board(turn, state.board.without_station(minor, stop))
    stays = state.markers[PRUSSIA] > 0 and not turn.state.board.is_in(PRUSSIA, hex_)
    if stays:
        place_marker(turn, PRUSSIA, stop)
    turn.set(
        trains={**state.trains, minor: (), PRUSSIA: state.trains[PRUSSIA] + trains},
        in_operation=state.in_operation - {minor},
    )
    turn.emit(Merged(minor, cash, trains, turn.rules.printed.box.grid.names[hex_], stays))
    pay(turn, minor, PRUSSIA, cash, "merger")
