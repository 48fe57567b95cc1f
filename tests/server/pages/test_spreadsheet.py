"""The spreadsheet tells what a title's face and books tell, of every title, and nothing of what came later."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import stellwerk
from stellwerk.play.game import Game
from stellwerk.show.books import books_of
from stellwerk.view.spreadsheet import Spread, spreadsheet

GOLDEN = Path(__file__).parents[2] / "conformance" / "golden"


@cache
def _some_way(title: str) -> Game:
    games = sorted(GOLDEN.glob(f"{title}-at-*.json"), key=lambda file: int(file.stem.rpartition("-")[2]))
    return stellwerk.load(games[1].read_text(encoding="utf-8"))


def _column(spread: Spread, head: str) -> list[str]:
    place = [one.text for one in spread.heads].index(head)
    return [row[place].text for row in (*spread.rows, *spread.foot)]


@pytest.mark.parametrize("title", stellwerk.title_ids())
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_title_has_one_without_holes(title: str, language: str) -> None:
    game = _some_way(title)
    companies, players = spreadsheet(game, books_of(game), language)
    for spread in (companies, players):
        assert all(len(row) == len(spread.heads) for row in (*spread.rows, *spread.foot))
        assert all(head.text for head in spread.heads)
    assert [row[0].text for row in players.rows] == list(game.players)
    worth = next(row for row in companies.foot[::-1])
    assert [cell.order for cell in worth if cell.order is not None] == [
        float(game.result()[seat]) for seat in range(len(game.players))
    ]


def test_a_cell_tells_part_and_worth_and_who_directs() -> None:
    game = stellwerk.load((GOLDEN / "1835-at-535.json").read_text(encoding="utf-8"))
    companies, players = spreadsheet(game, books_of(game), "en")
    saxony = next(row for row in companies.rows if row[0].text == "SX")
    by_head = dict(zip((head.text for head in companies.heads), saxony, strict=True))
    assert (by_head["P3"].text, by_head["P3"].more, by_head["P3"].star) == ("20%", "180", True)
    assert (by_head["P2"].star, by_head["trains"].text, by_head["price"].order) == (False, "3 5", 90.0)
    assert _column(companies, "P1")[-5:] == ["392 M", "8/19", "840 M", "392 M", "1,232 M"]
    assert _column(players, "worth") == ["1,232 M", "1,130 M", "1,513 M"]
