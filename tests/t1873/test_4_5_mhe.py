"""The MHE, phases, how many operating rounds a set has, and when concessions become active (4.5, 5)."""

from itertools import groupby

import pytest

from eighteen.positions import price_of, told
from stellwerk import Pass
from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen.actions import BuyShare, BuyTrain
from stellwerk.eighteen.events import (
    OperatingRoundBegan,
    OperatingRoundEnded,
    PaidOut,
    PhaseBegan,
    StockRoundBegan,
    StockRoundEnded,
)
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.titles.t1873.actions import BuyMachine
from stellwerk.titles.t1873.data import material
from stellwerk.titles.t1873.events import ConcessionAwake, ExternalRenewed, RailcarsOnSale

from .positions import cash_of, position

A, B, C = range(3)


def mhe(locomotive, **phase):
    """A has three shares, B one; W15 is there for the round to be seen."""
    built = position(3).mhe(locomotive).shares_of_mhe(A, 3).shares_of_mhe(B, 1).purses(0, 0, 0)
    return built.phase(**phase) if phase else built


# The MHE ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locomotive", "each", "total"),
    [("1", 10, 100), ("2", 20, 200), ("3", 30, 300), ("4", 40, 400), ("5", 50, 500)],
)
def test_4_5_it_pays_ten_times_the_size_of_its_locomotive_on_each_share(locomotive, each, total):
    """R12, also 3.2.7: the price stays, and no upkeep in any phase."""
    game = mhe(locomotive, id_="D").works(C, "W15").machines(5, "W15").all_to_act(1, 3).game()
    events = game.play(Pass(C))
    assert told(events, PaidOut) == [PaidOut("MHE", total)]
    assert cash_of(game, A, B) == [3 * each, each]
    assert price_of(game, "MHE") == 150


def test_4_5_it_takes_the_next_locomotive_at_the_end_of_a_set_for_nothing():
    """C46, trap 7: first the loose 1, then a 2, which begins phase 2; it pays before it buys."""
    built = mhe("1").works(C, "W15").purses(0, 0, 0).set(awake=frozenset()).all_to_act()
    game = built.game()
    paid = []
    for locomotive in ("1", "2", "2"):
        before = cash_of(game, A)
        events = game.play(Pass(C))
        paid.append((cash_of(game, A) - before) // 3)
        assert told(events, ExternalRenewed) == [ExternalRenewed("MHE", locomotive)]
        assert game.state.trains["MHE"] == (locomotive,)
        while not game.state.operating_round:
            events += game.play(Pass(game.waiting_for()[0]))
    assert paid == [10, 10, 20]
    assert game.state.phase == 1
    assert game.state.trains[SCRAPPED] == ("1", "1", "2")
    assert game.problems() == []


def test_4_5_only_at_the_end_of_a_set_not_of_every_round():
    game = mhe("1").works(C, "W15").all_to_act(1, 2).game()
    assert told(game.play(Pass(C)), ExternalRenewed) == []
    assert told(game.play(Pass(C)), ExternalRenewed) == [ExternalRenewed("MHE", "1")]


def test_4_5_with_a_5_it_stops():
    """C46: a 5 is its last; the supply of 5s has no end anyway."""
    game = mhe("4", id_="4", selling="5").end_of_round().game()
    assert game.state.trains["MHE"] == ("5",)
    assert game.state.phase == 4
    game = mhe("5", id_="5").end_of_round().game()
    assert told(game.events, ExternalRenewed) == []


# Phases -----------------------------------------------------------------------------------------------------


def test_5_what_holds_in_each_phase():
    """R10, R11: rounds, tiles, upkeep of machines, locomotives and switchers by size."""
    table = {
        phase.id: (
            phase.rounds,
            [*phase.colours],
            dict(phase.machines),
            dict(phase.locomotives),
            dict(phase.switchers),
        )
        for phase in material().phases
    }
    four = {1: 100, 2: 50}, {1: 100, 2: 100}, {2: 20}
    assert table == {
        "1": (1, ["yellow"], {}, {}, {}),
        "2": (1, ["yellow"], {}, {}, {}),
        "3": (2, ["yellow", "green"], {1: 50}, {1: 50}, {}),
        "4": (2, ["yellow", "green"], *four),
        "5": (3, ["yellow", "green", "brown"], *four),
        "D": (
            3,
            ["yellow", "green", "brown", "gray"],
            {1: 150, 2: 100, 3: 50},
            {1: 150, 2: 150, 3: 150},
            {2: 50, 3: 30},
        ),
    }


@pytest.mark.parametrize(("phase", "rounds"), [("1", 1), ("2", 1), ("3", 2), ("4", 2), ("5", 3), ("D", 3)])
def test_5_operating_rounds_of_a_set(phase, rounds):
    """R11; also 1."""
    game = position(2).phase(phase).works(A, "W15").machines(5, "W15").end_of_stock_round().game()
    assert (game.state.operating_round, game.state.operating_rounds) == (1, rounds)


def test_5_more_rounds_only_from_the_next_set_on():
    """R11, trap 25: phase 3 begun inside a set of one; the next has two."""
    built = position(2).phase("2", selling="3").work("W15", A, cash=300).purses(0, 0)
    game = built.set(awake=frozenset()).equipping("W15").game()
    game.play(BuyMachine(A, "W15", ("W15",)))
    assert game.state.operating_rounds == 1
    game.play(Pass(A))
    while not game.state.operating_round:
        game.play(Pass(game.waiting_for()[0]))
    assert (game.state.operating_round, game.state.operating_rounds) == (1, 2)


def test_5_the_mhe_can_begin_a_phase_for_the_next_set():
    """R11: phase 3 begun by the MHE after the set: also two; the concessions of the phase become active."""
    built = position(2).phase("2", selling="3").mhe("2").works(A, "W15").machines(2, "W15").purses(0, 0)
    game = built.end_of_round().game()
    assert told(game.events, PhaseBegan) == [PhaseBegan("3", "3")]
    awake = [event.company for event in told(game.events, ConcessionAwake) if event.company != "HBE"]
    assert awake[-3:] == ["NWE", "SHE", "KEZ"]
    while not game.state.operating_round:
        game.play(Pass(game.waiting_for()[0]))
    assert (game.state.operating_round, game.state.operating_rounds) == (1, 2)


@pytest.mark.parametrize(
    ("phase", "active"),
    [
        ("1", {"HBE", "GHE"}),
        ("2", {"HBE", "GHE"}),
        ("3", {"HBE", "GHE", "NWE", "SHE", "KEZ"}),
        ("4", {"HBE", "GHE", "NWE", "SHE", "KEZ", "WBE", "QLB"}),
    ],
)
def test_5_concessions_become_active_with_the_phases(phase, active):
    """Page 2, 3.1."""
    assert position(2).phase(phase).state.awake == active


def test_4_1_railcars_are_announced_with_the_first_full_set():
    """Phase 5 begun in a set of two: none in the rest of it."""
    built = position(2).phase("5").works(A, "W15").machines(5, "W15").end_of_stock_round()
    game = built.game()
    assert len(told(game.events, RailcarsOnSale)) == 1
    assert game.state.full_sets == 1
    built = position(2).phase("5").set(full_sets=1).works(A, "W15").machines(5, "W15").end_of_stock_round()
    game = built.game()
    assert told(game.events, RailcarsOnSale) == []
    assert game.state.full_sets == 2
    game = position(2).phase("4").works(A, "W15").machines(5, "W15").end_of_stock_round().game()
    assert game.state.full_sets == 0


def test_1_auction_stock_and_operating_rounds_take_turns():
    """After the operating rounds an auction, then a stock round (3)."""
    built = position(2).works(A, "W15").purses(100, 300).set(awake=frozenset({"GHE"})).all_to_act()
    game = built.game()
    game.play(Pass(A))
    kinds = []
    while len(kinds) < 6:
        kinds.append(type(game.state.agenda[-1]).__name__)
        game.play(Pass(game.waiting_for()[0]))
    assert [kind for kind, _ in groupby(kinds)][:3] == ["AuctionTurn", "StockTurn", "EquipStep"]
    rounds = told(game.events, (OperatingRoundEnded, StockRoundBegan, StockRoundEnded, OperatingRoundBegan))
    assert rounds[:4] == [
        OperatingRoundEnded(2, 1),
        StockRoundBegan(3, A),
        StockRoundEnded(3, B),  # B has more cash and comes first from now on
        OperatingRoundBegan(3, 1, 1),
    ]


def test_4_5_its_locomotive_comes_from_the_stack_of_all():
    """Two 2s left, the MHE takes one: the next railway finds one less."""
    game = mhe("2", id_="2", left=2).end_of_round().game()
    assert game.state.depot.count("2") == 1
    built = position(3).phase("2", left=1).mhe("2").railway("HBE", {A: 60}, cash=900, trains=("2",))
    game = built.equipping("HBE").game()
    game.play(BuyTrain(A, "HBE", "2", BANK))
    game.play(Pass(A))
    assert game.state.trains["MHE"] == ("3",)
    assert BuyShare(A, "MHE", POOL, 10) not in game.legal_actions()
