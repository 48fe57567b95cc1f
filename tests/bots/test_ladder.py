"""The ladder: which games are played, what is kept, and that ratings follow from the games alone."""

import json

import msgspec
import pytest
from typer.testing import CliRunner

from stellwerk.bots import codeprint, levels
from stellwerk.bots.codeprint import fingerprint
from stellwerk.bots.ladder import Ladder, Played, Rung, better, climb, pairings, promotions, read, rungs
from stellwerk.cli import _add_commands, app
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import find_title, title_ids

TITLE = "chicago-express"
STRENGTH = {"random": 10, "easy": 50, "steady": 90}


def by_strength(match, number):
    """Who is stronger ends richer, now and then not."""
    return [STRENGTH[bot] + (60 if number % 7 == 3 and bot == "easy" else 0) for bot in match.bots]


def climbed(ladder=None, games=12, seed=1, levels=("random", "easy", "steady")):
    return climb(ladder or Ladder(), TITLE, levels, 4, games, seed, play=by_strength)


def test_all_levels_meet_equally_often_and_change_seats():
    found = pairings(["a", "b", "c"], 4, 6)
    assert found[0] == ("a", "b", "a", "b")
    assert found[3] == ("b", "a", "b", "a")
    assert all(sum(level in seats for seats in found) == 4 for level in "abc")


def test_stronger_levels_stand_above_and_games_are_counted():
    found = rungs(climbed(games=30))
    names = ("steady", "easy", "random")
    assert [one.bot for one in found] == [f"{name}@{fingerprint(TITLE, name)}" for name in names]
    assert [one.games for one in found] == [20, 20, 20]
    assert found[0].above > found[1].above > found[2].above
    assert found[0].players == 4


def test_what_is_there_is_not_played_again_and_ratings_follow_from_the_games():
    first = climbed(games=6)
    again = climbed(first, games=12)
    assert again.games[:6] == first.games
    assert len(again.games) == 12
    assert rungs(again) == rungs(climbed(games=12)) == rungs(Ladder(again.games[::-1]))
    assert climbed(again, games=12).games == again.games


def changed(monkeypatch, *levels):
    """Other code of some levels."""
    now = "stellwerk.bots.ladder.fingerprint"
    monkeypatch.setattr(now, lambda title, level: "abc123" if level in levels else fingerprint(title, level))


def test_another_code_stands_beside_the_old_one_and_meets_levels_that_have_not_changed(monkeypatch):
    old = climbed(games=6)
    changed(monkeypatch, "steady")
    both = climbed(old, games=6)
    assert len(both.games) == 6 + 4  # those without it are not played again
    standing = {one.bot.partition("@")[0]: one for one in rungs(both)}
    assert len(rungs(both)) == 4
    assert standing["random"].games == 6


def test_a_level_of_now_is_told_beside_what_it_was(monkeypatch):
    strength, same = {**STRENGTH, "steady": 20}, climbed(games=60)
    by = lambda match, number: [strength[bot] for bot in match.bots]  # noqa: E731
    weak = climb(Ladder(), TITLE, list(STRENGTH), 4, 120, 1, play=by)
    before = f"steady@{fingerprint(TITLE, 'steady')}"
    assert promotions(weak) == promotions(same) == []
    changed(monkeypatch, "steady")
    (one,) = promotions(climbed(weak, games=120))
    assert (one.now, one.before, one.promoted) == ("steady@abc123", before, True)
    assert one.gain > 2 * one.error
    (one,) = promotions(climbed(same, games=60))
    assert (one.now, one.before, one.promoted) == ("steady@abc123", before, False)


def test_the_command_says_whether_a_level_is_better_than_it_was(tmp_path, monkeypatch):
    _add_commands()
    file, words = tmp_path / "l.json", ["ladder", "--promote", "--file", str(tmp_path / "l.json")]
    file.write_bytes(msgspec.json.encode(climbed(games=12)))
    assert CliRunner().invoke(app, words).exit_code == 0
    changed(monkeypatch, "steady")
    file.write_bytes(msgspec.json.encode(climbed(read(file), games=12)))
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 1
    assert "steady@abc123" in told.stdout
    assert "not better by two standard errors" in told.stdout


@pytest.mark.parametrize("title", title_ids())
def test_a_fingerprint_is_of_the_code_that_a_level_plays_by(title, monkeypatch):
    """What only advises, rates or looks ahead changes no level that does none of it; nor does a comment."""
    source, found = codeprint._source, find_title(title)
    before = {level: fingerprint.__wrapped__(title, level) for level in levels(found)}

    def told(*changed_modules, text="\nOTHER = 1\n"):
        codeprint._imported.cache_clear()
        other = lambda module: source(module) + (text if module.endswith(changed_modules) else "")  # noqa: E731
        monkeypatch.setattr(codeprint, "_source", other)
        return {level for level in before if fingerprint.__wrapped__(title, level) != before[level]}

    weighs = {"easy", "steady", "strong"} & set(before)
    assert told(".judgement") == weighs
    assert told(".judgement", text="\n# a comment\n") == set()
    assert told(".advice", ".analysis", ".arena", ".ladder", ".people") == set()
    assert told("bots.search", ".explorer", ".pencil") == {"strong"} & set(before)
    assert told("bots.api") == weighs


def test_one_takes_the_place_of_another_at_two_standard_errors():
    rung = Rung(TITLE, 4, "a", 9, 0.9, 30.0, 1.0)
    assert better(rung, msgspec.structs.replace(rung, rating=27.0))
    assert not better(rung, msgspec.structs.replace(rung, rating=27.5))


@pytest.mark.parametrize("text", ["[]", '{"games": [{"title": "x"}]}', "no", '{"games": 3}'])
def test_what_is_no_ladder_is_refused_and_stays(tmp_path, text):
    file = tmp_path / "ladder.json"
    file.write_text(text)
    with pytest.raises(StellwerkError, match="is not a ladder"):
        read(file)
    assert file.read_text() == text


def test_what_cannot_be_played_is_refused():
    with pytest.raises(StellwerkError, match="at least two levels"):
        climbed(levels=("steady", "steady"))
    with pytest.raises(StellwerkError, match="not for 9 players"):
        climb(Ladder(), TITLE, ("easy", "steady"), 9, 2, 1)


def test_the_command_plays_keeps_and_tells(tmp_path, monkeypatch):
    _add_commands()
    monkeypatch.setattr("stellwerk.bots.ladder._worth", lambda work: tuple(by_strength(*work)))
    some = ["--levels", "random,easy,steady", "--games", "6", "--json"]
    words = ["ladder", TITLE, "--file", str(tmp_path / "l.json"), *some]
    told = CliRunner().invoke(app, words, catch_exceptions=False)
    assert [one["games"] for one in json.loads(told.stdout)] == [4, 4, 4]
    kept = read(tmp_path / "l.json")
    assert kept.games[0] == Played(TITLE, 1, 0, kept.games[0].bots, (10, 50, 10, 50), opening=8)
    shown = CliRunner().invoke(app, ["ladder", "--file", str(tmp_path / "l.json")], catch_exceptions=False)
    assert "steady@" in shown.stdout
