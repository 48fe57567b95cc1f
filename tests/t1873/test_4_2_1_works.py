"""4.2.1: a single work lays one tile a turn while no track leads from it to the state railway."""

import pytest

from eighteen.positions import lay, lays, listed, paid, reason_against, told
from stellwerk.bank.papers import BANK
from stellwerk.eighteen.actions import LayTile
from stellwerk.play.core import Pass
from stellwerk.titles.t1873.events import ConcessionAwake, Connected
from stellwerk.titles.t1873.lines.outside import connected

from .positions import position


def connected_works(built):
    works = built.printed.works.values()
    return {work.id for work in works if connected(built.state.board, built.hex(work.hex))}


# Connection -------------------------------------------------------------------------------------------------


def test_4_2_1_only_thale_is_connected_from_the_beginning():
    assert connected_works(position()) == {"W15"}


@pytest.mark.parametrize(
    ("tiles", "works"),
    [
        ("B17 78/4", {"W12"}),  # Blankenburg, Langenstein, Halberstadt
        ("B17 78/5", set()),  # Halberstadt is not reached
        ("H19 78/1", {"W13"}),
        ("H3 78/3", {"W14"}),
        ("I8 956/0", {"W8"}),
        ("G2 956/0", {"W9"}),  # over H1 to Walkenried
        ("F3 956/0, G2 956/0", {"W2", "W9"}),
        ("F3 956/0", set()),
        ("E16 76/0", {"W12"}),  # Blankenburg to Thale
        ("E16 76/0, D13 956/1", {"W12", "W5"}),
        ("H19 78/1, I16 76/1, I14 956/1", {"W13", "W3", "W7"}),
    ],
)
def test_4_2_1_a_work_is_connected_by_track_to_state_track(tiles, works):
    assert connected_works(position().tiles(tiles)) == {"W15"} | works


def test_4_2_1_one_half_of_tanne_is_enough():
    """Its western half leads to Sorge; nothing leads to the eastern one."""
    built = position().tiles("F5 977/1, C8 79/0, D7 956/0, E6 956/0")
    assert connected_works(built) == {"W15", "W11"}  # F7 by side 1, F5, E6, D7, C8, Wernigerode


def test_4_2_1_nobodys_markers_are_in_the_way():
    """Trap 8: Langenstein is full with HBE's marker."""
    built = position().railway("HBE", 0).marker("HBE", "C16")
    assert "W12" in connected_works(built)


def test_4_2_1_whoever_lays_the_tile_what_it_connects_is_told():
    game = position().railway("HBE", 0, cash=500, acted=False).first_turn("HBE").game()
    assert told(game.events, Connected) == [Connected(("W12",))]


# Building ---------------------------------------------------------------------------------------------------


def test_4_2_1_w12_reaches_halberstadt_without_money():
    """C17: through Langenstein, 78/4 on B17 costs nothing."""
    game = position().work("W12", 0).laying("W12", 1).game()
    assert lays(game) == {"B17 78/4"}
    events = lay(game, "W12", "B17 78/4")
    assert told(events, Connected) == [Connected(("W12",))]
    assert paid(events, "track") == {}
    assert not listed(game, LayTile)


@pytest.mark.parametrize(
    ("work", "capital", "tile", "cost", "railway"),
    [
        ("W14", 135, "H3 78/3", 100, "KEZ"),
        ("W8", 150, "I8 956/0", 150, "NWE"),
        ("W9", 190, "G2 956/0", 150, "SHE"),
    ],
)
def test_4_2_1_the_work_pays_and_its_owner_is_paid_back(work, capital, tile, cost, railway):
    """C18."""
    game = position().phase("2").work(work, 1, cash=capital).purses(0, 7, 0).laying(work, 1).game()
    assert lays(game) == {tile}
    events = lay(game, work, tile)
    assert paid(events, "track") == {BANK: cost}
    assert paid(events, "refund") == {1: cost}
    assert (game.state.cash[work], game.state.cash[1]) == (capital - cost, 7 + cost)
    assert told(events, Connected) == [Connected((work,))]
    assert told(events, ConcessionAwake) == [ConcessionAwake(railway)]


def test_4_2_1_h19_is_paid_back_to_the_owner_of_w13():
    """C24; GHE's concession is active anyway."""
    game = position().work("W13", 2, cash=150).purses(0, 0, 0).laying("W13", 1).game()
    events = lay(game, "W13", "H19 78/1")
    assert paid(events, "refund") == {2: 150}
    assert told(events, ConcessionAwake) == []


def test_4_2_1_f3_by_w2():
    """C25: 75/3 in phase 2; SHE wakes, and Wurmberg is not connected yet."""
    game = position().phase("2").work("W2", 0, cash=150).purses(0, 0, 0).laying("W2", 1).game()
    events = lay(game, "W2", "F3 75/3")
    assert paid(events, "refund") == {0: 150}
    assert told(events, ConcessionAwake) == [ConcessionAwake("SHE")]
    assert told(events, Connected) == []


@pytest.mark.parametrize("capital", [0, 45, 90])
def test_4_2_1_a_work_without_the_capital_cannot_build(capital):
    """C18: only in its fourth turn can Zorge build; its owner's money is not asked."""
    built = position().work("W14", 0, cash=capital).purses(999, 0, 0).laying("W14", 1)
    assert built.game().waiting_for() == ()  # nothing to decide


def test_4_2_1_a_work_that_is_connected_does_not_build():
    game = position().work("W15", 0, cash=500).laying("W15", 1).game()
    assert not listed(game, LayTile)
    after = position().work("W12", 0, cash=500).tiles("B17 78/4").laying("W12", 1).game()
    assert not listed(after, LayTile)


def test_4_2_1_one_tile_a_turn():
    """W5 lays its own hex; D15 and what lies beyond wait."""
    game = position().work("W5", 0, cash=900).laying("W5", 1).game()
    assert {text.split()[0] for text in lays(game)} == {"D13"}
    lay(game, "W5", "D13 75/0")
    assert not listed(game, LayTile)


def test_4_2_1_an_owner_may_leave_it():
    game = position().work("W5", 0, cash=900).laying("W5", 1).game()
    game.play(Pass(0))
    assert not listed(game, LayTile)


def test_4_2_1_the_first_tile_on_a_white_hex_of_a_work_is_reached_from_the_hex_itself():
    """D11's sides 0, 4 and 5 are open."""
    game = position().work("W4", 0, cash=100).laying("W4", 1).game()
    assert lays(game) == {"D11 75/4", "D11 75/5", "D11 76/4"}


def test_4_2_1_upgrades_from_phase_3_on():
    """Elbingerode is yellow: green tiles, at the cost of its first tile."""
    built = position().work("W10", 0, cash=50)
    assert "D9" not in {text.split()[0] for text in lays(built.laying("W10", 1).game())}
    game = built.phase("3").laying("W10", 1).game()
    assert lays(game, "D9") == {"D9 971/5", "D9 972/3", "D9 972/5", "D9 973/2"}
    lay(game, "W10", "D9 973/2")
    assert game.state.cash["W10"] == 0


def test_4_2_1_full_places_of_others_do_not_stop_a_work():
    """Q7: Langenstein is full with HBE's marker, and W12 builds beyond it."""
    built = position().work("W12", 0, cash=50).railway("HBE", 1, acted=False).marker("HBE", "C16")
    assert {"B17 78/4", "B15 78/5"} <= lays(built.laying("W12", 1).game())


def test_4_2_1_works_build_only_what_leads_on_from_their_hex():
    game = position().work("W12", 0, cash=500).laying("W12", 1).game()
    assert {text.split()[0] for text in lays(game)} == {"B15", "B17", "D13", "E16"}
    assert reason_against(game, LayTile(0, "W12", "D17", "75", 0)) == "new_track_out_of_reach"
    assert reason_against(game, LayTile(0, "W12", "B17", "77", 0)) == "route_must_stay_possible"
