"""Track across other track on a level of its own, entrances, and labels that hold from the second tile on."""

import pytest

from stellwerk.board.board import Board
from stellwerk.board.box import Box

TILES = {
    "straight": {"colour": "yellow", "count": 9, "track": "path=a:0,b:3"},
    "city": {
        "colour": "yellow",
        "count": 9,
        "track": "city=revenue:20;path=a:0,b:_0;path=a:1,b:_0",
        "becomes": ["big", "marked"],
    },
    "big": {"colour": "green", "count": 1, "track": "city=revenue:30;path=a:0,b:_0;path=a:1,b:_0"},
    "marked": {"colour": "green", "count": 1, "track": "city=revenue:40;path=a:0,b:_0;path=a:1,b:_0;label=M"},
    "line": {
        "colour": "gray",
        "count": 1,
        "track": "town=revenue:10;path=a:1,b:_0;path=a:4,b:_0",
        "rotations": [0],
    },
    "tunnel": {"colour": "purple", "count": 2, "track": "path=a:0,b:3,track:tunnel"},
}
BOARD = {
    "layout": "pointy",
    "first_tiles": {"plain": ["straight"], "city": ["city"]},
    "hexes": {
        "A3": {"track": "city=revenue:0", "label": "M"},
        "A5": {"track": "city=revenue:0"},
        "B2": {"colour": "gray", "track": "town=revenue:10;path=a:4,b:_0"},
        "B4": {"colour": "purple", "entrances": [0, 3], "becomes": ["line"]},
        "B6": {"colour": "gray", "track": "town=revenue:10;path=a:1,b:_0"},
        "C3": {"track": "city=revenue:0"},
        "C5": {"colour": "purple", "entrances": [2, 5]},
        "D6": {},
    },
}


@pytest.fixture
def board():
    return Board.empty(Box(BOARD, TILES))


def placed(board, name):
    return board.box.grid.index[name]


def lay(board, name, tile, rotation=0):
    return board.lay(placed(board, name), board.box.track(tile, rotation))


def dig(board, name):
    return board.cross(placed(board, name), board.box.track("tunnel", 0))


def ends(board):
    names = board.box.grid.names
    return sorted(tuple(sorted((names[link.a // 8], names[link.b // 8]))) for link in board.links())


@pytest.mark.parametrize("tunnel_first", [True, False])
def test_a_tunnel_and_a_line_cross_without_meeting(board, tunnel_first):
    board = lay(lay(board, "A5", "city"), "C3", "city", 3)
    board = lay(dig(board, "B4"), "B4", "line") if tunnel_first else dig(lay(board, "B4", "line"), "B4")
    assert ends(board) == [("A5", "C3"), ("B2", "B4"), ("B4", "B6")]
    assert (board.left["tunnel"], board.left["line"]) == (1, 0)


def test_the_order_of_building_leaves_no_trace(board):
    one = lay(dig(board, "B4"), "B4", "line")
    other = dig(lay(board, "B4", "line"), "B4")
    assert one.digest_key() == other.digest_key()
    assert one.digest_key() != lay(board, "B4", "line").digest_key()


def test_links_that_were_known_follow_a_crossing(board):
    board = lay(lay(board, "A5", "city"), "C3", "city", 3)
    assert ends(board) == []
    assert ends(dig(board, "B4")) == [("A5", "C3")]


def test_a_tile_under_a_tunnel_can_still_be_laid(board):
    hex_ = placed(board, "B4")
    board = dig(board, "B4")
    assert [track.tile for track in board.box.successors(hex_, board.tracks[hex_])] == ["line"]


def test_track_leads_to_entrances_though_no_tile_is_ever_laid_there(board):
    closed = board.box.closed_sides
    assert not closed[placed(board, "D6")] >> 2 & 1
    assert closed[placed(board, "D6")] >> 1 & 1


def test_a_marked_hex_begins_with_an_ordinary_tile_and_goes_on_with_marked_ones(board):
    def next_tiles(board, name):
        hex_ = placed(board, name)
        return {track.tile for track in board.box.successors(hex_, board.tracks[hex_])}

    assert next_tiles(board, "A3") == {"city"}
    assert next_tiles(lay(board, "A3", "city", 4), "A3") == {"marked"}
    assert next_tiles(lay(board, "A5", "city"), "A5") == {"big"}
