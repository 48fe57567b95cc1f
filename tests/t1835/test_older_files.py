"""Files and logs that earlier versions of the rules wrote are read as they were played."""

from pathlib import Path

import msgspec
import pytest

import stellwerk
from stellwerk.eighteen.actions import BuildStation, Dividend, LayTile
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import PERSON, RUNNING, GameRow, Seat
from stellwerk.play.files import read_action
from stellwerk.titles.registry import find_title

pytestmark = pytest.mark.unmeasured

FILES = sorted(Path(__file__).with_name("stored").glob("version-*.json"))
OLD = [
    ('{"type":"lay_tile","seat":1,"company":"BY","hex":"M15","tile":"8","rotation":2,"private":"OB"}',
     LayTile(1, "BY", "M15", "8", 2, "OB")),
    ('{"type":"build_station","seat":1,"company":"BY","hex":"L14","city":0,"private":"NF"}',
     BuildStation(1, "BY", "L14", 0, "NF")),
    ('{"type":"dividend","seat":1,"company":"BY","pay":true}', Dividend(1, "BY", "pay")),
    ('{"type":"dividend","seat":1,"company":"BY","pay":false}', Dividend(1, "BY", "keep")),
]  # fmt: skip


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_stored_game_is_played_as_it_was(file):
    data = msgspec.json.decode(file.read_bytes())
    game = stellwerk.load(file)
    assert len(game.actions) == len(data["actions"])
    assert game.problems() == []
    for action, raw in zip(game.actions, data["actions"], strict=True):
        if "private" in raw:
            assert action.permit == raw["private"]
        if "pay" in raw:
            assert action.kind == ("pay" if raw["pay"] else "keep")


def test_the_stored_games_use_what_was_renamed():
    raw = [each for file in FILES for each in msgspec.json.decode(file.read_bytes())["actions"]]
    assert any(each.get("private") for each in raw)
    assert {each["pay"] for each in raw if "pay" in each} == {True, False}


@pytest.mark.parametrize(("written", "action"), OLD)
def test_an_action_of_an_earlier_version_and_of_this_one(written, action):
    title = find_title("1835")
    assert read_action(msgspec.json.decode(written), title) == action
    assert read_action(msgspec.json.decode(msgspec.json.encode(action)), title) == action


@pytest.mark.parametrize("raw", [None, [], "dividend", {"type": ["dividend"]}, {"type": "dividend", "pay": "x"}])
def test_nonsense_stays_nonsense(raw):
    with pytest.raises(msgspec.ValidationError):
        read_action(raw, find_title("1835"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_log_on_the_server_is_followed_as_it_was_written(file):
    data = msgspec.json.decode(file.read_bytes())
    seats = tuple(Seat(number, PERSON, name, 1) for number, name in enumerate(data["players"]))
    row = GameRow("x", "1835", data["rules"], data["options"], data["seed"], 1, RUNNING, 0.0, 0.0, None, seats)
    live = LiveGame(row)
    for raw in data["actions"]:
        live.follow(msgspec.json.encode(raw))
    assert live.broken == ""
    assert live.game.digest() == stellwerk.load(file).digest()
