"""Which games stay in memory: by how much they take, who looks at them, and when they were last asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from ..live import LiveGame

WORK, REST = 0.004, 0.0005
"""Seconds of following a log after which others get their turn, and for how long."""


def surplus(games: Sequence[LiveGame], room: int, stays: Callable[[str], int]) -> list[LiveGame]:
    """Games that have to go so that the others take no more than `room` bytes; the last asked for is the last.

    Those go first that have least reason to stay (`stays`), of these the ones in which nobody has moved yet, and
    among equals those that were not asked for the longest time. The last one never goes.
    """
    over = sum(game.weight for game in games) - room
    if over <= 0:
        return []
    going = []
    for game in sorted(games[:-1], key=lambda game: (stays(game.row.id), len(game.marks) > 1)):
        if over <= 0:
            break
        going.append(game)
        over -= game.weight
    return going


class Breaths:
    """Lets others get their turn while a long log is followed."""

    def __init__(self) -> None:
        self._since = time.perf_counter()

    def __call__(self) -> None:
        """Rest a little, if it is time."""
        if time.perf_counter() - self._since > WORK:
            time.sleep(REST)
            self._since = time.perf_counter()
