"""Running the trains, and what becomes of the income."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from stellwerk.bank.papers import BANK
from stellwerk.board.grid import PLACES
from stellwerk.board.tiles import OFFBOARD, TOWN
from stellwerk.play.runs import Running
from stellwerk.routes import Problem, Run, Stop, Train, best_run

from ..changes import move_price
from ..dividends import DividendStep, distribute, keep
from ..events import Earned, Withheld
from ..rules import answered
from ..running import network, tell
from ..state import Move, Table, acting_seat, phase


class Runs(Struct, frozen=True):
    """How trains run."""

    step: type[Running]
    problem: Callable[[Any, str, Sequence[str] | None], Problem]
    """What a company's trains could run now, or these trains."""


def counting_stops(table: Table, company: str, trains: Sequence[str] | None = None) -> Problem:
    """Trains that count cities and towns alike, by the values of the phase."""
    board, kinds, now = table.state.board, table.rules.printed.trains, phase(table)
    net, strangers, colour = network(board), board.full_of_strangers(company), now.values or now.colours[-1]
    stops = {}
    for number in net.stops:
        hex_, place = divmod(number, PLACES)
        stop = board.tracks[hex_].stops[place]
        stops[number] = Stop(
            stop.value(colour) or 0,
            town=stop.kind == TOWN,
            may_pass=stop.kind != OFFBOARD and number not in strangers,
            home=company in board.stations.get(number, ()),
        )
    owned = table.state.trains[company] if trains is None else trains
    return Problem(net, stops, tuple(Train.counting(train, kinds[train].stops) for train in owned))


def has_route(table: Table, company: str) -> bool:
    """Whether the smallest train would have a route."""
    memo, key = table.state.board.memo, ("route", company)
    if key not in memo:
        smallest = min(table.rules.printed.trains.values(), key=lambda kind: kind.stops).id
        memo[key] = bool(best_run(answered(table.rules.runs).problem(table, company, [smallest])).routes)
    found: bool = memo[key]
    return found


class RunTrainsStep(Running, frozen=True):
    """The best run is a duty."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def cited(self, table: Table, reason: str) -> str:
        return table.rules.cites.get(reason, table.rules.cites["trains_must_run"])

    def problem(self, table: Table) -> Problem:
        return answered(table.rules.runs).problem(table, self.company, None)

    def earn(self, turn: Move, run: Run) -> None:
        tell(turn, self.company, run, best=self.compulsory)
        turn.emit(Earned(self.company, run.total))
        if run.total:
            turn.push(DividendStep(self.company, run.total))
        else:
            move_price(turn, self.company, "left", "withheld")


class AnyRunStep(RunTrainsStep, frozen=True):
    """The director chooses: any run will do."""

    compulsory: ClassVar[bool] = False


BEST_RUN = Runs(RunTrainsStep, counting_stops)
ANY_RUN = Runs(AnyRunStep, counting_stops)


# Income -----------------------------------------------------------------------------------------------------


def pay_out(turn: Move, company: str, income: int) -> None:
    """Each holder his part, and the price rises."""
    distribute(turn, company, income)
    move_price(turn, company, "right", "paid_out")


def withhold(turn: Move, company: str, income: int) -> None:
    """All goes into the treasury, and the price falls."""
    keep(turn, company, income)
    move_price(turn, company, "left", "withheld")


def half(turn: Move, company: str, income: int) -> None:
    """Half to the holders, in whole tens for ten shares, the rest into the treasury; the price stays."""
    kept = income // 20 * 10
    turn.emit(Withheld(company, kept))
    turn.rules.pay(turn, BANK, company, kept, "withheld")
    distribute(turn, company, income - kept)


PAYOUTS = {"pay": pay_out, "keep": withhold}
