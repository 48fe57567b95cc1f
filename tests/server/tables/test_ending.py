"""How a game went: the page, the table of incomes, the picture of the board, and the books for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from starlette.applications import Starlette

import stellwerk
from stellwerk.host.host import Host
from stellwerk.host.imports.import_worker import brought
from stellwerk.play.game import Game
from stellwerk.testing.golden import played

from ..conftest import Caller

GOLDEN = Path(__file__).parents[2] / "conformance" / "golden"
WORDS = {
    "en": ("Final accounts", "Worth over time", "What companies earned", "Number of shares", "All numbers"),
    "de": ("Endabrechnung", "Vermögen im Lauf", "Was die Gesellschaften", "Anzahl der Aktien", "Alle Zahlen"),
}


@cache
def finished() -> Game:
    """A game of Chicago Express by lot, to its end."""
    return played("chicago-express")


@cache
def golden(name: str) -> Game:
    """A game that is still running."""
    return stellwerk.load((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


Take = Callable[[Game], str]


@pytest.fixture
def take(ada: Caller, app: Starlette, host: Host) -> Take:
    """Puts a game on Ada's table, as if she had brought its file."""
    ada_herself = app.state.visitors.find(ada.headers["authorization"].removeprefix("Bearer "))
    return lambda game: host.take_in(ada_herself, brought(game))


def page(caller: Caller, path: str, language: str = "en") -> str:
    answer = caller.client.get(path, headers={**caller.headers, "accept-language": language})
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_of_a_finished_game(ada: Caller, take: Take, language: str) -> None:
    id_ = take(finished())
    html = page(ada, f"/games/{id_}/end", language)
    game = finished()
    for words in WORDS[language]:
        assert words in html
    assert " style=" not in html
    best = max(game.result().values())
    assert re.search(rf"<h1>.*{best}", html), "who has won, and with what"
    assert f"/games/{id_}/board.svg?download=1" in html
    assert f"/games/{id_}/file" in html


def test_every_chart_has_a_caption_a_description_and_its_numbers(ada: Caller, take: Take) -> None:
    html = page(ada, f"/games/{take(finished())}/end")
    figures = re.findall(r"<figure>(.*?)</figure>", html, re.DOTALL)
    assert len(figures) == 3, "worth, incomes, shares; no prices in this title"
    game = finished()
    for figure in figures:
        assert re.search(r"<figcaption><h2>[^<]+</h2><p[^>]*>[^<]+</p>", figure)
        charts = re.findall(r'<svg class="plot.*?</svg>', figure, re.DOTALL)
        assert charts
        assert all(re.search(r'role="img"><title>[^<]+</title><desc>[^<]+</desc>', chart) for chart in charts)
        assert re.search(r"<details><summary>[^<]+</summary>.*<table.*</table>", figure, re.DOTALL)
    worth = figures[0]
    for seat, name in enumerate(game.players):
        row = re.search(rf'<th scope="row">{re.escape(name)}</th>(.*?)</tr>', worth, re.DOTALL)
        assert row
        assert re.findall(r"<td[^>]*>([\d,]+)</td>", row[1])[-1] == f"{game.result()[seat]:,}"


def test_a_running_game_is_told_so_far_with_its_best_run(ada: Caller, take: Take) -> None:
    id_ = take(golden("1835-at-267"))
    html = page(ada, f"/games/{id_}/end")
    assert "so far" in html
    assert "Final accounts" not in html
    ride = re.search(r'id="best">Best run: ([^<,]+), (\d+) M', html)
    assert ride
    game = golden("1835-at-267")
    incomes = [event.income for event in game.events if type(event).__name__ == "Earned"]
    assert int(ride[2]) == max(incomes)
    image = re.search(r'class="by-day"[^>]* src="([^"]+run=[^"]+)"', html)
    assert image
    svg = page(ada, image[1].replace("&amp;", "&"))
    assert 'class="run' in svg


def test_incomes_by_round_stand_on_the_table_and_lead_to_their_moves(ada: Caller, take: Take) -> None:
    id_ = take(golden("1835-at-89"))
    tables = ada.client.get(f"/games/{id_}/view", headers=ada.headers).json()["fragments"]["tables"]
    found = re.search(r'<table id="spread-companies">.*?</table>', tables, re.DOTALL)
    assert found
    books = ada.get(f"/games/{id_}/books")
    for entry in books["incomes"]:
        if any(each["income"] for each in books["incomes"] if each["company"] == entry["company"]):
            assert f'data-at="{entry["move"]}">{entry["income"]:,}</a>' in found[0]
    sums = re.findall(r'<td class="right">([\d,]+)</td>', found[0].split("<tfoot>")[1].split("</tr>")[0])
    assert int(sums[-1].replace(",", "")) == sum(entry["income"] for entry in books["incomes"])
    # Looking back there is nothing of what came later.
    past = ada.client.get(f"/games/{id_}/view?at=12", headers=ada.headers).json()["fragments"]["tables"]
    assert all(int(move) <= 12 for move in re.findall(r'data-at="(\d+)"', past))


def test_the_spreadsheet_on_its_page_looks_back_and_leads_to_moves(ada: Caller, take: Take) -> None:
    id_ = take(golden("1835-at-89"))
    moves, past = (
        [int(move) for move in re.findall(rf'href="/games/{id_}\?at=(\d+)"', page(ada, f"/games/{id_}/sheet{at}"))]
        for at in ("", "?at=12")
    )
    assert max(moves) > 12
    assert all(move <= 12 for move in past)


def test_books_for_programs(ada: Caller, take: Take) -> None:
    id_ = take(finished())
    books = ada.get(f"/games/{id_}/books?language=de")
    game = finished()
    assert books["over"]
    assert [each["name"] for each in books["rounds"]][:3] == ["Eröffnungsversteigerungen", "Runde 1", "Runde 2"]
    assert sum(each["moves"] for each in books["rounds"]) == len(game.actions)
    assert books["standings"][-1]["worth"] == [game.result()[seat] for seat in range(len(game.players))]
    assert books["standings"][0]["move"] == 0
    paid: list[Any] = [event for event in game.events if type(event).__name__ == "DividendPaid"]
    assert sum(each["paid"] for each in books["incomes"]) == sum(event.shares * event.a_share for event in paid)
    json.dumps(books)


def test_the_board_as_a_picture_that_stands_alone(ada: Caller, take: Take) -> None:
    id_ = take(golden("1844-at-73"))
    answer = ada.client.get(f"/games/{id_}/board.svg?download=1", headers=ada.headers)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-disposition"] == f'attachment; filename="1844-{id_}.svg"'
    root = ElementTree.fromstring(answer.text)
    width, height = (int(root.get(side, "0")) for side in ("width", "height"))
    wide, high = map(float, root.get("viewBox", "").split()[2:])
    assert (width, height) == (round(2 * wide), round(2 * high))
    assert "var(" not in answer.text, "its colours are its own"
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    assert page(ada, f"/games/{id_}/board.svg?theme=dark") != answer.text
    assert page(ada, f"/games/{id_}/board.svg?at=0") != answer.text


def test_the_table_of_a_finished_game_leads_to_the_page(ada: Caller, take: Take) -> None:
    id_ = take(finished())
    menu = ada.client.get(f"/games/{id_}/view", headers=ada.headers).json()["fragments"]["menu"]
    link = menu.index(f"/games/{id_}/end")
    assert link < menu.index('class="standing"'), "before the accounts, where it is never cut off"
