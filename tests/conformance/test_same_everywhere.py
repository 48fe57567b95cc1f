"""The same actions give the same digest whatever the hash seed; nothing draws lots but from the game's seed."""

import os
import subprocess
import sys

import pytest

import stellwerk
from stellwerk.testing.lots import POLICIES
from stellwerk.testing.trying import begin, lots_of, tables

SCRIPT = """
import random, stellwerk
from stellwerk.titles.registry import find_title
for title in stellwerk.title_ids():
    players = find_title(title).players[0]
    game, lots = stellwerk.new(title, [f"P{n}" for n in range(players)], seed=1), random.Random(7)
    while not game.over and len(game.actions) < 700:
        game.play(game.legal_actions().pick(lots))
    print(title, len(game.actions), game.digest())
"""


def digests(hash_seed):
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_digests_do_not_depend_on_the_hash_seed():
    first = digests("0")
    assert len(first.splitlines()) == len(stellwerk.title_ids())
    assert digests("4242") == first


def test_the_same_seed_gives_the_same_game():
    for title, players in tables():
        games = []
        for _ in range(2):
            game, lots = begin(title, players, seed=9), lots_of(11)
            for _ in range(25):
                if not game.over:
                    game.play(POLICIES["by_kind"](game, lots))
            games.append(game)
        assert games[0].digest() == games[1].digest()
        assert games[0].events == games[1].events
