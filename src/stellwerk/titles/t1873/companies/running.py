"""What a railway's locomotives could run, and what a run brings about (4.4.3, 4.4.4, 4.4.9, 4.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase
from typing import Any, ClassVar

from msgspec.structs import replace

from stellwerk.board.board import UNDECIDED, Board, stop_number
from stellwerk.board.grid import PLACES, Grid
from stellwerk.board.tiles import CITY
from stellwerk.eighteen.events import Earned
from stellwerk.eighteen.running import network, tell
from stellwerk.eighteen.state import acting_seat
from stellwerk.play.errors import Refusal
from stellwerk.play.locomotives import RunningLocomotives
from stellwerk.play.runs import Way
from stellwerk.routes import Budget, Fault, Network, Route, Run, Verdict, locomotives
from stellwerk.routes.locomotives import Diesel, Locomotive, Place, Problem, Stop, Work

from ..data import Piece, Unit
from ..events import MarkersTurned
from ..state import Move, Table, company73, is_open, phase73
from .income import AfterRun

LOCAL = "L"  # the locomotive that is printed on a railway without concession route (4.4.9)
EFFORT = Budget(nodes=10_000)  # a second or two; only full boards with locomotives of several sizes need more

GLANCE = Budget(nodes=150)


# What could be run --------------------------------------------------------------------------------------------


def problem_of(table: Table, company: str, trains: Sequence[str] | None = None) -> Problem:
    """What a railway could run now, with its own locomotives or with others; kept on the board."""
    memo = table.state.board.memo
    key = ("run", company, *_facts(table, company, trains))
    found: Problem | None = memo.get(key)
    if found is None:
        found = memo[key] = _problem(table, company, table.state.trains[company] if trains is None else trains)
    return found


running_problem = problem_of  # as runs of all titles are measured


def _facts(table: Table, company: str, trains: Sequence[str] | None) -> tuple[Any, ...]:
    """What a run hangs on beside track and markers."""
    owned = table.state.trains[company] if trains is None else tuple(trains)
    return owned, table.state.phase, tuple(work for work in table.rules.printed.works if is_open(table, work))


def _problem(table: Table, company: str, trains: Sequence[str]) -> Problem:
    board, units = table.state.board, table.rules.printed.trains
    net = network(board)
    engines = list(named([units[train] for train in trains]))
    concession = concession_routes(table, company)
    at_home = not company73(table, company).routes and table.rules.railcar_at_home
    start = home_stops(table, company)[0] if at_home else None
    stops, places = _stops(table, company, {*net.stops, *home_stops(table, company)})
    return Problem(
        net,
        stops,
        places,
        tuple(Locomotive(id_, unit.size) for id_, unit in engines if unit.size),
        concession,
        next((Diesel(id_, start) for id_, unit in engines if not unit.size), None),
    )


def named(units: Iterable[Unit]) -> Iterator[tuple[str, Unit]]:
    """Locomotives and railcars with names of their own, the second 2 as "2b"; switchers do not run (4.4.3)."""
    seen: Counter[str] = Counter()
    for unit in units:
        if not unit.switcher:
            seen[unit.id] += 1
            further = seen[unit.id] > 1
            yield unit.id + (ascii_lowercase[seen[unit.id] - 1] if further else ""), unit


def _stops(table: Table, company: str, numbers: Iterable[int]) -> tuple[dict[int, Stop], dict[int, Place]]:
    """Stops as the railway sees them, and what each hex with a settlement or a work earns it, once (4.4.4).

    The halves of a village are one place. Where one brings more than the other, by an own marker or because the
    other is blocked, calling there counts for a further place that earns the difference.
    """
    board, cities = table.state.board, table.rules.printed.cities
    strangers = board.full_of_strangers(company)
    by_hex: dict[int, dict[int, Place]] = {}
    for number in sorted(numbers):
        worth = Place() if number in strangers else _worth(table, company, number)
        by_hex.setdefault(number // PLACES, {})[number] = worth
    stops, places = {}, {}
    for hex_, halves in by_hex.items():
        place = stop_number(hex_, UNDECIDED)
        places[place] = least = _least(halves.values()) if len(halves) > 1 else next(iter(halves.values()))
        for number, worth in halves.items():
            blocked, own = number in strangers, company in board.stations.get(number, ())
            stops[number] = Stop(
                place,
                may_pass=not blocked and hex_ not in cities,
                may_end=own or bool(worth.works),
                home=own,
                besides=None if worth == least else number,
            )
            if worth != least:
                works = () if least.works else worth.works
                places[number] = Place(worth.value - least.value, works, worth.diesel - least.diesel)
    return stops, places


def _worth(table: Table, company: str, number: int) -> Place:
    """What a call at a stop that is not blocked brings: station or halt, and open works (4.4.4)."""
    board, halt = table.state.board, table.rules.printed.title["running"]["halt"]
    hex_ = number // PLACES
    works = tuple(_works(table, hex_))
    if board.tracks[hex_].stops[number % PLACES].kind != CITY:
        return Place(0, works)  # Knaupsholz: nothing but the quarry
    own = company in board.stations.get(number, ())
    return Place(station_value(table, number) if own else halt, works, halt)


def station_value(table: Table, number: int) -> int:
    """What a stop with an own marker is worth in this phase (4.4.4)."""
    stop = table.state.board.tracks[number // PLACES].stops[number % PLACES]
    return stop.value(phase73(table).colours[-1]) or 0


def _works(table: Table, hex_: int) -> Iterator[Work]:
    """Works that are open: those of the fixed ones, and those that somebody owns (4.4.4)."""
    printed = table.rules.printed
    if hex_ in printed.fixed_at:
        fixed = printed.fixed_at[hex_]
        yield Work(fixed.id, amount=fixed.value)
    work = printed.work_at.get(hex_)
    if work is not None and is_open(table, work):
        yield Work(work, multiplier=printed.works[work].multiplier)


def _least(halves: Iterable[Place]) -> Place:
    """What a call brings at whichever half of a village."""
    halves = tuple(halves)
    return Place(
        min(half.value for half in halves),
        min((half.works for half in halves), key=len),
        min(half.diesel for half in halves),
    )


# Concession routes ----------------------------------------------------------------------------------------------


def concession_routes(table: Table, company: str) -> tuple[tuple[int, ...], ...]:
    """A railway's concession routes as rows of links; one whose track is not complete is left out (4.6)."""
    board = table.state.board
    kept = board.track_memo.setdefault("concessions", {})
    if company not in kept:
        grid, net = board.box.grid, network(board)
        rows = (_row(grid, net, route) for route in company73(table, company).routes)
        kept[company] = tuple(row for row in rows if row)
    found: tuple[tuple[int, ...], ...] = kept[company]
    return found


def _row(grid: Grid, net: Network, route: Sequence[Piece]) -> tuple[int, ...]:
    """The links that lead along a route from its first hex to its last; none if there is a gap."""
    sides = 0
    for piece in route:
        for side in piece.sides:
            sides |= grid.side_bits[piece.hex][side]
    left = [number for number, link in enumerate(net.links) if not link.bits & ~sides]
    here = next((end for n in left for end in _ends(net, n) if end // PLACES == route[0].hex), None)
    row: list[int] = []
    while here is not None and here // PLACES != route[-1].hex:
        onward = next((number for number in left if here in _ends(net, number)), None)
        if onward is None:
            return ()
        left.remove(onward)
        row.append(onward)
        here = sum(_ends(net, onward)) - here
    return tuple(row)


def _ends(net: Network, link: int) -> tuple[int, int]:
    return net.links[link].a, net.links[link].b


def home_stops(table: Table, company: str) -> tuple[int, ...]:
    """Where a railway's home stations are."""
    index = table.rules.printed.box.grid.index
    return tuple(stop_number(index[home], 0) for home in company73(table, company).homes)


def may_fall_asleep(table: Table, company: str) -> list[int]:
    """Own markers that turn inactive when no locomotive calls: not homes, nor those along the concession (4.6)."""
    board: Board = table.state.board
    spared = set(home_stops(table, company))
    for row in concession_routes(table, company):
        spared.update(network(board).along(row))
    return [stop for stop in sorted(board.stops_of(company)) if stop not in spared]


# The decision, and what follows ---------------------------------------------------------------------------------


def every_fault(table: Table, fault: Fault) -> bool:
    """All that 4.4.3 demands of a run is asked."""
    return True


def no_duty_to_run_all(table: Table, fault: Fault) -> bool:
    """Fewer or shorter routes than possible will do (only by option)."""
    return fault.reason not in ("too_few_routes", "stops_short")


def as_asked(table: Table, verdict: Verdict) -> Verdict:
    """Only faults that the rules ask for."""
    faults = tuple(fault for fault in verdict.faults if table.rules.asked_of_runs(table, fault))
    return Verdict(faults, verdict.total, verdict.best, verdict.bound)


class RunLocomotives(RunningLocomotives, frozen=True):
    """Any legal run will do; best runs that differ in the markers they keep active are proposed (4.4.3)."""

    rule: ClassVar[str] = "4.4.3"
    effort: ClassVar[Budget] = EFFORT

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def problem(self, table: Table) -> Problem:
        return problem_of(table, self.company)

    def matters(self, table: Table) -> tuple[Sequence[int], Sequence[int]]:
        return may_fall_asleep(table, self.company), ()

    def best_runs(self, table: Table) -> tuple[locomotives.Run, ...]:
        memo = table.state.board.memo
        key = ("best runs", self.company, *_facts(table, self.company, None))
        found: tuple[locomotives.Run, ...] | None = memo.get(key)
        if found is None:
            found = memo[key] = super().best_runs(table)
        return found

    def count(self, table: Table) -> locomotives.Count | None:
        memo = table.state.board.memo
        key = ("routes to run", self.company, *_facts(table, self.company, None))
        if key not in memo:
            memo[key] = super().count(table)
        found: locomotives.Count | None = memo[key]
        return found

    def told(self, table: Table, run: locomotives.Run) -> Run:
        return with_local(table, self.company, super().told(table, run))

    def examined(self, table: Table, ways: Iterable[Way]) -> Verdict:
        return as_asked(table, super().examined(table, ways))

    def judged(self, table: Table, ways: Iterable[Way]) -> Verdict:
        return as_asked(table, super().judged(table, ways))

    def refusal(self, table: Table, action: Any) -> Refusal | None:
        """What hangs together with the home, where there is no concession route, is a rule of its own (4.4.9)."""
        forbidden = super().refusal(table, action)
        if forbidden is None or forbidden.values.get("fault") != "apart" or company73(table, self.company).routes:
            return forbidden
        railcar = self.problem(table).diesel
        own_rule = railcar is not None and forbidden.values["train"] == railcar.id
        return replace(forbidden, rule="4.4.9") if own_rule else forbidden

    def idle(self, table: Table) -> bool:
        """Where fewer routes will do, only if none could be left out (only by option)."""
        if not super().idle(table):
            return False
        duty = self.problem(table).compulsory
        may_do_less = not table.rules.asked_of_runs(table, Fault("", "too_few_routes"))
        return not (may_do_less and any(route.links not in duty for route in self.best_runs(table)[0]))

    def earn(self, turn: Move, run: Run) -> None:
        earn(turn, self.company, run)


def with_local(table: Table, company: str, run: Run) -> Run:
    """The local locomotive always earns what its home is worth, whatever others earn there (4.4.9)."""
    if company73(table, company).routes:
        return run
    home = home_stops(table, company)[0]
    value = station_value(table, home)
    local = Route(LOCAL, (home,), (), (value,), (), value)
    return Run((local, *run.routes), run.total + value, run.bound + value, run.optimal)


def at_a_glance(table: Table, company: str) -> int | None:
    """What a railway could earn now, where it is proved soon enough to be told beside a choice."""
    problem = problem_of(table, company)
    if not problem.locomotives and not problem.diesel:
        return None
    try:
        run = locomotives.best_run(problem, GLANCE)
    except locomotives.NoRunError:
        return None
    return with_local(table, company, locomotives.told(problem, run)).total if run.optimal else None


def earn(turn: Move, company: str, run: Run) -> None:
    """A run is told, markers where nothing called turn inactive, and the income is used (4.4.3, 4.4.4)."""
    tell(turn, company, run)
    turn.emit(Earned(company, run.total))
    called = {stop for route in run.routes for stop in route.stops}
    hexes = [stop // PLACES for stop in may_fall_asleep(turn, company) if stop not in called]
    if hexes:
        names = turn.rules.printed.box.grid.names
        turn.set(inactive=turn.state.inactive | {(company, hex_) for hex_ in hexes})
        turn.emit(MarkersTurned(company, tuple(names[hex_] for hex_ in hexes), False))
    turn.push(AfterRun(company, run.total))
