"""Decisions of games as rows of a table: what was seen, what was chosen out of how much, how it ended."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
import pyarrow as pa

from stellwerk.bots.codeprint import of_all_levels
from stellwerk.play.game import Game, Title
from stellwerk.titles.registry import find_title

from .chances import seen_at, stands_for
from .features import Features
from .menu import Menu
from .rewards import margins
from .scheme import Scheme
from .table import VERSION
from .variety import Course


def software() -> str:
    """Which version of Stellwerk writes; without one where it is not installed."""
    try:
        return f"stellwerk {version('stellwerk')}"
    except PackageNotFoundError:
        return "stellwerk"


@cache
def edition(title: str) -> str:
    """A part of files' names: what another version of software, rules, scheme or bots has written is another file.

    >>> edition("chicago-express").split("-")[1:3]
    ['rules2', 'scheme1']
    """
    version = software().partition(" ")[2] or "0"
    return f"{version}-rules{find_title(title).rules_version}-scheme{VERSION}-bots{of_all_levels(title)}"


class Decisions:
    """Games of one title and number of players, as Parquet keeps them."""

    def __init__(self, game: Game) -> None:
        self._kind = _kind(game)
        self.scheme = Scheme.of(game.title, len(game.players), game.options)
        self.features = Features(game.title, self.scheme)
        self.schema = pa.schema(
            [
                ("game", pa.string()),
                ("move", pa.int32()),
                ("moves", pa.int32()),
                ("seat", pa.int8()),
                ("seen", pa.list_(pa.int32(), self.scheme.size)),
                ("choices", pa.int32()),
                ("chosen", pa.int32()),
                ("chosen_features", pa.list_(pa.float32(), len(self.features.columns))),
                ("probability", pa.float32()),
                ("margins", pa.list_(pa.float32(), len(game.players))),
            ],
            metadata=self._told(game),
        )

    def fits(self, game: Game) -> bool:
        """Whether a game is written alike."""
        return self._kind == _kind(game)

    def _told(self, game: Game) -> dict[str, str]:
        """What is needed to read the arrays again, kept with them."""
        arrays = {
            table: {"shape": self.scheme.shapes[table], "columns": columns}
            for table, columns in self.scheme.columns.items()
        }
        return {
            "title": game.title.id,
            "software": software(),
            "rules_version": str(game.title.rules_version),
            "scheme_version": str(VERSION),
            "players": str(len(game.players)),
            "arrays": json.dumps(arrays),
            "features": json.dumps(self.features.columns),
        }

    def table(
        self, games: Mapping[str, Game], every: int = 1, courses: Mapping[str, Course] | None = None
    ) -> pa.Table:
        """All decisions of some finished games by name, or one of so many; of bots with their chances."""
        known = courses or {}
        rows = [row for name, game in games.items() for row in self.rows(name, game, every, known.get(name))]
        return pa.Table.from_pylist(rows, schema=self.schema)

    def rows(
        self, name: str, game: Game, every: int = 1, course: Course | None = None
    ) -> Iterator[dict[str, Any]]:
        """The decisions of a game, each as its seat saw it; margins begin with that seat."""
        reader = self.scheme.reader()
        final = margins(game.result())
        seats = len(game.players)
        position = Game(game.title, game.players, game.options, game.seed).position
        for move, action in enumerate(game.actions):
            if move % every == 0:
                here = seen_at(position, action.seat, game.actions[:move])
                seen = reader.observe(position, action.seat)
                yield {
                    "game": name,
                    "move": move,
                    "moves": len(game.actions),
                    "seat": action.seat,
                    "seen": np.concatenate([array.reshape(-1) for array in seen.values()]),
                    "choices": len(here.choices),
                    "chosen": next((n for n, each in enumerate(here.choices) if stands_for(each, action)), None),
                    "chosen_features": self.features.of(Menu([action], 1))[0],
                    "probability": course.chance(move, here, action) if course else None,
                    "margins": [final[(action.seat + n) % seats] for n in range(seats)],
                }
            position = position.apply(action)


def _kind(game: Game) -> tuple[Title, int, Mapping[str, Any]]:
    return game.title, len(game.players), game.options
