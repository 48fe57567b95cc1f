"""Sentences from real games, and what a person at the table reads."""

import random

import pytest

import stellwerk
from stellwerk import IllegalAction, StellwerkError, words
from stellwerk.eighteen.actions import LayTile
from stellwerk.play.core import Pass
from stellwerk.play.errors import Refusal
from stellwerk.titles.registry import find_title
from stellwerk.titles.t1835.actions import BuyPaper

NAMES = ["North", "East", "West"]
LOTS = {"1844": 1}
"""Another game than with 7: it has all steps, actions and events of that one, and far shorter searches."""


@pytest.fixture
def game():
    return stellwerk.new("1835", NAMES)


def play(game, *papers):
    for paper in papers:
        seat = game.waiting_for()[0]
        game.play(BuyPaper(seat, paper) if paper else Pass(seat))


@pytest.mark.long
@pytest.mark.parametrize("id_", stellwerk.title_ids())
def test_a_whole_random_game_can_be_told(id_):
    game = stellwerk.new(id_, [f"P{n}" for n in range(find_title(id_).players[0])])
    lots = random.Random(LOTS.get(id_, 7))
    for _ in range(1500):
        if game.over:
            break
        choices = list(game.legal_actions())
        chosen = game.legal_actions().pick(lots)
        for language in words.LANGUAGES:
            assert not _raw(words.prompt(game.step, game, language))
            for choice in (*choices[:3], *choices[-3:], chosen):
                assert not _raw(words.action(choice, game, language))
        events = game.play(chosen)
        for language in words.LANGUAGES:
            assert not any(_raw(line) for line in words.log(game, events, language))
    for language in words.LANGUAGES:
        for grid in words.grids(game, language).values():
            assert all(len(row) == len(grid.headings) for row in grid.rows)
        assert all(not _raw(line) for line in words.summary(game, language))


def _raw(text):
    """Whether a key or a placeholder shows."""
    return not text or "{" in text or text.split(".")[0] in ("event", "action", "step", "range", "fact")


def test_a_purchase_is_told_once(game):
    play(game, "NF")
    expected = [
        "North buys Nürnberg-Fürth for 100 M.",
        "With Nürnberg-Fürth, North receives 10% of Bayern.",
    ]
    assert words.log(game, game.events_of(1)) == expected
    assert words.log(game, game.events_of(1), "de")[0] == "North kauft Nürnberg-Fürth für 100 M."


def test_private_incomes_are_one_line(game):
    play(game, "NF", "V1", "LD", "", "", "")
    lines = words.log(game, game.events)
    assert "Private railways pay North 5 M and West 20 M." in lines
    assert "Operating round 1.1 (1 of 1) begins." in lines


def test_prompts_say_who_and_what_for(game):
    assert words.prompt(game.step, game) == "North: buy a paper of the start packet or pass (600 M)"
    assert words.prompt(game.step, game, "de").startswith("North: ein Papier des Startpakets kaufen")


def test_buttons_say_what_a_choice_costs_and_brings(game):
    texts = [words.action(choice, game) for choice in game.legal_actions()]
    assert texts == ["Buy Nürnberg-Fürth for 100 M, with 10% of Bayern", "Buy Bergisch-Märkische for 80 M", "Pass"]


def test_money_and_percentages_follow_the_language(game):
    writer = words.sentences.writer_for(game, "de")
    assert writer.money(12000) == "12.000 M"
    assert writer.percents((20, 20, 10)) == "2 × 20 % und 10 %"
    assert words.sentences.writer_for(game, "en").percents((20, 20, 10)) == "2 × 20% and 10%"
    assert writer.place("H20") == "Dresden (H20)"
    assert writer.place("E17") == "E17"


def test_a_refusal_of_the_engine_is_a_sentence_with_its_paragraph(game):
    words.speak("en")
    with pytest.raises(IllegalAction) as caught:
        game.play(BuyPaper(0, "LD"))
    assert str(caught.value) == "Leipzig-Dresdner Bahn is not for sale now (1835 §2.5.1)"


def test_a_tile_that_cannot_be_replaced(game):
    words.speak("en")
    error = IllegalAction("1835", Refusal("5.5.1.14", "never_replaced", {"tile": "14"}))
    assert str(error) == "tile 14 cannot be replaced (1835 §5.5.1.14)"
    words.speak("de")
    assert str(error) == "Plättchen 14 kann nicht ersetzt werden (1835 §5.5.1.14)"
    words.speak("en")


def test_refusals_with_a_title_alone_number_the_players():
    refusal = Refusal("", "not_your_turn", {"seat": 1})
    assert words.refusal(refusal, find_title("1835")) == "it is not player 2's turn"


def test_track_is_told_by_where_it_leads(game):
    play(game, "NF", "V1", "", "", "")
    lay = next(choice for choice in game.legal_actions() if isinstance(choice, LayTile))
    assert words.action(lay, game) == "Lay tile 201 on Düsseldorf (H2): ● NW–NE"


def test_an_unknown_language_is_refused():
    with pytest.raises(StellwerkError, match="no texts in 'fr'"):
        words.catalogue("fr")
