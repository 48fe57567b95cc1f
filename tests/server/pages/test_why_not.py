"""What cannot be done now is told where one looks for it, with the reason and its paragraph."""

from __future__ import annotations

import random

import pytest

import stellwerk
from stellwerk import bots, draw
from stellwerk.play.core import Pass
from stellwerk.play.game import Game
from stellwerk.titles.chicago_express.actions import ChooseDial
from stellwerk.view.menu import hex_menu, menu


def _until(title: str, step: str, most: int = 400) -> Game:
    game, lots = stellwerk.new(title, players=list("ABC"), seed=1), random.Random(2)
    for _ in range(most):
        if type(game.step).__name__ == step:
            return game
        game.play(bots.choose(game, game.waiting_for()[0], "steady", lots))
    raise AssertionError(f"no {step} in {title}")


def test_1835_shares_of_later_groups_are_told_to_come_later() -> None:
    game = _until("1835", "StockTurn")
    found = {bar.company: bar for bar in menu(game, game.waiting_for()[0], "en").impossible}
    assert found["BA"].reason == "Shares of Baden cannot be bought yet"
    assert found["BA"].rule == "1.2.3"
    assert found["BA"].texts == ("Buy the director's certificate of Baden (20%) for 168 M",)
    assert found["PR"].rule == "1.2.6"


def test_1835_one_cannot_build_where_nothing_leads_and_is_told_so() -> None:
    game = _until("1835", "LayStep")
    seat = game.waiting_for()[0]
    far = hex_menu(game, seat, "A11", "de")
    assert not far.tiles
    assert [bar.rule for bar in far.impossible] == ["5.5.1.23"]
    assert far.impossible[0].reason == "Bergisch-Märkische hat dorthin keine Verbindung"
    assert [bar.rule for bar in hex_menu(game, seat, "A9", "en").impossible] == ["5.5.1.1"]  # a hex of the frame
    here = next(iter(menu(game, seat, "en").hexes))
    assert not hex_menu(game, seat, here, "en").impossible  # something can be done: no excuse is needed
    assert not hex_menu(game, seat, "nowhere", "en").impossible


def test_1881_a_new_company_waits_until_another_is_sold_out() -> None:
    game = _until("1881", "StockTurn")
    rules = {bar.rule for bar in menu(game, game.waiting_for()[0], "en").impossible}
    assert {"4.12", "12.1"} <= rules  # and there are no S-Bahn shares in the first phase


def test_chicago_a_dial_on_red_is_named() -> None:
    game = _until("chicago-express", "PlayerTurn")
    while not game.impossible(seat := game.waiting_for()[0]):
        ways = list(game.legal_actions(seat))
        dial = ChooseDial(seat, "expansion")
        game.play(dial if dial in ways else next((a for a in ways if isinstance(a, Pass)), ways[0]))
    bars = menu(game, seat, "en").impossible
    assert [bar.texts for bar in bars] == [("Expansion",)]
    assert "red" in bars[0].reason


@pytest.mark.parametrize("title", stellwerk.title_ids())
@pytest.mark.parametrize("language", ["de", "en"])
def test_what_is_called_impossible_is_refused_and_has_words(title: str, language: str) -> None:
    game, lots = stellwerk.new(title, players=list("ABCD"), seed=3), random.Random(4)
    told = 0
    for _ in range(160):
        if game.over:
            break
        seat = game.waiting_for()[0]
        choices = list(game.legal_actions(seat))
        for action, why in game.impossible(seat):
            assert action not in choices
            assert why.reason
        bars = menu(game, seat, language).impossible
        told += len(bars)
        assert all(bar.reason and "." not in bar.reason.split(" ")[0] for bar in bars)
        board = draw.board_of(game)
        if board is not None:
            place = lots.choice(board.box.grid.names)
            assert all(bar.reason for bar in hex_menu(game, seat, place, language).impossible)
        game.play(bots.choose(game, seat, "random", lots))
    assert told


def test_only_who_has_to_decide_is_told() -> None:
    game = _until("1835", "StockTurn")
    waiting = game.waiting_for()[0]
    assert all(not game.impossible(seat) for seat in range(3) if seat != waiting)
