"""Figures for docs/hosting.md: `python tests/measure/repaint.py` counts the calls of a repaint, late in a game.

The golden games of 1844 and 1873 are played to seven eighths; then the table's fragments are made for the seat
that has to act, after each of the next actions. The first six of them warm up what is kept.
"""

from __future__ import annotations

import cProfile
import pstats
import statistics

import stellwerk
from stellwerk.host.live import LiveGame, Look
from stellwerk.host.storage.rows import PERSON, RUNNING, GameRow, Seat
from stellwerk.testing.golden import played
from stellwerk.web.render import templates
from stellwerk.web.tables.parts import fragments

WARMING, MEASURED = 6, 20


def calls(title: str) -> list[int]:
    """The calls of each repaint."""
    whole = played(title)
    start = 7 * len(whole.actions) // 8
    game = stellwerk.new(title, whole.players, whole.options, whole.seed)
    for action in whole.actions[:start]:
        game.play(action)
    seats = tuple(Seat(number, PERSON, name, number + 1) for number, name in enumerate(game.players))
    rules = game.title.rules_version
    live = LiveGame(GameRow("g", title, rules, game.options, game.seed, 1, RUNNING, 0.0, 0.0, None, seats))
    live.game, live.number, live.marks = game, start, list(range(start + 1))
    found = []
    for action in whole.actions[start : start + WARMING + MEASURED]:
        game.play(action)
        live.number += 1
        live.marks.append(live.number)
        profile = cProfile.Profile()
        profile.enable()
        fragments(live, Look((*game.waiting_for(), 0)[0], "de"), templates())
        profile.disable()
        found.append(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]
    return found[WARMING:]


if __name__ == "__main__":
    for title in ("1844", "1873"):
        counted = calls(title)
        print(f"{title}: median {statistics.median(counted):.0f} calls, from {min(counted)} to {max(counted)}")
