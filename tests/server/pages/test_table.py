"""What pages show: every legal action has its button or its hex, in both languages, for every title."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import stellwerk
from stellwerk import words
from stellwerk.host.host import Host
from stellwerk.host.live import Look
from stellwerk.play.core import Range
from stellwerk.show.face import SHOWN_OTHERWISE
from stellwerk.view.drawn_runs import routes_in, segments
from stellwerk.view.menu import action_of, hex_menu, menu
from stellwerk.web.render import templates
from stellwerk.web.tables import parts
from stellwerk.words import tag

from ..conftest import Caller


def _actions(text: str) -> list[Any]:
    return [json.loads(html.unescape(found)) for found in re.findall(r'data-action="([^"]*)"', text)]


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_every_legal_action_can_be_clicked(title: str) -> None:
    lots = random.Random(title)
    few = stellwerk.new(title, players=list("ABC"))
    for number in range(260):
        if few.over:
            break
        if number % 4 == 0:
            seat = few.waiting_for()[0]
            _check(few, seat, ("de", "en")[number // 4 % 2])
        few.play(few.legal_actions().pick(lots))


def _check(game: stellwerk.Game, seat: int, language: str) -> None:
    shown = menu(game, seat, language)
    buttons = [
        button
        for part in (shown, *shown.asides)
        for button in (*part.buttons, *(button for group in part.groups for button in group.buttons))
    ]
    for hex_ in shown.hexes:
        here = hex_menu(game, seat, hex_, language)
        buttons += [*here.buttons, *(turn.button for tile in here.tiles for turn in tile.turns)]
    offered = sorted(button.action for button in buttons)
    legal = list(game.legal_actions(seat))
    assert offered == sorted(msgspec.json.encode(action_of(choice)).decode() for choice in legal)
    assert sum(bool(button.field) for button in buttons) == sum(isinstance(choice, Range) for choice in legal)
    for button in buttons:
        assert not re.match(r"(action|range|group)\.", button.text), button.text


def test_runs_are_found_again_on_the_board() -> None:
    lots = random.Random(11)
    game = stellwerk.new("1835", players=list("ABC"))
    drawn = 0
    while not game.over and len(game.actions) < 700:
        game.play(game.legal_actions().pick(lots))
        for route in routes_in(game.events_of(len(game.actions))):
            found = segments(game.state.board, route)
            assert found, route
            drawn += 1
    assert drawn > 20


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_a_table_is_complete_in_both_languages(visit: Callable[..., Caller], title: str, language: str) -> None:
    caller = visit()
    caller.client.headers["accept-language"] = language
    page = caller.client.get("/")
    token = re.search(r'name="csrf" content="(\w+)"', page.text)
    assert token
    table = caller.client.post("/games", data={"csrf": token[1], "title": title, "level": "random"})
    assert f'lang="{language}"' in table.text
    assert "<svg" in table.text
    assert not re.search(r">\s*(table|menu|tab|column|fact|step|action|ui)\.\w+", table.text)
    assert _actions(table.text)


def test_only_what_has_changed_is_sent_again(ada: Caller) -> None:
    game = ada.new("chicago-express", "me", "friend")
    client, headers = ada.client, ada.headers
    first = client.get(f"/games/{game}/view", headers=headers).json()
    known = ".".join(first["facts"]["known"].values())
    again = client.get(f"/games/{game}/view?known={known}", headers=headers).json()
    assert again["fragments"] == {}
    ada.choose(game)
    changed = client.get(f"/games/{game}/view?known={known}", headers=headers).json()
    assert "head" in changed["fragments"]
    assert "board" not in changed["fragments"]
    past = client.get(f"/games/{game}/view?at=0", headers=headers).json()
    assert (past["facts"]["at"], past["facts"]["moves"], past["facts"]["hexes"]) == (0, 1, {})


def test_a_spectator_sees_the_table_and_may_not_touch_it(ada: Caller, bo: Caller) -> None:
    game = ada.new("1835", "me", "friend", "friend")
    page = bo.client.get(f"/games/{game}", headers=bo.headers)
    assert _actions(page.text) == []
    hex_ = bo.client.get(f"/games/{game}/hexes/H2", headers=bo.headers)
    assert hex_.status_code == 200, "who watches may look"
    assert "H2" in hex_.text
    assert _actions(hex_.text) == []


def test_the_last_move_is_kept_apart_from_what_was_taken_back(ada: Caller) -> None:
    game = ada.new("chicago-express", "me", "friend")
    ada.choose(game)
    lines = ada.get(f"/games/{game}/log?language=en")
    ada.post(f"/games/{game}/undo", number=1)
    ada.choose(game, 1)
    assert ada.get(f"/games/{game}/log?language=en") != lines
    assert tag(stellwerk.Pass) == "pass"


@pytest.mark.parametrize(
    ("language", "told"), [("de", "Preußen darf gegründet werden"), ("en", "Preußen may be founded")]
)
def test_the_page_tells_what_holds_now_and_what_the_next_train_brings(
    ada: Caller, language: str, told: str
) -> None:
    game, lots = stellwerk.new("1835", players=list("ABC"), seed=1), random.Random(1)
    while game.state.phase < 1:
        game.play(game.legal_actions().pick(lots))
    body = {"headers": ada.headers | {"accept-language": language}}
    id_ = ada.client.post("/api/games/import", content=game.to_json(), **body).json()["id"]
    supply = ada.client.get(f"/games/{id_}/view", **body).json()["fragments"]["supply"]
    now, following = re.findall(r'<article class="card.*?</article>', supply, re.DOTALL)
    assert "active" in now
    assert ("gelb, grün" if language == "de" else "yellow, green") in now
    assert told in following
    board = game.state.board
    left = sum(board.left[tile] for tile, kind in board.box.tiles.items() if kind.colour == "green")
    assert re.search(rf'tint-green">\w+ <b>{left}</b>/', supply)
    assert supply.count('class="entry') == len(board.box.tiles)


def test_a_part_is_the_same_whether_it_is_asked_for_alone_or_with_all(ada: Caller, host: Host) -> None:
    for title in stellwerk.title_ids():
        id_ = ada.new(title, "me", "friend", "friend")
        for language in ("en", "de"):
            ada.choose(id_)
            live, look = host.open(id_), Look(0, language)
            made, _ = parts.fragments(live, look, templates())
            assert tuple(made) == parts.FRAGMENTS
            told = words.grids(live.game, language)
            assert words.other_grids(live.game, language) == {
                key: grid for key, grid in told.items() if key not in SHOWN_OTHERWISE
            }
            for name in parts.FRAGMENTS:
                if name == "board":
                    assert str(parts.Making(live, look).board).strip() == made[name]
                    continue
                assert parts.Making(live, look).part(name, templates()) == made[name]


def test_what_lies_in_other_tabs_is_told_when_it_comes_up(ada: Caller) -> None:
    id_ = ada.new("1835", "me", "friend", "friend")

    def told(query: str) -> Any:
        return ada.client.get(f"/games/{id_}/view?{query}", headers=ada.headers).json()

    everything = told("")
    ada.choose(id_)
    some = told("shows=log")
    assert some["facts"]["known"].keys() == some["fragments"].keys()
    assert parts.FOLDED & some["fragments"].keys() == {"log"}
    assert set(parts.FRAGMENTS) - parts.FOLDED < some["fragments"].keys()
    known = everything["facts"]["known"] | some["facts"]["known"]
    more = told(f"shows=log.players.nonsense&known={'.'.join(known.values())}")
    assert more["fragments"].keys() == {"players"}
    assert more["fragments"]["players"] == told("")["fragments"]["players"] != everything["fragments"]["players"]
