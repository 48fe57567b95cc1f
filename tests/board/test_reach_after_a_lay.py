"""What is followed only beyond a new tile or marker must be what is found from the start, and what single trains
come to."""

import random

import pytest
from brute_trains import brute_trains
from hypothesis import given, settings
from hypothesis import strategies as st

from stellwerk.board.board import UNDECIDED, Board, stop_number
from stellwerk.board.box import Box
from stellwerk.board.grid import opposite
from stellwerk.board.reach import reach_of
from stellwerk.titles.t1835.data import material

# Where cities and towns grow together: Rhine and Ruhr, Hamburg with its ferry, Berlin.
REGIONS = {
    "west": "G3 G5 H2 H4 H6 I3 I5 J2 J6 K3 K5 L4 L6 L8 M7",
    "north": "B10 B12 B14 C9 C11 C15 D8 D10 D12 D14 E9 E11 E13",
    "east": "D16 D18 D20 E15 E17 E19 F14 F16 F18 F20 G15 G17 G19 H18 H20",
}


def answers(reach):
    return reach.arrived, reach.stops, reach.homes, reach.ends


def markers(board, lots, cities, each):
    """Two companies with markers in several cities, so that some are full of strangers."""
    for company in ("A", "B"):
        for _ in range(each):
            stop = cities[int(lots.random() * len(cities))]
            if board.free_places(stop) and not board.is_in(company, stop // 8):
                board = board.with_station(company, stop)
    return board


def cities_in(board, hexes):
    return [
        stop_number(hex_, place)
        for hex_ in hexes
        for place, stop in enumerate(board.tracks[hex_].stops)
        if stop.slots
    ]


def lay_by_lot(board, lots, hexes):
    """Some tile that fits; of three, the one that joins most of the track around."""
    hex_ = hexes[int(lots.random() * len(hexes))]
    fitting = [t for t in board.box.successors(hex_, board.tracks[hex_]) if board.left[t.tile] > 0]
    if not fitting:
        return board

    def joined(track):
        around = board.box.grid.neighbours[hex_]
        sides = [side for side in range(6) if track.exits >> side & 1]
        return sum(board.tracks[around[side]].exits >> opposite(side) & 1 for side in sides)

    some = [fitting[int(lots.random() * len(fitting))] for _ in range(3)]
    return board.lay(hex_, max(some, key=joined))


@pytest.mark.unmeasured
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_reach_is_the_same_step_by_step_and_from_the_start(seed):
    lots = random.Random(seed)
    board = Board.empty(material().box)
    everywhere = range(len(board.tracks))
    board = markers(board, lots, cities_in(board, everywhere), 6)
    seen = {}
    for _ in range(120):
        board = lay_by_lot(board, lots, everywhere)
        for company in ("A", "B"):
            if lots.random() < 0.4:  # sometimes only after several tiles
                fresh, old = reach_of(board, company), seen.get(company)
                assert answers(board.reach(company)) == answers(fresh)
                if old:
                    assert all(was & ~now == 0 for was, now in zip(old.arrived, fresh.arrived, strict=True))
                seen[company] = fresh


@pytest.mark.unmeasured
@pytest.mark.parametrize("region", REGIONS)
@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_reach_step_by_step_is_what_single_trains_come_to(region, seed):
    lots = random.Random(seed)
    board = Board.empty(material().box)
    hexes = [board.box.grid.index[name] for name in REGIONS[region].split()]
    board = markers(board, lots, cities_in(board, hexes), 2)
    for _ in range(70):
        board = lay_by_lot(board, lots, hexes)
        for company in ("A", "B"):
            reach = board.reach(company)
            if lots.random() < 0.2 and (trains := brute_trains(board, company)):
                arrived, called, _ = trains
                sides = range(6)
                assert {(h, s) for h, mask in enumerate(reach.arrived) for s in sides if mask >> s & 1} == arrived
                assert reach.stops == called


def move_a_marker(board, lots, cities):
    """A marker of either company comes to lie in a city, or one that lies there is taken off."""
    stop = cities[int(lots.random() * len(cities))]
    company = "AB"[int(lots.random() * 2)]
    if company in board.stations.get(stop, ()):
        return board.without_station(company, stop)
    if board.free_places(stop) and not board.is_in(company, stop // 8):
        return board.with_station(company, stop)
    return board


@pytest.mark.unmeasured
@pytest.mark.parametrize("region", REGIONS)
@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_reach_is_right_while_markers_come_and_go(region, seed):
    lots = random.Random(seed)
    board = Board.empty(material().box)
    hexes = [board.box.grid.index[name] for name in REGIONS[region].split()]
    for _ in range(100):
        if lots.random() < 0.4:
            board = move_a_marker(board, lots, cities_in(board, hexes))
        else:
            board = lay_by_lot(board, lots, hexes)
        for company in ("A", "B"):
            if lots.random() < 0.4:  # sometimes only after several tiles and markers
                fresh, hex_ = reach_of(board, company), hexes[int(lots.random() * len(hexes))]
                for side in range(6):  # asked first of what was known before
                    assert board.arrives(company, hex_, 1 << side) == bool(fresh.arrived[hex_] >> side & 1)
                assert answers(board.reach(company)) == answers(fresh)
            if lots.random() < 0.1 and (trains := brute_trains(board, company)):
                assert board.reach(company).stops == trains[1]


CITY = "city=revenue:20,slots:{};path=a:1,b:_0;path=a:4,b:_0"
TILES = {
    "large": {"colour": "yellow", "count": 1, "track": CITY.format(2)},
    "small": {"colour": "green", "count": 3, "track": CITY.format(1)},
    "line": {"colour": "yellow", "count": 4, "track": "path=a:1,b:4"},
    "bend": {"colour": "green", "count": 1, "track": "path=a:1,b:5"},
}
ROW = {"layout": "pointy", "first_tiles": {}, "hexes": {name: {} for name in ("A1", "A3", "A5", "A7", "B4", "B6")}}


def row():
    """X in A1, track through A3 and A5 to A7, with a city for two in A3 that Y is in."""
    box = Box(ROW, TILES)
    board = Board.empty(box)
    for name, tile in (("A1", "small"), ("A3", "large"), ("A5", "line")):
        board = board.lay(box.grid.index[name], box.tracks[tile][0])
    board = board.with_station("X", stop_number(0, 0)).with_station("Y", stop_number(1, 0))
    assert board.reach("X").arrived[3]
    return board


@pytest.mark.parametrize(("hex_", "tile"), [(1, "small"), (2, "bend")])
def test_track_or_a_place_that_goes_is_noticed(hex_, tile):
    """No rule of 1835 allows such tiles; reach does not rely on it."""
    board = row()
    board = board.lay(hex_, board.box.tracks[tile][0])
    assert answers(board.reach("X")) == answers(reach_of(board, "X"))
    assert not board.reach("X").arrived[3]


def test_a_free_place_that_comes_opens_the_way():
    """5.5.1.18, with the reach from before the tile."""
    box = Box(ROW, TILES)
    board = Board.empty(box)
    for hex_, tile in enumerate(("small", "small", "line")):
        board = board.lay(hex_, box.tracks[tile][0])
    board = board.with_station("X", stop_number(0, 0)).with_station("Y", stop_number(1, 0))
    assert board.reach("X").ends == {stop_number(1, 0)}
    laid = board.lay(1, box.tracks["large"][0])
    assert not laid.reach("X").ends
    assert laid.reach("X").arrived[3]


def test_a_home_found_only_with_the_tile_is_followed():
    """5.5.2.10: a marker that lay in the hex, but in no city, stands in the only city of the new tile."""
    box = Box(ROW, TILES)
    board = Board.empty(box).lay(1, box.tracks["line"][0]).with_station("X", stop_number(0, UNDECIDED))
    assert not any(board.reach("X").arrived)
    laid = board.lay(0, box.tracks["small"][0])
    assert laid.reach("X").arrived[2]


def test_a_marker_that_fills_a_city_closes_the_way_through_it():
    """5.5.1.18, with the reach from before the marker; taken off again it opens it."""
    city = stop_number(1, 0)
    full = row().with_station("Z", city)
    assert full.reach("X").ends == {city}
    assert not full.reach("X").arrived[2]
    opened = full.without_station("Z", city)
    assert not opened.reach("X").ends
    assert opened.reach("X").arrived[3]


def test_a_marker_that_chooses_no_city_yet_is_at_home_in_its_hex():
    """5.5.2.10: nothing can be run from it, but the company builds in its hex."""
    board = row()
    assert board.reach("X").homes == {0}
    assert board.with_station("X", stop_number(5, UNDECIDED)).reach("X").homes == {0, 5}
