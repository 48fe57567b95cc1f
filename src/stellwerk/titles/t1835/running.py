"""Running the trains and what becomes of the income (5.4.3, 5.5.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from stellwerk.bank.papers import BANK, Owner
from stellwerk.board.board import UNDECIDED, Board, stop_number
from stellwerk.board.grid import PLACES
from stellwerk.board.links import Link
from stellwerk.board.tiles import TOWN, Track
from stellwerk.eighteen.changes import move_price
from stellwerk.eighteen.dividends import DividendStep, distribute, keep
from stellwerk.eighteen.events import Earned
from stellwerk.eighteen.running import network, tell
from stellwerk.eighteen.state import percent, phase
from stellwerk.play.core import Procedure
from stellwerk.play.runs import EFFORT
from stellwerk.routes import Problem, Run, Stop, Train, best_run

from .data import PRUSSIA, material
from .state import Move, Table, director, is_minor, pay

# How a company's reach answers, exactly or at a glance: a stop, and the sides and stops to be kept clear of.
RunsTo = Callable[[int, int, frozenset[int]], bool]


def running_problem(table: Table, company: str) -> Problem:
    """What the company's trains could visit now (5.5.3.2–5.5.3.10), and what it is worth (5.5.3.11.3)."""
    board, kinds = table.state.board, table.rules.printed.trains
    colour = phase(table).colours[-1]
    groups = _exclusive_hexes()
    tracks = board.tracks
    stops = dict(_open_stops(board, colour))
    for number, marks in board.stations.items():  # elsewhere all companies see the same
        hex_, place = divmod(number, PLACES)
        home = company in marks
        is_full = not home and place != UNDECIDED and len(marks) >= tracks[hex_].stops[place].slots
        if (home or is_full) and number in stops:
            stop = _stop(tracks[hex_], place, colour, groups.get(hex_, -1), home, home)
            assert stop is not None
            stops[number] = stop
    trains = tuple([_train(kind, kinds[kind].stops, kinds[kind].towns) for kind in table.state.trains[company]])
    return Problem(network(board), stops, trains)


_train = cache(Train.plus)


def _open_stops(board: Board, colour: str) -> Mapping[int, Stop]:
    """The stops as they are to companies without a marker there, and with no city full."""
    tracks, groups = board.tracks, _exclusive_hexes()

    def there(hex_: int) -> Iterator[tuple[int, Stop]]:
        for place in range(len(tracks[hex_].stops)):
            stop = _stop(tracks[hex_], place, colour, groups.get(hex_, -1), True, False)
            if stop is not None:
                yield stop_number(hex_, place), stop

    return board.at_stops(colour, there)


@cache  # the same stops are asked for by every company in every run
def _stop(track: Track, place: int, colour: str, group: int, may_pass: bool, home: bool) -> Stop | None:
    """What a stop is to a company; None where it counts for nobody yet."""
    stop = track.stops[place]
    value = stop.value(colour)
    if value is None:
        return None
    may_pass = may_pass and place not in track.terminals
    cross = track.face.ferry.value if track.face.ferry else 0
    return Stop(value, stop.kind == TOWN, may_pass, home=home, group=group, cross=cross)


@cache
def _exclusive_hexes() -> dict[int, int]:
    printed = material()
    index = printed.box.grid.index
    groups = printed.title["running"]["exclusive"]
    return {index[name]: number for number, names in enumerate(groups) for name in names}


@cache
def _exclusive_stops(stop: int) -> frozenset[int]:
    """A stop, and those that no route visits beside it (5.5.3.5)."""
    groups = _exclusive_hexes()
    group = groups.get(stop // PLACES)
    hexes = [hex_ for hex_, number in groups.items() if number == group]
    return frozenset((stop, *(stop_number(hex_, place) for hex_ in hexes for place in range(UNDECIDED))))


def ends_route(table: Table, board: Board, link: Link, runs_to: RunsTo) -> bool:
    """Whether a train of any length could run a route that ends with this link (5.5.3.5–5.5.3.9)."""
    if not _joins(table, board, link):
        return False
    a, b, sides = link.a, link.b, link.bits
    return runs_to(a, sides, _exclusive_stops(b)) or runs_to(b, sides, _exclusive_stops(a))


def _joins(table: Table, board: Board, link: Link) -> bool:
    """Whether a link joins two stations that one route may visit now (5.5.3.2, 5.5.3.5)."""
    colour = phase(table).colours[-1]
    groups = _exclusive_hexes()
    one, other = groups.get(link.a // PLACES, -1), groups.get(link.b // PLACES, -2)
    return one != other and all(
        board.tracks[stop // PLACES].stops[stop % PLACES].value(colour) is not None for stop in (link.a, link.b)
    )


def best(table: Table, company: str) -> Run:
    """The highest income that the company's trains can earn, which its director must take (5.5.3.11.2)."""
    return best_run(running_problem(table, company), EFFORT)


class RunTrains(Procedure, frozen=True):
    """The company's trains run once (5.5.3.1); income is shared by rule (Vorpreußische) or by decision (AG)."""

    company: str

    def run(self, turn: Move) -> None:
        if self.company not in turn.state.in_operation:
            return
        run = best(turn, self.company) if turn.state.trains[self.company] else None
        income = run.total if run else 0
        if run:
            tell(turn, self.company, run, best=True)
        turn.emit(Earned(self.company, income))
        if is_minor(turn, self.company):
            _split(turn, self.company, income)
        elif not income:
            move_price(turn, self.company, "left", "withheld")
        elif self.company in turn.state.debts:
            withhold(turn, self.company, income)  # 5.5.4.13
        else:
            turn.push(DividendStep(self.company, income))


def _split(turn: Move, minor: str, income: int) -> None:
    """The bank pays half to the owner, half to the treasury (5.5.3.11.1, 5.5.3.11.4)."""
    owner = director(turn, minor)
    if income and owner is not None:
        pay(turn, BANK, owner, income // 2, "split")
        pay(turn, BANK, minor, income - income // 2, "split")


def pay_out(turn: Move, company: str, income: int) -> None:
    """Each holder his part (3.3.3): players rounded up (5.5.3.11.6), the pool's down to the AG (5.5.3.11.7)."""
    distribute(turn, company, income, earning_percent)
    move_price(turn, company, "right", "paid_out")  # 5.5.3.12.1, under those already there (5.5.3.12.3)


def earning_percent(table: Table, company: str, owner: Owner) -> int:
    """A holder's part (3.3.1), without what he got for papers that have already earned in this round (4.5)."""
    barren = table.state.barren.get(owner, 0) if company == PRUSSIA and isinstance(owner, int) else 0
    return percent(table, company, owner) - barren


def withhold(turn: Move, company: str, income: int) -> None:
    """Everything goes into the treasury and the price falls (5.5.3.11.7, 5.5.3.12.2)."""
    keep(turn, company, income)
    move_price(turn, company, "left", "withheld")


PAYOUTS = {"pay": pay_out, "keep": withhold}  # all or nothing (5.5.3.11.5)
