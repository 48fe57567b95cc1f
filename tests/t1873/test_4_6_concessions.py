"""4.6 and page 2: concession routes, tiles that are kept for them, and how concessions become active."""

import pytest

from eighteen.positions import lay, lays, listed, paid, reason_against, told
from stellwerk.bank.papers import BANK
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.events import TileLaid
from stellwerk.play.core import Turn
from stellwerk.titles.t1873.events import ConcessionAwake, RouteBuilt
from stellwerk.titles.t1873.lines.concessions import wake
from stellwerk.titles.t1873.lines.reserves import completed, has_piece, missing, reserved, wanted

from .positions import ROUTES, position

# Which first tiles contain the route, which demand that a tile is set aside, and after which there is none.
FIRST_TILES = {
    ("HBE", "B17"): ("78/4", {"78/5": "957/4"}, "77/0 77/4 77/5 79/1"),
    ("GHE", "H19"): ("78/1", {}, "77/1 77/2"),
    ("NWE", "C8"): ("79/0", {"77/4": "959/3"}, "77/3 77/5 78/3 78/4"),
    ("NWE", "D7"): (
        "956/0",
        {
            "75/0": "963/0",
            "75/3": "963/3",
            "75/4": "968/3",
            "75/5": "962/0",
            "76/1": "963/0",
            "76/3": "962/0",
            "76/4": "963/3",
            "76/5": "969/3",
            "956/1": "970/0",
        },
        "",
    ),
    ("NWE", "E6"): (
        "956/0",
        {
            "75/0": "963/0",
            "75/1": "968/0",
            "75/2": "962/3",
            "75/3": "963/3",
            "75/4": "968/3",
            "75/5": "962/0",
            "76/0": "962/3",
            "76/1": "963/0",
            "76/2": "969/0",
            "76/3": "962/0",
            "76/4": "963/3",
            "76/5": "969/3",
            "956/1": "970/0",
            "956/2": "970/2",
        },
        "",
    ),
    ("NWE", "H7"): ("78/2", {"78/1": "957/1"}, "77/1 77/2 77/3 79/1"),
    ("NWE", "I8"): ("956/0", {}, ""),
    ("SHE", "F3"): (
        "956/0",
        {"75/3": "963/3", "75/4": "968/3", "75/5": "962/0", "76/3": "962/0", "76/4": "963/3"},
        "",
    ),
    ("SHE", "G2"): ("956/0", {}, ""),
    ("KEZ", "H3"): ("78/3", {}, "77/3 77/4"),
    ("WBE", "C10"): ("78/2", {}, "77/0 77/1 78/0 78/4 79/1"),
    ("WBE", "C12"): ("956/1", {}, ""),
    ("WBE", "C14"): (
        "76/5",
        {
            "75/1": "962/2",
            "75/2": "967/5",
            "75/4": "963/4",
            "76/1": "101/1",
            "76/2": "965/1",
            "76/3": "101/1",
            "956/1": "963/4",
            "956/2": "962/2",
        },
        "75/3",
    ),
    ("WBE", "D15"): ("974/5", {"974/1": "986/1", "974/3": "986/5"}, ""),
}


def name(track):
    return f"{track.tile}/{track.rotation}"


def piece_in(built, railway, hex_):
    routes = built.printed.companies[railway].routes
    return next(piece for route in routes for piece in route if piece.hex == built.hex(hex_))


@pytest.mark.parametrize(("railway", "hex_"), FIRST_TILES)
def test_4_4_1_every_first_tile_on_a_route_completes_it_or_has_its_tile_to_set_aside_or_is_forbidden(
    railway, hex_
):
    complete, aside, forbidden = FIRST_TILES[railway, hex_]
    built, box = position(), position().printed.box
    piece, first = piece_in(built, railway, hex_), box.successors(built.hex(hex_), box.printed[built.hex(hex_)])
    found = [track for track in first if box.tiles[track.tile].count]
    assert {name(track) for track in found} == {complete, *aside, *forbidden.split()}
    assert [name(track) for track in found if has_piece(track, piece.sides)] == [complete]
    assert name(wanted(built.table, railway, built.hex(hex_))) == complete
    for track in found:
        if name(track) in aside:
            after = position().tile(hex_, name(track))
            assert name(wanted(after.table, railway, built.hex(hex_))) == name(built.track(aside[name(track)]))
        if name(track) in forbidden.split():
            assert completed(box, track, piece) is None


def test_4_4_1_the_tile_that_only_the_second_edition_has_opens_one_more_way():
    built = position(second_edition=True).tile("C14", "75/3")
    assert name(wanted(built.table, "WBE", built.hex("C14"))) == name(built.track("914/2"))


def test_4_6_what_the_routes_lack_is_kept_from_the_beginning():
    """Our ruling: the tile of an empty hex, too. Five 78, six 956, one 79, one 76 and the only 974."""
    built = position()
    assert reserved(built.table) == {"78": 5, "956": 6, "79": 1, "76": 1, "974": 1}
    built.railway("SHE", 0).railway("HBE", 0)
    assert reserved(built.table) == {"78": 4, "956": 4, "79": 1, "76": 1, "974": 1}


def test_4_6_a_tile_of_somebody_else_changes_what_is_kept():
    built = position().tiles("F3 75/3, I8 956/0, B17 78/5")
    assert reserved(built.table) == {"78": 4, "956": 4, "79": 1, "76": 1, "974": 1, "963": 1, "957": 1}


# The first turn ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("company", "phase", "costs"),
    [("HBE", "1", 0), ("GHE", "1", 150), ("NWE", "3", 500), ("SHE", "3", 300), ("KEZ", "3", 100), ("WBE", "4", 0)],
)
@pytest.mark.parametrize("price", [120, 150, 190, 240, 300])
def test_4_6_the_first_turn_builds_the_whole_route_and_pays_for_it(company, phase, costs, price):
    """Trap 13; R8, C23."""
    built = position().phase(phase).railway(company, 0, cash=5 * price, price=price, acted=False)
    game = built.first_turn(company).game()
    assert game.state.cash[company] == 5 * price - costs
    assert missing(game.position, company) == []
    assert company in game.state.complete
    events = game.events
    assert {f"{e.hex} {e.tile}/{e.rotation}" for e in told(events, TileLaid)} == set(ROUTES[company].split(", "))
    assert told(events, RouteBuilt) == [RouteBuilt(company, costs)]
    assert not listed(game, LayTile)  # nothing else is built in this turn


def test_4_6_nwe_after_the_route_has_100_left_of_the_lowest_capital():
    game = position().phase("3").railway("NWE", 0, cash=600, price=120, acted=False).first_turn("NWE").game()
    assert game.state.cash["NWE"] == 100


def test_4_6_a_route_that_others_have_built_is_paid_all_the_same_and_then_the_railway_builds_as_it_likes():
    """Trap 13; C24: GHE pays 150 and may lay two yellow tiles."""
    built = position().railway("GHE", 0, cash=750, acted=False).tiles("H19 78/1")
    game = built.first_turn("GHE").game()
    assert game.state.cash["GHE"] == 600
    assert told(game.events, RouteBuilt) == [RouteBuilt("GHE", 150)]
    assert not told(game.events, TileLaid)
    lay(game, "GHE", "I16 76/1")
    lay(game, "GHE", "I14 956/1")
    assert game.state.cash["GHE"] == 450
    assert not listed(game, LayTile)


def test_4_6_hbe_whose_route_w12_has_built_lays_two_yellow_tiles_in_its_first_turn():
    """C17."""
    game = position().railway("HBE", 0, cash=600, acted=False).tiles("B17 78/4").first_turn("HBE").game()
    assert game.state.cash["HBE"] == 600
    lay(game, "HBE", "E16 76/0")
    lay(game, "HBE", "B15 78/5")
    assert game.state.cash["HBE"] == 500
    assert not listed(game, LayTile)


def test_4_6_what_others_have_built_in_part_is_only_completed():
    """Trap 13; C24: NWE lays C8, E6 and H7, pays 500, and lays nothing else."""
    built = position().phase("3").railway("NWE", 0, cash=750, acted=False).tiles("D7 956/0, I8 956/0")
    game = built.first_turn("NWE").game()
    assert {e.hex for e in told(game.events, TileLaid)} == {"C8", "E6", "H7"}
    assert game.state.cash["NWE"] == 250
    assert not listed(game, LayTile)


def test_4_4_1_what_was_set_aside_is_laid_before_its_colour():
    """Trap 13; C25: SHE in phase 2 replaces 75/3 on F3 by 963/3."""
    built = position().phase("2").railway("SHE", 0, cash=750, acted=False).tiles("F3 75/3")
    game = built.first_turn("SHE").game()
    assert {f"{e.hex} {e.tile}/{e.rotation}" for e in told(game.events, TileLaid)} == {"F3 963/3", "G2 956/0"}
    assert game.state.cash["SHE"] == 450
    assert game.state.board.left["75"] == 4


def test_4_4_1_wbe_lays_the_brown_tile_of_blankenburg_in_phase_4():
    """C27."""
    built = position().phase("4").railway("WBE", 0, cash=750, acted=False).tiles("D15 974/1")
    game = built.first_turn("WBE").game()
    laid = {f"{e.hex} {e.tile}/{e.rotation}" for e in told(game.events, TileLaid)}
    assert laid == {"C10 78/2", "C12 956/1", "C14 76/5", "D15 986/1"}
    assert game.state.cash["WBE"] == 750


def test_4_4_9_qlb_has_no_route_and_builds_at_once():
    game = position().phase("4").railway("QLB", 0, cash=600, acted=False).first_turn("QLB").game()
    assert "QLB" in game.state.complete
    assert game.state.cash["QLB"] == 600
    assert not told(game.events, RouteBuilt)
    assert game.waiting_for() == (0,)


# Building on somebody else's route --------------------------------------------------------------------------


def test_4_4_1_a_lay_after_which_no_tile_holds_old_and_missing_track_is_refused():
    """C18: 77/3 and 77/4 on H3."""
    game = position().work("W14", 0, cash=135).laying("W14", 1).game()
    assert lays(game) == {"H3 78/3"}
    assert reason_against(game, LayTile(0, "W14", "H3", "77", 3)) == "route_must_stay_possible"
    assert reason_against(game, LayTile(0, "W14", "H3", "77", 4)) == "new_track_out_of_reach"


def test_4_4_1_without_a_tile_to_set_aside_a_lay_is_refused():
    """On F3, 75/3 needs one of the six 963, 76/3 one of the 962."""
    built = position().phase("3").work("W2", 0, cash=150)
    assert lays(built.laying("W2", 1).game(), "F3") == {"F3 956/0", "F3 75/3", "F3 76/3"}
    for hex_ in ("D5", "D11", "E8", "F9", "G12", "G14"):
        built.tile(hex_, "963/0")
    game = built.laying("W2", 1).game()
    assert lays(game, "F3") == {"F3 956/0", "F3 76/3"}
    assert reason_against(game, LayTile(0, "W2", "F3", "75", 3)) == "no_tile_to_reserve"


def test_4_4_1_a_tile_set_aside_for_one_hex_is_not_set_aside_for_another():
    """Five 963 lie elsewhere, the sixth is kept for the 75 on D7."""
    built = position().phase("3").work("W2", 0, cash=150).tiles("D7 75/0")
    for hex_ in ("D5", "D11", "E8", "F9", "G12"):
        built.tile(hex_, "963/0")
    game = built.laying("W2", 1).game()
    assert reason_against(game, LayTile(0, "W2", "F3", "75", 3)) == "no_tile_to_reserve"


def test_4_4_1_nor_is_it_laid_on_another_route():
    """Six of seven 76 lie elsewhere, the last is kept for C14."""
    built = position().phase("3").work("W2", 0, cash=150)
    for hex_ in ("D5", "D11", "E8", "F9", "G12", "G14"):
        built.tile(hex_, "76/0")
    game = built.laying("W2", 1).game()
    assert reason_against(game, LayTile(0, "W2", "F3", "76", 3)) == "tile_reserved"


def test_4_4_1_what_is_set_aside_is_not_laid_elsewhere():
    """There is one 959. HBE could lay it on C18, unless it is set aside for C8."""
    built = position().phase("5").railway("HBE", 0, cash=500).tiles("B19 987/5, C16 977/0, C18 77/1")
    assert "C18 959/0" in lays(built.laying("HBE").game())
    game = built.tiles("C8 77/4").laying("HBE").game()
    assert reason_against(game, LayTile(0, "HBE", "C18", "959", 0)) == "tile_reserved"


def test_4_4_1_what_is_set_aside_may_be_laid_on_its_own_hex_by_anybody_once_its_colour_is_out():
    """Q8: WBE at Wernigerode completes NWE's piece on C8."""
    game = position().phase("4").tiles("C8 77/4").railway("WBE", 0, cash=500).laying("WBE").game()
    assert "C8 959/3" in lays(game)
    lay(game, "WBE", "C8 959/3")
    assert missing(game.position, "NWE") == [
        game.rules.printed.box.grid.index[h] for h in ("D7", "E6", "H7", "I8")
    ]


def test_4_4_1_the_last_spare_tile_stays_for_the_routes():
    """Of ten 956 six are kept for the routes: the fifth that lies elsewhere would be one of them."""
    built = position().railway("HBE", 0, cash=900)
    for hex_ in ("D5", "D11", "E8", "F9"):
        built.tile(hex_, "956/0")
    game = built.laying("HBE").game()
    assert "D13 76/4" in lays(game)
    assert "D13 956/1" not in lays(game)
    assert reason_against(game, LayTile(0, "HBE", "D13", "956", 1)) == "tile_reserved"


def test_4_4_1_in_a_hex_of_a_route_its_own_tile_may_be_laid_though_all_are_kept():
    built = position().work("W9", 0, cash=150)
    for hex_ in ("D5", "D11", "E8", "F9"):
        built.tile(hex_, "956/0")
    assert lays(built.laying("W9", 1).game()) == {"G2 956/0"}


# Concessions become active ----------------------------------------------------------------------------------


def awake_in(phase, tiles=""):
    built = position().tiles(tiles).phase(phase)
    turn = Turn(built.turn.rules, built.state)
    wake(turn)
    return turn.state.awake


@pytest.mark.parametrize(
    ("phase", "active"),
    [
        ("1", "HBE GHE"),
        ("2", "HBE GHE"),
        ("3", "HBE GHE NWE SHE KEZ"),
        ("4", "HBE GHE NWE SHE KEZ WBE QLB"),
    ],
)
def test_page_2_concessions_become_active_by_phase(phase, active):
    assert awake_in(phase) == frozenset(active.split())


@pytest.mark.parametrize(
    ("tile", "company", "before", "early"),
    [
        ("H3 78/3", "KEZ", "1", "2"),
        ("F3 75/3", "SHE", "1", "2"),
        ("I8 956/0", "NWE", "1", "2"),
        ("C12 956/1", "WBE", "2", "3"),
    ],
)
def test_4_6_a_tile_of_somebody_else_wakes_a_concession_early(tile, company, before, early):
    """Also one that was laid before that phase began (trap 14)."""
    assert company not in awake_in(before, tile)
    assert company in awake_in(early, tile)


@pytest.mark.parametrize("tile", ["D15 974/5", "D15 974/1", "D15 974/3"])
def test_4_6_blankenburg_does_not_wake_wbe(tile):
    assert "WBE" not in awake_in("3", tile)


@pytest.mark.parametrize("tile", ["F5 977/1", "E4 971/5", "G4 971/5", "G6 980/2"])
def test_4_6_nor_do_other_printed_hexes_wake_anybody(tile):
    assert awake_in("2", tile) == {"HBE", "GHE"}


def test_4_6_the_lay_itself_wakes_the_concession():
    """C18: W14 on H3 in phase 2; in phase 1 nothing happens yet."""
    for phase, woken in (("1", []), ("2", [ConcessionAwake("KEZ")])):
        game = position().phase(phase).work("W14", 0, cash=135).laying("W14", 1).game()
        assert told(lay(game, "W14", "H3 78/3"), ConcessionAwake) == woken


# Refunds ----------------------------------------------------------------------------------------------------


def test_4_4_1_building_on_another_route_is_paid_back_to_the_director():
    """SHE's director is seat 1; E6 costs 50 and belongs to NWE's route."""
    built = position().phase("3").railway("SHE", 1, cash=500).tiles("E4 972/4").purses(10, 20, 30)
    game = built.laying("SHE").game()
    events = lay(game, "SHE", "E6 76/1")
    assert paid(events, "track") == {BANK: 50}
    assert paid(events, "refund") == {1: 50}
    assert (game.state.cash["SHE"], game.state.cash[1]) == (450, 70)


def test_4_4_1_printed_hexes_of_a_route_are_not_paid_back():
    """Our ruling: thirteen hexes. F5 is on NWE's route and costs 50."""
    built = position().phase("5").railway("SHE", 1, cash=500, route="F3 963/3, G2 956/0").purses(10, 20, 30)
    game = built.laying("SHE").game()
    events = lay(game, "SHE", "F5 977/1")
    assert paid(events, "track") == {BANK: 50}
    assert paid(events, "refund") == {}


def test_4_4_1_a_railway_is_not_paid_back_for_its_own_route():
    game = position().railway("GHE", 0, cash=750, acted=False).first_turn("GHE").game()
    assert paid(game.events, "track") == {BANK: 150}
    assert paid(game.events, "refund") == {}
