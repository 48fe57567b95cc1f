"""What researchers type, at small size: a value, a champion, how quick environments are."""

import json
from importlib import import_module

import pytest
import typer
from typer.testing import CliRunner

from stellwerk.titles.registry import title_ids

pytest.importorskip("pettingzoo", reason="PettingZoo is not here: stellwerk[research]")

from stellwerk.bench import env as bench
from stellwerk.bots.duels import play_game
from stellwerk.bots.ladder import read
from stellwerk.env import champion, players
from stellwerk.env.players import player
from stellwerk.env.value import Value
from stellwerk.env.variety import Variety
from stellwerk.titles.registry import find_title

CHICAGO = "chicago-express"


def asked(name, *words):
    module = import_module(f"stellwerk.commands.{name}")
    app = getattr(module, "app", None) or typer.Typer()
    if hasattr(module, "command"):
        app.command()(module.command)
    done = CliRunner().invoke(app, list(map(str, words)), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_value_is_learned_from_nothing_and_asked(tmp_path):
    pytest.importorskip("lightgbm", reason="LightGBM is not here: make research")
    file, games = tmp_path / "value.json", tmp_path / "games"
    words = ("value", CHICAGO, "--out", file, "--keep", games, "--bots", "random,random", "--mix", "")
    told = json.loads(asked(*words, "--games", 5, "--folds", 2))
    assert (told["title"], told["taught"], told["tried"]) == (CHICAGO, 2, 5)
    assert told["bytes"] == file.stat().st_size < 1_000_000
    assert file.with_suffix(".svg").read_text(encoding="utf-8").startswith("<svg")
    assert Value.read(file).players == 2
    whole = json.loads(asked(*words, "--games", 4, "--tried", 2, "--folds", 0))
    assert (whole["taught"], whole["tried"]) == (4, 2)
    assert len(list(games.iterdir())) == 6  # of which five were there
    quick = [player(find_title(CHICAGO), f"turn:{file}"), player(find_title(CHICAGO), "random")]
    assert play_game(find_title(CHICAGO), quick, 1).over


@pytest.mark.long
def test_a_champion_is_taught_in_rounds_and_rated(tmp_path, monkeypatch):
    pytest.importorskip("lightgbm", reason="LightGBM is not here: make research")
    monkeypatch.setattr(champion, "FIRST", Variety(("random",)))
    monkeypatch.setattr(players, "TRIED", 3)
    words = ("--players", 2, "--rounds", 1, "--games", 4, "--rated", 2, "--against", "random", "--out", tmp_path)
    said = asked("champion", CHICAGO, *words)
    assert "round 1: learned from 8 games" in said
    assert "against random: won" in said
    bots = {bot.split("@")[0] for game in read(tmp_path / "ladder.json").games for bot in game.bots}
    assert bots == {"champion", "random"}


def test_the_speed_of_environments_is_told_by_title(monkeypatch):
    monkeypatch.setattr(bench, "_many", lambda title, seconds: 1.0)  # processes: tests/env/test_vector.py
    told = json.loads(asked("bench", "env", "--seconds", "0.01"))
    assert list(told) == title_ids()
    for speed in told.values():
        assert min(speed["engine"], speed["observed"], speed["without_features"]) > 0
        assert speed["part"] == pytest.approx(speed["observed"] / speed["engine"], abs=0.006)
