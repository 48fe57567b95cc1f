"""Decisions of 1835 that come late: games come to each by lot, are opened from a file, and decided by clicks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

import stellwerk
from stellwerk.play.core import Action, Choice, Range
from stellwerk.play.game import Game
from stellwerk.words import tag

from .conftest import Visit
from .decisions import Wanted, action_of, answer, asks_another, click_through, enter, play, same
from .hands import bring, take


@cache
def _by_lot(seed: int) -> Game:
    """A game of players who know nothing, long enough for most things to happen."""
    game, lots = stellwerk.new("1835", players=["Ada", "Bo", "Cleo"], seed=seed), random.Random(seed)
    while not game.over and len(game.actions) < 900:
        game.play(game.legal_actions().pick(lots))
    return game


def _positions(step: str) -> Iterator[Game]:
    """Moments of such games at which a step is to be decided."""
    for seed in (2, 7, *range(8, 40)):
        whole = _by_lot(seed)
        for number in range(len(whole.actions)):
            agenda = whole.state_after(number).agenda
            if agenda and tag(agenda[-1]) == step:
                yield whole.seen(None, number)  # 1835 has no secrets, so that it can be played on


def _find(step: str, kind: str, wanted: Wanted | None = None) -> tuple[Game, Choice]:
    for game in _positions(step):
        for choice in game.legal_actions():
            if tag(action_of(choice)) == kind and (wanted is None or wanted(game, action_of(choice))):
                return game, choice
    raise AssertionError(f"no {kind} found")


def _from_a_player(game: Game, action: Any) -> bool:
    return isinstance(action.source, int)


CASES = [
    pytest.param("emergency_sales", "sell_shares", None, id="5.5.4.13-emergency-sale"),
    pytest.param("discard_step", "discard_train", None, id="5.5.4.8-discard-a-train"),
    pytest.param("director_exchange", "take_papers", None, id="3.3.7-directors-exchange"),
    pytest.param("stock_turn", "buy_share", _from_a_player, id="2.6.2.4-nationalise"),
]


@pytest.mark.parametrize(("step", "kind", "wanted"), CASES)
def test_a_decision_is_taken_by_clicking(visit: Visit, step: str, kind: str, wanted: Wanted | None) -> None:
    click_through(visit, _find(step, kind, wanted))


def test_4_1_to_4_3_found_preussen_and_join_it(visit: Visit) -> None:
    game, found = _find("offer_founding", "found_prussia")
    page = visit(language="de-DE")
    bring(page, game)
    take(page, msgspec.to_builtins(found))
    play(game, action_of(found))
    joining = next(choice for choice in game.legal_actions() if tag(action_of(choice)) == "exchange_paper")
    assert isinstance(joining, Action)
    take(page, msgspec.to_builtins(joining))
    play(game, joining)
    same(page, game)
    page.click("[data-tab=log]")
    page.wait_for_selector("#log li:first-child:has-text('Preußen')")  # a tab is filled when it is opened


@pytest.mark.parametrize("accept", [True, False])
def test_5_5_4_3_offer_for_a_train_and_its_answer(visit: Visit, accept: bool) -> None:
    game, offer = _find("train_step", "offer_for_train", asks_another)
    assert isinstance(offer, Range)
    page = visit()
    bring(page, game)
    price = min(offer.high, offer.low + 7)
    enter(page, offer, price)
    play(game, offer.at(price))
    answer(page, game, accept)
