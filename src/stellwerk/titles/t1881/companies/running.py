"""Running trams and S-Bahn trains (8.1–8.8, 9.1–9.3, 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import ClassVar

from msgspec.structs import replace

from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES, Grid
from stellwerk.board.kept import kept
from stellwerk.board.tiles import TOWN, Track
from stellwerk.eighteen.events import Earned
from stellwerk.eighteen.running import tell
from stellwerk.eighteen.state import acting_seat, home_stop
from stellwerk.play.core import Choice
from stellwerk.play.errors import Refusal, refuse
from stellwerk.play.runs import Running, RunTrains
from stellwerk.routes import AtStop, Bonus, Link, Network, Problem, Run, Shuttle, Stop, Train, best_run

from ..data import Tram
from ..lines.networks import depots_of, is_acting, view_of
from ..state import Move, Table, company_of_network, is_sbahn
from .income import AfterRun

FERRY, SHUTTLE = "ferry", "shuttle"
DOUBLE_TRACK = ("green", "brown", "gray")  # (14.3)
# A station that a run may call at twice (8.8) is two stops over the same track; this far apart in numbers.
TWIN = PLACES // 2


def place_of(stop: int) -> int:
    """The stop on the board that a stop of the network stands for.

    >>> place_of(17), place_of(17 + TWIN)
    (17, 17)
    """
    return stop - TWIN if stop % PLACES >= TWIN else stop


# The track --------------------------------------------------------------------------------------------------


def network(view: Board, double: Collection[str]) -> Network:
    """The track of one kind as the route finder sees it, kept on the board."""
    found: Network | None = view.track_memo.get("runs")
    if found is None:
        found = view.track_memo["runs"] = Network(_links(view, double))
    return found


def _links(view: Board, double: Collection[str]) -> Iterator[Link]:
    """Stretches for runs: none goes through a hex twice, and two through one hex exclude each other (8.3)."""
    grid = view.box.grid
    twice = [hex_ for hex_, track in enumerate(view.tracks) if track.tile in double]
    for link in view.links():
        once = _passed(grid, link.bits)
        if once is None:
            continue
        for a in _calls(link.a, twice):
            for b in _calls(link.b, twice):
                yield Link(a, b, link.bits, link.hexes, link.gate_a, link.gate_b, once)


@lru_cache(maxsize=50_000)  # boards that follow one another have most of their links in common
def _passed(grid: Grid, bits: int) -> int | None:
    """The hexes that a stretch goes through, as a set of bits; None if it goes through one twice."""
    met = _meets(grid, bits)
    return None if max(met.values()) > 2 else sum(1 << hex_ for hex_, sides in met.items() if sides == 2)


def _meets(grid: Grid, bits: int) -> Counter[int]:
    """How many of these hex sides belong to each hex: one where a stretch ends, two where it goes through."""
    return Counter(point // 6 for point in grid.points_of(bits))


def _calls(stop: int, twice: Collection[int]) -> tuple[int, ...]:
    return (stop, stop + TWIN) if stop // PLACES in twice else (stop,)


# What can be run --------------------------------------------------------------------------------------------


def running_problem(table: Table, id_: str) -> Problem:
    """What the trains of a company or network could run now."""
    kinds = table.rules.printed.trains
    return problem_of(table, id_, [kinds[train] for train in table.state.trains[id_]])


def problem_of(table: Table, id_: str, trains: Sequence[Tram]) -> Problem:
    """The same with any trains."""
    view, ridden = view_of(table, id_), table.state.ridden if is_sbahn(table, id_) else ""
    names, shuttles = tuple(kind.id for kind in trains), table.rules.options.shuttles
    key = "running", id_, names, depots_of(table, id_), ridden, shuttles
    return kept(view.memo, key, lambda: _problem(table, id_, view, trains))


def _problem(table: Table, id_: str, view: Board, trains: Sequence[Tram]) -> Problem:
    net = free_network(table, id_, view)
    stops = _stops(table, id_, view, net)
    alone = is_alone(table, id_, view)
    if alone:
        stops = _with_stops_as_ends(table, id_, stops)
    bonuses = [*_ferries(table, net)]
    if (
        table.rules.options.shuttles and not is_sbahn(table, id_) and not alone
    ):  # from station to station (14.1, 14.3)
        bonuses.append(Shuttle(SHUTTLE, _double_track(view, net)))
    return Problem(net, stops, tuple(Train.tram(kind.id, kind.stops) for kind in trains), tuple(bonuses))


def free_network(table: Table, id_: str, view: Board) -> Network:
    """The track of a company's kind, without what other networks of the S-Bahn have used in this round (8.7)."""
    net = network(view, table.rules.printed.double)
    if not is_sbahn(table, id_) or not table.state.ridden:
        return net
    ridden = int(table.state.ridden, 16)
    return Network(link for link in net.links if not link.bits & ridden)


def _stops(table: Table, id_: str, view: Board, net: Network) -> dict[int, Stop]:
    """Runs end in stations (8.5) and, at the latest, where all depots are strangers' (8.2, 7.7)."""
    strangers = view.full_of_strangers(company_of_network(table, id_))
    depots = depots_of(table, id_)
    found = {}
    for number in net.stops:
        place = place_of(number)
        track = view.tracks[place // PLACES]
        found[number] = _stop(track, place % PLACES, place not in strangers, place in depots)
    return found


@cache  # the same stops are asked for by every company in every run
def _stop(track: Track, place: int, may_pass: bool, home: bool) -> Stop:
    stop = track.stops[place]
    is_town = stop.kind == TOWN
    return Stop(stop.value("") or 0, town=is_town, may_pass=may_pass, may_end=not is_town, home=home)


def is_alone(table: Table, id_: str, view: Board) -> bool:
    """Whether no run leads from a company's start station to another station, as things lie now (8.5)."""
    if is_sbahn(table, id_):
        return False  # there are no stops on its line, and it has no one start station
    found: bool | None = view.memo.get(("alone", id_))
    if found is None:
        net, start = network(view, table.rules.printed.double), home_stop(table, id_)
        stops = _stops(table, id_, view, net)
        for number, stop in stops.items():
            home = place_of(number) == start
            if stop.home != home:
                stops[number] = replace(stop, home=home)
        found = view.memo["alone", id_] = not best_run(Problem(net, stops, (Train.tram("", 2),))).routes
    return found


def _with_stops_as_ends(table: Table, id_: str, stops: dict[int, Stop]) -> dict[int, Stop]:
    """A run from the start station may end at a stop (8.5)."""
    start = home_stop(table, id_)
    return {
        number: replace(stop, may_end=True, may_pass=stop.may_pass and number != start)
        for number, stop in stops.items()
    }


def _ferries(table: Table, net: Network) -> Iterator[Bonus]:
    """So much for each call of a train at a station with a ferry, not again on the way back (9.3; rulings)."""
    amounts = table.rules.printed.ferries
    calls = {stop: amounts[stop // PLACES] for stop in net.stops if stop // PLACES in amounts}
    if calls:
        yield AtStop(FERRY, calls, again=False)


def _double_track(view: Board, net: Network) -> frozenset[int]:
    """Links between stops that lie on green, brown and gray hexes alone, ends included (14.3)."""
    grid = view.box.grid
    return frozenset(
        number
        for number, link in enumerate(net.links)
        if all(view.tracks[hex_].colour in DOUBLE_TRACK for hex_ in _meets(grid, link.bits))
    )


# The step ---------------------------------------------------------------------------------------------------


PARAGRAPHS = {
    "no_such_track": "8.2",  # track hangs together
    "broken": "8.2",
    "no_station": "8.2",
    "blocked": "8.2",
    "closed": "8.2",
    "stop_twice": "8.3",
    "track_twice": "8.3",
    "excluded": "8.3",
    "too_short": "8.5",
    "no_end": "8.5",
    "too_long": "8.6",
    "wrong_count": "8.6",  # every station that is touched counts
    "shared_track": "8.7",
}


def must_run(table: Table, id_: str) -> bool:
    """Whether somebody has to run for a network of the S-Bahn: until all are one, the chair too (12.8)."""
    return is_sbahn(table, id_) and bool(table.state.apart)


class RunTrams(Running, frozen=True):
    """The director runs his trams as he likes, within the rules, or not at all (5.4, 8.1)."""

    rule: ClassVar[str] = "8.1"
    paragraphs: ClassVar[Mapping[str, str]] = PARAGRAPHS
    compulsory: ClassVar[bool] = False

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def problem(self, table: Table) -> Problem:
        return running_problem(table, self.company)

    def place(self, stop: int) -> int:
        return place_of(stop)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        """The best run, and none at all where that may be; every other that the rules allow is legal too."""
        yield from super().choices(table, seat)
        if not must_run(table, self.company):
            yield RunTrains(seat, self.company, ())

    def refusal(self, table: Table, action: object) -> Refusal | None:
        idle = isinstance(action, RunTrains) and action.company == self.company and not action.ways
        if idle and must_run(table, self.company):
            return refuse("12.8", "network_must_run", company=self.company)
        return super().refusal(table, action)

    def run(self, table: Table, action: RunTrains) -> Run:
        """The run that an action names, a station called at twice under its one number."""
        run = super().run(table, action)
        routes = tuple(replace(route, stops=tuple(map(place_of, route.stops))) for route in run.routes)
        return replace(run, routes=routes)

    def idle(self, table: Table) -> bool:
        """Without a tram, or without a run for it, nothing is earned."""
        if not is_acting(table, self.company) or not table.state.trains[self.company]:
            return True
        return not self.offered(table)[0].routes

    def skip(self, turn: Move) -> None:
        if is_acting(turn, self.company):
            self.earn(turn, NO_RUN)

    def earn(self, turn: Move, run: Run) -> None:
        """What stops bring, and what ferries bring beside it: that may go to the treasury (9.2, 9.3, 9.8)."""
        net = free_network(turn, self.company, view_of(turn, self.company))
        tell(turn, self.company, run, net)
        if is_sbahn(turn, self.company):
            turn.set(ridden=_ridden(turn, run, net))
        bonus = sum(amount for route in run.routes for name, amount in route.bonuses if name == FERRY)
        turn.emit(Earned(self.company, run.total))
        turn.push(AfterRun(self.company, run.total - bonus, bonus))


NO_RUN = Run((), 0, 0, True)


def _ridden(table: Table, run: Run, net: Network) -> str:
    """The S-Bahn's track that has been used in this round."""
    bits = int(table.state.ridden or "0", 16)
    for route in run.routes:
        for link in route.links:
            bits |= net.links[link].bits
    return f"{bits:x}"
