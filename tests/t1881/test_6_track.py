"""Building track (6.1–6.17) and joining the periphery to the centre (9.4)."""

import pytest

from stellwerk.play.core import Pass
from stellwerk.titles.t1881.events import PeripheryJoined, TerrainBonus
from stellwerk.titles.t1881.lines.track import Building, building

from .streets import BOX, HEX, PRINTED, Streets


def joined(events):
    return {event.hex: (event.company, event.amount) for event in events if isinstance(event, PeripheryJoined)}


# How many (6.1) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "lays"), [("1", 2), ("2", 1), ("3", 1), ("4", 1)])
def test_6_1_two_tiles_in_the_first_phase_one_later(phase, lays):
    """Trap 9."""
    at = Streets(phase).company("SHG", 100)
    step = building(at.table, "SHG")
    assert step == Building("SHG", lays)
    assert not step.idle(at.table)
    assert Building("SHG", 0).idle(at.table)
    assert at.why_not_lay("SHG", "C5 10@1,5", lays=0) == "no_lay_left"


def test_6_1_the_second_tile_lies_on_another_hex():
    """d3."""
    at = Streets("2").company("SHG", 100)
    at.lay("SHG", "C5 10@1,5")
    assert at.state.laid == ("C5",)
    assert at.why_not_lay("SHG", "C5 20@1,2,4,5") == "hex_built_this_turn"
    assert at.why_not_lay("SHG", "D6 4@2,5") is None
    at.set(laid=())
    assert at.why_not_lay("SHG", "C5 20@1,2,4,5") is None


def test_6_1_a_company_that_is_gone_or_a_network_that_is_joined_builds_nothing():
    at = Streets("2").company("SHG").sbahn(main="G5", S2="G7")
    assert Building("GBS", 1).idle(at.table)
    assert not Building("S2", 1).idle(at.table)
    assert Building("S3", 1).idle(at.table)


def test_5_4_building_is_voluntary():
    at = Streets().company("SHG")
    assert Building("SHG", 2).refusal(at.table, Pass(0)) is None


# Colours and terrain (6.2–6.6, 6.15, 6.16) ------------------------------------------------------------------


def test_6_2_only_colours_of_the_phase():
    """d3."""
    at = Streets("1").company("SHG").tiles("C5 10@1,5")
    assert at.why_not_lay("SHG", "C5 20@1,2,4,5") == "colour_not_available"
    assert at.set(phase=1).why_not_lay("SHG", "C5 20@1,2,4,5") is None


@pytest.mark.parametrize(
    ("below", "above"),
    [
        (("C5 10@1,5", "D6 5@0,2", "D6 16@0,2,3"), "D6 56@0,2,3,5"),
        (("C5 10@1,5", "C5 20@1,2,4,5"), "C5 58@0,1,2,4,5"),
    ],
)
def test_6_6_the_gray_tiles_56_and_58_lie_on_green_from_phase_4_on(below, above):
    """Trap 9; d9."""
    at = Streets("3").company("SHG").tiles(*below)
    assert at.why_not_lay("SHG", above) == "colour_not_available"
    assert at.set(phase=3).why_not_lay("SHG", above) is None


def test_6_4_printed_hexes_wait_for_the_next_colour():
    at = Streets("1").company("GBS").company("BESTAG")
    assert at.why_not_lay("BESTAG", "H6 33@0,1,2,3") == "colour_not_available"
    assert at.why_not_lay("GBS", "G7 54") == "colour_not_available"
    assert at.set(phase=1).why_not_lay("BESTAG", "H6 33@0,1,2,3") is None
    assert at.why_not_lay("GBS", "G7 54") == "colour_not_available"
    assert at.set(phase=2).why_not_lay("GBS", "G7 54") is None


@pytest.mark.parametrize("hex_", ["D2", "E1", "H2", "K12", "K13", "J1"])
def test_6_5_brown_and_gray_hexes_forest_and_water_are_never_built_on(hex_):
    assert BOX.successors(HEX[hex_], BOX.printed[HEX[hex_]]) == ()


def test_6_5_no_track_crosses_the_lake_on_d3():
    """Trap 10; d7."""
    found = BOX.successors(HEX["D3"], BOX.printed[HEX["D3"]])
    assert {(each.tile, each.exits) for each in found} == {("6", 0b001100), ("6", 0b110000)}
    at = Streets("2").company("SHG", 500).tiles("C5 10@1,5", "C4 2@0,4", "D4 8@0,3", "D4 18@0,1,3")
    assert at.why_not_lay("SHG", "D3 6@4,5") is None
    for text in ("D3 5@2,4", "D3 6@3,4"):
        assert at.why_not_lay("SHG", text) == "across_the_lake"
    assert at.why_not_lay("SHG", "D3 4@1,4") == "track_into_the_void"  # 6.11


def test_6_7_only_what_table_6_says():
    at = Streets("2").company("SHG", 500).tiles("C5 10@1,5", "C4 2@0,4", "D4 8@0,3")
    assert at.why_not_lay("SHG", "D4 17@1,3,5") == "not_in_the_table"
    assert at.why_not_lay("SHG", "D4 18@1,2,4") == "track_lost"  # 6.10
    assert at.why_not_lay("SHG", "D4 18@0,1,3") is None


@pytest.mark.parametrize(("hex_", "sides"), [("K14", {2, 3, 4}), ("L14", {0, 1})])
def test_6_11_the_terminus_at_the_lake_leads_to_land(hex_, sides):
    """d7."""
    found = BOX.successors(HEX[hex_], BOX.printed[HEX[hex_]])
    assert {(each.tile, each.exits) for each in found} == {("7", 1 << side) for side in sides}


def test_6_15_the_first_tile_pays_for_forest_and_water():
    """a6: 46 hexes, 50 each."""
    assert sorted(set(BOX.costs)) == [0, 50]
    assert sum(cost == 50 for cost in BOX.costs) == 46
    at = Streets("2").company("SpS", 49).tiles("F4 5@1,3")
    assert at.why_not_lay("SpS", "E4 3@0,5") == "track_too_dear"
    at.cash("SpS", 50).lay("SpS", "E4 3@0,5")
    assert at.state.cash["SpS"] == 0
    assert at.set(laid=()).why_not_lay("SpS", "E4 11@0,2,5") is None  # replacing costs nothing
    at.lay("SpS", "E4 11@0,2,5")
    assert at.state.cash["SpS"] == 0


@pytest.mark.parametrize("hex_", ["H3", "I2", "I10", "J2"])
def test_6_15_also_on_printed_yellow(hex_):
    """a6."""
    green = next(id_ for id_ in BOX.becomes[HEX[hex_]])
    at = Streets("2").sbahn(49, main=hex_)
    assert at.why_not_lay("S-Bahn", f"{hex_} {green}") == "track_too_dear"
    at.cash("S-Bahn", 60).lay("S-Bahn", f"{hex_} {green}")
    assert at.state.cash["S-Bahn"] == 10


def test_6_16_a_bonus_for_whoever_builds_first():
    """d5: 50 for F4 come back, E4 costs 50: 750 of 800 left, and Spandau is joined to Zoo."""
    at = Streets().company("SpS", 800)
    events = at.lay("SpS", "F4 5@1,3", "E4 3@0,5")
    assert [event for event in events if isinstance(event, TerrainBonus)] == [TerrainBonus("SpS", "F4", 50)]
    assert at.state.cash["SpS"] == 750
    assert at.best("SpS", "2").total == 70  # 30 + 10 + 30


def test_6_16_the_cost_must_be_in_hand_before():
    """d6, trap 11."""
    at = Streets().company("SpS", 40)
    assert at.why_not_lay("SpS", "F4 5@1,3") == "track_too_dear"
    at.cash("SpS", 50).lay("SpS", "F4 5@1,3")
    assert at.state.cash["SpS"] == 50
    at.lay("SpS", "E4 3@0,5")
    assert at.state.cash["SpS"] == 0


def test_6_16_only_once():
    """d6."""
    at = Streets("2").company("SpS", 50)
    at.lay("SpS", "F4 5@1,3")
    at.set(laid=())
    events = at.lay("SpS", "F4 15@0,1,3")
    assert at.state.cash["SpS"] == 50
    assert not any(isinstance(event, TerrainBonus) for event in events)


def test_6_16_six_hexes_have_one_all_with_a_cost():
    names = {BOX.grid.names[hex_] for hex_ in PRINTED.bonuses}
    assert names == {"B3", "F4", "I1", "J13", "L13", "M12"}
    assert all(BOX.costs[hex_] == 50 for hex_ in PRINTED.bonuses)


def test_6_17_replaced_tiles_can_be_laid_again():
    at = Streets("2").company("SHG").tiles("C5 10@1,5")
    assert at.state.board.left["10"] == 3
    at.lay("SHG", "C5 20@1,2,4,5")
    assert at.state.board.left["10"] == 4
    assert at.state.board.left["20"] == 3


def test_6_17_no_more_than_there_are():
    at = Streets("2").company("SHG").tiles("C5 10@1,5")
    at.set(board=at.state.board.lay(HEX["E8"], BOX.tracks["10"][0]))
    at.set(board=at.state.board.lay(HEX["J5"], BOX.tracks["10"][0]))
    at.set(board=at.state.board.lay(HEX["J7"], BOX.tracks["10"][0]))
    for hex_ in ("E8", "J5", "J7"):
        at.set(board=at.state.board.lay(HEX[hex_], BOX.tracks["20"][0]))
    assert at.why_not_lay("SHG", "C5 20@1,2,4,5") is None
    at.set(board=at.state.board.lay(HEX["F7"], BOX.tracks["20"][0]))  # wherever the last one lies
    assert at.why_not_lay("SHG", "C5 20@1,2,4,5") == "no_tile_left"


# A line of one's own (6.12) ---------------------------------------------------------------------------------


def test_6_12_the_first_tile_of_a_company_on_an_empty_hex():
    """d2."""
    at = Streets().company("SHG", 800)
    found = at.lays("SHG")
    assert {text.split("@")[0] for text in found} == {"C5 10"}
    assert len(found) == 6
    at.lay("SHG", "C5 10@1,5", "D6 4@2,5")
    assert at.best("SHG", "2").total == 50  # C5 20, D6 10, E6 20


@pytest.mark.parametrize(
    ("company", "allowed", "forbidden"), [("GBS", "F7 8@2,5", "F7 8@0,3"), ("BESTAG", "F7 8@0,3", "F7 8@2,5")]
)
def test_6_12_the_tile_meets_the_builders_track(company, allowed, forbidden):
    """d4."""
    at = Streets().company(company)
    assert at.why_not_lay(company, allowed) is None
    assert at.why_not_lay(company, forbidden) == "not_connected"


def test_6_12_trams_do_not_lay_what_only_adds_s_bahn_track():
    """Trap 10; d8."""
    at = Streets("2").company("BChSt", 500).company("BESTAG", 500).sbahn(500, main="G5")
    assert at.why_not_lay("BChSt", "E5 27") == "adds_no_own_track"
    assert at.why_not_lay("BESTAG", "G6 21") == "adds_no_own_track"
    assert at.why_not_lay("S-Bahn", "G6 21") is None
    at.depot("S-Bahn", "E5").set(network_depots={"S-Bahn": frozenset({HEX["G5"], HEX["E5"]})})
    assert at.why_not_lay("S-Bahn", "E5 27") is None


def test_6_12_the_s_bahn_does_not_lay_what_only_adds_tram_track():
    """d8."""
    at = Streets("3").company("GBS", 500).company("BChSt", 500).sbahn(500, main="G5 G7")
    for hex_, tile_, company in (("G7", "54", "GBS"), ("G5", "55", "BChSt")):
        assert at.why_not_lay(company, f"{hex_} {tile_}") is None
        assert at.why_not_lay("S-Bahn", f"{hex_} {tile_}") == "adds_no_own_track"
    for text in ("F6 31", "H6 33@0,1,2,3"):
        assert at.why_not_lay("S-Bahn", text) == "adds_no_own_track"


def test_6_12_a_tile_that_adds_both_kinds_is_for_both():
    """d8: J2 22 costs 50 and adds S 0, 3 and tram 4–5; trams come to it from K2's exit 2."""
    at = Streets("2").sbahn(50, main="J2").company("SpS", 50)
    assert at.why_not_lay("S-Bahn", "J2 22@0,3,4,5") is None
    assert at.why_not_lay("SpS", "J2 22@0,3,4,5") == "not_connected"
    at.tiles("K2 3@1,2", "K1 32").depot("SpS", "K1")
    assert at.why_not_lay("SpS", "J2 22@0,3,4,5") is None
    at.lay("SpS", "J2 22@0,3,4,5")
    assert at.state.cash["SpS"] == 0


def test_6_12_each_network_of_the_s_bahn_builds_from_its_own_depots():
    at = Streets("2").sbahn(100, main="G5", S2="J2").cash("S2", 50)
    assert at.why_not_lay("S-Bahn", "G6 21") is None
    assert at.why_not_lay("S2", "G6 21") == "not_connected"
    assert at.why_not_lay("S2", "J2 22@0,3,4,5") is None
    assert at.why_not_lay("S-Bahn", "J2 22@0,3,4,5") == "not_connected"


NORTH = ("C5 10@1,5", "C4 2@0,4", "D4 8@0,3")


def test_6_12_not_past_a_station_full_of_strangers():
    at = Streets("2").company("SHG", 500).company("NBSN").tiles(*NORTH)
    assert at.why_not_lay("SHG", "E3 1@0,3") is None
    at.depot("NBSN", "D4")
    assert at.why_not_lay("SHG", "E3 1@0,3") == "not_connected"
    assert at.why_not_lay("SHG", "D4 18@0,1,3") is None  # that makes room: trams can pass again
    at.lay("SHG", "D4 18@0,1,3")
    assert at.why_not_lay("SHG", "E3 1@0,3") is None


def test_6_12_nor_out_of_one_by_a_new_exit():
    at = Streets("3").company("SHG").company("NBSN").company("GBS").tiles(*NORTH, "D4 18@0,1,3")
    at.depot("NBSN", "D4")
    assert at.why_not_lay("SHG", "D4 41@0,1,2,3") is None
    at.depot("GBS", "D4")  # 41 has two circles as well
    assert at.why_not_lay("SHG", "D4 41@0,1,2,3") == "not_connected"
    assert at.why_not_lay("NBSN", "D4 41@0,1,2,3") is None


def test_6_12_a_line_is_not_lengthened_by_running_through_the_hex_twice():
    """8.3: D9's sides 1 and 3 lie on a ring that trams come to only through D9 itself."""
    at = (
        Streets("3")
        .company("NBSN")
        .tiles("E8 10@3,5", "D9 1@0,3", "D9 11@0,1,3", "D8 3@3,4", "C8 2@0,4", "C9 3@0,1")
    )
    assert at.why_not_lay("NBSN", "D9 39@0,1,3,4") == "not_connected"  # adds 3–4 and 1–4
    assert at.why_not_lay("NBSN", "D9 37@0,1,2,3") is None  # adds 0–2 and 2–3


# The line (6.13) and lettered hexes (6.14) ------------------------------------------------------------------


def test_6_13_s_bahn_tiles_lie_along_the_line():
    """Trap 10."""
    at = Streets("2").sbahn(500, main="G5")
    assert at.lays("S-Bahn", "G6") == {"G6 21@0,1,3,4"}
    assert at.why_not_lay("S-Bahn", "G6 21@0,1,3,4") is None
    assert at.why_not_lay("S-Bahn", "G6 21@1,2,4,5") == "off_the_line"


def test_6_13_and_nowhere_else():
    for hex_ in set(range(len(BOX.printed))) - PRINTED.line:
        for each in BOX.successors(hex_, BOX.printed[hex_]):
            assert not each.of_kind("sbahn").exits, (BOX.grid.names[hex_], each)


@pytest.mark.parametrize(
    ("hex_", "chain"),
    [
        ("G7", "54 61"),
        ("G5", "55 61"),
        ("H6", "33 53"),
        ("F6", "31 51"),
        ("F3", "52 60"),
        ("J11", "50"),
        ("K1", "32"),
        ("C5", "10 20 58"),
        ("E8", "10 20 58"),
        ("J5", "10 20 58"),
        ("J7", "10 20 58"),
        ("K14", "7"),
        ("L14", "7"),
    ],
)
def test_6_14_lettered_hexes_run_their_whole_chain(hex_, chain):
    """Trap 10. Table 5."""
    lying = {BOX.printed[HEX[hex_]]}
    for tile_ in chain.split():
        after = [new for old in lying for new in BOX.successors(HEX[hex_], old)]
        assert {new.tile for new in after} == {tile_}
        lying = set(after)
    assert not any(BOX.successors(HEX[hex_], old) for old in lying)


# The periphery (9.4) ----------------------------------------------------------------------------------------


def test_9_4_thirteen_stations_at_the_edge_and_eight_in_the_centre():
    names = BOX.grid.names
    edge = sorted(names[hex_] for hex_ in PRINTED.periphery)
    assert " ".join(edge) == "A4 A9 B3 E11 G1 G12 J1 K1 K14 L14 L6 L9 M12"
    assert " ".join(sorted(names[hex_] for hex_ in PRINTED.centre)) == "E6 F6 F7 G5 G6 G7 H6 H7"


WEST = ("F2 2@0,4", "G1 8@0,3", "H1 5@3,5", "I1 2@0,2")


def test_9_4_joining_the_edge_to_the_centre():
    """Trap 16; e6: four tiles in the west bring nothing; E4, last to the centre, 200 for Staaken and Kladow."""
    at = Streets().company("SpS", 800)
    events = at.lay("SpS", *WEST)
    assert joined(events) == {}
    assert at.state.cash["SpS"] == 800  # I1 costs 50 and brings 50
    at.set(laid=())
    events = at.lay("SpS", "F4 5@1,3", "E4 3@0,5")
    assert joined(events) == {"G1": ("SpS", 100), "J1": ("SpS", 100)}
    assert at.state.turn_bonus == 200
    assert at.state.joined == {HEX["G1"], HEX["J1"]}
    assert at.state.cash["SpS"] == 750  # the bonus is paid with the income


def test_9_4_even_with_strangers_in_the_way():
    """Trap 16; e6."""
    at = Streets().company("SpS", 800).company("BChSt").company("GBS").depot("GBS", "G5")
    at.tiles(*WEST, "F4 5@1,3")
    assert joined(at.lay("SpS", "E4 3@0,5")) == {"G1": ("SpS", 100), "J1": ("SpS", 100)}


def test_9_4_whoever_lays_the_last_tile():
    """e6: BChSt comes to E4 from Zoo."""
    at = Streets().company("SpS").company("BChSt", 100).tiles(*WEST, "F4 5@1,3")
    assert joined(at.lay("BChSt", "E4 3@0,5")) == {"G1": ("BChSt", 100), "J1": ("BChSt", 100)}


def test_9_4_once_a_game():
    """Trap 16; e6: what has been paid, or was joined before, is not paid again."""
    at = Streets().company("SpS", 800).tiles(*WEST, "F4 5@1,3").set(joined=frozenset({HEX["G1"]}))
    assert joined(at.lay("SpS", "E4 3@0,5")) == {"J1": ("SpS", 100)}
    assert at.state.turn_bonus == 100
    at = Streets("2").company("SpS", 800).tiles(*WEST, "F4 5@1,3", "E4 3@0,5")
    assert joined(at.lay("SpS", "F4 15@0,1,3")) == {}


LINE = ("K1 32", "J2 22@0,3,4,5", "I2 22@0,3,4,5", "H3 21", "G3 34")


def s_bahn_to_wannsee(**options):
    """S track from Zoo to the hex before Westkreuz is missing one tile."""
    return Streets("2", **options).sbahn(500, main="G5", S2="K1").tiles(*LINE)


def test_9_4_the_s_bahn_joins_wannsee():
    """Trap 16. Question 10."""
    at = s_bahn_to_wannsee()
    assert joined(at.lay("S-Bahn", "G4 30")) == {"K1": ("S-Bahn", 100)}
    assert at.state.turn_bonus == 100


def test_9_4_trams_only_by_option():
    at = s_bahn_to_wannsee(trams_only_periphery=True)
    assert joined(at.lay("S-Bahn", "G4 30")) == {}
    assert at.state.joined == frozenset()


def test_9_4_track_of_the_other_kind_does_not_join():
    """Trams lay J2 and so close the S-Bahn's line: that brings them nothing."""
    at = Streets("2").company("SpS", 100).depot("SpS", "K1").sbahn(500, main="G5")
    at.tiles("K2 3@1,2", "K1 32", "I2 22@0,3,4,5", "H3 21", "G3 34", "G4 30")
    assert joined(at.lay("SpS", "J2 22@0,3,4,5")) == {}
