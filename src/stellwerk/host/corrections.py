"""What players are told of a game that today's rules read otherwise than it was played."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk import words
from stellwerk.play.following import Correction
from stellwerk.play.game import Game
from stellwerk.view.texts import text

from .live import LiveGame

SHOWN = 6
"""Notes that stand on a page; the log has all of them."""


class Note(Struct, frozen=True):
    """What was otherwise with a move, in a sentence, with today's reason and paragraph where there is one."""

    move: int
    kind: str
    text: str
    reason: str = ""
    rule: str = ""


def notes(live: LiveGame, seat: int | None, language: str) -> list[Note]:
    """All of them as a seat may know them."""
    return [_note(live.game, each, seat, language) for each in live.corrections]


def plain(note: Note) -> dict[str, Any]:
    """A note for programs."""
    return {name: getattr(note, name) for name in Note.__struct_fields__}


def line(note: Note) -> str:
    """A note as a line of the log."""
    cited = f"{note.reason} (§ {note.rule})" if note.rule else note.reason
    return f"{note.text} {cited}".strip()


def _note(game: Game, each: Correction, seat: int | None, language: str) -> Note:
    told, why = text(f"correction.{each.kind}", language, move=each.move), each.refusal
    if why is None or not (game.all_open or seat == each.seat):  # a reason may tell what was decided
        return Note(each.move, each.kind, told)
    reason = words.refusal(why, game, language)
    return Note(each.move, each.kind, told, reason[:1].upper() + reason[1:], why.rule)
