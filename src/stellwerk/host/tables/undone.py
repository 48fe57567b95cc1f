"""What was taken back in a game: the log still has it, and what it said then is kept move by move.

The log is played again for it once, when somebody looks for the first time since the game came into memory.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from stellwerk import words
from stellwerk.play.core import Event
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game
from stellwerk.play.game import Game

from ..live import LiveGame
from ..storage.rows import OPEN
from ..storage.storage import Storage
from ..storage.tables.journal import UNDO
from .asks import SHOWN, Gone


class Undone(Struct, frozen=True):
    """A move that was taken back: its number then, who made it, and what the log said of it."""

    move: int
    seat: int
    lines: tuple[str, ...]


def undone(storage: Storage, live: LiveGame, seat: int | None, language: str) -> list[Undone]:
    """The last moves that were taken back, the last first, as far as a seat may know them."""
    known = live.undone
    if known is None:
        number = live.number
        known = _read(live, storage.entries(live.row.id, until=number))
        with live.lock:
            if live.number == number:
                live.undone = known
    game = live.seen(seat, language)
    return [
        Undone(one.move, one.seat, tuple(words.log(game, one.events.get(seat, one.events[None]), language)))
        for one in reversed(known)
    ]


def going(game: Game, keep: int) -> list[Gone]:
    """What is to be kept of moves that are about to be taken back, the last of them first."""
    last = len(game.actions)
    return [_gone(game, move) for move in range(max(keep + 1, last - SHOWN + 1), last + 1)][::-1]


def _gone(game: Game, move: int) -> Gone:
    seats: Sequence[int | None] = (None,) if game.all_open else (None, *range(len(game.players)))
    events: dict[int | None, tuple[Event, ...]] = {
        seat: tuple(game.seen(seat, move).events_of(move)) for seat in seats
    }
    return Gone(move, game.actions[move - 1].seat, events)


def _read(live: LiveGame, entries: Sequence[bytes]) -> list[Gone]:
    """The same out of the log, which is played again as far as something was taken back."""
    row, found = live.row, list[Gone]()
    many = entries.count(UNDO)
    game = new_game(live.title, list(live.names("en")), row.options, row.seed, row.drawn and row.status != OPEN)
    try:
        for entry in entries:
            if not many:
                break
            if entry == UNDO:
                if many <= SHOWN:
                    found.append(_gone(game, len(game.actions)))
                game.undo()
                many -= 1
            elif (raw := msgspec.json.decode(entry))["type"] not in ("mark", "clock"):
                game.follow(live.read(raw))
                game.thin()
    except (StellwerkError, msgspec.MsgspecError, AssertionError, ValueError, KeyError):
        pass  # a log of earlier rules: what was found until there is told
    return found
