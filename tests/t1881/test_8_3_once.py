"""8.3 on the way (6.12, 7.3, 9.4): what a run reaches that is in no hex twice, against a search of all ways.

The twin below lists every way from hex to hex; of the board it reads only pieces of track and neighbours.
Boards are patches of a dozen hexes with tiles by lot, many of them brown ones that can be crossed twice.
"""

import random
from functools import cache

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk.board.board import Board, stop_number
from stellwerk.board.grid import NOWHERE
from stellwerk.board.reach import reach_of
from stellwerk.board.tiles import Face, Track
from stellwerk.eighteen.actions import LayTile
from stellwerk.play.core import Position
from stellwerk.titles.t1881.lines.networks import reach, seen
from stellwerk.titles.t1881.lines.track import CENTRE, from_centre, joined_to_centre
from stellwerk.titles.t1881.state import track_kind

from .streets import BOX, PRINTED, Streets

NEIGHBOURS = BOX.grid.neighbours
TWICE = ("35", "36", "37", "38", "39", "43")
OTHERS = ("1", "2", "11", "13", "14", "15", "17", "18", "19", "40", "41", "42", "59")
EMPTY = Track(Face())


def patch(lot, size):
    """Hexes that lie close together."""
    found = [lot.randrange(len(NEIGHBOURS))]
    while len(found) < size:
        beyond = [there for hex_ in found for there in NEIGHBOURS[hex_] if there != NOWHERE and there not in found]
        found.append(lot.choice(beyond))
    return found


def fits(tracks, hex_, track):
    """How many ends of track meet others, less those that meet a blank side."""
    around = enumerate(NEIGHBOURS[hex_])
    sides = [(track.exits >> side & 1, tracks[there], (side + 3) % 6) for side, there in around]
    met = [(here, beyond.exits >> side & 1) for here, beyond, side in sides if beyond.exits]
    return sum((here & there) - (here ^ there) for here, there in met)


def dense(lot, hexes):
    """Tiles by lot in these hexes, each the best fitting of several, and nothing elsewhere."""
    tracks = [EMPTY] * (len(NEIGHBOURS) + 1)  # the last is nowhere
    for hex_ in hexes:
        tiles = lot.choice((TWICE, TWICE, OTHERS))
        tried = [lot.choice(BOX.tracks[lot.choice(tiles)]) for _ in range(8)]
        tracks[hex_] = max(tried, key=lambda track: fits(tracks, hex_, track))
    return Board(BOX, tuple(tracks[:-1]), {}, dict.fromkeys(BOX.tiles, 99))


class Twin:
    """Every way of a tram that begins in one of some stations, (hex, stop), and is in no hex twice."""

    def __init__(self, board, starts, full=()):
        self.paths = [
            [path for path, kind in zip(track.paths, track.face.kinds, strict=True) if not kind]
            for track in board.tracks
        ]
        self.full = set(full)
        self.came, self.stations = set(), set(starts)
        self.arrive = cache(self._arrive)
        for hex_, place in starts:
            self._go_on(hex_, -1 - place, frozenset([hex_]))

    def _ends(self, hex_, end):
        """What is joined to a side, or to a station: those are -1, -2 and so on."""
        return [b if a == end else a for a, b in self.paths[hex_] if end in (a, b)]

    def _go_on(self, hex_, end, been, but=None):
        for side in self._ends(hex_, end):
            if side >= 0 and side != but:
                self._leave(hex_, side, been)

    def _leave(self, hex_, side, been):
        there = NEIGHBOURS[hex_][side]
        if there != NOWHERE and there not in been:
            self.arrive(there, (side + 3) % 6, been)

    def _arrive(self, hex_, side, been):
        self.came.add((hex_, side))
        been |= {hex_}
        for end in self._ends(hex_, side):
            if end >= 0:
                self._leave(hex_, end, been)
                continue
            self.stations.add((hex_, -1 - end))
            if (hex_, -1 - end) not in self.full:
                self._go_on(hex_, end, been, side)


def lying(tile, *sides):
    """A tile turned so that its track leads to these sides."""
    mask = sum(1 << side for side in sides)
    return next(track for track in BOX.tracks[tile] if track.exits == mask)


def loop():
    """From a depot through G6 with 36, by two sharp curves back into G6, and on to a station beyond.

    The only way to that station is in G6 twice, on 4–1 and on 0–2.
    """
    here = BOX.grid.index["G6"]
    around = NEIGHBOURS[here]
    tracks = [EMPTY] * len(NEIGHBOURS)
    tracks[here] = BOX.track("36", 0)
    tracks[around[4]] = lying("8", 1, 4)
    tracks[around[1]] = lying("3", 4, NEIGHBOURS[around[1]].index(around[0]))
    tracks[around[0]] = lying("3", 3, NEIGHBOURS[around[0]].index(around[1]))
    tracks[around[2]] = lying("8", 5, 2)
    board = Board(BOX, tuple(tracks), {}, dict.fromkeys(BOX.tiles, 99))
    return board.with_station("GBS", stop_number(around[4], 0)), around


def test_6_12_7_3_nothing_beyond_a_hex_that_would_be_crossed_twice():
    board, around = loop()
    found = reach(Streets().set(board=board).table, "GBS")
    assert found.stops == {stop_number(around[4], 0)}
    assert found.enters(around[2]) == 0
    assert found.enters(around[0])
    assert stop_number(around[2], 0) in reach_of(seen(board, ""), "GBS").stops  # track alone leads there


def test_9_4_no_bonus_for_a_way_through_a_hex_twice():
    board, around = loop()
    printed = replace(PRINTED, centre=frozenset([around[4]]), periphery=frozenset([around[2]]))
    at = Streets().set(board=board)
    assert joined_to_centre(Position(replace(at.turn.rules, printed=printed), at.state), board, "") == set()


def stations_of(board, hexes):
    return [(hex_, 0) for hex_ in hexes if board.tracks[hex_].stops and board.tracks[hex_].of_kind("").paths]


def numbers(stations):
    return {stop_number(hex_, place) for hex_, place in stations}


def towns(board, stations):
    return {each for each in stations if not board.tracks[each[0]].stops[each[1]].slots}


def with_depots(lot, board, stations):
    """Depots of GBS in one or two stations, and of strangers wherever else, so that some are full."""
    cities = [each for each in stations if each not in towns(board, stations)]
    own = lot.sample(cities, min(len(cities), lot.choice((1, 1, 2))))
    full = set()
    for hex_, place in cities:
        stop, slots = stop_number(hex_, place), board.tracks[hex_].stops[place].slots
        if (hex_, place) in own:
            board = board.with_station("GBS", stop)
        elif lot.random() < 0.3:
            for stranger in ("SpS", "SSC", "SHG", "SBV")[:slots]:
                board = board.with_station(stranger, stop)
            full.add((hex_, place))
    return board, own, full


def with_trams(seed):
    """A dense board with depots: those of GBS, and the stations that are full of strangers."""
    lot = random.Random(seed)
    hexes = patch(lot, lot.choice((10, 12, 14)))
    board = dense(lot, hexes)
    return with_depots(lot, board, stations_of(board, hexes))


@pytest.mark.parametrize("seed", range(300))
def test_6_12_7_3_reach_is_that_of_runs_on_dense_boards(seed):
    board, own, full = with_trams(seed)
    found = reach(Streets().set(board=board).table, "GBS")
    twin = Twin(board, own, full)
    assert found.stops == numbers(twin.stations)
    for hex_ in range(len(NEIGHBOURS)):
        came = {side for there, side in twin.came if there == hex_}
        assert {side for side in range(6) if found.enters(hex_) >> side & 1} == came, BOX.grid.names[hex_]
        assert hex_ in found.hexes or not came


@pytest.mark.parametrize("seed", range(100))
def test_9_4_what_a_run_joins_to_the_centre_on_dense_boards(seed):
    """Whatever depots there are: centre and periphery are stations by lot."""
    lot = random.Random(1000 + seed)
    hexes = patch(lot, 13)
    board = dense(lot, hexes)
    stations = stations_of(board, hexes)
    lot.shuffle(stations)
    centre, edge = stations[: 1 + len(stations) // 3], stations[1 + len(stations) // 3 :]
    printed = replace(
        PRINTED, centre=frozenset(hex_ for hex_, _ in centre), periphery=frozenset(hex_ for hex_, _ in edge)
    )
    at = Streets().set(board=with_depots(lot, board, stations)[0])
    table = Position(replace(at.turn.rules, printed=printed), at.state)
    reached = {hex_ for hex_, _ in Twin(board, centre).stations}
    assert joined_to_centre(table, at.state.board, "") == reached & printed.periphery


@pytest.mark.unmeasured
def test_these_boards_do_have_ways_that_are_in_a_hex_twice():
    """Track alone would let trams reach more on many of them."""
    more = 0
    for seed in range(300):
        board, own, full = with_trams(seed)
        loose = reach_of(seen(board, ""), "GBS")
        masks = [loose.enters(hex_) for hex_ in range(len(NEIGHBOURS))]
        came = {(hex_, side) for hex_, mask in enumerate(masks) for side in range(6) if mask >> side & 1}
        more += came > Twin(board, own, full).came
    assert more > 15


@pytest.mark.parametrize("seed", [1, 3])
def test_9_4_what_a_tile_adds_to_what_is_reached_from_the_centre_is_what_is_found_from_the_start(seed):
    lots, position = random.Random(seed), stellwerk.new("1881", ["A", "B", "C"], seed=seed).position
    followed = 0
    for _ in range(300):
        action = position.pick(lots)
        before, position = position, position.apply(action)
        if not isinstance(action, LayTile):
            continue
        view = seen(position.state.board, track_kind(position, action.company))
        found = view.track_memo.get(CENTRE)
        if found is not None:
            followed += (
                found is not seen(before.state.board, track_kind(before, action.company)).track_memo[CENTRE]
            )
            fresh = from_centre(position, Board(view.box, view.tracks, {}, view.left))
            assert found.stops == fresh.stops
    assert followed > 2
