"""Tables 2, 3 and 7, and rules of which only the printed numbers can be tried."""

import pytest

from stellwerk.titles.t1881.data import material

from .streets import BOX, HEX, Streets

BOARD = material()


def test_table_2_phases():
    rows = [(p.id, p.train, p.scraps_all, p.colours, p.limit, p.rounds) for p in BOARD.phases]
    yellow, green, brown, gray = "yellow", "green", "brown", "gray"
    assert rows == [
        ("1", "", (), (yellow,), 4, 1),
        ("2", "3", (), (yellow, green), 4, 2),
        ("3", "4", ("2",), (yellow, green, brown), 3, 3),
        ("4", "5", ("3", "4S"), (yellow, green, brown, gray), 2, 3),
    ]


def test_table_3_companies_their_starts_and_chips():
    """One chip of each stands on the chart, the others are depots."""
    rows = {c.id: (c.hex, len(c.depots) + 1, c.depots[-1]) for c in BOARD.companies.values()}
    assert rows == {
        "GBS": ("G7", 5, 120),
        "BChSt": ("G5", 5, 120),
        "BESTAG": ("H6", 5, 120),
        "SSC": ("J11", 3, 40),
        "NBSN": ("E8", 4, 80),
        "SBV": ("L6", 4, 80),
        "SHG": ("C5", 4, 80),
        "SpS": ("F3", 3, 40),
        "S-Bahn": ("", 6, 40),
    }


def test_table_7_trams():
    rows = {kind.id: (kind.count, kind.stops, kind.price) for kind in BOARD.trains.values()}
    assert rows == {
        "2": (9, 2, 220),
        "3": (6, 3, 330),
        "4": (4, 4, 440),
        "5": (4, 5, 550),
        "6": (4, 6, 660),
        "4S": (4, 4, 300),
        "7S": (1, 7, 600),
        "9S": (1, 9, 900),
    }


def test_6_3_yellow_tiles_lie_on_beige_hexes_only():
    """Also where forest or water covers a part of the hex, as at F4."""
    at = Streets("1").company("SpS", cash=100).company("BESTAG", cash=100)
    assert at.why_not_lay("SpS", "F4 5@1,3") is None
    yellow = {tile for tile, each in BOX.tiles.items() if each.colour == "yellow"}
    for hex_ in ("H6", "G7", "E6"):
        printed = BOX.printed[HEX[hex_]]
        assert printed.colour in ("yellow", "green")
        assert not yellow & {track.tile for track in BOX.successors(HEX[hex_], printed)}


def test_6_9_a_stop_follows_a_stop_and_a_station_a_station():
    for hex_, printed in enumerate(BOX.printed):
        kinds = {tuple(stop.kind for stop in track.stops) for track in BOX.successors(hex_, printed)}
        assert kinds <= {tuple(stop.kind for stop in printed.stops)}


@pytest.mark.parametrize(("place", "value"), [("F5", 20), ("E6", 20), ("G7", 40), ("G5", 30), ("H6", 20)])
def test_9_1_values_of_places_printed_on_the_board(place, value):
    stops = BOX.printed[HEX[place]].stops
    assert [stop.value("") for stop in stops][:1] == [value]


def test_14_4_only_a_run_that_is_double_track_from_end_to_end():
    """a12: Steglitz is yellow, so the run that begins there is no shuttle; the rest of it would be one."""
    tiles = ("J5 10@0,2", "K4 18@0,3,4", "K5 17@1,3,5", "L6 18@2,3,5")
    at = Streets("2", shuttles=True).company("SBV", trains=("4",)).tiles(*tiles)
    assert at.run("SBV", ("4", "J5 K4 K5 L6")) == (20 + 20 + 20 + 20, 0)
    assert at.run("SBV", ("4", "K4 K5 L6")) == (20 + 2 * 20 + 20, 0)


def test_14_5_what_lies_between_the_ends_counts_twice_but_once_for_the_range():
    """a11"""
    tiles = ("J5 20@0,1,3,4", "K4 18@0,3,4", "K5 17@1,3,5", "L6 18@2,3,5")
    at = Streets("2", shuttles=True).company("SBV", trains=("4",)).tiles(*tiles)
    assert at.run("SBV", ("4", "J5 K4 K5 L6")) == (30 + 2 * 20 + 2 * 20 + 20, 0)
    assert at.best("SBV", "3").total == 80
