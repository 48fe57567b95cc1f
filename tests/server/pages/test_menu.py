"""Menus of a table: what stands where, in positions that games seldom come to."""

from __future__ import annotations

import msgspec
import pytest

import stellwerk
from stellwerk.board.board import stop_number
from stellwerk.play.game import Game
from stellwerk.titles.t1844.sbb import KeepOneMarker
from stellwerk.view.cards import companies
from stellwerk.view.menu import hex_menu, menu


@pytest.fixture
def two_markers() -> Game:
    """1844: the SBB has come to have a marker in both cities of Lausanne."""
    game = stellwerk.new("1844", ["Anna", "Beat", "Carla"])
    state = game.state
    hex_ = state.board.box.grid.index["I4"]
    board = state.board.with_station("SBB", stop_number(hex_, 0)).with_station("SBB", stop_number(hex_, 1))
    changed = {"agenda": (KeepOneMarker(hex_),), "board": board, "sbb_director": 1}
    game._states[-1] = msgspec.structs.replace(state, **changed)
    return game


def test_gruendung_der_sbb_the_director_keeps_one_of_two_markers(two_markers: Game) -> None:
    assert list(menu(two_markers, 1, "de").hexes) == ["I4"]
    assert not menu(two_markers, 0, "de").hexes
    found = hex_menu(two_markers, 1, "I4", "de")
    texts = ["Bahnhof in Stadt 1 von Lausanne (I4) behalten", "Bahnhof in Stadt 2 von Lausanne (I4) behalten"]
    assert [button.text for button in found.buttons] == texts
    assert [msgspec.json.decode(button.action)["city"] for button in found.buttons] == [0, 1]


def test_loks_kaufen_repaying_stands_aside_whoever_is_asked() -> None:
    game = stellwerk.new("1844", ["Anna", "Beat", "Carla"])
    game._states[-1] = msgspec.structs.replace(game.state, loans={2: 90})
    asked = game.waiting_for()[0]
    assert asked != 2
    own = menu(game, 2, "en")
    assert (own.groups, own.buttons) == ((), ())
    assert [button.text for button in own.asides[0].buttons] == ["Repay 1 SFR to 90 SFR of the loan of 90 SFR"]
    assert [aside.seat for aside in menu(game, asked, "en", mates=(0, 1, 2)).asides] == [2]
    assert not menu(game, asked, "en").asides


def test_a_company_s_card_tells_its_destination_and_what_it_will_pay() -> None:
    game = stellwerk.new("1844", ["Anna", "Beat", "Carla"])
    game._states[-1] = msgspec.structs.replace(game.state, par={"BLS": 80})
    card = next(card for card in companies(game, "de") if card.company == "BLS")
    assert card.name == "Bern – Lötschberg – Simplon"
    lines = {line.label: line.text for line in (*card.figures, *card.lines)}
    assert (lines["Ziel"], lines["Zielprämie"], lines["Ausgabekurs"]) == ("Brig (J13)", "400 SFR", "80")
    game._states[-1] = msgspec.structs.replace(game.state, rewarded=frozenset({"BLS"}))
    card = next(card for card in companies(game, "de") if card.company == "BLS")
    assert {line.label: line.text for line in card.lines}["Zielprämie"] == "✓"
