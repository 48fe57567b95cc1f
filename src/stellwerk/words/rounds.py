"""The rounds of a game by name."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from stellwerk.play.game import Game
from stellwerk.show.history import Began, Notes, rounds

from .sentences import writer_for
from .values import Writer


class NamedRound(Struct, frozen=True):
    """A round; its first position is the one after the move."""

    move: int
    name: str
    short: str


def named_rounds(game: Game, language: str = "en", notes: Notes | None = None) -> list[NamedRound]:
    """All rounds so far, the first with the start of the game; `notes` save the work of reading it all again."""
    return [
        NamedRound(each.move, round_name(each.began, game, language), round_short(each.began, game, language))
        for each in rounds(game, notes)
    ]


def round_name(began: Began, game: Game, language: str) -> str:
    """`Operating round 3.1`."""
    return _told(writer_for(game, language), f"round.{began.key}", tuple(began.values.items()))


def round_short(began: Began, game: Game, language: str) -> str:
    """`OR 3.1`."""
    return _told(writer_for(game, language), f"round_short.{began.key}", tuple(began.values.items()))


@lru_cache(maxsize=4096)
def _told(writer: Writer, key: str, values: tuple[tuple[str, Any], ...]) -> str:
    """Rounds are told again and again, and most of them are over."""
    told = dict(values)
    return writer.fill(writer.catalogue.find(key, told) or key, told)
