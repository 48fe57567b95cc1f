"""A bot at a table of another release: by public means alone, so that any release can sit there.

Run as a script it answers questions, one JSON line each: `duel` has a level of two releases play each other.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

import stellwerk
from stellwerk import bots
from stellwerk.play.files import read_action


class Table:
    """A game that another release leads, followed here move by move."""

    def __init__(self, title: str, players: list[str], seed: int) -> None:
        self.game = stellwerk.new(title, players, seed=seed)
        self.lots = [random.Random(f"{seed}/{seat}") for seat in range(len(players))]

    def chosen(self, played: list[Any], seat: int, level: str) -> Any:
        """What a bot does after these further actions."""
        for raw in played:
            self.game.play(read_action(raw, self.game.title))
        return msgspec.to_builtins(bots.choose(self.game, seat, level, self.lots[seat]))


def answer(questions: Iterator[str]) -> Iterator[str]:
    """Answers to what a release is asked, one for each question.

    `{"title", "players", "seed"}` begins a game. `{"played", "seat", "level"}`: what that level does at that seat
    after so many more actions.
    """
    table: Table | None = None
    for question in questions:
        asked = json.loads(question)
        try:
            if "title" in asked:
                table, told = Table(**asked), {}
            else:
                assert table is not None
                told = {"action": table.chosen(**asked)}
        except Exception as error:  # another release may lack anything, and have other rules
            told = {"fault": f"{type(error).__name__}: {error}"}
        yield json.dumps(told)


if __name__ == "__main__":
    for line in answer(iter(sys.stdin)):
        print(line, flush=True)
