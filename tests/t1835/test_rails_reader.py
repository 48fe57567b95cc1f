"""What Rails' decisions mean in positions of ours."""

import pytest

from stellwerk import Pass
from stellwerk.eighteen.actions import ChooseHome, Dividend, LayTile
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.records.api import NOT_YET, NOTHING
from stellwerk.records.rails_save import Decision
from stellwerk.titles.t1835.actions import CorrectPrice
from stellwerk.titles.t1835.records.rails import MOST_PAPERS, READER

from .positions import position


def baden_chooses(**options):
    """Bayern has built Mannheim, and Baden's director must say which city is its home."""
    built = position(3, **options).give(0, "PF").packet_gone()
    built.ag("BY", director=0, cash=500, trains=("3",)).phase("3")
    game = built.ag("BA", director=1, cash=500).tile("O15", "202", 2).turn_of("BY").game()
    game.play(LayTile(0, "BY", "L6", "210", 0, "PF"))
    return game


@pytest.mark.parametrize("corrections", [True, False])
def test_letting_a_home_choice_pass_takes_its_own_alternatives_only(corrections):
    game = baden_chooses(corrections=corrections)
    actions, taken = READER.let_pass(game, ())
    assert {type(action) for action in actions} == {ChooseHome}
    assert {action.city for action in actions} == {0, 1}
    assert taken is None
    assert any(isinstance(action, CorrectPrice) for action in game.legal_actions()) == corrections


def test_a_home_that_rails_asks_for_is_our_choice_of_a_home():
    marker = Decision("LayBaseToken", "East", {"companyName": "BA", "chosenHexName": "L6", "type": 3})
    actions = READER.answer(baden_chooses(), [marker]).actions
    assert [(type(action), action.city) for action in actions] == [(ChooseHome, 0), (ChooseHome, 1)]
    before = position(3).packet_gone().ag("BY", director=0, cash=500).turn_of("BY").game()
    marker = Decision("LayBaseToken", "North", {"companyName": "BY", "chosenHexName": "O15", "type": 3})
    assert READER.answer(before, [marker]) == NOTHING


def test_a_dividend_of_nothing_waits_for_the_run_and_no_longer():
    nothing = Decision("SetDividend", "North", {"companyName": "BY", "actualRevenue": 0})
    built = position(3).packet_gone().ag("BY", director=0, cash=500).turn_of("BY")
    game = built.game()
    assert READER.answer(game, [nothing]) == NOT_YET
    game.play(Pass(0))
    assert game.step.company == "BY"
    assert READER.answer(game, [nothing]) == NOTHING


def test_a_dividend_of_nothing_still_answers_what_is_asked():
    game = position(3).packet_gone().ag("BY", director=0).agenda(DividendStep("BY", 50)).game()
    nothing = Decision("SetDividend", "North", {"companyName": "BY", "actualRevenue": 0, "revenueAllocation": 0})
    assert READER.answer(game, [nothing]).actions == (Dividend(0, "BY", "keep"),)


def test_a_sale_of_two_thousand_million_papers_is_not_written_out():
    game = position(3).packet_gone().ag("BY", director=0).stock_turn(0).game()
    sale = Decision("SellShares", "North", {"companyName": "BY", "number": 2**31 - 1, "share": 10})
    (action,) = READER.answer(game, [sale]).actions
    assert len(action.papers) == MOST_PAPERS
    assert game.refusal(action) is not None
