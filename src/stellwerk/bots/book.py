"""A book of openings: positions in which another choice than `steady`'s has proved better.

A page tells how its position came about, from the start of a game with the usual options. Who looks something up
compares positions, and so finds a page in whatever order the same came about.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.play.core import Action, State
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game, read_action
from stellwerk.play.game import Game, Title, canonical
from stellwerk.play.manifest import Manifest
from stellwerk.play.typed import decode

from .api import Table


class Page(Struct, frozen=True):
    """What proved better in one position: by how much against the others' mean, and the error of that."""

    players: int
    seed: int
    before: tuple[Mapping[str, Any], ...]
    """All actions from the start, as files of games have them."""
    action: Mapping[str, Any]
    gain: float
    error: float
    games: int


class Opening(Struct, frozen=True):
    """A page as it is looked up: the rules that it holds for, the position as its seat sees it, and what to do."""

    rules: Any
    digest: bytes
    action: Action
    page: Page


class Book:
    """Pages by who has how much money: nearly always that alone tells that there is none."""

    def __init__(self, title: Title, pages: Iterable[Page]) -> None:
        self._openings: dict[Any, list[Opening]] = {}
        for page in pages:
            try:
                game, action = reached(title, page)
            except StellwerkError:  # people have corrected the title's data, and now it is played otherwise
                continue
            view = game.view(action.seat)
            opening = Opening(game.rules, _digest(view), action, page)
            self._openings.setdefault(_purses(view, action.seat), []).append(opening)

    def opening(self, table: Table, seat: int) -> Opening | None:
        """What the book has for a seat in a position as that seat sees it; None where it has nothing."""
        there = self._openings.get(_purses(table.state, seat))
        if there is None:
            return None
        digest = _digest(table.state)
        return next((one for one in there if one.digest == digest and one.rules == table.rules), None)


def reached(title: Title, page: Page) -> tuple[Game, Action]:
    """A game that has come to a page, and what the page says to do there."""
    game = new_game(title, [f"Seat {seat + 1}" for seat in range(page.players)], {}, page.seed)
    for raw in page.before:
        game.play(read_action(raw, title))
    return game, read_action(page.action, title)


@cache
def book_of(title: Title) -> Book | None:
    """The book of a title; None where its manifest names none."""
    return Book(title, pages_of(title.manifest)) if title.manifest.book else None


def pages_of(manifest: Manifest) -> tuple[Page, ...]:
    """The pages of a title's book as they are written."""
    file = resources.files(manifest.package).joinpath(manifest.book)
    found: tuple[Page, ...] = decode(file.read_bytes(), tuple[Page, ...])
    return found


def write(file: Path, pages: Iterable[Page]) -> None:
    """Put pages into a book, a line each; one of the same position goes in the place of what was there."""
    there = decode(file.read_bytes(), tuple[Page, ...]) if file.exists() else ()
    kept = {(page.players, page.seed, str(page.before)): page for page in (*there, *pages)}
    lines = [msgspec.json.encode(kept[key]).decode() for key in sorted(kept)]
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def _purses(state: State, seat: int) -> Any:
    return seat, frozenset(state.cash.items())


def _digest(state: State) -> bytes:
    return hashlib.sha256(canonical(state)).digest()
