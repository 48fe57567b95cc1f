"""Cards and choices in words that are kept: the same as made anew, and made only where need be."""

import random

import pytest

import stellwerk
from stellwerk import words
from stellwerk.host.kept.cache import Cache, Shelf
from stellwerk.host.live import LiveGame, Look
from stellwerk.host.storage.rows import PERSON, RUNNING, GameRow, Seat
from stellwerk.titles.registry import find_title
from stellwerk.web.render import templates
from stellwerk.web.tables.parts import Making
from stellwerk.web.tables.table import teller

PARTS = ("players", "companies", "chart")


def _live(id_: str) -> LiveGame:
    title = find_title(id_)
    seats = tuple(Seat(seat, PERSON, name, seat + 1) for seat, name in enumerate("ABCD"))
    return LiveGame(GameRow(id_, id_, title.rules_version, {}, 5, None, RUNNING, 0.0, 0.0, None, seats))


def _shown(live: LiveGame, seat: int | None, language: str) -> list[str]:
    made = Making(live, Look(seat, language))
    return [made.part(name, templates()) for name in PARTS]


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_cards_that_are_kept_are_those_that_would_be_set_anew(title: str) -> None:
    live, lots = _live(title), random.Random(5)
    for move in range(150):
        if live.game.over:
            break
        live.game.play(live.game.legal_actions().pick(lots))
        live.number += 1
        live.marks.append(live.number)
        if move % 10 > 3:
            continue
        for seat, language in ((live.game.waiting_for() or (0,))[0], "de"), (1, "en"), (None, "en"):
            kept = live.cards
            here = _shown(live, seat, language)
            live.cards = Shelf(Cache(0))
            assert here == _shown(live, seat, language)
            live.cards = kept


def test_a_move_has_few_cards_set_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    live = _live("1835")
    _shown(live, 0, "en")
    paper = next(each for each in live.game.legal_actions(0) if getattr(each, "paper", "") == "NF")
    live.game.play(paper)
    live.number += 1
    live.marks.append(live.number)
    put: list[object] = []
    monkeypatch.setattr(Shelf, "put", lambda shelf, key, *value: put.append(key) if shelf is live.cards else None)
    _shown(live, 0, "en")
    papers = {key[1] for key in put if isinstance(key, tuple)}
    assert {"NF", 0} <= papers  # what was bought, and whoever bought it
    assert not papers & {"OBB", "PR", "SX", "BA", 2, 3}


def test_the_list_of_choices_says_what_the_menu_has_said(monkeypatch: pytest.MonkeyPatch) -> None:
    live = _live("1835")
    Making(live, Look(0, "en"))
    game = live.seen(0, "en")
    told = [words.action(choice, game, "en") for choice in game.legal_actions(0)]
    monkeypatch.setattr(words, "action", lambda *choice: "asked again")
    with teller(live, 0, "en") as tell:
        assert [tell(choice, game, "en") for choice in game.legal_actions(0)] == told
