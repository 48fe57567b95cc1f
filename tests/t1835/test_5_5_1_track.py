"""5.5.1: laying and replacing tiles."""

import pytest

from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.track import Lay, terrain
from stellwerk.titles.t1835.track import FIRST_TILES

from .positions import lays, listed, position, rule_against, same

PLAIN, TOWN, TOWNS = {"7", "8", "9"}, {"3", "4", "58"}, {"1", "2", "55", "56", "69"}
CITY, BIG, TWIN = {"5", "6", "57"}, {"201", "202"}, {"210", "211", "212", "213", "214", "215"}


def box():
    return position(3).shell.rules.printed.box


def hexes(*kinds):
    """Names of the hexes on which one of these sets of tiles may be laid first."""
    b = box()
    return {name for name, ids in zip(b.grid.names, b.becomes, strict=True) if set(ids) in kinds}


def bayern(train="", cash=500, lay=2):
    """München with track to the north-west and the east; Bayern is to build."""
    built = position(3).packet_gone().ag("BY", director=0, cash=cash, trains=("3",)).phase(train)
    return built.tile("O15", "202", 2)


def building(built, number=1):
    return built.track("BY", number).game()


def test_5_5_1_1_nothing_on_brown_and_red_hexes():
    closed = hexes(set())
    assert {"F12", "C13", "D6", "M19", "J16", "I1"} <= closed
    assert {"C21", "H22", "M5", "N4"} <= closed
    game = building(bayern())
    for hex_ in ("P14", "M5"):
        assert rule_against(game, LayTile(0, "BY", hex_, "9", 0)) == "5.5.1.1"


def test_5_5_1_1_printed_colours():
    b = box()
    colour = {name: track.colour for name, track in zip(b.grid.names, b.printed, strict=True)}
    printed = {"yellow": {"E19", "G3", "J6", "L6"}, "green": {"C11", "J8", "L14"}}
    printed["red"] = {"C21", "H22", "M5", "N4"}
    for wanted, names in printed.items():
        assert {name for name in colour if colour[name] == wanted} == names


def test_5_5_1_1_yellow_hexes_wait_for_green_tiles():
    early = position(3).packet_gone().minor("V2", 0, cash=200).track("V2").game()
    assert rule_against(early, LayTile(0, "V2", "E19", "209", 0)) == "5.5.1.1"
    assert rule_against(early, LayTile(0, "V2", "E19", "9", 0)) == "5.5.1.1"  # whatever the tile


def test_5_5_1_1_green_hexes_wait_for_brown_tiles():
    line = bayern("3").tile("N14", "8", 3).tile("M15", "58", 0)
    assert rule_against(building(line), LayTile(0, "BY", "L14", "218", 2)) == "5.5.1.1"
    line = bayern("5").tile("N14", "8", 3).tile("M15", "58", 0)
    assert ("L14", "218", 2) in lays(building(line))


def test_5_5_1_2_no_more_tiles_than_allowed():
    game = building(bayern(), 2)
    game.play(LayTile(0, "BY", "N14", "8", 3))
    game.play(LayTile(0, "BY", "M15", "58", 0))
    assert not listed(game, LayTile)


def test_5_5_1_3_a_new_tile_prolongs_the_companys_track():
    game = building(bayern())
    assert ("N14", "9", 2) in lays(game)
    assert rule_against(game, LayTile(0, "BY", "N14", "9", 0)) == "5.5.1.23"
    assert {hex_ for hex_, _, _ in lays(game)} == {"N14", "O17"}


def test_5_5_1_3_not_beyond_a_city_full_of_strangers():
    built = bayern("3").tile("N14", "8", 5).tile("N12", "57", 1)
    assert any(hex_ == "N10" for hex_, _, _ in lays(building(built)))
    built.ag("WT", director=1).station("WT", "N12")
    assert not any(hex_ == "N10" for hex_, _, _ in lays(building(built)))


def test_5_5_1_4_on_the_hex_of_an_own_marker_in_any_direction():
    game = position(3).packet_gone().ag("BY", director=0, cash=100).track("BY").game()
    # The south-east side (5) is the edge of the board.
    rotations = {(tile, rotation) for _, tile, rotation in lays(game)}
    assert {hex_ for hex_, _, _ in lays(game)} == {"O15"}
    assert rotations == {("201", r) for r in (0, 1, 2, 3)} | {("202", r) for r in (0, 1, 2, 4)}


@pytest.mark.parametrize(("hex_", "tiles"), [("N14", PLAIN), ("D10", PLAIN), ("G13", PLAIN), ("M17", PLAIN)])
def test_5_5_1_5_open_country(hex_, tiles):
    assert set(box().becomes[box().grid.index[hex_]]) == tiles


def test_5_5_1_6_small_towns():
    assert hexes(TOWN) == {
        *("B12", "B14", "B16", "F4", "F6", "G11", "G15", "H10", "I13", "I15", "K3", "K11", "L2", "M15"),
    }
    assert all(box().tiles[tile].face.stops[0].value("yellow") == 10 for tile in TOWN)
    assert all(len(box().tiles[tile].face.stops) == 1 for tile in TOWN)


def test_5_5_1_7_two_small_towns():
    assert hexes(TOWNS) == {"H4", "I17", "L8", "M7", "N10"}
    assert all([s.value("yellow") for s in box().tiles[tile].face.stops] == [10, 10] for tile in TOWNS)


def test_5_5_1_8_cities():
    assert hexes(CITY) == {"A11", "D8", "F10", "F14", "G5", "H16", "M9", "N12", "O5"}
    assert all(box().tiles[tile].face.stops[0].value("yellow") == 20 for tile in CITY)


def test_5_5_1_9_y_cities():
    assert hexes(BIG) == {"H2", "H20", "I3", "O15"}  # Düsseldorf, Dresden, Köln, München
    assert all(box().tiles[tile].face.stops[0].value("yellow") == 30 for tile in BIG)
    assert hexes({"216"}) == {"J8"}  # Frankfurt


def test_5_5_1_10_twin_cities():
    assert hexes(TWIN) == {"G3", "J6", "L6"}
    assert hexes({"218"}) == {"L14"}


def test_5_5_1_11_berlin_and_hamburg():
    assert (hexes({"209"}), hexes({"221"})) == ({"E19"}, {"C11"})


WRONG_FIRST_TILES = [
    ("N14", "58", "5.5.1.5"),  # open country
    ("M15", "9", "5.5.1.6"),  # a town
    ("H4", "58", "5.5.1.7"),  # two towns
    ("N12", "201", "5.5.1.8"),  # a city
    ("H20", "57", "5.5.1.9"),  # Y
    ("L6", "209", "5.5.1.10"),  # XX
    ("E19", "212", "5.5.1.11"),  # B
]


@pytest.mark.parametrize(("hex_", "tile", "rule"), WRONG_FIRST_TILES)
def test_5_5_1_5_to_11_tiles_of_another_kind_are_refused(hex_, tile, rule):
    game = building(bayern("3"))
    for rotation in range(6):
        assert rule_against(game, LayTile(0, "BY", hex_, tile, rotation)) == rule


def test_5_5_1_11_only_brown_h_tiles_in_hamburg():
    game = building(bayern("5"))
    assert rule_against(game, LayTile(0, "BY", "C11", "218", 0)) == "5.5.1.11"


def test_5_5_1_5_to_11_every_hex_that_can_be_built_on_is_of_a_known_kind():
    assert {kind for kind, first in zip(box().kinds, box().becomes, strict=True) if first} == set(FIRST_TILES)


def test_5_5_1_3_the_first_tile_on_an_empty_hex_is_yellow():
    game = building(bayern("3"))
    assert rule_against(game, LayTile(0, "BY", "N14", "23", 5)) == "5.5.1.3"


def test_5_5_1_20_on_printed_yellow_comes_green():
    game = building(bayern("3"))
    assert rule_against(game, LayTile(0, "BY", "E19", "5", 0)) == "5.5.1.20"


@pytest.mark.parametrize("turns", [3, 9, -3, 6 * 10**9 + 3])
def test_5_5_1_3_a_turn_that_gives_the_same_track_is_the_same_lay(turns):
    one, other = building(bayern()), building(bayern())
    straight = next(a for a in listed(one, LayTile) if (a.hex, a.tile) == ("N14", "9"))
    turned = same(straight, rotation=straight.rotation + turns)
    assert turned != straight
    assert turned in other.legal_actions()
    assert other.play(turned) == one.play(straight)
    assert other.actions == one.actions == [straight]
    assert other.digest() == one.digest()


def test_5_5_1_3_a_tile_that_may_not_be_turned_is_still_refused():
    game = building(bayern("5"))
    assert rule_against(game, LayTile(0, "BY", "C11", "221", 1)) == "5.5.1.3"


COSTS = {"G13": 70, "H6": 70, "O7": 70, "M13": 50, "M15": 50, "D8": 50, "I3": 50, "J8": 50, "C11": 50}
COSTS |= {"H20": 0, "N14": 0}


@pytest.mark.parametrize(("hex_", "cost"), COSTS.items())
def test_5_5_1_12_printed_costs(hex_, cost):
    built = position(3)
    assert terrain(built.table, Lay("BY", box().grid.index[hex_], None)) == cost


def test_5_5_1_12_costs_are_paid_first_and_once():
    built = bayern("3", cash=50).tile("N14", "9", 2)
    game = building(built)
    game.play(LayTile(0, "BY", "M13", "9", 2))
    assert game.state.cash["BY"] == 0
    assert terrain(game.position, Lay("BY", box().grid.index["M13"], None)) == 0


def test_5_5_1_12_without_the_money_no_tile():
    game = building(bayern(cash=49).tile("N14", "9", 2))
    assert rule_against(game, LayTile(0, "BY", "M13", "9", 2)) == "5.5.1.12"
    assert not lays(game, "M13")


def test_5_5_1_13_hexes_of_private_railways_are_open_to_all():
    built = position(3).give(1, "OB").packet_gone().ag("BY", director=0, cash=90).tile("O15", "202", 2)
    game = building(built.tile("N14", "8", 3))
    game.play(LayTile(0, "BY", "M15", "58", 0))
    assert game.state.cash["BY"] == 40


def line_to_nuremberg(train, **fields):
    return bayern(train, **fields).tile("N14", "8", 3).tile("M15", "58", 0)


COLOURS = [("", {"yellow"}), ("3", {"yellow", "green"}), ("5", {"yellow", "green", "brown"})]


@pytest.mark.parametrize(("train", "colours"), COLOURS)
def test_5_5_1_14_colours_by_phase(train, colours):
    game = building(line_to_nuremberg(train).tile("O17", "8", 1))
    tiles = box().tiles
    assert {tiles[tile].colour for _, tile, _ in lays(game)} == colours


def test_5_5_1_14_yellow_to_green_to_brown_and_no_shortcut():
    game = building(line_to_nuremberg("5"))
    assert {tile for _, tile, _ in lays(game, "O15")} == {"207"}  # 208 would lead off the board
    assert rule_against(game, LayTile(0, "BY", "O15", "216", 0)) == "5.5.1.17"


def test_5_5_1_14_tiles_14_and_15_are_final():
    built = line_to_nuremberg("5").tile("N14", "25", 5).tile("N12", "57", 1).tile("N12", "14", 0)
    game = building(built)
    assert not lays(game, "N12")
    assert rule_against(game, LayTile(0, "BY", "N12", "63", 0)) == "5.5.1.14"


def test_5_5_1_14_a_replacement_needs_a_route_through_the_hex():
    alone = building(bayern("3").tile("N14", "9", 2))
    assert rule_against(alone, LayTile(0, "BY", "N14", "23", 5)) == "5.5.1.14"
    assert not lays(alone, "O15")
    joined = building(line_to_nuremberg("3"))
    assert lays(joined, "O15")
    assert lays(joined, "N14")


def test_5_5_1_14_the_route_may_come_with_the_tile():
    # N14 leads nowhere; turned into a junction it reaches Augsburg.
    built = bayern("3").tile("N14", "9", 2).tile("N12", "57", 1)
    game = building(built)
    useful = {rotation for _, tile, rotation in lays(game, "N14")}
    track = box().tracks
    for _, tile, rotation in lays(game, "N14"):
        laid = next(t for t in track[tile] if t.rotation == rotation)
        assert laid.exits >> 1 & 1  # it opens the west, where Augsburg lies
    assert useful


def test_5_5_1_14_berlin_to_berlin_is_no_route():
    built = position(3).packet_gone().minor("V2", 0, cash=100).phase("3").tile("E17", "7", 3).tile("D18", "7", 5)
    game = built.track("V2").game()
    # The only track joins Berlin with Berlin; replacing it opens no route.
    assert not lays(game, "D18")
    assert not lays(game, "E17")


def test_5_5_1_14_no_route_goes_on_to_berlin_that_began_there():
    # Berlin – Magdeburg is a route of Berlin-Potsdamer, but what leads from there to Berlin's other city is none.
    built = position(3).packet_gone().minor("V2", 0, cash=100).phase("3")
    for hex_, tile, turn in (("E17", "9", 1), ("E15", "8", 4), ("F14", "5", 2)):
        built.tile(hex_, tile, turn)
    for hex_, tile, turn in (("E13", "8", 3), ("D14", "8", 4), ("D16", "9", 1), ("D18", "8", 5)):
        built.tile(hex_, tile, turn)
    game = built.track("V2").game()
    assert lays(game, "E17")
    assert not lays(game, "D16")
    assert rule_against(game, LayTile(0, "V2", "D16", "23", 1)) == "5.5.1.14"
    assert lays(built.minor("V3", 0, cash=100).track("V3").game(), "D16")  # from Magdeburg it is one


def test_5_5_1_14_a_closed_far_connection_is_no_station():
    # Over N6 Freiburg has routes to Elsaß, while that is open, and to a small town of M7, once it is built.
    def lays_in(train, town=False):
        built = position(3).packet_gone().ag("WT", director=0, cash=100).phase(train)
        built.tile("O5", "6", 3).station("WT", "O5")
        if town:
            built.tile("M7", "1", 0)
        return lays(built.track("WT").game(), "O5")

    assert lays_in("3") == lays_in("5", town=True) == {("O5", "12", 3)}
    assert lays_in("5") == set()


def test_5_5_1_15_old_track_is_kept():
    game = building(line_to_nuremberg("3"))
    # N14 joins north-east (3) and south-east (5).
    track = box().tracks
    for _, tile, rotation in lays(game, "N14"):
        laid = next(t for t in track[tile] if t.rotation == rotation)
        assert 5 in laid.through[3]
    assert rule_against(game, LayTile(0, "BY", "N14", "23", 0)) == "5.5.1.15"


PROMOTIONS = {
    "1": "88", "2": "87", "3": "87 88 204", "4": "87 88 204", "5": "12 14 15 205 206",
    "6": "12 13 14 15 205 206",  # 206 by our ruling
    "7": "18 26 27 28 29", "8": "16 19 23 24 25 28 29", "9": "18 19 20 23 24 26 27", "55": "88", "56": "87",
    "57": "14 15 205 206", "58": "87 88 203 204", "69": "204", "201": "207 208", "202": "207 208",
    "12": "63", "13": "63", "14": "", "15": "", "16": "43 70", "18": "43", "19": "45 46", "20": "44 47",
    "23": "41 43 45 47", "24": "42 43 46 47", "25": "40 45 46", "26": "42 44 45", "27": "41 44 46",
    "28": "39 43 46 70", "29": "39 43 45 70", "87": "", "88": "", "203": "", "204": "", "205": "63", "206": "63",
    "207": "216", "208": "216", "209": "220", "210": "217", "211": "217", "212": "218", "213": "219", "214": "219",
    "215": "218",
}  # fmt: skip
COUNTS = {
    "1": 1, "2": 1, "3": 2, "4": 3, "5": 3, "6": 3, "7": 8, "8": 16, "9": 12, "55": 1, "56": 1, "57": 2, "58": 4,
    "69": 2, "201": 2, "202": 2, "12": 2, "13": 2, "14": 2, "15": 2, "16": 2, "18": 1, "19": 2, "20": 2, "23": 3,
    "24": 3, "25": 3, "26": 2, "27": 2, "28": 2, "29": 2, "87": 2, "88": 2, "203": 2, "204": 2, "205": 1, "206": 1,
    "207": 2, "208": 2, "209": 1, "210": 1, "211": 1, "212": 1, "213": 1, "214": 1, "215": 1, "39": 1, "40": 1,
    "41": 2, "42": 2, "43": 1, "44": 2, "45": 2, "46": 2, "47": 2, "63": 3, "70": 1, "216": 4, "217": 2, "218": 2,
    "219": 2, "220": 1, "221": 1,
}  # fmt: skip


def test_5_5_1_17_table_of_promotions():
    tiles = box().tiles
    assert {id_: set(tile.becomes) for id_, tile in tiles.items() if tile.colour != "brown"} == {
        id_: set(text.split()) for id_, text in PROMOTIONS.items()
    }
    assert all(not tile.becomes for tile in tiles.values() if tile.colour == "brown")


def test_5_5_1_17_table_of_tile_counts():
    assert {id_: tile.count for id_, tile in box().tiles.items()} == COUNTS
    assert sum(COUNTS.values()) == 147


def test_5_5_1_16_promotions_keep_the_kind_of_place():
    tiles = box().tiles

    def kind(tile):
        return {stop.kind for stop in tile.face.stops}, tile.face.label.replace("XX", "X")

    for tile in tiles.values():
        for new in tile.becomes:
            assert kind(tile) == kind(tiles[new])


def test_5_5_1_17_every_promotion_of_the_table_is_possible():
    b = box()
    for old, text in PROMOTIONS.items():
        for new in text.split():
            assert any(t.keeps(before) for before in b.tracks[old][:1] for t in b.tracks[new]), (old, new)


def test_5_5_1_17_no_tile_left():
    # The one tile 18 lies elsewhere.
    built = line_to_nuremberg("3").tile("N14", "25", 5).tile("N12", "57", 1)
    built.tile("O17", "9", 1).tile("E9", "9", 0)
    free = built.state.board.left["23"]
    assert free == 3
    for hex_ in ("E7", "E11", "E13"):
        built.tile(hex_, "9", 0).tile(hex_, "23", 0)
    game = building(built)
    assert "23" not in {tile for _, tile, _ in lays(game)}


def test_5_5_1_18_a_free_place_opens_the_way_for_others():
    built = bayern("3").tile("N14", "8", 5).tile("N12", "57", 1).ag("WT", director=1).station("WT", "N12")
    assert not any(hex_ == "N10" for hex_, _, _ in lays(building(built)))
    built.tile("N12", "14", 0)
    assert any(hex_ == "N10" for hex_, _, _ in lays(building(built)))


def test_5_5_1_19_replaced_tiles_return_to_the_box():
    game = building(line_to_nuremberg("3"))
    before = game.state.board.left["8"]
    lay = next(a for a in listed(game, LayTile) if a.hex == "N14")
    game.play(lay)
    assert game.state.board.left["8"] == before + 1


def test_5_5_1_20_printed_hexes_follow_the_rules_of_replacement():
    built = position(3).packet_gone().ag("HE", director=0, cash=200, trains=("5",)).phase("5")
    game = built.track("HE").game()
    assert rule_against(game, LayTile(0, "HE", "J8", "216", 0)) == "5.5.1.14"  # no route from Frankfurt yet
    built.tile("J10", "9", 1).tile("J12", "8", 1).tile("I13", "58", 0)  # east, then north-east to a town
    joined = built.track("HE").game()
    assert {tile for _, tile, _ in lays(joined, "J8")} == {"216"}
    joined.play(LayTile(0, "HE", "J8", "216", 0))
    assert joined.state.cash["HE"] == 150


def test_5_5_1_4_the_first_track_on_a_printed_hex_replaces_nothing():
    game = position(3).packet_gone().ag("BA", director=0, cash=100).phase("3").track("BA").game()
    assert ("L6", "211", 1) in lays(game)  # leads to no station yet


def test_5_5_1_21_not_off_the_board_nor_into_water():
    b = box()

    def closed(hex_):
        return {side for side in range(6) if b.closed_sides[b.grid.index[hex_]] >> side & 1}

    assert 5 in closed("O15")  # edge of the board
    assert 3 in closed("C9")  # the blue bar between C9 and B10
    assert 0 in closed("B10")
    assert 5 in closed("I15")  # J16 has no track to its north-west
    assert 4 not in closed("J14")  # but some to its west
    assert 4 not in closed("H20")  # the arrow to Oberschlesien
    assert 4 not in closed("C19")  # and to Ostpreußen
    assert 0 not in closed("L6")  # and to Elsaß-Lothringen


def test_5_5_1_21_refused_by_name():
    game = position(3).packet_gone().ag("BY", director=0, cash=100).track("BY").game()
    assert rule_against(game, LayTile(0, "BY", "O15", "201", 4)) == "5.5.1.21"


def test_5_5_1_22_track_need_not_meet_its_neighbours():
    built = position(3).packet_gone().ag("BY", director=0, cash=100).tile("N14", "9", 0)
    assert ("O15", "202", 2) in lays(built.track("BY").game())


def test_5_5_1_23_one_track_of_the_tile_must_belong_to_the_companys_stretch():
    built = bayern("3").tile("N14", "9", 2)
    built.tile("M13", "9", 2).tile("L12", "9", 2)
    game = building(built)
    assert {hex_ for hex_, _, _ in lays(game)} >= {"K11", "O17"}
    assert all(hex_ not in {"M15", "N16", "L14"} for hex_, _, _ in lays(game))


def saxon_loop():
    """Sachsen in Leipzig. A loop leads from Dresden to Dresden; west of it a branch leaves towards Magdeburg."""
    built = position(3).packet_gone().ag("SX", director=0, cash=500, trains=("3",)).phase("3")
    built.tile("H16", "57", 1).tile("H18", "9", 1).tile("H18", "23", 4).tile("H20", "201", 1).tile("H20", "207", 0)
    return built.tile("G19", "8", 3).tile("F20", "7", 5)


def test_5_5_1_3_a_loop_turns_no_train_round():
    built = saxon_loop()
    game = built.track("SX").game()
    offered = {hex_ for hex_, _, _ in lays(game)}
    assert "G17" not in offered
    assert offered >= {"H14", "F20", "I17"}
    assert rule_against(game, LayTile(0, "SX", "G17", "9", 2)) == "5.5.1.23"
    built.station("SX", "H20")
    assert lays(built.track("SX").game(), "G17")


def test_5_5_1_14_nor_for_a_replacement():
    built = saxon_loop().tile("G17", "9", 2).tile("F16", "8", 5).tile("F14", "57", 1)
    assert not lays(built.track("SX").game(), "G17")
    assert lays(built.station("SX", "H20").track("SX").game(), "G17")


def test_5_5_1_23_track_behind_the_branch_is_anothers():
    built = saxon_loop().tile("G17", "9", 2).tile("F16", "8", 5)
    game = built.track("SX").game()
    assert rule_against(game, LayTile(0, "SX", "F14", "57", 1)) == "5.5.1.23"


def test_5_5_1_options_for_records():
    free = position(3, track_anywhere=True).packet_gone().ag("BY", director=0, cash=100).track("BY").game()
    assert lays(free, "B18")
    loose = position(3, upgrade_anywhere=True).packet_gone().ag("BY", director=0, cash=100).phase("3")
    assert lays(loose.tile("O15", "202", 2).track("BY").game(), "O15")
