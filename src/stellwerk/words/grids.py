"""A title's tables and facts as texts: headings and cells, ready to be set."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from stellwerk.play.core import Position
from stellwerk.play.game import Game
from stellwerk.show.face import face_of
from stellwerk.show.on_table import OnTable, on_table
from stellwerk.show.tables import Column, Table

from . import tips
from .sentences import phrase, writer_for
from .values import LISTS, RIGHT, Writer


class Grid(Struct, frozen=True):
    """A table as text; `right` tells which columns are set to the right, `wraps` which hold long lists."""

    key: str
    title: str
    headings: tuple[str, ...]
    right: tuple[bool, ...]
    wraps: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]
    tips: tuple[str, ...] = ()
    """What each heading means."""


def grids(game: Game, language: str = "en", seat: int | None = None) -> dict[str, Grid]:
    """The tables of a game by key, as a seat may see them."""
    return _grids(game, language, _laid(game, seat).tables)


def other_grids(game: Game, language: str = "en", seat: int | None = None) -> dict[str, Grid]:
    """The same without those of what is shown otherwise, such as players and companies."""
    return _grids(game, language, _laid(game, seat).others)


def _laid(game: Game, seat: int | None) -> OnTable:
    return on_table(game.title, Position(game.rules, game.view(seat)))


def _grids(game: Game, language: str, tables: Iterable[Table]) -> dict[str, Grid]:
    writer = writer_for(game, language)
    return {table.key: _grid(writer, table) for table in tables}


def summary(game: Game, language: str = "en", seat: int | None = None) -> list[str]:
    """Round, phase and what else stands above everything."""
    facts = face_of(game.title).summary(Position(game.rules, game.view(seat)))
    return [phrase(f"fact.{fact.key}", game, language, **fact.values) for fact in facts]


@lru_cache(maxsize=4096)
def _grid(writer: Writer, table: Table) -> Grid:
    """A table in words; most of them are the same from move to move."""

    def heading(column: Column) -> str:
        if column.owner is None:
            return writer.term(f"column.{column.key}", "")
        return writer.name(column.owner) if isinstance(column.owner, int) else column.owner

    return Grid(
        table.key,
        writer.term(f"table.{table.key}", table.key),
        tuple(map(heading, table.columns)),
        tuple(column.kind in RIGHT for column in table.columns),
        tuple(column.kind in LISTS for column in table.columns),
        tuple(
            tuple(writer.write(cell, column.kind) for cell, column in zip(row, table.columns, strict=True))
            for row in table.rows
        ),
        tuple(tips.term(writer, column.key) if column.owner is None else "" for column in table.columns),
    )
