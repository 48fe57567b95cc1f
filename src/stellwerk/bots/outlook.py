"""The forecast: what each seat is likely to be worth when the game is over."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.play.core import Position
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game, Title

from .api import Table
from .levels import judge_of


def outlook(title: Title, table: Table) -> tuple[float, ...]:
    """The expected final worth of each seat; where the game is over, its result.

    A position with a secret is to be masked before: it is told by what it shows.
    """
    now = title.result(table.rules, table.state)
    worth = [now[seat] for seat in range(table.state.seats)]
    if not table.state.agenda:
        return tuple(map(float, worth))
    judge = judge_of(title)
    if judge is None:
        raise StellwerkError(f"{title.name} has nobody who could foretell how a game ends.")
    return tuple(judge.outlook(table, worth))


def outlook_after(game: Game, number: int) -> tuple[float, ...]:
    """The forecast after the n-th action of a game, as those who only watch could make it."""
    seen = game.seen(None, number)
    return outlook(game.title, Position(game.rules, seen.state))


def shares(worth: Sequence[float]) -> tuple[float, ...]:
    """Each seat's part of all that the table is expected to be worth; nobody's is below nothing."""
    whole = [max(0.0, each) for each in worth]
    total = sum(whole)
    return tuple(each / total if total else 1 / len(whole) for each in whole)


def from_mean(values: Sequence[float]) -> tuple[float, ...]:
    """How far each is from the mean of the table: all that tells who is ahead.

    >>> from_mean([700, 400, 400])
    (200.0, -100.0, -100.0)
    """
    mean = sum(values) / len(values)
    return tuple(value - mean for value in values)
