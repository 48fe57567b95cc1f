"""Running the trains and what becomes of the income (Betrieb der Loks, Einnahmen berechnen und verwalten)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from stellwerk.bank.papers import GONE
from stellwerk.board.board import Board, stop_number
from stellwerk.board.grid import PLACES, SIDES
from stellwerk.board.kept import kept
from stellwerk.board.tiles import OFFBOARD, TOWN
from stellwerk.eighteen.changes import close_private, move_price
from stellwerk.eighteen.dividends import DividendStep, distribute, keep
from stellwerk.eighteen.events import Earned
from stellwerk.eighteen.printed import TrainKind
from stellwerk.eighteen.running import network, tell
from stellwerk.eighteen.state import acting_seat
from stellwerk.play.core import Procedure
from stellwerk.play.runs import Running
from stellwerk.routes import Bonus, EachStop, Network, Problem, Route, Run, Stop, Through, Train, best_run

from .data import VALUE_COLOURS
from .events import MountainOpened, TunnelOpened
from .state import Move, Table, is_regional, phase44

FIRST_RUN_CLOSES = ("FNM", "P6")


def colour_now(table: Table) -> str:
    """The colour of the newest tiles, by which values are read (Einnahmen berechnen)."""
    return phase44(table).colours[-1]


def running_problem(table: Table, company: str, trains: Sequence[str] | None = None) -> Problem:
    """What the company's trains could visit now, what it is worth, and what is added for tunnels and transit."""
    kinds = table.rules.printed.trains
    owned = table.state.trains[company] if trains is None else trains
    return problem_of(table, company, table.state.board, [kinds[train] for train in owned])


def problem_of(table: Table, company: str, board: Board, trains: Sequence[TrainKind]) -> Problem:
    """The running problem on any board with any trains."""
    state = table.state
    built = frozenset(state.mountains.values()), frozenset(state.tunnels.items())
    key = "running", company, colour_now(table), *(kind.id for kind in trains), *built
    return kept(board.memo, key, lambda: _problem(table, company, board, trains))


def _problem(table: Table, company: str, board: Board, trains: Sequence[TrainKind]) -> Problem:
    net = network(board)
    reds = frozenset(stop_number(hex_, 0) for hex_ in table.rules.printed.area_of)
    stops = _stops(table, company, board)
    transits = kept(board.track_memo, "transit", lambda: tuple(_transit_bonuses(table, net)))
    bonuses: tuple[Bonus, ...] = (*_tunnel_bonus(table, board, net), *transits)
    return Problem(net, stops, tuple(_train(kind, reds) for kind in trains), bonuses)


def _train(kind: TrainKind, reds: frozenset[int]) -> Train:
    """H trains count hexes and never go to places far away; E trains leave stops out (Lokomotiven)."""
    if kind.hexes:
        return Train.hexed(kind.id, kind.hexes, avoid=reds)
    return Train.skipping(kind.id, kind.stops) if kind.skips else Train.counting(kind.id, kind.stops)


def _stops(table: Table, company: str, board: Board) -> dict[int, Stop]:
    """The stops as the company sees them: cities full of others' markers are ends (Betrieb der Loks)."""
    stops = dict(_open_stops(table, board))
    strangers = board.full_of_strangers(company)
    for number, marks in board.stations.items():  # elsewhere all companies see the same
        stop = stops.get(number)
        if stop is not None and (number in strangers or company in marks):
            passed = stop.may_pass and number not in strangers
            stops[number] = Stop(stop.value, stop.town, passed, home=company in marks, group=stop.group)
    return stops


def _open_stops(table: Table, board: Board) -> Mapping[int, Stop]:
    """Cities, towns, places far away, and mountain railways; a site without one is no stop (Betrieb der Loks)."""
    tracks, printed, colour = board.tracks, table.rules.printed, colour_now(table)
    mountains = mountain_values(table)

    def there(hex_: int) -> Iterator[tuple[int, Stop]]:
        for place, stop in enumerate(tracks[hex_].stops):
            value = mountains.get(hex_) if hex_ in printed.sites else stop.value(colour)
            if value is not None:
                area = printed.area_of.get(hex_)
                group = printed.groups[area] if area else -1
                yield (
                    stop_number(hex_, place),
                    Stop(value, stop.kind == TOWN, may_pass=stop.kind != OFFBOARD, group=group),
                )

    return board.at_stops(f"{colour} {sorted(mountains.items())}", there)


def mountain_values(table: Table) -> Mapping[int, int]:
    """What mountain railways bring in this phase, by their sites (Bergbahnen, Einnahmen berechnen)."""
    number = VALUE_COLOURS.index(colour_now(table))
    boards = table.rules.printed.boards
    return {site: boards[board][number] for site, board in table.state.mountains.values()}


def tunnel_links(table: Table, board: Board, net: Network) -> dict[str, frozenset[int]]:
    """The links that lead through each tunnel, by its certificate."""
    return {
        paper: kept(board.track_memo, f"tunnel {hex_}", partial(_links_across, board, net, hex_))
        for paper, hex_ in table.state.tunnels.items()
    }


def _links_across(board: Board, net: Network, hex_: int) -> frozenset[int]:
    tunnel, bits = board.tracks[hex_].crossing, board.box.grid.side_bits[hex_]
    sides = sum(bits[side] for side in SIDES if tunnel and tunnel.exits >> side & 1)
    return frozenset([number for number, link in enumerate(net.links) if link.bits & sides])


def _tunnel_bonus(table: Table, board: Board, net: Network) -> Iterator[Bonus]:
    """10 more for each stop of a run through a tunnel, once, with stops on both sides (Einnahmen berechnen)."""
    links = frozenset[int]().union(*tunnel_links(table, board, net).values())
    if links:
        yield EachStop("tunnel", table.rules.printed.title["tunnels"]["bonus"], links)


def _transit_bonuses(table: Table, net: Network) -> Iterator[Bonus]:
    """From one side of the country to the opposite one both bonuses are added (Einnahmen berechnen)."""
    printed = table.rules.printed
    for one, other in (("north", "south"), ("west", "east")):
        ends = [
            {
                stop_number(hex_, 0): printed.areas[area].bonus
                for hex_, area in printed.area_of.items()
                if printed.areas[area].side == side and stop_number(hex_, 0) in net.index
            }
            for side in (one, other)
        ]
        if all(ends):
            yield Through("transit", ends[0], ends[1])


def can_run(table: Table, company: str, kind: TrainKind) -> bool:
    """Whether a train of this kind would have a route (Loks kaufen)."""
    return bool(best_run(problem_of(table, company, table.state.board, [kind])).routes)


class RunTrainsStep(Running, frozen=True):
    """The best run is compulsory; of equal ones the director chooses what a first visit opens."""

    rule: ClassVar[str] = "Einnahmen berechnen"

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def problem(self, table: Table) -> Problem:
        return running_problem(table, self.company)

    def matters(self, table: Table) -> tuple[Sequence[int], Sequence[int]]:
        """Mountain railways and tunnels that no train has used yet."""
        state = table.state
        sites = [stop_number(s, 0) for paper, (s, _) in state.mountains.items() if paper not in state.earning]
        links = tunnel_links(table, state.board, network(state.board))
        return sites, sorted({link for paper, n in links.items() if paper not in state.earning for link in n})

    def earn(self, turn: Move, run: Run) -> None:
        routes = tuple(turn.rules.earns(turn, route) for route in run.routes)
        run = Run(routes, sum(route.total for route in routes), run.bound, run.optimal)
        tell(turn, self.company, run, best=self.compulsory)
        _open_what_was_used(turn, run)
        turn.push(Income(self.company, run.total))


class AnyRunStep(RunTrainsStep, frozen=True):
    """Any run that the rules allow will do (only by option)."""

    compulsory: ClassVar[bool] = False


def as_scored(table: Table, route: Route) -> Route:
    """What the rules of the route finder say (Einnahmen berechnen)."""
    return route


def first_used(table: Table, run: Run) -> dict[str, int]:
    """Mountain railways and tunnels that no train has used before this run, with their hexes."""
    state = table.state
    visited = {
        stop // PLACES
        for route in run.routes
        for stop, value in zip(route.stops, route.values, strict=True)
        if value is not None
    }
    through = {link for route in run.routes for link in _between_counted(route.values, route.links)}
    found = {paper: site for paper, (site, _) in state.mountains.items() if site in visited}
    for paper, links in tunnel_links(table, state.board, network(state.board)).items():
        if links & through:
            found[paper] = state.tunnels[paper]
    return {paper: hex_ for paper, hex_ in found.items() if paper not in state.earning}


def _open_what_was_used(turn: Move, run: Run) -> None:
    """First visits: from the next operating round on tunnel or mountain railway bring income."""
    state, names = turn.state, turn.rules.printed.box.grid.names
    for paper, hex_ in first_used(turn, run).items():
        opened = MountainOpened if paper in state.mountains else TunnelOpened
        turn.set(earning=turn.state.earning | {paper})
        turn.emit(opened(paper, state.papers[paper], names[hex_]))


def _between_counted(values: Sequence[int | None], links: Sequence[int]) -> Sequence[int]:
    """The links of a route that have a counted stop on either side (Einnahmen berechnen).

    >>> _between_counted((None, 10, None, 20, None), (1, 2, 3, 4))
    (2, 3)
    """
    counted = [number for number, value in enumerate(values) if value is not None]
    return links[counted[0] : counted[-1]] if counted else ()


class Income(Procedure, frozen=True):
    """What has been earned is paid out or kept; without income the price falls (Einnahmen verwalten)."""

    company: str
    income: int

    def run(self, turn: Move) -> None:
        turn.emit(Earned(self.company, self.income))
        if not self.income:
            move_price(turn, self.company, "left", "withheld")
            return
        runner, private = FIRST_RUN_CLOSES
        if self.company == runner and turn.state.papers[private] != GONE:
            close_private(turn, private)  # P6
        turn.push(DividendStep(self.company, self.income))


def pay_out(turn: Move, company: str, income: int) -> None:
    """Each holder his part, and the price rises (Ausbezahlen der Einnahmen)."""
    distribute(turn, company, income)
    move_price(turn, company, rise(turn, company), "paid_out")


def rise(table: Table, company: str) -> str:
    """To the right; a regional company in the last column it may enter goes up instead (Regionalbahnen)."""
    field = table.state.chart.field(company)
    assert field is not None
    return "up" if is_regional(table, company) and field[1] == table.rules.printed.ceiling else "right"


def withhold(turn: Move, company: str, income: int) -> None:
    """All goes into the treasury, and the price falls (Einnahmen einbehalten)."""
    keep(turn, company, income)
    move_price(turn, company, "left", "withheld")


PAYOUTS = {"pay": pay_out, "keep": withhold}
