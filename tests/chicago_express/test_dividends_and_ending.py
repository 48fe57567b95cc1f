"""Dividenden-Phase and Spielende."""

import pytest

from stellwerk.bank.papers import BANK
from stellwerk.play.core import Paid
from stellwerk.titles.chicago_express.actions import ChooseDial
from stellwerk.titles.chicago_express.events import DialsReset, DividendPaid, GameEnded, IndustryRose

from .positions import kinds, only, position, refused, seat, waste

DUE = {"auction": 3, "development": 4}


@pytest.mark.parametrize(
    ("income", "holdings", "paid"),
    [(16, (2, 1, 0), [12, 6, 0]), (17, (2, 0, 0), [18, 0, 0]), (15, (1, 1, 1), [5, 5, 5])],
)
def test_allgemeine_dividende_rounded_up_a_share_then_multiplied(income, holdings, paid):
    """Trap 17 and the rulebook's two examples."""
    builder = position().income("NYC", income).dials(**DUE)
    for holder, number in enumerate(holdings):
        builder.share("NYC", holder, number)
    game = builder.turn(0)
    assert [game.state.cash[s] - 40 for s in range(3)] == paid
    assert only(game.events, DividendPaid).a_share * sum(holdings) == sum(paid)


def test_allgemeine_dividende_the_bank_pays_not_the_company():
    game = position().share("PRR", 1).cash("PRR", 20).dials(**DUE).turn(0)
    assert game.state.cash["PRR"] == 20
    assert only(game.events, Paid) == Paid(BANK, 1, 7, "dividend")


def test_dividenden_phase_order():
    """Trap 17: pay, dials back, Detroit."""
    game = position().share("PRR", 1).line("NYC", "E0").dials(**DUE).turn(2)
    assert kinds(game.events) == [
        "DividendPhaseBegan", "DividendPaid", "Paid", "DialsReset", "IndustryRose", "IncomeRose",
    ]  # fmt: skip
    assert seat(game) == 2


def test_zeiger_zuruecksetzen_all_three():
    game = position().dials(auction=3, development=4, expansion=2).turn(0)
    assert game.state.dials == {"auction": 0, "expansion": 0, "development": 0}
    assert len(game.legal_actions()) == 3


def test_detroit_entwickeln_with_and_without_locomotives():
    game = position().dials(**DUE).turn(0)
    assert only(game.events, IndustryRose) == IndustryRose("E0", 2, None)
    game = position().line("NYC", "E0").line("PRR", "E0").share("NYC", 0).dials(**DUE).turn(0)
    assert only(game.events, DividendPaid).income == 9, "paid before Detroit grows"
    assert game.state.railways["NYC"].income == 10
    assert game.state.railways["PRR"].income == 9
    assert not [problem for problem in game.problems() if problem.startswith("income")]


def sold_out(builder, *companies):
    for company in companies:
        builder.share(company, 0, builder.state.railways[company].unsold)
    return builder


def many_houses(builder, number):
    """So many houses on forests of the PRR."""
    hexes = [hex_.id for hex_ in builder.game.rules.material.hexes if hex_.kind_name == "forest"][:number]
    return builder.change("PRR", locomotives=99).line("PRR", " ".join(hexes)).houses(" ".join(hexes))


@pytest.mark.parametrize(
    ("condition", "met", "not_met"),
    [
        ("shares", lambda b: sold_out(b, "PRR", "B&O", "NYC"), lambda b: sold_out(b, "PRR", "B&O")),
        ("houses", lambda b: many_houses(b, 17), lambda b: many_houses(b, 16)),
        ("detroit", lambda b: b.industry("E0", 8), lambda b: b.industry("E0", 7)),
        (
            "locomotives",
            lambda b: b.without_locomotives("PRR").without_locomotives("B&O").without_locomotives("NYC"),
            lambda b: b.without_locomotives("PRR").without_locomotives("B&O"),
        ),
    ],
)
def test_spielende_each_condition_ends_the_game_after_a_general_dividend(condition, met, not_met):
    """Trap 19: no reset and no Detroit after the last dividend; one short of the condition play goes on."""
    ended = met(position().share("C&O", 1).dials(**DUE)).turn(0)
    assert ended.over
    assert only(ended.events, GameEnded).conditions == (condition,)
    assert not any(isinstance(event, DialsReset | IndustryRose) for event in ended.events)
    assert any(isinstance(event, DividendPaid) and event.company == "C&O" for event in ended.events)
    assert not ended.legal_actions()
    refused(ended, ChooseDial(0, "auction"), "game_over")
    assert not not_met(position().share("C&O", 1).dials(**DUE)).turn(0).over


def test_spielende_an_unopened_wabash_has_shares_and_locomotives():
    game = sold_out(position(), "PRR", "B&O").dials(**DUE).turn(0)
    assert not game.over
    game = sold_out(position().wabash(), "PRR", "B&O", "WAB").dials(**DUE).turn(0)
    assert game.over


def test_spielende_a_condition_met_in_between_lets_play_go_on():
    """Trap 18: looked at after a general dividend only."""
    game = sold_out(position(), "PRR", "B&O", "NYC").turn(0)
    assert not game.over
    for dial in ["auction"] * 3 + ["development"] * 3:
        waste(game, dial)
        assert not game.over
    waste(game, "development")
    assert game.over


def test_spielende_detroit_reaching_8_ends_after_the_next_dividend():
    """Trap 18: it reaches 8 at the end of one phase, and the game ends in the following one."""
    game = position().industry("E0", 7).dials(**DUE).turn(0)
    assert only(game.events, IndustryRose).value == 8
    assert not game.over
    for dial in ["auction"] * 3 + ["development"] * 4:
        assert not game.over
        waste(game, dial)
    assert game.over
    assert game.state.industry[game.rules.material.detroit] == 8


def test_spielende_eight_dividends_at_most():
    game = position().share("PRR", 0).turn(0)
    for _ in range(8 * 7):
        assert not game.over
        waste(game, next(action.dial for action in game.legal_actions() if action.dial != "expansion"))
    assert game.over
    assert game.state.dividends == 8
    assert only(game.events, GameEnded).conditions == ("detroit",)


def test_spielende_cash_only():
    """Trap 20: shares and company money count nothing."""
    builder = position().share("NYC", 0, 5).income("NYC", 0).cash("NYC", 99).cash(1, 41)
    game = builder.industry("E0", 8).dials(**DUE).turn(0)
    assert game.result() == {0: 40, 1: 41, 2: 40}
    assert only(game.events, GameEnded) == GameEnded(("detroit",), (40, 41, 40), (1,))


def test_spielende_equal_cash_shares_the_win():
    game = position(4).cash(1, 50).cash(3, 50).industry("E0", 8).dials(**DUE).turn(0)
    assert only(game.events, GameEnded).winners == (1, 3)


def test_spielaufbau_incomes_pass_50_without_loss():
    """Trap 20."""
    game = position().share("NYC", 0).income("NYC", 50).line("NYC", "E0").dials(**DUE).turn(0)
    assert only(game.events, DividendPaid).income == 51
    assert game.state.cash[0] == 40 + 51
    assert game.state.railways["NYC"].income == 52


def test_spielaufbau_the_bank_never_runs_out():
    game = position().share("NYC", 0).income("NYC", 5000).dials(**DUE).turn(0)
    assert game.state.cash[0] == 5040
    assert sum(game.state.cash.values()) == 0
