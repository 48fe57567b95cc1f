"""A value learned from games: how far each seat will end from the table's mean, by what is on the table now.

It is trained once (`value_training.py`) and kept as plain trees in a small file; to ask it, numpy is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from stellwerk.bots.outlook import from_mean, outlook
from stellwerk.play.errors import StellwerkError
from stellwerk.play.playable import Playable
from stellwerk.play.typed import decode

from .reader import Reader
from .scheme import Scheme

LEFT_OUT = frozenset(("certificates", "hexes"))
"""Arrays with more figures than some hundred games can teach anything about."""

Row = NDArray[np.float64]


class Tree(Struct, frozen=True):
    """A tree of questions: which figure, up to which amount to the left, and where next; leaves are below zero."""

    figure: tuple[int, ...]
    amount: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    leaves: tuple[float, ...]


class Forest:
    """All trees at once, for several rows: leaves are nodes that lead to themselves.

    >>> Forest([Tree((0,), (5.0,), (-1,), (-2,), (1.5, 2.5))]).of(np.array([[5.0], [7.0]])).tolist()
    [1.5, 2.5]
    """

    def __init__(self, trees: Sequence[Tree]) -> None:
        figure: list[int] = []
        amount: list[float] = []
        follow: list[int] = []
        worth: list[float] = []
        roots = []
        for tree in trees:
            first, nodes = len(figure), len(tree.figure)
            roots.append(first)
            figure += [*tree.figure, *(0 for _ in tree.leaves)]
            amount += [*tree.amount, *(0.0 for _ in tree.leaves)]
            for pair in zip(tree.left, tree.right, strict=True):
                follow += [first + (at if at >= 0 else nodes + ~at) for at in pair]
            follow += [first + nodes + leaf for leaf in range(len(tree.leaves)) for _ in (0, 1)]
            worth += [*(0.0 for _ in tree.figure), *tree.leaves]
        self._figure, self._amount = np.array(figure), np.array(amount)
        self._next, self._worth = np.array(follow), np.array(worth)
        self._roots = np.array(roots)
        self._deep = max((_deep(tree, 0) for tree in trees), default=0)

    def of(self, rows: Row) -> Row:
        """What all of them say together, for each row."""
        width = rows.shape[1]
        flat = rows.reshape(-1)
        begin = (np.arange(len(rows)) * width)[:, None]
        at = np.broadcast_to(self._roots, (len(rows), len(self._roots)))
        for _ in range(self._deep):
            right = flat.take(begin + self._figure.take(at)) > self._amount.take(at)
            at = self._next.take(2 * at + right)
        total: Row = self._worth.take(at).sum(axis=1)
        return total


def _deep(tree: Tree, at: int) -> int:
    return 0 if at < 0 else 1 + max(_deep(tree, tree.left[at]), _deep(tree, tree.right[at]))


class Value(Struct, frozen=True):
    """What was learned for a title and a number of players, by which rules and scheme: others learn anew."""

    title: str
    rules_version: int
    scheme_version: int
    players: int
    trees: tuple[Tree, ...]
    """Together they say how far the end will be from the forecast."""
    relies_on: tuple[tuple[str, float], ...] = ()
    """Figures that say most, with their part of all that is gained by asking."""

    def write(self, file: Path) -> None:
        """Keep it."""
        file.write_bytes(msgspec.json.encode(self))

    @classmethod
    def read(cls, file: Path) -> Value:
        """One that was kept."""
        try:
            return decode(file.read_bytes(), cls)
        except (OSError, msgspec.MsgspecError) as error:
            raise StellwerkError(f"{file} holds no value that was learned: {error}.") from None


def said(forest: Forest, rows: Row) -> Row:
    """Where each seat will end: the forecast, and what trees say that it leaves out."""
    return rows[:, -1] + forest.of(rows)


class Inputs:
    """What is asked of a position: for each seat the small arrays as it sees them, worth by now, the forecast."""

    def __init__(self, scheme: Scheme) -> None:
        self._reader = Reader(scheme)
        kept = {table: columns for table, columns in scheme.columns.items() if table not in LEFT_OUT}
        self.names = [
            *(f"{table} {row} {column}" for table in kept for row in scheme.rows[table] for column in kept[table]),
            "worth from the mean", "forecast from the mean",
        ]  # fmt: skip
        self._kept = tuple(kept)

    def of(self, position: Playable) -> Row:
        """A row for each seat."""
        title, state = position.title, position.state
        known = position.known_to(position.waiting_for()[0]) if not position.over else position
        now = title.result(known.rules, known.state)
        worth = from_mean([now[seat] for seat in range(state.seats)])
        ahead = from_mean(outlook(title, known))
        rows = []
        for seat in range(state.seats):
            seen = self._reader.observe(position, seat)
            rows.append(
                np.concatenate([*(seen[table].reshape(-1) for table in self._kept), [worth[seat], ahead[seat]]])
            )
        return np.array(rows)
