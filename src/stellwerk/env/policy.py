"""A policy learned from what a search chose: which of the turns that a title thinks of are worth looking at.

Like a value it is plain trees; a turn is told by features of its first two actions and its place among the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from stellwerk.play.core import Action
from stellwerk.play.extras import needing
from stellwerk.play.game import Title

from .features import Features
from .menu import Menu
from .scheme import Scheme
from .value import Forest, Tree
from .value_training import tree_of

ROUNDS, LEAVES, RATE, LEAST = 40, 8, 0.1, 20
"""Trees, their leaves, how much each may say, and how many turns a leaf needs."""

Turns = Sequence[Sequence[Action]]
Row = NDArray[np.float64]


class Policy(Struct, frozen=True):
    """Trees whose sum is the larger the likelier a turn is to be chosen."""

    trees: tuple[Tree, ...]

    def encode(self) -> bytes:
        """As it is kept."""
        return msgspec.json.encode(self)


class TurnFeatures:
    """Rows of figures for turns."""

    def __init__(self, title: Title, players: int) -> None:
        self._features = Features(title, Scheme.of(title, players))

    def of(self, turns: Turns) -> Row:
        """A row for each: its place, how long it is, and what its first two actions are."""
        rows: list[Any] = []
        for place, turn in enumerate(turns):
            told = self._features.of(Menu(list(turn[:2]), 2)).reshape(-1)
            rows.append(np.concatenate([[place, len(turns), len(turn)], told]))
        return np.array(rows, np.float64)


def best(policy: Policy, rows: Row, most: int) -> list[int]:
    """The turns that are likeliest, so many of them; the title's own first is always among them."""
    told = Forest(policy.trees).of(rows)
    ranked = sorted(range(len(rows)), key=lambda turn: (-told[turn], turn))[:most]
    return ranked if 0 in ranked else [*ranked[:-1], 0]


def learn_policy(rows: Sequence[Row], chosen: Sequence[int]) -> Policy:
    """From the turns of many decisions, and which of them was taken."""
    with needing("value", "Learning a policy"):
        import lightgbm

    taken = [np.arange(len(each)) == one for each, one in zip(rows, chosen, strict=True)]
    how = {
        "objective": "binary", "num_leaves": LEAVES, "learning_rate": RATE, "min_data_in_leaf": LEAST, "seed": 1,
        "deterministic": True, "force_row_wise": True, "num_threads": 1, "verbose": -1,
    }  # fmt: skip
    data = lightgbm.Dataset(np.concatenate(rows), np.concatenate(taken).astype(np.float64))
    booster = lightgbm.train(how, data, ROUNDS)
    return Policy(tuple(tree_of(one["tree_structure"]) for one in booster.dump_model()["tree_info"]))
