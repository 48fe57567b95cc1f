"""Hexes, tiles, laid track and reach on a small board of our own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stellwerk.board.board import UNDECIDED, Board, stop_number
from stellwerk.board.box import Box
from stellwerk.board.grid import NOWHERE, Grid, opposite
from stellwerk.board.links import all_links
from stellwerk.board.tiles import NotationError, Track, read_face

EAST_WEST = "path=a:1,b:_0;path=a:4,b:_0"
TILES = {
    "straight": {"colour": "yellow", "count": 3, "track": "path=a:0,b:3", "becomes": ["fork"]},
    "fork": {"colour": "green", "count": 1, "track": "path=a:0,b:3;path=a:0,b:4"},
    "city": {"colour": "yellow", "count": 2, "track": f"city=revenue:20;{EAST_WEST}", "becomes": ["big"]},
    "big": {"colour": "green", "count": 1, "track": f"city=revenue:30,slots:2;{EAST_WEST};path=a:5,b:_0"},
    "twins": {
        "colour": "yellow",
        "count": 1,
        "track": "city=revenue:30;city=revenue:30;path=a:1,b:_0;path=a:4,b:_1",
        "becomes": ["one"],
    },
    "one": {"colour": "green", "count": 1, "track": "city=revenue:40,slots:2;path=a:1,b:_0;path=a:4,b:_0"},
    "town": {"colour": "yellow", "count": 2, "track": "town=revenue:10;path=a:1,b:_0;path=a:4,b:_0"},
}
BOARD = {
    "layout": "pointy",
    "first_tiles": {"plain": ["straight"], "city": ["city"], "city XX": ["twins"], "town": ["town"]},
    "hexes": {
        "A1": {"track": "city=revenue:0"},
        "A3": {},
        "A5": {"track": "city=revenue:0;city=revenue:0;label=XX"},
        "A7": {"track": "town=revenue:0"},
        "A9": {"colour": "red", "track": "offboard=revenue:yellow_20|green_40;path=a:1,b:_0"},
        "B2": {},
        "B4": {"colour": "brown", "track": "path=a:1,b:4"},
    },
}


@pytest.fixture
def box():
    return Box(BOARD, TILES)


def lay(board, name, tile, rotation):
    index = board.box.grid.index
    track = next(t for t in board.box.tracks[tile] if t.rotation == rotation)
    return board.lay(index[name], track)


def line(box):
    """A1 city – A3 – A5 twins – A7 town – A9."""
    board = lay(Board.empty(box), "A1", "city", 0)
    board = lay(board, "A3", "straight", 1)
    board = lay(board, "A5", "twins", 0)
    return lay(board, "A7", "town", 0)


def stop(box, name, place=0):
    return stop_number(box.grid.index[name], place)


def test_neighbours_and_barriers():
    grid = Grid(["A1", "A3", "B2"], "pointy", [["A1", "A3"]])
    a1 = grid.index["A1"]
    assert [n for n in grid.neighbours[a1] if n != NOWHERE] == [grid.index["B2"]]
    assert all(opposite(opposite(side)) == side for side in range(6))


def test_letters_may_be_columns():
    """K4 of Shikoku 1889 lies between J3 and J5; K6 is below it."""
    grid = Grid(["J3", "J5", "K4", "K6"], "flat", numbering="columns")
    around = [grid.names[n] if n != NOWHERE else "" for n in grid.neighbours[grid.index["K4"]]]
    assert around == ["K6", "J5", "J3", "", "", ""]
    assert [grid.row_names[row] for row, _ in grid.places] == ["3", "5", "4", "6"]
    assert [grid.column_names[column] for _, column in grid.places] == ["J", "J", "K", "K"]


def test_what_stands_beside_rows_and_above_columns():
    assert Grid(["A1", "B2"], "pointy").row_names == {0: "A", 1: "B"}
    assert Grid(["A1", "B2"], "pointy").column_names == {1: "1", 2: "2"}
    assert Grid(["A1", "B2"], "pointy", numbering="in a row").column_names == {}


def test_distance_counts_steps_over_hexes_of_the_board():
    grid = Grid(["A1", "A3", "A5", "C1"], "pointy")
    assert grid.distance(grid.index["A1"], grid.index["A5"]) == 2
    assert grid.distance(grid.index["A1"], grid.index["C1"]) == NOWHERE


def test_successors_keep_track_and_stay_on_the_board(box):
    a3 = box.grid.index["A3"]
    first = {(t.tile, t.rotation) for t in box.successors(a3, box.printed[a3])}
    assert first == {("straight", 1)}  # north is nowhere, and straight track from the south ends there
    straight = next(t for t in box.tracks["straight"] if t.rotation == 1)
    for new in box.successors(a3, straight):
        assert new.keeps(straight)


def test_a_blind_side_of_a_printed_hex_is_closed(box):
    a5 = box.grid.index["A5"]
    assert box.closed_sides[a5] >> 0 & 1  # B4 has track west and east only
    assert not box.closed_sides[a5] >> 1 & 1


def test_symmetric_turns_are_listed_once(box):
    assert len(box.tracks["straight"]) == 3
    assert box.track("straight", 4).rotation == 1


def test_laying_returns_the_old_tile_and_changes_no_earlier_board(box):
    board = line(box)
    assert board.left["city"] == 1
    grown = lay(board, "A1", "big", 0)
    assert (grown.left["city"], grown.left["big"]) == (2, 0)
    assert board.left["city"] == 1
    assert board.tracks[box.grid.index["A1"]].tile == "city"


def test_markers_follow_their_city(box):
    board = line(box).with_station("X", stop(box, "A5", 0)).with_station("Y", stop(box, "A5", 1))
    one = lay(board, "A5", "one", 0)
    assert one.stations == {stop(box, "A5", 0): ("X", "Y")}


def test_a_marker_without_track_waits_for_a_choice(box):
    board = Board.empty(box).with_station("X", stop(box, "A5", UNDECIDED))
    laid = lay(board, "A5", "twins", 0)
    assert laid.stations == {stop(box, "A5", UNDECIDED): ("X",)}
    assert laid.is_in("X", box.grid.index["A5"])


def test_reach_stops_at_full_cities(box):
    board = line(box).with_station("X", stop(box, "A1"))
    assert board.reach("X").stops == {stop(box, "A1"), stop(box, "A5", 0)}
    through = lay(board, "A5", "one", 0)
    assert stop(box, "A9") in through.reach("X").stops
    full = through.with_station("Y", stop(box, "A5")).with_station("Z", stop(box, "A5"))
    assert full.reach("X").stops == {stop(box, "A1"), stop(box, "A5")}
    own = through.with_station("Y", stop(box, "A5")).with_station("X", stop(box, "A5"))
    assert stop(box, "A9") in own.reach("X").stops


def test_markers_come_and_go(box):
    board = line(box).with_station("X", stop(box, "A1"))
    assert board.free_places(stop(box, "A1")) == 0
    assert board.without_station("X", stop(box, "A1")).stations == {}
    assert board.stops_of("X") == [stop(box, "A1")]


def links_of(board):
    return sorted((link.a, link.b, link.bits) for link in board.links())


@pytest.mark.unmeasured
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_links_kept_up_to_date_equal_links_found_anew(data):
    box = Box(BOARD, TILES)
    board = Board.empty(box)
    board.links()
    for _ in range(data.draw(st.integers(1, 7))):
        lays = [
            (hex_, track)
            for hex_ in range(len(board.tracks))
            for track in box.successors(hex_, board.tracks[hex_])
            if board.left[track.tile] > 0
        ]
        if not lays:
            break
        board = board.lay(*data.draw(st.sampled_from(lays)))
        fresh = sorted((link.a, link.b, link.bits) for link in all_links(box.grid, board.tracks))
        assert links_of(board) == fresh


def test_values_by_colour():
    face = read_face("offboard=revenue:yellow_20|green_40;path=a:1,b:_0")
    assert [face.stops[0].value(colour) for colour in ("yellow", "green", "brown")] == [20, 40, None]
    assert read_face("town=revenue:10").stops[0].value("brown") == 10


def test_notation_that_cannot_be_read():
    with pytest.raises(NotationError):
        read_face("bridge=a:0")


def test_track_knows_what_it_joins():
    track = Track(read_face("path=a:0,b:3;path=a:0,b:4"), 1)
    assert track.through[1] == (4, 5)
    assert track.exits == 1 << 1 | 1 << 4 | 1 << 5


def test_what_track_says_of_stops_is_asked_only_where_it_changed(box):
    def told(board):
        def there(hex_):
            asked.append(hex_)
            return [(stop_number(hex_, n), stop.slots) for n, stop in enumerate(board.tracks[hex_].stops)]

        asked = []
        return dict(board.at_stops("slots", there)), asked

    first = Board.empty(box)
    index = box.grid.index
    everything, asked = told(first)
    assert asked == list(range(len(first.tracks)))
    assert told(first) == (everything, [])
    twins = lay(first, "A5", "twins", 0)
    one = lay(lay(twins, "A1", "city", 0), "A5", "one", 0)  # nobody asked in between
    assert told(one)[1] == [index["A5"], index["A1"], index["A5"]]
    for board in (one, twins, first, one.with_station("X", stop_number(index["A5"], 0))):
        assert told(board)[0] == told(Board(box, board.tracks, {}, board.left))[0]
    assert told(one.with_station("X", stop_number(index["A5"], 0)))[1] == []
    one.forget()
    assert told(one)[0] == told(Board(box, one.tracks, {}, one.left))[0]
