"""Reach against all trains tried out one by one, on small boards full of loops made of 1835's tiles."""

import tomllib
from importlib.resources import files

import pytest
from brute_trains import brute_trains
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from stellwerk.board.board import Board, stop_number
from stellwerk.board.box import Box
from stellwerk.board.catalogue import complete
from stellwerk.board.grid import NOWHERE, opposite
from stellwerk.board.tiles import Face, Track
from stellwerk.titles.t1835.data import material

PATCH = ("A3", "A5", "B2", "B4", "B6", "C1", "C3", "C5", "C7", "D2", "D4", "D6", "E3", "E5")
COMPANIES = ("X", "Y", "Z")
DATA = files("stellwerk.titles.t1835.data")
TILES = complete(tomllib.loads(DATA.joinpath("tiles.toml").read_text(encoding="utf-8")))
PRINTED = tomllib.loads(DATA.joinpath("board.toml").read_text(encoding="utf-8"))
WHITE = Box({"layout": "pointy", "first_tiles": {}, "hexes": {name: {} for name in PATCH}}, TILES)
# The ways round lie on tiles of late colours and on printed track.
FACES = [
    *(tile.face for tile in WHITE.tiles.values() if tile.colour != "yellow"),
    *(track.face for track in material().box.printed if len(track.paths) > 2),
    *(track.face for track in material().box.printed if track.terminals),
]


def cities(board):
    return [
        stop_number(hex_, place)
        for hex_, track in enumerate(board.tracks)
        for place, stop in enumerate(track.stops)
        if stop.slots
    ]


def mark(board, company, stop):
    """A marker, if one fits."""
    if board.is_in(company, stop // 8) or not board.free_places(stop):
        return board
    return board.with_station(company, stop)


def fitting(faces, turns):
    """The tiles, each turned so that much of its track meets other track and little leads off the board."""
    tracks = []
    for hex_, (face, first) in enumerate(zip(faces, turns, strict=True)):

        def fit(track, around=WHITE.grid.neighbours[hex_]):
            sides = [side for side in range(6) if track.exits >> side & 1]
            off = sum(around[side] == NOWHERE for side in sides)
            laid = [side for side in sides if NOWHERE < around[side] < len(tracks)]
            return sum(tracks[around[side]].exits >> opposite(side) & 1 for side in laid) - off

        tracks.append(max((Track(face, first + turn, f"tile {hex_}") for turn in range(6)), key=fit))
    return tuple(tracks)


@st.composite
def full_boards(draw):
    """A tile in every hex, one marker of X, and perhaps some more."""
    size = len(PATCH)
    faces = draw(st.lists(st.sampled_from(FACES), min_size=size, max_size=size))
    turns = draw(st.lists(st.integers(0, 5), min_size=size, max_size=size))
    board = Board(WHITE, fitting(faces, turns), {}, {})
    assume(cities(board))
    stops = st.sampled_from(cities(board))
    board = mark(board, "X", draw(stops))
    for company, stop in draw(st.lists(st.tuples(st.sampled_from(COMPANIES), stops), max_size=4)):
        board = mark(board, company, stop)
    return board


def check(board, company):
    """Everything that a reach answers."""
    trains = brute_trains(board, company)
    assume(trains is not None)
    arrived, called, stretches = trains
    reach = board.reach(company)
    found = {(hex_, side) for hex_, sides in enumerate(reach.arrived) for side in range(6) if sides >> side & 1}
    assert found == arrived
    assert reach.stops == called
    full = board.full_of_strangers(company)
    assert reach.ends == {stop for stop in called if stop in full or is_far(board, stop)}
    assert reach.homes == {stop // 8 for stop in board.stations if company in board.stations[stop]}
    run = {(a[0] * 8 + a[1], b[0] * 8 + b[1], bits(board, sides)) for a, b, sides in stretches}
    for link in board.links():
        for one, other in ((link.a, link.b), (link.b, link.a)):
            assert reach.runs_to(one, link.bits, {other}) == ((one, other, link.bits) in run)


def is_far(board, stop):
    return board.tracks[stop // 8].stops[stop % 8].kind == "offboard"


def bits(board, borders):
    """Hex sides as a link has them."""
    total = 0
    for one, other in borders:
        side = board.box.grid.neighbours[one].index(other)
        total |= board.box.grid.side_bits[one][side]
    return total


@pytest.mark.unmeasured
@settings(max_examples=150, deadline=None)
@given(full_boards())
def test_reach_is_what_single_trains_come_to(board):
    for company in COMPANIES:
        check(board, company)


@pytest.mark.unmeasured
@settings(max_examples=100, deadline=None)
@given(full_boards(), st.data())
def test_some_stops_together_are_kept_clear_of(board, data):
    """As 5.5.3.5 asks for Berlin: no route with one stop visits another."""
    stops = data.draw(st.sets(st.sampled_from(sorted(board.reach("X").stops)), min_size=1, max_size=3))
    trains = brute_trains(board, "X", stops)
    assume(trains is not None)
    reach = board.reach("X")
    for stop in reach.stops - reach.ends:
        assert reach.runs_to(stop, 0, stops) == (stop in trains[1])


@pytest.mark.unmeasured
@settings(max_examples=100, deadline=None)
@given(full_boards(), st.integers(0, len(PATCH) - 1))
def test_sides_by_which_trains_come_to_a_hex_for_the_first_time(board, hex_):
    """As if nothing lay there: whoever comes back to the hex does not count."""
    tracks = (*board.tracks[:hex_], Track(Face()), *board.tracks[hex_ + 1 :])
    stations = {stop: marks for stop, marks in board.stations.items() if stop // 8 != hex_}
    trains = brute_trains(Board(board.box, tracks, stations, board.left), "X")
    assume(trains is not None)
    entered = {side for where, side in trains[0] if where == hex_}
    mask = board.reach("X").enters(hex_)
    assert {side for side in range(6) if mask >> side & 1} == entered
