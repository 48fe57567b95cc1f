"""Tables of games that were played: one game at a time, gone on with after a break, told about on a card."""

import hashlib
import json
from importlib.metadata import version

import pytest

from stellwerk.bots.arena import Match, play
from stellwerk.play.errors import StellwerkError

pytest.importorskip("pyarrow", reason="PyArrow is not here: stellwerk[research]")

import pyarrow.parquet as pq

from stellwerk.env import dataset
from stellwerk.env.dataset import write

MATCH = Match("chicago-express", ("random", "random", "random"), 5)


@pytest.fixture(scope="module")
def games():
    return [play(MATCH, number) for number in range(3)]


@pytest.fixture
def stored(games, tmp_path):
    files = [tmp_path / f"stored{number}.json" for number in range(3)]
    for file, game in zip(files, games, strict=True):
        file.write_text(game.to_json(), encoding="utf-8")
    return files


def test_stored_games_become_a_table_with_a_card(games, stored, tmp_path):
    card = write(stored, tmp_path / "all.jsonl", every=2)
    lines = (tmp_path / "all.jsonl").read_bytes().splitlines()
    assert len(lines) == card.decisions == sum(-(-len(game.actions) // 2) for game in games)
    assert json.loads(lines[0])["choices"] > 0
    text = (tmp_path / "all.md").read_text(encoding="utf-8")
    assert "stellwerk_chicago_express_v2: 3 games with 3 players" in text
    assert not any(name in text for name in games[0].players)
    assert f"written by stellwerk {version('stellwerk')}" in text
    assert card.moves == (min(len(game.actions) for game in games), max(len(game.actions) for game in games))
    assert card.digest == hashlib.sha256((tmp_path / "all.jsonl").read_bytes()).hexdigest()
    assert (card.finished, card.records) == (3, 0)
    write(stored, tmp_path / "all.parquet", every=2)
    table = pq.read_table(tmp_path / "all.parquet")
    assert table.schema.metadata[b"software"] == f"stellwerk {version('stellwerk')}".encode()
    assert table.to_pylist() == [json.loads(line) for line in lines]


def test_who_was_broken_off_goes_on_where_he_was(stored, tmp_path, monkeypatch):
    write(stored, tmp_path / "whole.parquet", every=3)
    out, read, real = tmp_path / "broken.parquet", [], dataset._game

    def fails_at_the_last(file):
        read.append(file.stem)
        if len(read) == 3:
            raise KeyboardInterrupt
        return real(file)

    monkeypatch.setattr(dataset, "_game", fails_at_the_last)
    with pytest.raises(KeyboardInterrupt):
        write(stored, out, every=3)
    assert not out.exists()
    done = []
    write(stored, out, 3, done.append)
    assert read == ["stored0", "stored1", "stored2", "stored2"]
    assert done == [2, 1]
    assert out.read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    assert not (tmp_path / "broken.parquet.parts").exists()


def test_a_game_that_changed_meanwhile_is_read_again(games, stored, tmp_path):
    out = tmp_path / "all.parquet"
    broken = tmp_path / "broken.json"
    broken.write_text("{}", encoding="utf-8")
    with pytest.raises(StellwerkError):
        write([*stored, broken], out, every=5)
    stored[0].write_text(games[1].to_json(), encoding="utf-8")
    assert write(stored[:1], out, every=5).decisions == -(-len(games[1].actions) // 5)


def test_a_table_holds_games_of_one_kind_with_names_of_their_own(stored, tmp_path):
    other = tmp_path / "other.json"
    other.write_text(play(Match("chicago-express", ("random",) * 4, 5), 0).to_json(), encoding="utf-8")
    with pytest.raises(StellwerkError, match=r"other\.json is of another kind"):
        write([stored[0], other], tmp_path / "all.parquet", every=20)
    with pytest.raises(StellwerkError, match="Two games are called stored0"):
        write([stored[0], stored[0]], tmp_path / "all.parquet", every=20)
    with pytest.raises(StellwerkError, match=r"nobody\.json cannot be read"):
        write([tmp_path / "nobody.json"], tmp_path / "all.parquet", every=20)
