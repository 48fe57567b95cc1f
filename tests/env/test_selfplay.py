"""Self-play: the same games whoever plays them, what dies is done again, what is there is not played twice."""

import json
import os
import random
import sys
from collections import Counter
from math import inf
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk import bots
from stellwerk.bots.arena import Match, play
from stellwerk.env.rewards import margins
from stellwerk.play.core import Range
from stellwerk.play.errors import StellwerkError

pytest.importorskip("pyarrow", reason="PyArrow is not here: stellwerk[research]")

import pyarrow.parquet as pq

from stellwerk.env import positions, soaking
from stellwerk.env.chances import chance, seen_at
from stellwerk.env.selfplay import Plan, check, play_all, play_shard, read_all
from stellwerk.env.soaking import Pieces, play_piece, run_all
from stellwerk.env.variety import Variety, course_of, play_varied
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


@pytest.mark.long
def test_the_same_games_and_the_same_soak_on_ray_when_workers_are_killed(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray", reason="Ray is not here: make research")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # workers look for this module, too
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    pieces = Pieces(("chicago-express",), 3, games=2, folder=tmp_path / "soak", in_a_piece=1)
    play_all(PLAN, tmp_path / "here", Here(), lambda number: None)
    tally = run_all(pieces, Here())
    try:
        play_all(PLAN, tmp_path / "ray", Ray("local", 2), lambda number: None, played_and_killed_once)
        pieces = replace(pieces, folder=tmp_path / "soak on ray")
        others = run_all(pieces, Ray("local", 2), work=soaked_and_killed_once)
    finally:
        ray.shutdown()
    assert (tmp_path / "ray" / "died").exists()
    assert rows(tmp_path / "ray") == rows(tmp_path / "here")
    assert (tmp_path / "soak on ray" / "died").exists()
    assert others == tally


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


def test_more_games_leave_none_of_them_twice(tmp_path):
    """The last shard of fewer games is played whole, in its old place."""
    play_all(replace(PLAN, games=3), tmp_path, Here(), lambda number: None)
    again = Here()
    play_all(PLAN, tmp_path, again, lambda number: None)
    assert again.asked == [1, 2]
    games = [row["game"] for file in tmp_path.glob("*.parquet") for row in pq.read_table(file).to_pylist()]
    assert sorted(dict.fromkeys(games)) == [f"5/{number}" for number in range(5)]
    assert sorted(tmp_path.glob("*.parquet")) == [PLAN.file(tmp_path, shard) for shard in PLAN.shards()]
    assert len(games) == len({(row["game"], row["move"]) for row in rows(tmp_path)})


@pytest.mark.parametrize("changed", ["rules_version", "VERSION", "software", "of_all_levels"])
def test_what_another_version_has_played_is_not_gone_on_with(tmp_path, monkeypatch, changed):
    play_all(PLAN, tmp_path, Here(), lambda number: None)
    other = {
        "rules_version": ("find_title", lambda title: SimpleNamespace(rules_version=99)),
        "VERSION": ("VERSION", 99),
        "software": ("software", lambda: "stellwerk 99"),
        "of_all_levels": ("of_all_levels", lambda title: "abcdef"),
    }[changed]
    positions.edition.cache_clear()
    try:
        with monkeypatch.context() as context:
            context.setattr(positions, *other)
            again = Here()
            play_all(PLAN, tmp_path, again, lambda number: None)
    finally:
        positions.edition.cache_clear()
    assert again.asked == [0, 1, 2]


def test_each_decision_has_the_chance_with_which_it_was_taken(tmp_path):
    """A level by lots that can be counted tells it, one that misjudges or plays on does not."""
    variety = Variety(("steady", "easy", "random"), opening=6, lapse=0.25)
    plan = replace(PLAN, match=replace(PLAN.match, bots=("steady",) * 3), variety=variety, games=2, every=5)
    play_all(plan, tmp_path, Here(), lambda number: None)
    told = [row for table in read_all(plan, tmp_path) for row in table.to_pylist()]
    courses = {f"5/{number}": course_of(plan.match, number, variety) for number in (0, 1)}
    kinds = set()
    for row in told:
        course = courses[row["game"]]
        level = "random" if row["move"] < course.opening else course.levels[row["seat"]]
        kinds.add(level)
        assert (row["probability"] is None) is (level == "easy")
        if level == "steady":
            assert row["probability"] > 0
    assert kinds == {"steady", "easy", "random"}


def every(choice):
    """The actions of a choice."""
    if not isinstance(choice, Range):
        return [choice]
    return [choice.at(amount) for amount in range(choice.low, choice.high + 1, choice.step)]


@pytest.mark.parametrize(("level", "moves"), [("random", 0), ("random", 9), ("steady", 60)])
def test_chances_are_how_often_a_level_does_something(level, moves):
    game = stellwerk.new("chicago-express", ["North", "East", "West"], seed=3)
    lots = random.Random(3)
    while len(game.actions) < moves or len(game.legal_actions()) < 2:
        game.play(game.position.pick(lots))
    seat, draws = game.waiting_for()[0], 600
    counts = Counter(bots.choose(game, seat, level, lots) for _ in range(draws))
    here = seen_at(game.position, seat, game.actions)
    given = bots.seen(game, seat)
    assert (here.seat, here.choices, here.lately) == (given.seat, given.choices, given.lately)
    assert here.table.state == given.table.state
    chances = {action: chance(level, here, action) for choice in here.choices for action in every(choice)}
    assert sum(chances.values()) == pytest.approx(1)
    for action, share in chances.items():
        assert abs(counts[action] - draws * share) <= 4.5 * (draws * share * (1 - share)) ** 0.5
    assert chance("easy", here, next(iter(counts))) is None


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
    done = []
    assert run_all(pieces, again, done.append) == tally
    assert not again.asked
    assert done == [3]
    fewer = run_all(replace(pieces, games=1), Here())
    assert fewer.games == 1
    assert run_all(pieces, again) == tally
    assert again.asked == [0]  # which held one game only by then
    assert len(list(pieces.folder.glob("tally-*"))) == 2
    alone = Soak(pieces.titles, 3, inf, tmp_path)
    assert tally == alone.play(0) + alone.play(1) + alone.play(2)
    with pytest.raises(StellwerkError, match="not 0"):
        run_all(replace(pieces, games=0), Here())


def test_a_soak_under_other_rules_is_another_one(tmp_path, monkeypatch):
    pieces = Pieces(("chicago-express",), 3, games=1, folder=tmp_path)
    run_all(pieces, Here())
    monkeypatch.setattr(soaking, "find_title", lambda title: SimpleNamespace(rules_version=99))
    again = Here()
    run_all(pieces, again)
    assert again.asked == [0]
