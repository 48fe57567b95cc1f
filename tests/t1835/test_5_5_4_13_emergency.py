"""5.5.4.13 and 5.5.4.14.4: as much as needed and no more, several debts, and limits only after the merger."""

import pytest

from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen.actions import BuyTrain, DiscardTrain, SellShares
from stellwerk.eighteen.classic.operating import NextCompany

from .positions import director_of, kinds_of, listed, position, rule_against


def lacking(amount):
    """Bayern buys a 4 for 360 and lacks so much; its director holds papers of Sachsen (88) and Hessen (84)."""
    built = position(4).packet_gone().phase("4").ag("BY", director=0, cash=360 - amount).cash(0, 0)
    built.ag("SX", director=1).shares(0, "SX", 10, 10, 10).ag("HE", director=1).shares(0, "HE", 20, 10)
    game = built.buying("BY").game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    return game


# What one paper brings is enough, one mark short of it is not.
@pytest.mark.parametrize(("amount", "papers"), [(88, (10, 10)), (1, (10, 10)), (176, (10, 10, 10))])
def test_5_5_4_13_no_paper_beyond_what_is_needed(amount, papers):
    assert rule_against(lacking(amount), SellShares(0, "SX", papers)) == "5.5.4.13"
    assert SellShares(0, "SX", papers[1:]) in lacking(amount).legal_actions()


@pytest.mark.parametrize(("amount", "papers"), [(89, (10, 10)), (177, (10, 10, 10))])
def test_5_5_4_13_the_last_paper_may_bring_more(amount, papers):
    game = lacking(amount)
    game.play(SellShares(0, "SX", papers))
    assert game.state.trains["BY"] == ("4",)
    assert game.state.cash[0] == 88 * len(papers) - amount


@pytest.mark.parametrize(("amount", "allowed"), [(84, False), (168, False), (169, True)])
def test_5_5_4_13_of_unequal_papers_the_smallest_must_be_needed(amount, allowed):
    assert (SellShares(0, "HE", (20, 10)) in lacking(amount).legal_actions()) is allowed
    assert SellShares(0, "HE", (20,)) in lacking(amount).legal_actions()


def test_5_5_4_13_a_directors_paper_and_one_more_are_two():
    built = position(4).packet_gone().phase("4").ag("BY", director=0, cash=200).cash(0, 0)
    built.ag("SX", director=0).shares(0, "SX", 10).shares(1, "SX", 10, 10)
    game = built.buying("BY").game()
    game.play(BuyTrain(0, "BY", "4", BANK))  # 160 are missing; the director's paper alone brings 176
    assert rule_against(game, SellShares(0, "SX", (10,), True)) == "5.5.4.13"
    assert SellShares(0, "SX", (), True) in game.legal_actions()


def test_5_5_4_13_another_companys_debt_is_not_forgotten():
    built = position(5).packet_gone().phase("4").ag("BY", director=0, cash=100).cash(0, 60)
    built.ag("SX", trains=("4",)).give(POOL, "SX-D").left(4).set(debts={"SX": 50})
    game = built.buying("BY").then(NextCompany()).game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert game.state.debts == {"SX": 50, "BY": 200}


def prussia_at_its_limit():
    """Bayern buys the first 5; Preußen of seat 1 has four trains, and Vorpreußische of seat 2 another two."""
    built = position(4).packet_gone().phase("4+4").selling("5").ag("BY", director=0, cash=500, trains=("4",))
    built.prussia(1, trains=("3", "3", "3", "3+3")).minor("V4", 2, trains=("3+3",)).minor("V1", 2, trains=("4",))
    game = built.buying("BY").game()
    return game, game.play(BuyTrain(0, "BY", "5", BANK))


def test_5_5_4_14_4_limits_are_looked_at_only_after_merger_and_change_of_director():
    game, events = prussia_at_its_limit()
    assert director_of(game, "PR") == 2
    assert game.waiting_for() == (2,)
    assert sorted(game.state.trains["PR"]) == ["3", "3", "3", "3+3", "3+3", "4"]
    told = kinds_of(events)
    assert "TrainDiscarded" not in told
    assert told.index("Merged") < told.index("DirectorChanged")


def test_5_5_4_14_4_the_new_director_keeps_three_of_all_these_trains():
    game, _ = prussia_at_its_limit()
    for _ in range(3):
        assert {a.train for a in listed(game, DiscardTrain)} == {"3", "3+3", "4"}
        game.play(DiscardTrain(2, "PR", "3"))
    assert sorted(game.state.trains["PR"]) == ["3+3", "3+3", "4"]
    assert not listed(game, DiscardTrain)
