"""Every reason that a bot can give has a text in both languages, found by reading the source."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import stellwerk
from stellwerk import bots, words
from stellwerk.host.bots import bot_pool
from stellwerk.titles.chicago_express.turns import PlayerTurn
from stellwerk.titles.registry import find_title
from stellwerk.words.values import placeholders

from ..conftest import Caller

SOURCE = Path(stellwerk.__file__).parent


def _reasons(*files: Path) -> Iterator[tuple[str, set[str]]]:
    """Keys of reasons with the names of their values."""
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "reason":
                key = node.args[0]
                assert isinstance(key, ast.Constant), f"{file.name}:{node.lineno} needs a plain key"
                yield str(key.value), {word.arg or "" for word in node.keywords}


def _files(title: str) -> list[Path]:
    """The title's own judgement, and the bots' common ones as far as the title uses them."""
    manifest = find_title(title).manifest
    folder = SOURCE.parent.joinpath(*manifest.package.split("."))
    texts = {file: file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.py"))}
    own = [file for file, text in texts.items() if "stellwerk.bots" in text]
    common = any("Railways" in texts[file] or "stellwerk.bots.eighteen" in texts[file] for file in own)
    shared = sorted((SOURCE / "bots").rglob("*.py")) if common else [SOURCE / "bots" / "advice.py"]
    classic = "stellwerk.eighteen.classic" in manifest.layers
    return [*own, *(file for file in shared if classic or file.name != "classic.py")]


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_every_reason_has_a_text(title: str, language: str) -> None:
    catalogue = words.catalogue(language, find_title(title))
    found = dict(_reasons(*_files(title)))
    assert len(found) > 3
    for key, given in found.items():
        texts = catalogue.variants(f"advice.{key}")
        assert texts, f"advice.{key}"
        for text in texts.values():
            assert placeholders(text).keys() <= given, key
    told = {key.removeprefix("advice.") for key in catalogue.all_keys() if key.startswith("advice.")}
    assert told == found.keys()


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_advice_is_told_in_sentences(ada: Caller, title: str) -> None:
    game, lots = stellwerk.new(title, players=list("ABC"), seed=1), random.Random(2)
    for _ in range(40):
        game.play(bots.choose(game, game.waiting_for()[0], "random", lots))
    answer = ada.client.post("/api/games/import", content=game.to_json(), headers=ada.headers).json()
    found = ada.get(f"/games/{answer['id']}/advice?language=de")
    assert found
    for one in found:
        assert one["reasons"]
        for line in one["reasons"]:
            assert line[0].isupper()
            assert "advice." not in line


def test_programs_are_told_what_a_score_counts(ada: Caller) -> None:
    game = stellwerk.new("1835", players=list("ABC"), seed=1)
    answer = ada.client.post("/api/games/import", content=game.to_json(), headers=ada.headers).json()
    best, second, *_ = ada.get(f"/games/{answer['id']}/advice?language=en")
    assert best["measure"] == "percent"
    assert best["compared"]["how"] == "ahead_of_next"
    assert best["compared"]["measure"] == "percent"
    assert best["compared"]["points"] == round(best["score"] - second["score"])
    assert "in percent of the price" in best["reasons"][-1]


@pytest.mark.parametrize(("waited", "told"), [(bot_pool.ADVICE.seconds, True), (-1e9, False)])
def test_what_was_waited_for_who_thinks_counts_for_advice(waited: float, told: bool) -> None:
    game, lots = stellwerk.new("chicago-express", players=list("ABC"), seed=3), random.Random(3)
    while not isinstance(game.step, PlayerTurn):
        game.play(bots.choose(game, game.waiting_for()[0], "steady", lots))
    head = bot_pool.Head("game", game.title.id, game.players, {}, 3, "")
    known = bot_pool.Known()
    asked = bot_pool.Question(head, known, b"[]", known, game.waiting_for()[0], waited=waited)
    keys = [key for one in bot_pool._advice(game, asked) for key, _ in one.reasons]
    assert ("time_was_up" in keys) == told
