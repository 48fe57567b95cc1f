"""Full boards to measure with: every hex built, as densely joined as the tiles of the box allow."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from stellwerk.board.board import Board
from stellwerk.board.box import Box
from stellwerk.board.grid import NOWHERE, PLACES, SIDES, opposite, row_and_column
from stellwerk.board.tiles import CITY, TOWN, Track

from .bonus import EachStop, Through
from .model import Problem, Stop, Train
from .network import Network

SHADES = ("white", "yellow", "green", "brown", "gray")


def full_board(box: Box, seed: int, passes: int = 5) -> Board:
    """Build on all hexes, by lot but so that track meets track; the same seed gives the same board."""
    lots = Random(seed)
    left = {name: tile.count for name, tile in box.tiles.items()}
    tracks = list(box.printed)
    choices = [_possible(box, hex_) for hex_ in range(len(tracks))]

    def merit(hex_: int, track: Track) -> float:
        shade = SHADES.index(track.colour) if track.colour in SHADES else 0
        merit = 0.3 * shade + 0.2 * lots.random()
        for side in SIDES:
            beyond = box.grid.neighbours[hex_][side]
            if beyond != NOWHERE and track.exits >> side & 1:
                other = tracks[beyond].exits
                merit += 2 if other >> opposite(side) & 1 else -0.3 if other else 0.5
        return merit

    for _ in range(passes):
        for hex_ in _shuffled(len(tracks), lots):
            here = tracks[hex_].tile
            if here:
                left[here] += 1
            able = [track for track in choices[hex_] if left[track.tile] > 0]
            if able:
                tracks[hex_] = max(able, key=lambda track, at=hex_: merit(at, track))  # type: ignore[misc]
            here = tracks[hex_].tile
            if here:
                left[here] -= 1
    return Board(box, tuple(tracks), {}, left)


def stress_problem(
    board: Board, seed: int, trains: Sequence[Train], stations: int = 5, colour: str = "brown"
) -> Problem:
    """Put stations of one company on a board by lot, and block one city in ten for it."""
    lots = Random(seed)
    network = Network(board.links())
    kinds = {stop: board.tracks[stop // PLACES].stops[stop % PLACES] for stop in network.stops}
    cities = [stop for stop, place in kinds.items() if place.kind == CITY]
    homes = {cities[at] for at in _shuffled(len(cities), lots)[:stations]}
    stops = {}
    for stop, place in kinds.items():
        city, town = place.kind == CITY, place.kind == TOWN
        blocked = city and lots.random() < 0.1 and stop not in homes
        ferry = board.tracks[stop // PLACES].face.ferry
        stops[stop] = Stop(
            place.value(colour) or 0,
            town=town,
            may_pass=(city or town) and not blocked,
            home=stop in homes,
            cross=ferry.value if ferry else 0,
        )
    return Problem(network, stops, tuple(trains))


AREAS = {
    "north": ((70, 40), (60, 40)),
    "south": ((90, 30), (70, 30)),
    "west": ((90, 90), (70, 50), (70, 50)),
    "east": ((80, 90), (70, 50)),
}
"""Values and transit bonuses of the areas around an alpine board, the dearest first."""


def alpine_problem(board: Board, seed: int, trains: Sequence[Train], tunnels: int = 5) -> Problem:
    """Make a stress problem as in the Alps: tunnels, and around the board areas where routes can only end.

    A route through a tunnel earns 10 more on each stop; one from north to south or from west to east earns what
    both ends are worth to transit. Trains that count hexes do not go to the areas.
    """
    problem = stress_problem(board, seed, trains)
    lots = Random(seed)
    at = {stop: row_and_column(board.box.grid.names[stop // PLACES]) for stop in problem.network.stops}
    ways = {"north": (1, 0), "south": (-1, 0), "west": (0, 1), "east": (0, -1)}
    free = [stop for stop in problem.network.stops if not problem.describe(stop).home]
    areas: dict[str, dict[int, int]] = {}
    stops = {stop: problem.describe(stop) for stop in problem.network.stops}
    for side, kinds in AREAS.items():
        free.sort(key=lambda stop, way=ways[side]: at[stop][0] * way[0] + at[stop][1] * way[1])  # type: ignore[misc]
        areas[side] = {}
        for value, transit in kinds:
            stop = free.pop(0)
            stops[stop] = Stop(value, may_pass=False)
            areas[side][stop] = transit
    closed = frozenset(stop for area in areas.values() for stop in area)
    inner = [n for n, link in enumerate(problem.network.links) if not closed & {link.a, link.b}]
    dug = frozenset(inner[place] for place in _shuffled(len(inner), lots)[:tunnels])
    bonuses = (
        Through("north-south", areas["north"], areas["south"]),
        Through("west-east", areas["west"], areas["east"]),
        EachStop("tunnel", 10, dug),
    )
    fleet = tuple(train if train.hexes is None else replace(train, avoid=closed) for train in trains)
    return Problem(problem.network, stops, fleet, bonuses)


def _possible(box: Box, hex_: int) -> list[Track]:
    """Whatever may come to lie on a hex, sooner or later."""
    found: dict[tuple[str, int], Track] = {}
    waiting = [box.printed[hex_]]
    while waiting:
        for track in box.successors(hex_, waiting.pop()):
            if found.setdefault((track.tile, track.rotation), track) is track:
                waiting.append(track)
    return list(found.values())


def _shuffled(size: int, lots: Random) -> list[int]:
    """Shuffle 0 … size - 1 with nothing but `random()`, which alone is the same in every version of Python."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = int(lots.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order
