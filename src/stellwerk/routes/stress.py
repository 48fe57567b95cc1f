"""Full boards to measure with: every hex built, as densely joined as the tiles of the box allow."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from stellwerk.board.board import Board
from stellwerk.board.box import Box
from stellwerk.board.grid import NOWHERE, PLACES, SIDES, opposite
from stellwerk.board.tiles import CITY, TOWN, Track

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
        merit = 0.3 * SHADES.index(track.colour) + 0.2 * lots.random()
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
