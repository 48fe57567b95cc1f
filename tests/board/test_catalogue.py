"""Standard tiles, and what becomes what where a title does not say so."""

import pytest

from stellwerk.board.box import Box
from stellwerk.board.catalogue import COLOURS, complete, standard_tiles
from stellwerk.board.tiles import Track, read_face
from stellwerk.titles.registry import find_title

NARROW = {"count": 1, "colour": "green", "track": "path=a:0,b:3;path=a:1,b:4;label=N"}


def test_every_standard_tile_can_be_read():
    for number, tile in standard_tiles().items():
        assert tile["colour"] in COLOURS, number
        assert Track(read_face(tile["track"])).exits, number


def test_no_two_numbers_of_a_colour_are_the_same_tile_but_for_towns():
    """203 and 144 are one tile by two numbers."""
    seen = {}
    for number, tile in standard_tiles().items():
        face = read_face(tile["track"])
        turned = {Track(face, rotation).pattern for rotation in range(6)}
        what = tile["colour"], face.label, tuple(stop.kind for stop in face.stops), frozenset(turned)
        assert seen.setdefault(what, number) in (number, "144"), number


@pytest.mark.parametrize(
    ("tile", "becomes"),
    [
        ("7", ["18", "26", "27", "28", "29"]),
        ("57", ["14", "15", "205", "206"]),
        ("1", ["88"]),  # two towns grow together
        ("201", ["207", "208"]),
        ("63", []),
    ],
)
def test_the_table_of_1835_follows_from_colour_label_and_track(tile, becomes):
    box = find_title("1835").rules(4, find_title("1835").options()).printed.box
    assert list(box.tiles[tile].becomes) == becomes


def test_what_a_title_prints_otherwise_counts():
    tiles = complete({"9": {"count": 2, "becomes": ["20"]}, "19": 1, "20": 1, "5": {"count": 1, "colour": "gray"}})
    assert tiles["9"] == {"count": 2, "becomes": ["20"], "colour": "yellow", "track": "path=a:0,b:3"}
    assert tiles["5"]["colour"] == "gray"


def test_labels_kinds_and_colours_stay_apart():
    tiles = complete({"9": 1, "4": 1, "20": 1, "88": 1, "47": 1, "narrow": NARROW})
    assert tiles["9"]["becomes"] == ["20"]
    assert tiles["4"]["becomes"] == ["88"]
    assert "becomes" not in tiles["47"]


def test_a_board_without_first_tiles_takes_the_yellow_ones_that_fit():
    hexes = {
        "A1": {},
        "A3": {"track": "city=revenue:0"},
        "A5": {"track": "town=revenue:0;town=revenue:0"},
        "B2": {"track": "city=revenue:0;label=Y"},
        "B4": {"colour": "green", "track": "city=revenue:30;path=a:1,b:_0"},
        "B6": {"colour": "green", "track": "city=revenue:30;path=a:1,b:_0", "becomes": []},
        "B8": {"colour": "red", "track": "offboard=revenue:30;path=a:1,b:_0"},
    }
    tiles = complete(dict.fromkeys(["3", "5", "57", "7", "9", "55", "1", "201", "12", "63"], 1))
    box = Box({"layout": "pointy", "hexes": hexes}, tiles)
    assert dict(zip(box.grid.names, box.becomes, strict=True)) == {
        "A1": ("7", "9"),
        "A3": ("5", "57"),
        "A5": ("55", "1"),
        "B2": ("201",),
        "B4": ("63",),
        "B6": (),
        "B8": (),
    }
