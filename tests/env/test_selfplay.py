"""Self-play: the same games whoever plays them, what dies is done again, what is there is not played twice."""

import json
import os
import sys
from math import inf
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk.bots.arena import Match, play
from stellwerk.env.rewards import margins
from stellwerk.play.errors import StellwerkError

pytest.importorskip("pyarrow", reason="PyArrow is not here: stellwerk[research]")

from stellwerk.env.dataset import read_games, write
from stellwerk.env.selfplay import Plan, check, play_all, play_shard, read_all
from stellwerk.env.soaking import Pieces, play_piece, run_all
from stellwerk.env.variety import Variety, play_varied
from stellwerk.env.workers import Processes, Ray
from stellwerk.testing.soak import Soak

PLAN = Plan(Match("chicago-express", ("random", "random", "random"), 5), games=5, every=3, in_a_shard=2)


def played_and_killed_once(plan: Plan, folder: Path, shard: int) -> None:
    """The first who comes to shard 1 dies in the middle of it."""
    trace = folder / "died"
    if shard == 1 and not trace.exists():
        trace.touch()
        os._exit(9)
    play_shard(plan, folder, shard)


def soaked_and_killed_once(pieces: Pieces, piece: int) -> None:
    """The first who comes to piece 1 dies in the middle of it."""
    trace = pieces.folder / "died"
    if piece == 1 and not trace.exists():
        trace.touch()
        os._exit(9)
    play_piece(pieces, piece)


class Here:
    """Works at once, in this process."""

    def __init__(self):
        self.asked = []

    def each(self, work, numbers):
        for number in numbers:
            self.asked.append(number)
            work(number)
            yield number


def rows(folder):
    return [row for table in read_all(PLAN, folder) for row in table.to_pylist()]


def test_the_same_games_when_a_worker_is_killed(tmp_path):
    play_all(PLAN, tmp_path / "here", Here(), lambda number: None)
    done = []
    play_all(PLAN, tmp_path / "killed", Processes(2), done.append, played_and_killed_once)
    assert (tmp_path / "killed" / "died").exists()
    assert sum(done) == 5
    assert rows(tmp_path / "killed") == rows(tmp_path / "here")


def test_the_same_games_on_ray_when_a_worker_is_killed(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray", reason="Ray is not here: stellwerk[ray]")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # workers look for this module, too
    play_all(PLAN, tmp_path / "here", Here(), lambda number: None)
    try:
        play_all(PLAN, tmp_path / "ray", Ray("local", 2), lambda number: None, played_and_killed_once)
    finally:
        ray.shutdown()
    assert (tmp_path / "ray" / "died").exists()
    assert rows(tmp_path / "ray") == rows(tmp_path / "here")


def test_what_is_there_is_not_played_again_and_what_is_not_whole_is(tmp_path):
    here = Here()
    play_all(PLAN, tmp_path, here, lambda number: None)
    assert here.asked == [0, 1, 2]
    PLAN.file(tmp_path, 1).rename(tmp_path / "rest.part")
    again, done = Here(), []
    play_all(PLAN, tmp_path, again, done.append)
    assert again.asked == [1]
    assert done == [3, 2]
    assert not (tmp_path / "rest.part").exists()


def test_a_row_tells_what_was_seen_and_chosen_and_how_it_ended(tmp_path):
    play_all(PLAN, tmp_path, Here(), lambda number: None)
    (table, *_) = read_all(PLAN, tmp_path)
    arrays = json.loads(table.schema.metadata[b"arrays"])
    cash = arrays["seats"]["columns"].index("cash")
    start = arrays["game"]["shape"][0] * arrays["game"]["shape"][1]
    game = play(PLAN.match, 0)
    final = margins(game.result())
    first = [row for row in table.to_pylist() if row["game"] == "5/0"]
    assert [row["move"] for row in first] == list(range(0, len(game.actions), 3))
    now = stellwerk.new("chicago-express", ["a", "b", "c"], seed=5).position
    for move, action in enumerate(game.actions):
        if move % 3 == 0:
            row = first[move // 3]
            assert row["seat"] == action.seat
            assert row["margins"] == pytest.approx([final[(action.seat + n) % 3] for n in range(3)])
            seats = np.array(row["seen"][start : start + 3 * arrays["seats"]["shape"][1]]).reshape(3, -1)
            assert list(seats[:, cash]) == [now.state.cash[(action.seat + n) % 3] for n in range(3)]
            choices = now.all_choices(action.seat)
            assert row["choices"] == len(choices)
            chosen = choices[row["chosen"]]
            assert type(getattr(chosen, "action", chosen)) is type(action)
        now = now.apply(action)


def test_stored_games_become_a_table_with_a_card(tmp_path):
    game = play(PLAN.match, 1)
    stored = tmp_path / "stored.json"
    stored.write_text(game.to_json(), encoding="utf-8")
    games = read_games([stored])
    card = write(games, tmp_path / "all.jsonl", every=2)
    lines = (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == card.decisions == -(-len(game.actions) // 2)
    assert json.loads(lines[0])["choices"] > 0
    text = (tmp_path / "all.md").read_text(encoding="utf-8")
    assert "stellwerk_chicago_express_v1: 1 games with 3 players" in text
    assert not any(name in text for name in game.players)


def test_what_cannot_be_played_is_refused():
    with pytest.raises(StellwerkError, match="for 2 to 6 players, not 1"):
        check(Plan(Match("chicago-express", ("random",), 1), 3))
    with pytest.raises(StellwerkError, match="at least one job"):
        Processes(0)


def test_games_differ_by_lot_and_yet_follow_from_their_seed():
    match = Match("chicago-express", ("steady", "random", "random"), 5)
    variety = Variety(("random",), opening=6, lapse=0.1)
    game = play_varied(match, 0, variety)
    assert game.actions == play_varied(match, 0, variety).actions
    assert game.actions != play_varied(match, 1, variety).actions
    assert game.over
    assert {name.split()[0] for name in game.players} == {"random"}
    assert play_varied(PLAN.match, 0, Variety()).actions == play(PLAN.match, 0).actions
    plan = replace(PLAN, variety=variety)
    assert plan.file(Path(), 0) != PLAN.file(Path(), 0)
    for wrong in (Variety(("bold",)), Variety(opening=-1), Variety(lapse=1.0)):
        with pytest.raises(StellwerkError):
            check(replace(PLAN, variety=wrong))


def test_a_soak_in_pieces_gives_the_same_whoever_plays_it(tmp_path):
    pieces = Pieces(("chicago-express",), 3, games=3, folder=tmp_path / "here", in_a_piece=2)
    tally = run_all(pieces, Here())
    assert (tally.games, tally.replayed, tally.faults) == (3, 3, ())
    assert tally.actions == tally.by_title["chicago-express"] > 100
    again = Here()
    assert run_all(pieces, again) == tally
    assert not again.asked
    alone = Soak(pieces.titles, 3, inf, tmp_path)
    assert tally == alone.play(0) + alone.play(1) + alone.play(2)
    with pytest.raises(StellwerkError, match="not 0"):
        run_all(replace(pieces, games=0), Here())


def test_a_soak_on_ray_is_the_same_when_a_worker_is_killed(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray", reason="Ray is not here: stellwerk[ray]")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    pieces = Pieces(("chicago-express",), 3, games=3, folder=tmp_path / "here", in_a_piece=1)
    tally = run_all(pieces, Here())
    try:
        others = run_all(replace(pieces, folder=tmp_path / "ray"), Ray("local", 2), work=soaked_and_killed_once)
    finally:
        ray.shutdown()
    assert (tmp_path / "ray" / "died").exists()
    assert others == tally
