"""Whole games by lot, a golden one with counts, and recorded games where they are at hand."""

import json
import random
from pathlib import Path

import msgspec
import pytest
from shikoku1889.rules import TITLE

import stellwerk
from stellwerk.play.core import Range
from stellwerk.play.files import from_json, to_json
from stellwerk.play.game import canonical
from stellwerk.records.replay import replay
from stellwerk.testing.lots import by_kind, by_lot
from stellwerk.titles.registry import find_title

GOLDEN = Path(__file__).parent / "golden"
RECORDS = Path(__file__).parents[4] / "shared" / "records" / "1889"
SEED = 1889


def begin(players, seed):
    return stellwerk.new("1889", [f"P{n}" for n in range(players)], {}, seed)


def ends(choices):
    for choice in choices:
        yield from (choice.at(choice.low), choice.at(choice.high)) if isinstance(choice, Range) else (choice,)


def played(players=4, seed=SEED, policy=by_kind):
    game, lots = begin(players, seed), random.Random(seed)
    while not game.over:
        game.play(policy(game, lots))
    return game


@pytest.mark.parametrize("players", TITLE.players)
def test_games_by_lot_end_and_lose_nothing(players):
    game, lots = begin(players, players), random.Random(players)
    while not game.over:
        before = canonical(game.state)
        actions = list(dict.fromkeys(ends(game.legal_actions())))
        for action in lots.sample(actions, min(2, len(actions))):
            twin = game.copy()
            twin.play(action)
            assert twin.problems() == []
        assert canonical(game.state) == before
        game.play((by_kind if lots.random() < 0.7 else by_lot)(game, lots))
    assert from_json(to_json(game), find_title).digest() == game.digest()


def told(game):
    lines = [f"1889, {len(game.players)} players, seed {SEED}"]
    for number in range(len(game.actions) + 1):
        if number:
            lines.append(f"{number} {msgspec.json.encode(game.actions[number - 1]).decode()}")
        for event in game.events_of(number):
            data = msgspec.to_builtins(event)
            kind = data.pop("event")
            if kind != "route_run":
                lines.append(f"  {kind} {json.dumps(data, ensure_ascii=False)}")
    return "\n".join([*lines, f"digest {game.digest()}", ""])


def perft(game, depth):
    """How many sequences of so many actions can follow, a range counted by its two ends."""
    if not depth or game.over:
        return 1
    total = 0
    for action in dict.fromkeys(ends(game.legal_actions())):
        game.play(action)
        total += perft(game, depth - 1)
        game.undo()
    return total


def counts(game):
    found = {}
    for part in (1, 3, 6, 9):
        at = begin(len(game.players), SEED)
        for action in game.actions[: len(game.actions) * part // 10]:
            at.play(action)
        found[str(len(at.actions))] = [perft(at, 1), perft(at, 2)]
    return found


def test_the_golden_game_is_played_and_told_as_ever(request):
    game = played()
    if request.config.getoption("--write-golden"):
        GOLDEN.mkdir(exist_ok=True)
        (GOLDEN / "1889.txt").write_text(told(game), encoding="utf-8")
        (GOLDEN / "1889.perft").write_text(json.dumps(counts(game), indent=1) + "\n", encoding="utf-8")
    assert told(game) == (GOLDEN / "1889.txt").read_text(encoding="utf-8")
    assert counts(game) == json.loads((GOLDEN / "1889.perft").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["962", "17502"])
def test_recorded_games_come_out_exact(name):
    file = RECORDS / f"{name}.json"
    if not file.exists():
        pytest.skip(f"the record {name} of 18xx.games is not at hand")
    outcome = replay(file)
    assert outcome.mismatches == 0
    assert outcome.game.over or name != "962"
