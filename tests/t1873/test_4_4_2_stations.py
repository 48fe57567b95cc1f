"""4.4.2 and 4.6: markers turn back, one station a turn, and circles that are kept for others."""

import pytest

from eighteen.positions import listed, markers_in, paid, places_of, reason_against, told
from stellwerk.bank.papers import BANK
from stellwerk.eighteen.actions import BuildStation
from stellwerk.eighteen.events import StationBuilt
from stellwerk.play.core import Pass
from stellwerk.titles.t1873.events import MarkerReturned, MarkersTurned

from .positions import position


def stations(game):
    """Places where a marker may be built, an inactive one that goes in brackets: "C16", "E16 (HBE)"."""
    return {f"{a.hex}{f'/{a.city}' if a.city else ''}{f' ({a.permit})' if a.permit else ''}" for a in built(game)}


def built(game):
    return listed(game, BuildStation)


def build(game, company, hex_, city=0, permit=""):
    return game.play(BuildStation(game.waiting_for()[0], company, hex_, city, permit))


# Markers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("company", "left"), [("HBE", 6), ("GHE", 4), ("NWE", 3), ("SHE", 2), ("KEZ", 2), ("WBE", 2), ("QLB", 3)]
)
def test_page_2_home_markers_count_among_those_of_20_percent(company, left):
    """R8: 8, 6, 6, 4, 4, 4, 4 in all."""
    assert position().railway(company, 0).state.markers[company] == left


def test_4_4_2_an_empty_circle_costs_100_to_the_bank():
    """R14."""
    game = position().railway("HBE", 0, cash=150).tiles("E16 76/0").placing("HBE").game()
    assert stations(game) == {"C16", "E16", "F15"}
    events = build(game, "HBE", "E16")
    assert paid(events, "station") == {BANK: 100}
    assert game.state.cash["HBE"] == 50
    assert game.state.markers["HBE"] == 5
    assert markers_in(game, "E16") == ("HBE",)


def test_4_4_2_one_station_a_turn():
    game = position().railway("HBE", 0, cash=900).tiles("E16 76/0").placing("HBE").game()
    build(game, "HBE", "E16")
    assert not built(game)


def test_4_4_2_nobody_must_build():
    game = position().railway("HBE", 0, cash=900).tiles("E16 76/0").placing("HBE").game()
    game.play(Pass(0))
    assert not built(game)


def test_4_4_2_without_100_or_without_a_marker_no_station():
    assert not built(position().railway("HBE", 0, cash=99).tiles("E16 76/0").placing("HBE").game())
    none = position().railway("HBE", 0, cash=900).placing("HBE")
    for hex_, tile in (("E8", "956/0"), ("F9", "956/0"), ("G12", "956/1"), ("G14", "956/1"), ("I14", "956/1")):
        none.tile(hex_, tile).marker("HBE", hex_)
    assert built(none.placing("HBE").game())
    assert not built(none.tile("G16", "956/1").marker("HBE", "G16").placing("HBE").game())


def test_4_4_2_one_marker_a_hex_and_railway():
    """Also where a village has two halves."""
    game = position().railway("HBE", 0, cash=900).tiles("E16 968/0").marker("HBE", "E16", 0).placing("HBE").game()
    assert reason_against(game, BuildStation(0, "HBE", "E16", 1)) == "one_station_per_hex"
    assert reason_against(game, BuildStation(0, "HBE", "D15", 0)) == "one_station_per_hex"


def test_4_4_2_a_station_must_be_in_reach():
    """Not over state track, not beyond a full foreign place, nor in one."""
    built_ = position().railway("HBE", 0, cash=900).railway("GHE", 1).tiles("E16 76/0")
    game = built_.marker("GHE", "E16").placing("HBE").game()
    assert stations(game) == {"C16"}
    assert reason_against(game, BuildStation(0, "HBE", "F15", 0)) == "station_not_connected"
    assert reason_against(game, BuildStation(0, "HBE", "E16", 0)) == "no_free_place"
    assert reason_against(game, BuildStation(0, "HBE", "E18", 0)) == "station_not_connected"


def test_4_4_2_knaupsholz_has_no_circle():
    game = position().railway("HBE", 0, cash=900).placing("HBE").game()
    assert reason_against(game, BuildStation(0, "HBE", "C6", 0)) == "not_a_city"


# Turning back -----------------------------------------------------------------------------------------------


def two_far_markers():
    """E10 is joined to Elbingerode (D9), not to the rest of HBE's track."""
    return (
        position()
        .railway("HBE", 0, cash=900)
        .tiles("E10 75/2, E16 76/0")
        .marker("HBE", "E10")
        .marker("HBE", "E16")
    )


def test_4_4_2_own_inactive_markers_turn_back_for_nothing_before_the_station():
    """Trap 16; C30: and one station may still be built."""
    game = two_far_markers().inactive("HBE", "E10", "E16").placing("HBE").game()
    assert told(game.events, MarkersTurned) == [MarkersTurned("HBE", ("E10", "E16"), True)]
    assert game.state.inactive == frozenset()
    assert game.state.cash["HBE"] == 900
    assert stations(game) == {"C16", "D9", "F15"}


def test_4_4_2_others_markers_stay_inactive():
    built_ = two_far_markers().railway("GHE", 1).inactive("HBE", "E16")
    game = built_.placing("GHE").game()
    assert not told(game.events, MarkersTurned)
    assert game.state.inactive == {("HBE", built_.hex("E16"))}


# Inactive markers of others ---------------------------------------------------------------------------------


def timmenrode():
    """E16 76/0 with HBE's marker; GHE has one in Thale, from where track leads there."""
    built_ = position().railway("HBE", 0, cash=900).railway("GHE", 1, cash=500).tiles("E16 76/0")
    return built_.marker("HBE", "E16").marker("GHE", "F15")


def test_4_4_2_an_inactive_marker_is_replaced_for_50_to_its_railway():
    """Trap 16; R14, C30: without its consent, and it gets its marker back."""
    built_ = timmenrode().inactive("HBE", "E16")
    before = built_.state.markers
    game = built_.placing("GHE").game()
    assert stations(game) == {"E16 (HBE)", "H17"}
    events = build(game, "GHE", "E16", permit="HBE")
    assert paid(events, "station") == {"HBE": 50}
    assert told(events, StationBuilt) == [StationBuilt("GHE", "E16", 0, 50, "HBE")]
    assert told(events, MarkerReturned) == [MarkerReturned("HBE", "E16")]
    assert (game.state.cash["HBE"], game.state.cash["GHE"]) == (950, 450)
    assert markers_in(game, "E16") == ("GHE",)
    assert game.state.markers == {**before, "HBE": before["HBE"] + 1, "GHE": before["GHE"] - 1}
    assert game.state.inactive == frozenset()
    assert places_of(game, "HBE") == ["B19", "D15"]


def test_4_4_2_replacing_is_the_one_station_of_the_turn():
    game = timmenrode().inactive("HBE", "E16").placing("GHE").game()
    build(game, "GHE", "E16", permit="HBE")
    assert not built(game)


def test_4_4_2_nor_is_a_marker_replaced_after_a_station():
    game = timmenrode().inactive("HBE", "E16").placing("GHE").game()
    build(game, "GHE", "H17")
    assert not built(game)


def test_4_4_2_active_markers_are_not_replaced():
    game = timmenrode().placing("GHE").game()
    assert stations(game) == {"H17"}
    assert reason_against(game, BuildStation(1, "GHE", "E16", 0, "HBE")) == "no_inactive_marker"
    assert reason_against(game, BuildStation(1, "GHE", "E16", 0, "SHE")) == "no_inactive_marker"


def test_4_4_2_an_inactive_marker_still_blocks():
    """C30: GHE does not get beyond E16."""
    game = timmenrode().inactive("HBE", "E16").placing("GHE").game()
    assert "C16" not in stations(game)
    assert reason_against(game, BuildStation(1, "GHE", "E16", 0)) == "no_free_place"
    assert reason_against(game, BuildStation(1, "GHE", "C16", 0)) == "station_not_connected"


def test_4_4_2_an_inactive_marker_out_of_reach_is_not_replaced():
    built_ = position().railway("HBE", 0).railway("GHE", 1, cash=500).tiles("E16 76/0").marker("HBE", "E16")
    game = built_.inactive("HBE", "E16").placing("GHE").game()
    assert reason_against(game, BuildStation(1, "GHE", "E16", 0, "HBE")) == "station_not_connected"


def test_4_4_2_replacing_needs_a_marker_50_and_no_own_marker_in_the_hex():
    assert "E16 (HBE)" in stations(timmenrode().cash("GHE", 50).inactive("HBE", "E16").placing("GHE").game())
    assert not built(timmenrode().cash("GHE", 49).inactive("HBE", "E16").placing("GHE").game())
    halves = position().railway("HBE", 0).railway("GHE", 1, cash=500).tiles("E16 968/0")
    halves.marker("HBE", "E16", 1).marker("GHE", "E16", 0).inactive("HBE", "E16")
    game = halves.placing("GHE").game()
    assert reason_against(game, BuildStation(1, "GHE", "E16", 1, "HBE")) == "one_station_per_hex"


# Homes of railways to come ----------------------------------------------------------------------------------


def test_3_2_3_1_circles_of_homes_are_kept_until_the_railway_is_in_operation():
    """Blankenburg has two circles, for HBE and WBE; Wernigerode for NWE and WBE."""
    built_ = position().phase("3").railway("NWE", 0, cash=900).tiles("C10 78/2, C12 956/1, C14 76/5, D15 974/5")
    game = built_.placing("NWE").game()
    assert reason_against(game, BuildStation(0, "NWE", "D15", 0)) == "home_circle_kept"
    assert "D15" not in stations(game)


def test_3_2_3_1_what_is_left_beside_homes_is_free():
    """The gray tile of Blankenburg has three circles: one is nobody's home."""
    built_ = position().phase("D").railway("NWE", 0, cash=900).railway("QLB", 1)
    built_.tiles("C10 78/2, C12 956/1, C14 76/5, D15 990/0")
    assert "D15" in stations(built_.placing("NWE").game())
    assert "D15" not in stations(built_.marker("QLB", "D15").placing("NWE").game())


def test_3_2_3_1_nothing_is_kept_for_railways_in_operation():
    """The third circle, beside HBE and WBE, which both have their home there."""
    built_ = position().phase("D").railway("NWE", 0, cash=900).railway("HBE", 1).railway("WBE", 1)
    game = built_.tiles("D15 990/0").placing("NWE").game()
    assert "D15" in stations(game)


# Circles on routes to come ----------------------------------------------------------------------------------


def she(tiles, phase="3"):
    """SHE from Braunlage, whose green tile leads to Elend; NWE has not built yet."""
    return position().phase(phase).railway("SHE", 0, cash=900).tiles(f"E4 972/4, {tiles}")


def test_4_6_a_half_beside_the_route_may_be_taken():
    """C29: on D7, 75/4 will become 968, whose other half is the route's."""
    built_ = position().phase("3").railway("SHE", 0, cash=900).tiles("D7 75/4, D9 972/5").marker("SHE", "D9")
    assert "D7" in stations(built_.placing("SHE").game())


def test_4_6_the_only_circle_on_the_route_is_kept():
    """Trap 16; C29: 75/0 on D7 and 76/1 on E6 will become 963 with one circle."""
    game = she("E6 76/1, D7 75/0").placing("SHE").game()
    assert stations(game) == {"F3", "G2"}
    assert reason_against(game, BuildStation(0, "SHE", "E6", 0)) == "route_circle_kept"
    assert reason_against(game, BuildStation(0, "SHE", "D7", 0)) == "route_circle_kept"


def test_4_6_until_the_railway_has_built():
    built_ = she("E6 963/0").railway("NWE", 1, route="C8 79/0, D7 956/0, H7 78/2, I8 956/0")
    assert "E6" in stations(built_.placing("SHE").game())


def test_4_6_only_the_half_of_sorge_on_the_route_is_kept():
    """C29: F5's half with the sides 1 and 4 is free, the one with 3 and 5 is not."""
    built_ = (
        position().phase("3").railway("SHE", 0, cash=900, route="F3 963/3, G2 956/0").tiles("E4 972/4, E6 76/0")
    )
    game = built_.placing("SHE").game()
    assert "F5" in stations(game)
    assert "F5/1" not in stations(game)


def test_4_6_two_circles_on_the_route_one_of_them_is_kept():
    """C29: H9 has two: the first foreign marker is allowed, the second is not."""
    built_ = position().phase("3").railway("QLB", 0, cash=900).railway("GHE", 1, cash=900)
    built_.tiles("H11 79/1, H13 980/2").marker("QLB", "H13")
    assert "H9" in stations(built_.placing("QLB").game())
    game = built_.marker("GHE", "H9").placing("QLB").game()
    assert reason_against(game, BuildStation(0, "QLB", "H9", 0)) == "route_circle_kept"
