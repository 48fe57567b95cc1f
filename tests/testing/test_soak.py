"""Long runs: a game follows from seed and number, and whatever goes wrong is told and kept."""

import json
import math

import pytest
from typer.testing import CliRunner

import stellwerk
from stellwerk.cli import _add_commands, app
from stellwerk.play.game import Game
from stellwerk.testing.soak import Soak, Tally
from stellwerk.titles.registry import find_title

TITLE = "chicago-express"

if "soak" not in {command.name for command in app.registered_commands}:
    _add_commands()


@pytest.fixture
def soak(tmp_path):
    return Soak((TITLE,), 1, math.inf, tmp_path / "kept")


def test_a_game_follows_from_seed_and_number(soak):
    first, again, other = (soak.game(number)[0] for number in (3, 3, 4))
    assert (first.players, first.options, first.seed) == (again.players, again.options, again.seed)
    assert first.seed != other.seed
    assert soak.play(3) == soak.play(3)


def test_titles_players_and_options_are_by_lot():
    soak = Soak(tuple(stellwerk.title_ids()), 1, math.inf, None)
    games = [soak.game(number)[0] for number in range(60)]
    assert {game.title.id for game in games} == set(stellwerk.title_ids())
    numbers = {len(game.players) for game in games if game.title.id == TITLE}
    assert len(numbers) > 2
    assert numbers <= set(find_title(TITLE).players)
    assert any(game.options for game in games if game.title.id == "1835")
    assert any(not game.options for game in games if game.title.id == "1835")


def test_a_whole_game_is_counted_and_read_again(soak):
    tally = soak.play(0)
    assert (tally.games, tally.replayed, tally.faults) == (1, 1, ())
    assert tally.by_title == {TITLE: tally.actions}
    assert tally.undone


def test_a_problem_is_told_and_its_game_kept(soak, monkeypatch):
    monkeypatch.setattr(Game, "problems", lambda game: ["money is lost"] if len(game.actions) == 7 else [])
    (fault,) = soak.play(0).faults
    assert fault.problem.startswith("money is lost")
    assert (fault.title, fault.move) == (TITLE, 7)
    assert len(stellwerk.load(soak.folder / fault.file).actions) == 7


def test_what_is_listed_and_then_refused_is_a_fault(soak, monkeypatch):
    play = Game.play

    def refuses(game, action):
        if len(game.actions) == 5:
            raise ValueError("somebody cannot pay")
        return play(game, action)

    monkeypatch.setattr(Game, "play", refuses)
    (fault,) = soak.play(0).faults
    assert "ValueError: somebody cannot pay" in fault.problem
    assert fault.move == 5


def test_an_undo_that_leads_elsewhere_is_a_fault(soak, monkeypatch):
    undo = Game.undo

    def twice(game):
        undo(game)
        return undo(game)

    monkeypatch.setattr(Game, "undo", twice)
    (fault,) = soak.play(0).faults
    assert "taking back leads elsewhere" in fault.problem


def test_tallies_add_up():
    total = Tally(1, 5, 1, 1, {"a": 5}) + Tally(2, 7, 0, 2, {"a": 3, "b": 4})
    assert total == Tally(3, 12, 1, 3, {"a": 8, "b": 4})


def test_the_command_prints_one_line(tmp_path):
    words = ["soak", TITLE, "--minutes", "0.001", "--out", str(tmp_path)]
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    figures = json.loads(result.stdout)
    assert result.exit_code == 0
    assert figures["faults"] == []
    assert set(figures["by_title"]) == {TITLE}
