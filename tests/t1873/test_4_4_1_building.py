"""4.4.1: what fits where, what new track must be in reach of, how many tiles, and what they cost."""

import pytest

from eighteen.positions import lay, lays, listed, paid, reason_against
from stellwerk.bank.papers import BANK
from stellwerk.board.grid import SIDES
from stellwerk.eighteen.actions import BuildStation, LayTile
from stellwerk.play.core import Pass

from .positions import position


def hexes(game):
    return {text.split()[0] for text in lays(game)}


# The board --------------------------------------------------------------------------------------------------

OPEN_SIDES = """
B15 0145, B17 0145, B19 0125, C8 0345, C10 0124, C12 14, C14 12345, C16 012345, C18 01235, D5 2345, D7 01345,
D9 01235, D11 045, D13 0145, D15 012345, D17 012345, D19 125, E4 045, E6 012345, E8 01235, E10 0235, E12 0234,
E14 1234, E16 01234, E20 0123, F3 0345, F5 12345, F7 012345, F9 012345, F11 01235, G2 03, G4 0245, G6 012345,
G8 01234, G10 12345, G12 01245, G14 0145, G16 0145, G18 0145, G20 0125, H3 345, H5 1234, H7 1234, H11 12345,
H13 012345, H15 012345, H17 012345, H19 123, I8 03, I12 234, I14 1234, I16 123
"""

PRINTED = {
    "B19": "987/5",
    "C16": "975/2 976/0 977/0",
    "D9": "971/5 972/3 972/5 973/2",
    "D15": "974/1 974/3 974/5",
    "E4": "971/5 972/4",
    "E20": "987/0",
    "F5": "977/1",
    "F7": "975/0 976/0 976/1 977/1 977/3 977/5",
    "F11": "971/5 972/3 972/5 973/2",
    "G4": "971/5 972/0 972/4",
    "G6": "980/2 980/5 985/2 985/5",
    "G20": "987/5",
    "H13": "980/2 980/5 985/2 985/5",
    "H17": "976/3 976/4 977/2",
}


@pytest.mark.parametrize("entry", OPEN_SIDES.replace("\n", " ").split(","))
def test_4_4_1_no_track_leads_off_the_board_into_barriers_or_against_gray_hexes(entry):
    """State track is no exit: B19's sides 2 and 5 are its own, not open to tiles beside it."""
    hex_, sides = entry.split()
    built = position()
    box, number = built.printed.box, built.hex(hex_)
    outside = {side for path in box.printed[number].outside for side in path if side >= 0}
    closed = {side for side in SIDES if box.closed_sides[number] >> side & 1}
    assert closed - outside == set(SIDES) - set(map(int, sides)) - outside


def test_4_4_1_on_all_other_hexes_nothing_is_laid():
    built = position()
    named = {entry.split()[0] for entry in OPEN_SIDES.replace("\n", " ").split(",")}
    grid, box = built.printed.box.grid, built.printed.box
    assert {grid.names[number] for number, allowed in enumerate(box.becomes) if allowed} == named


@pytest.mark.parametrize("hex_", PRINTED)
def test_4_4_1_what_may_lie_first_on_printed_track(hex_):
    built = position()
    box, number = built.printed.box, built.hex(hex_)
    found = {f"{track.tile}/{track.rotation}" for track in box.successors(number, box.printed[number])}
    same = {built.track(text) for text in PRINTED[hex_].split()}
    assert found == {f"{track.tile}/{track.rotation}" for track in same}


def test_4_4_1_tiles_of_the_three_cities_keep_the_state_track_as_it_is():
    game = position().phase("5").railway("HBE", 0, cash=500).laying("HBE").game()
    assert lays(game, "B19") == {"B19 987/5"}


# Reach ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "expected"),
    [("1", "B15 D13 E16"), ("3", "B15 D13 D15 E16"), ("5", "B15 B19 C16 D13 D15 E16")],
)
def test_4_4_1_a_railway_builds_where_its_own_track_leads(phase, expected):
    """Not over state track: Halberstadt's leads on to Quedlinburg, which HBE does not reach."""
    game = position().phase(phase).railway("HBE", 0, cash=900).laying("HBE").game()
    assert hexes(game) == set(expected.split())


def test_4_4_1_new_track_must_join_what_is_there():
    game = position().railway("HBE", 0, cash=900).laying("HBE").game()
    assert lays(game, "B15") == {"B15 77/4", "B15 77/5", "B15 78/5"}  # all with side 5
    assert reason_against(game, LayTile(0, "HBE", "B15", "77", 0)) == "new_track_out_of_reach"
    assert reason_against(game, LayTile(0, "HBE", "G12", "76", 0)) == "new_track_out_of_reach"


def test_4_4_1_all_new_track_must_be_in_reach_not_only_the_old_on_the_tile():
    """B17 957/4 adds a line between sides 1 and 5: nothing arrives there without B15."""
    built = position().phase("3").railway("HBE", 0, cash=900)
    game = built.laying("HBE").game()
    assert reason_against(game, LayTile(0, "HBE", "B17", "957", 4)) == "new_track_out_of_reach"
    assert "B17 957/4" in lays(built.tiles("B15 77/4").laying("HBE").game())


def blocked_by_ghe(tile, phase):
    """Timmenrode with a marker of the GHE; HBE arrives by side 2."""
    return position().phase(phase).railway("HBE", 0, cash=900).railway("GHE", 1).tiles(tile).marker("GHE", "E16")


def test_4_4_1_no_reach_through_a_full_foreign_place():
    game = blocked_by_ghe("E16 75/1", "3").laying("HBE").game()
    assert not lays(game, "E16")
    assert reason_against(game, LayTile(0, "HBE", "E16", "100", 0)) == "new_track_out_of_reach"


def test_4_4_1_nor_does_what_lies_beyond_it_count():
    """E14 is reached from Timmenrode's side 1."""
    built = position().railway("HBE", 0, cash=900).railway("GHE", 1).tiles("E16 75/1")
    assert "E14" in hexes(built.laying("HBE").game())
    assert "E14" not in hexes(built.marker("GHE", "E16").laying("HBE").game())


def test_4_4_1_a_circle_that_the_new_tile_brings_opens_the_place():
    """100 becomes 976 with two circles: then the new side is in reach."""
    game = blocked_by_ghe("E16 100/0", "5").laying("HBE").game()
    assert lays(game, "E16") == {"E16 976/0", "E16 977/4"}


def test_4_4_1_a_free_circle_or_an_own_marker_keeps_a_place_open():
    """Weddersleben has two circles; only through it does HBE arrive at E16's side 4."""
    built = position().phase("3").railway("HBE", 0, cash=900).railway("GHE", 1).railway("QLB", 2)
    built.tiles("D15 974/1, D17 76/5").marker("GHE", "E18")
    assert "E16 75/3" in lays(built.laying("HBE").game())
    built.marker("QLB", "E18")
    assert "E16 75/3" not in lays(built.laying("HBE").game())
    own = position().phase("3").railway("HBE", 0, cash=900).railway("GHE", 1).tiles("D15 974/1, D17 76/5")
    own.marker("GHE", "E18").marker("HBE", "E18")
    assert "E16 75/3" in lays(own.laying("HBE").game())


def test_4_4_1_joining_the_halves_of_a_village_is_new_track():
    """968 has the sides 0 and 3, and 1 and 2; brown joins them without a further side."""
    built = position().phase("5").railway("HBE", 0, cash=900).tiles("E16 968/0")
    game = built.laying("HBE").game()
    assert lays(game, "E16") == {"E16 976/0"}
    blocked = built.railway("GHE", 1).railway("QLB", 2).marker("GHE", "E16", 0).marker("QLB", "E16", 1)
    assert not lays(blocked.laying("HBE").game(), "E16")  # both circles are full then


def test_4_4_1_a_half_that_is_full_is_opened_by_the_free_circle_of_the_other():
    built = position().phase("5").railway("HBE", 0, cash=900).railway("GHE", 1).tiles("E16 968/0")
    assert lays(built.marker("GHE", "E16", 1).laying("HBE").game(), "E16") == {"E16 976/0"}


def test_4_4_1_sorge_and_tanne_take_brown_tiles_that_keep_their_exits():
    built = position().phase("5").railway("SHE", 0, cash=900, route="F3 963/3, G2 956/0")
    game = built.laying("SHE").game()
    assert lays(game, "F5") == {"F5 977/1"}
    assert lays(game, "F7") == {f"F7 {text}" for text in PRINTED["F7"].split()}


# Inactive markers -------------------------------------------------------------------------------------------


def far_marker():
    """HBE's marker on E10 is not joined to the rest of its track."""
    return position().railway("HBE", 0, cash=900).tiles("E10 75/2").marker("HBE", "E10")


def test_4_4_1_reach_begins_at_active_markers_only():
    """Trap 15, 21."""
    assert {"D9", "D11"} & hexes(far_marker().phase("3").laying("HBE").game())
    game = far_marker().phase("3").inactive("HBE", "E10").laying("HBE").game()
    assert hexes(game) == {"B15", "D13", "D15", "E16"}


def test_4_4_1_an_inactive_marker_still_keeps_its_place_open():
    """HBE arrives at its own inactive marker on E16, the only circle there, and builds beyond it."""
    built = position().railway("HBE", 0, cash=900).tiles("E16 75/1").marker("HBE", "E16")
    assert "E14" in hexes(built.inactive("HBE", "E16").laying("HBE").game())


# Number of tiles --------------------------------------------------------------------------------------------


def two_kinds():
    """HBE can lay two pieces that are not connected on B17 and on E16, and yellow tiles."""
    built = position().phase("3").railway("HBE", 0, cash=900)
    return built.tiles("D15 974/1, D17 75/0, E16 75/1, B15 77/4")


@pytest.mark.parametrize(
    ("one", "other"),
    [("B17 957/4", "E16 968/0"), ("E16 968/0", "B17 957/4"), ("B17 957/4", "D13 76/4"), ("D13 76/4", "E16 968/0")],
)
def test_4_4_1_two_tiles_yellow_or_green_with_two_pieces(one, other):
    """C28."""
    game = two_kinds().laying("HBE").game()
    lay(game, "HBE", one)
    lay(game, "HBE", other)
    assert not listed(game, LayTile)


def test_4_4_1_two_yellow_tiles_a_plain_one_and_a_village():
    game = position().railway("HBE", 0, cash=900).laying("HBE").game()
    lay(game, "HBE", "B15 78/5")
    lay(game, "HBE", "D13 956/1")
    assert game.state.cash["HBE"] == 900 - 50 - 150
    assert not listed(game, LayTile)


def test_4_4_1_any_other_tile_is_the_only_one():
    """C28: 100 and a yellow tile, in either order."""
    game = two_kinds().laying("HBE").game()
    lay(game, "HBE", "E16 100/0")
    assert not listed(game, LayTile)
    assert reason_against(game, LayTile(0, "HBE", "D13", "76", 4)) == "only_stations_now"
    again = two_kinds().laying("HBE").game()
    lay(again, "HBE", "D13 76/4")
    assert reason_against(again, LayTile(0, "HBE", "E16", "100", 0)) == "two_small_tiles_only"
    assert "E16 968/0" in lays(again)


def test_4_4_1_two_brown_tiles_are_refused():
    game = position().phase("5").railway("HBE", 0, cash=900).laying("HBE").game()
    lay(game, "HBE", "B19 987/5")
    assert not listed(game, LayTile)


def test_4_4_1_a_director_may_lay_one_tile_or_none():
    game = position().railway("HBE", 0, cash=900).laying("HBE").game()
    lay(game, "HBE", "B15 78/5")
    game.play(Pass(0))
    assert not listed(game, LayTile)
    assert listed(game, BuildStation)


def test_4_4_1_the_step_passes_by_itself_when_nothing_can_be_laid():
    """KEZ after its route in phase 2: H3 is taken, Zorge cannot be upgraded."""
    game = position().phase("2").railway("KEZ", 0, cash=500).laying("KEZ").game()
    assert not listed(game, LayTile)


# Colours ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "hex_", "tile", "rotation"),
    [("2", "D15", "974", 5), ("4", "C16", "976", 0), ("5", "D15", "990", 0)],
)
def test_4_4_1_colours_come_with_their_phases(phase, hex_, tile, rotation):
    built = position().phase(phase).railway("HBE", 0, cash=900)
    if tile == "990":
        built.tiles("D15 986/1")
    game = built.laying("HBE").game()
    assert reason_against(game, LayTile(0, "HBE", hex_, tile, rotation)) == "colour_not_available"


def test_4_4_1_gray_in_the_last_phase():
    built = position().phase("D").railway("HBE", 0, cash=900).tiles("D15 986/1")
    assert "D15 990/0" in lays(built.laying("HBE").game())


@pytest.mark.parametrize(("phase", "open_"), [("2", False), ("3", True), ("4", True)])
def test_4_4_1_the_hexes_of_wbe_are_closed_before_phase_3(phase, open_):
    """C27: C14 by HBE over B15, whose side 0 leads there."""
    game = position().phase(phase).railway("HBE", 0, cash=900).tiles("B15 77/5").laying("HBE").game()
    assert bool(lays(game, "C14")) == open_
    if not open_:
        assert reason_against(game, LayTile(0, "HBE", "C14", "76", 1)) == "hex_closed_yet"


def test_4_4_1_no_tile_left():
    built = position().phase("5").railway("HBE", 0, cash=900)
    game = built.tiles("E20 987/0, G20 987/5").laying("HBE").game()
    assert reason_against(game, LayTile(0, "HBE", "B19", "987", 5)) == "no_tile_left"


# Costs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("work", "phase", "tile", "cost"),
    [
        ("W10", "3", "D9 971/5", 50),
        ("W2", "3", "E4 971/5", 50),
        ("W14", "3", "G4 971/5", 50),
        ("W11", "5", "F7 975/0", 50),
        ("W5", "1", "D13 75/0", 150),
        ("W4", "1", "D11 76/4", 100),
    ],
)
def test_4_4_1_the_first_tile_costs_what_the_terrain_says_on_printed_track_too(work, phase, tile, cost):
    """R9; upgrades cost nothing more."""
    game = position().phase(phase).work(work, 0, cash=500).laying(work, 1).game()
    events = lay(game, work, tile)
    assert paid(events, "track") == {BANK: cost}
    assert paid(events, "refund") == {}


@pytest.mark.parametrize(
    ("company", "phase", "tile", "cost"), [("GHE", "5", "H17 976/3", 100), ("NWE", "5", "G6 980/2", 100)]
)
def test_4_4_1_railways_pay_for_printed_hexes_of_their_own_routes_as_well(company, phase, tile, cost):
    game = position().phase(phase).railway(company, 0, cash=500).laying(company).game()
    assert paid(lay(game, company, tile), "track") == {BANK: cost}
    assert game.state.cash[company] == 500 - cost


def test_4_4_1_upgrades_are_free():
    game = two_kinds().laying("HBE").game()
    lay(game, "HBE", "E16 100/0")
    assert game.state.cash["HBE"] == 900


def test_4_4_1_dear_tanne_is_an_option():
    game = position(dear_tanne=True).phase("5").work("W11", 0, cash=500).laying("W11", 1).game()
    assert paid(lay(game, "W11", "F7 975/0"), "track") == {BANK: 100}


def test_4_4_1_the_company_itself_must_have_the_money():
    game = position().railway("HBE", 0, cash=49).purses(900, 0, 0).laying("HBE").game()
    assert not listed(game, LayTile)
    more = position().railway("HBE", 0, cash=50).laying("HBE").game()
    assert hexes(more) == {"B15", "E16"}
    assert reason_against(more, LayTile(0, "HBE", "D13", "76", 4)) == "track_too_dear"
