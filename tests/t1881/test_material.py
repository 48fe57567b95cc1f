"""Board and tiles: what the rulebook's tables and our reconstruction promise of them (facts, 2–7)."""

from collections import Counter, deque

import pytest

from stellwerk.board.board import Board
from stellwerk.board.grid import NOWHERE, PLACES, SIDES, opposite
from stellwerk.titles.t1881.lines.networks import reach

from .streets import BOX, HEX, PRINTED, Streets

NAMES = BOX.grid.names
TABLE_6 = {
    "1": "11 12",
    "2": "11 12 13 14",
    "3": "11 12 13",
    "4": "15 16",
    "5": "15 16",
    "6": "15 16",
    "8": "18 19",
    "9": "17 18 19",
    "10": "20",
    "11": "37 38 39",
    "12": "37 38 39",
    "13": "35 36",
    "15": "56",
    "16": "56",
    "17": "40",
    "18": "41 42",
    "19": "41 42",
    "20": "58",
    "21": "43 44",
    "22": "43 44",
    "23": "49",
    "24": "49",
    "26": "45 46",
    "27": "45 46",
    "28": "45 46",
    "29": "45 46",
    "30": "48",
    "31": "51",
    "33": "53",
    "34": "47",
    "41": "59",
    "42": "59",
    "45": "57",
    "46": "57",
    "52": "60",
    "54": "61",
    "55": "61",
}


def test_table_6_the_numbers_of_tiles():
    """a2: 56 + 56 + 27 + 11 = 150."""
    counts = Counter()
    for tile in BOX.tiles.values():
        counts[tile.colour] += tile.count
    assert counts == {"yellow": 56, "green": 56, "brown": 27, "gray": 11}
    assert BOX.tiles["61"].count == 1


def test_table_6_replacements():
    assert {id_: " ".join(tile.becomes) for id_, tile in BOX.tiles.items() if tile.becomes} == TABLE_6


@pytest.mark.parametrize(("old", "new"), [(old, new) for old, all_ in TABLE_6.items() for new in all_.split()])
def test_6_10_every_replacement_keeps_all_track_and_adds_some(old, new):
    before = BOX.tracks[old][0]
    after = [track for track in BOX.tracks[new] if track.keeps(before)]
    assert after
    assert all(len(track.paths) > len(before.paths) for track in after)


def test_6_8_6_9_plain_track_stops_and_stations_stay_what_they_are():
    for old, all_ in TABLE_6.items():
        kind = [stop.kind for stop in BOX.tiles[old].face.stops]
        for new in all_.split():
            assert [stop.kind for stop in BOX.tiles[new].face.stops] == kind


def test_4_what_is_printed_on_the_board():
    """Facts, 4: 145 hexes, 139 of them for building: 110 beige, 25 yellow, 4 green."""
    assert len(NAMES) == 145
    assert Counter(track.colour for track in BOX.printed) == {
        "white": 110,
        "yellow": 25,
        "green": 4,
        "gray": 3,
        "blue": 3,
    }
    assert sum(bool(becomes) for becomes in BOX.becomes) == 139


def test_6_5_every_hex_for_building_has_a_first_tile():
    for hex_, becomes in enumerate(BOX.becomes):
        found = {track.tile for track in BOX.successors(hex_, BOX.printed[hex_])}
        if BOX.printed[hex_].colour != "white":
            assert found == set(becomes), NAMES[hex_]
        assert bool(found) == bool(becomes), NAMES[hex_]


def test_6_11_no_printed_track_leads_nowhere():
    for hex_, track in enumerate(BOX.printed):
        for side in SIDES:
            if track.exits >> side & 1:
                beyond = BOX.grid.neighbours[hex_][side]
                assert beyond != NOWHERE
                assert BOX.becomes[beyond] or BOX.printed[beyond].exits >> opposite(side) & 1, NAMES[hex_]


def test_6_13_the_line_is_one_and_meets_itself_everywhere():
    assert len(PRINTED.line) == 27
    found, edge = {HEX["G5"]}, deque([HEX["G5"]])
    while edge:
        hex_ = edge.popleft()
        for side in SIDES:
            if BOX.lines[hex_] >> side & 1:
                beyond = BOX.grid.neighbours[hex_][side]
                assert BOX.lines[beyond] >> opposite(side) & 1, NAMES[hex_]
                if beyond not in found:
                    found.add(beyond)
                    edge.append(beyond)
    assert found == PRINTED.line


def test_6_13_every_s_bahn_tile_keeps_to_the_line():
    for hex_ in PRINTED.line:
        lying = [BOX.printed[hex_]]
        while lying:
            lying = [new for old in lying for new in BOX.successors(hex_, old)]
            assert all(track.of_kind("sbahn").exits == BOX.lines[hex_] for track in lying)


def test_6_13_all_23_yellow_hexes_of_the_line_can_be_green_at_once():
    """Facts, 7: no tile is missing, and none of these tiles is left over."""
    board = Board.empty(BOX)
    yellow = [hex_ for hex_ in sorted(PRINTED.line) if BOX.printed[hex_].colour == "yellow"]
    assert len(yellow) == 23
    for hex_ in yellow:
        fitting = [track for track in BOX.successors(hex_, BOX.printed[hex_]) if board.left[track.tile]]
        board = board.lay(hex_, fitting[0])
    assert not [id_ for id_ in (*map(str, range(21, 31)), "32", "34") if board.left[id_]]


def test_7_stations_with_an_s_lie_on_the_ten_straight_hexes():
    found = {NAMES[hex_] for hex_, track in enumerate(BOX.printed) if track.stops and track.stops[0].group == "S"}
    assert sorted(found) == ["F5", "F8", "G6", "H10", "H3", "H5", "H8", "I10", "I2", "J2"]
    for name in found:
        lying = [BOX.printed[HEX[name]]]
        while lying:
            assert all(track.of_kind("").sides_of == ((),) for track in lying)  # no tram track touches it
            lying = [new for old in lying for new in BOX.successors(HEX[name], old)]


def test_9_3_four_stations_have_a_ferry():
    assert {NAMES[hex_]: amount for hex_, amount in PRINTED.ferries.items()} == {
        "K1": 40,
        "J1": 40,
        "L14": 40,
        "K14": 40,
    }


def other_stations(at, company):
    home = HEX[PRINTED.companies[company].hex]
    tracks = at.state.board.tracks
    return [
        stop
        for stop in reach(at.table, company).stops
        if stop // PLACES != home and tracks[stop // PLACES].stops[0].kind == "city"
    ]


@pytest.mark.parametrize(
    ("company", "lays"),
    [("GBS", 1), ("BChSt", 0), ("BESTAG", 1), ("SSC", 1), ("NBSN", 1), ("SBV", 2), ("SHG", 2), ("SpS", 2)],
)
def test_8_5_how_many_tiles_lead_to_a_second_station(company, lays):
    """Facts, 7: counted by another program."""
    at = Streets().company(company, 500)
    positions, needed = [at.state], 0
    while not any(other_stations(at.set(**parts(state)), company) for state in positions):
        needed += 1
        after = []
        for state in positions:
            for text in sorted(at.set(**parts(state)).lays(company)):
                at.set(**parts(state)).lay(company, text)
                after.append(at.state)
        positions = after
    assert needed == lays


def parts(state):
    return {name: getattr(state, name) for name in ("board", "cash", "laid", "joined", "turn_bonus")}
