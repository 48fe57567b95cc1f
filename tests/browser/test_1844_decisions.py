"""Decisions of 1844, taken by clicking: games come to each by lot and are opened from a file.

The one that no lot comes to, a marker of the SBB in two cities of a hex, is in `tests/server/pages/test_menu.py`.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from stellwerk.play.core import Range
from stellwerk.play.game import Game
from stellwerk.play.runs import RunTrains
from stellwerk.words import tag

from .conftest import PHONE, Visit
from .decisions import (
    Lots,
    Wanted,
    action_of,
    answer,
    asks_another,
    bring,
    click_through,
    enter,
    enter_and_see,
    play,
    same,
)
from .hands import lit, open_hex, take

LOTS = Lots(
    "1844",
    ["Anna", "Beat", "Carla"],
    {
        "lay_tile": 6, "build_station": 3, "buy_train": 2, "buy_tunnel": 4, "buy_mountain": 4, "buy_share": 4,
        "start_company": 3, "sell_shares": 0.4, "lay_furka": 0.02, "buy_private": 0.05, "offer_for_train": 0.2,
        "repay": 0.3, "give_eva": 0.2,
    },
    700,
    range(1, 16),
)  # fmt: skip


def _tunnel(game: Game, action: Any) -> bool:
    return bool(action.permit == "tunnel")


def _extra(game: Game, action: Any) -> bool:
    return bool(action.permit == "P2")


def _at_home(game: Game, action: Any) -> bool:
    return tag(game.step) == "home_tile"  # type: ignore[arg-type]  # the game is not over


def _h_train(game: Game, action: Any) -> bool:
    return str(action.train).endswith("H")


def _of_pool(game: Game, action: Any) -> bool:
    return bool(action.source == "pool")


CASES = [
    pytest.param("start_company", None, id="Kauf von Aktien: start a company"),
    pytest.param("buy_share", None, id="Kauf von Aktien: a new share"),
    pytest.param("buy_share", _of_pool, id="Kauf von Aktien: a share of the pool"),
    pytest.param("sell_shares", None, id="Verkauf von Aktien"),
    pytest.param("buy_tunnel", None, id="Tunnelgesellschaften"),
    pytest.param("buy_mountain", None, id="Bergbahnen: site and income board"),
    pytest.param("lay_tile", _at_home, id="Gleisteile legen: the home tile"),
    pytest.param("lay_tile", None, id="Gleisteile legen"),
    pytest.param("lay_tile", _extra, id="P2"),
    pytest.param("lay_tile", _tunnel, id="Tunnelbau"),
    pytest.param("build_station", None, id="Bahnhof bauen"),
    pytest.param("dividend", None, id="Einnahmen verwalten"),
    pytest.param("buy_train", None, id="Loks kaufen"),
    pytest.param("buy_train", _h_train, id="Loks kaufen: the other face"),
    pytest.param("discard_train", None, id="Verschrotten von Loks"),
    pytest.param("take_loan", None, id="Loks kaufen: a loan"),
    pytest.param("lay_furka", None, id="P4"),
    pytest.param("give_eva", None, id="P7"),
]


@pytest.mark.parametrize(("kind", "wanted"), CASES)
def test_a_decision_is_taken_by_clicking(visit: Visit, kind: str, wanted: Wanted | None) -> None:
    click_through(visit, LOTS.find(kind, wanted))


@pytest.mark.parametrize("kind", ["bid", "buy_private", "repay"])
def test_an_amount_is_entered(visit: Visit, kind: str) -> None:
    enter_and_see(visit, LOTS.find(kind), 7)


@pytest.mark.parametrize("accept", [True, False])
def test_loks_kaufen_an_offer_and_its_answer(visit: Visit, accept: bool) -> None:
    game, offer = LOTS.find("offer_for_train", asks_another)
    assert isinstance(offer, Range)
    page = visit()
    bring(page, game)
    enter(page, offer, offer.low)
    play(game, offer.at(offer.low))
    answer(page, game, accept)


def test_einnahmen_berechnen_equal_runs_are_drawn_and_one_is_chosen(visit: Visit) -> None:
    game, _ = LOTS.find("run_trains")
    runs = [run for run in game.legal_actions() if isinstance(run, RunTrains)]
    assert len(runs) > 1
    page = visit()
    bring(page, game)
    first = page.eval_on_selector_all("path.run", "all => all.map(one => one.getAttribute('d')).join()")
    assert first
    page.click("[data-run='~1']")
    page.wait_for_selector("[data-run='~1'][aria-pressed=true]")
    second = page.eval_on_selector_all("path.run", "all => all.map(one => one.getAttribute('d')).join()")
    assert second != first
    take(page, msgspec.to_builtins(runs[1]))
    play(game, runs[1])
    same(page, game)


def test_p4_is_offered_to_its_owner_in_another_players_turn(visit: Visit) -> None:
    def out_of_turn(game: Game, action: Any) -> bool:
        return action.seat not in game.waiting_for()

    game, choice = LOTS.find("lay_furka", out_of_turn)
    seat = action_of(choice).seat
    page = visit(size=PHONE)
    bring(page, game)
    assert page.locator(f"#menu .aside[data-seat='{seat}'] .do[data-action*=lay_furka]").is_visible()


def test_bergbahnen_the_sites_are_lit_and_offer_the_income_boards(visit: Visit) -> None:
    game, choice = LOTS.find("buy_mountain")
    page = visit()
    bring(page, game)
    hexes = {action_of(each).hex for each in game.legal_actions() if tag(action_of(each)) == "buy_mountain"}  # type: ignore[attr-defined]
    assert hexes <= set(lit(page))
    hex_ = action_of(choice).hex  # type: ignore[attr-defined]
    open_hex(page, hex_)
    assert "10/20/50/80" in page.inner_text("#hexmenu")
