"""What was taken back in a game: the log still has it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from stellwerk import words
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game

from .live import LiveGame
from .storage.journal import UNDO
from .storage.rows import OPEN

SHOWN = 60
"""Of all that was taken back, so much is told."""


class Undone(Struct, frozen=True):
    """A move that was taken back: its number then, who made it, and what the log said of it."""

    move: int
    seat: int
    lines: tuple[str, ...]


def undone(live: LiveGame, entries: Sequence[bytes], seat: int | None, language: str) -> list[Undone]:
    """All that was taken back, the last first, as far as a seat may know it; the game is played again for it."""
    if UNDO not in entries:
        return []
    row, found = live.row, list[Undone]()
    names = live.names(language)
    game = new_game(live.title, list(names), row.options, row.seed, row.drawn and row.status != OPEN)
    try:
        for entry in entries:
            if entry == UNDO:
                move = len(game.actions)
                told = game.seen(seat).events_of(move)
                found.append(
                    Undone(move, game.actions[-1].seat, tuple(words.log(game.seen(seat), told, language)))
                )
                game.undo()
            elif (raw := msgspec.json.decode(entry))["type"] not in ("mark", "clock"):
                game.follow(live.read(raw))
                game.thin()
    except (StellwerkError, msgspec.MsgspecError, AssertionError, ValueError, KeyError):
        pass  # a log of earlier rules: what was found until there is told
    return found[::-1][:SHOWN]
