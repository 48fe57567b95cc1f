"""Game files: what a bad one is told, and that saving never loses the old one."""

import json
import os
from pathlib import Path

import pytest

import stellwerk
from stellwerk import GameFileError, StellwerkError
from stellwerk.play import files

NAMES = ["North", "East", "West", "South"]


def some_title():
    return stellwerk.title_ids()[0]


@pytest.fixture
def game():
    game = stellwerk.new(some_title(), NAMES)
    for _ in range(6):
        game.play(next(iter(game.legal_actions())))
    return game


def edited(game, **changes):
    data = json.loads(game.to_json())
    data.update(changes)
    return json.dumps(data)


def told(text):
    """The one sentence that a bad file is told."""
    with pytest.raises(StellwerkError) as refused:
        stellwerk.load(text)
    sentence = str(refused.value)
    assert sentence.strip()
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def test_there_and_back(game):
    assert stellwerk.load(game.to_json()).digest() == game.digest()


NO_GAMES = ["", "{", "[]", "null", "17", '"text"', "\x00\x01", "{}", '{"stellwerk": 1}', "[" * 9000]


@pytest.mark.parametrize("text", NO_GAMES)
def test_what_is_no_game_file(text):
    assert "Nothing was changed" in told(text)


def test_bytes_that_are_no_text():
    assert "Nothing was changed" in told(b"\xff\xfe\x00\x80garbage")


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_file(game, part):
    text = game.to_json()
    assert "Nothing was changed" in told(text[: int(len(text) * part)])


def test_a_later_format(game):
    assert "later version" in told(edited(game, stellwerk=files.FORMAT + 1))


@pytest.mark.parametrize("version", [0, -1, "1", None, 1.5, []])
def test_an_unknown_format(game, version):
    told(edited(game, stellwerk=version))


def test_earlier_rules_may_describe_the_position_otherwise(game):
    old = edited(game, rules=game.title.rules_version - 1, digest="of another state")
    assert stellwerk.load(old).digest() == game.digest()


def test_later_rules(game):
    assert "later rules" in told(edited(game, rules=99))


def test_an_unknown_title(game):
    assert "no title" in told(edited(game, title="1999"))


@pytest.mark.parametrize("players", [[], ["One"], [f"P{n}" for n in range(99)]])
def test_a_wrong_number_of_players(game, players):
    assert "players" in told(edited(game, players=players))


@pytest.mark.parametrize("players", [["A", "A", "B"], ["A", " ", "B"]])
def test_players_without_names_of_their_own(game, players):
    assert "name" in told(edited(game, players=players))


def test_unknown_options(game):
    assert "options" in told(edited(game, options={"flying_trains": True}))


def test_missing_and_additional_fields(game):
    data = json.loads(game.to_json())
    for field in data:
        told(json.dumps({key: value for key, value in data.items() if key != field}))
    told(edited(game, colour="red"))


FOREIGN = [{}, {"type": "fly"}, {"type": "pass"}, {"type": "pass", "seat": "0"}, {"seat": 0}]
FOREIGN += [{"type": 3, "seat": 0}]


@pytest.mark.parametrize("action", FOREIGN)
def test_a_foreign_action(game, action):
    actions = json.loads(game.to_json())["actions"]
    assert "action 3" in told(edited(game, actions=[*actions[:2], action, *actions[2:]]))


def test_an_illegal_action(game):
    actions = json.loads(game.to_json())["actions"]
    seat = (game.waiting_for()[0] + 1) % len(NAMES)
    assert "illegal action 7" in told(edited(game, actions=[*actions, {"type": "pass", "seat": seat}]))


def test_a_changed_action_list(game):
    actions = json.loads(game.to_json())["actions"]
    assert "position it was saved in" in told(edited(game, actions=actions[:-1]))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(GameFileError, match=r"nothing\.json cannot be read"):
        stellwerk.load(tmp_path / "nothing.json")
    with pytest.raises(GameFileError):
        stellwerk.load(tmp_path)


def test_the_file_is_named(game, tmp_path):
    file = tmp_path / "mine.json"
    file.write_text("{", encoding="utf-8")
    with pytest.raises(GameFileError, match=r"^mine\.json"):
        stellwerk.load(file)
    assert file.read_text(encoding="utf-8") == "{"


def test_saving_and_loading_a_file(game, tmp_path):
    file = tmp_path / "game.json"
    stellwerk.save(game, file)
    assert stellwerk.load(file).digest() == game.digest()
    assert os.listdir(tmp_path) == ["game.json"]


@pytest.mark.parametrize("broken", ["replace", "fsync"])
@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_crash_while_saving_leaves_the_old_file(game, tmp_path, monkeypatch, broken, fault):
    file = tmp_path / "game.json"
    stellwerk.save(game, file)
    old = file.read_bytes()
    game.play(next(iter(game.legal_actions())))

    def fail(*_):
        raise fault

    monkeypatch.setattr(files.os, broken, fail)
    with pytest.raises((StellwerkError, KeyboardInterrupt)):
        stellwerk.save(game, file)
    monkeypatch.undo()
    assert file.read_bytes() == old
    assert os.listdir(tmp_path) == ["game.json"]
    stellwerk.save(game, file)
    assert stellwerk.load(file).digest() == game.digest()


def test_nothing_is_written_over_before_the_new_text_is_complete(game, tmp_path, monkeypatch):
    file = tmp_path / "game.json"
    file.write_text("old", encoding="utf-8")
    seen = []
    replace = os.replace

    def look(source, target):
        seen.append((file.read_text(encoding="utf-8"), Path(source).read_text(encoding="utf-8")))
        replace(source, target)

    monkeypatch.setattr(files.os, "replace", look)
    stellwerk.save(game, file)
    assert seen == [("old", game.to_json())]


def test_wrong_beginnings():
    for players in ([], ["A", "A", "A"], ["A", "", "B"]):
        with pytest.raises(StellwerkError):
            stellwerk.new(some_title(), players)
    with pytest.raises(StellwerkError):
        stellwerk.new(some_title(), NAMES, {"nonsense": 1})
    with pytest.raises(StellwerkError, match="no title"):
        stellwerk.new("1999", NAMES)


def test_a_saved_file_has_the_rights_of_any_other(tmp_path):
    plain = tmp_path / "plain"
    plain.write_text("")
    file = tmp_path / "game.json"
    stellwerk.save(stellwerk.new("1835", ["a", "b", "c"]), file)
    assert file.stat().st_mode == plain.stat().st_mode
    file.chmod(0o640)
    stellwerk.save(stellwerk.new("1835", ["a", "b", "c"]), file)
    assert file.stat().st_mode & 0o777 == 0o640
