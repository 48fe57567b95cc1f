"""What the words on a table mean: terms, facts and abbreviations explained in a sentence."""

from __future__ import annotations

from typing import Any

from stellwerk.play.core import Position
from stellwerk.play.game import Game
from stellwerk.show.face import face_of

from .sentences import writer_for
from .values import Writer


def term(writer: Writer, key: str) -> str:
    """What a column of a table tells; empty where it explains itself.

    The catalogue's `tip.column.<key>`: a title's own sentence where its rules give the word another meaning.
    """
    return writer.term(f"tip.column.{key}", "")


def facts(game: Game, language: str = "en", seat: int | None = None) -> list[str]:
    """What each fact of `summary` means, in the same order."""
    writer = writer_for(game, language)
    told = face_of(game.title).summary(Position(game.rules, game.view(seat)))
    return [writer.term(f"tip.fact.{fact.key}", "") for fact in told]


def abbreviation(writer: Writer, id_: Any) -> str:
    """What a short name stands for: the full name, and what is special about it where the title says so.

    The catalogue's `tip.<id>`.
    """
    if not isinstance(id_, str):
        return ""
    name, more = writer.name(id_), writer.term(f"tip.{id_}", "")
    return " – ".join(part for part in ("" if name == id_ else name, more) if part)
