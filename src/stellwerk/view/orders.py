"""What a seat has decided beforehand, and what it could: in words, for pages and programs."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from stellwerk import words
from stellwerk.play import programs
from stellwerk.play.game import Game
from stellwerk.play.programs import Ended, Field, Program
from stellwerk.words.sentences import fields, tag, writer_for


class ToldOption(Struct, frozen=True):
    """One of the words to choose from."""

    value: str
    text: str
    short: str
    """The same where there is little room, as for many companies."""


class ToldField(Struct, frozen=True):
    """What is to be filled in: an amount, one word or several."""

    name: str
    text: str
    value: Any
    low: int = 0
    high: int = 0
    step: int = 1
    options: tuple[ToldOption, ...] = ()
    several: bool = False


class ToldForm(Struct, frozen=True):
    """What could be set up."""

    kind: str
    text: str
    program: str
    """As JSON, with its open fields as they are proposed."""
    fields: tuple[ToldField, ...]


def forms(game: Game, seat: int, language: str) -> list[ToldForm]:
    """Everything that a seat may set up now."""
    found = []
    for form in programs.forms(game.position, seat):
        kind, values = tag(form.program), fields(form.program)
        told = tuple(_field(game, kind, field, values[field.name], language) for field in form.fields)
        text = words.phrase(f"program.{kind}", game, language, **values)
        found.append(ToldForm(kind, text, msgspec.json.encode(form.program).decode(), told))
    return found


def _field(game: Game, kind: str, field: Field, value: Any, language: str) -> ToldField:
    writer = writer_for(game, language)
    options = tuple(
        ToldOption(each, *(writer.term(f"word.{each}", told) for told in (writer.name(each), writer.short(each))))
        for each in field.options
    )
    label = words.phrase(f"program.{kind}.{field.name}", game, language)
    return ToldField(
        field.name, label, value, field.low, field.high, field.step, options, field.several
    )  # fmt: skip


def standing(game: Game, program: Program, language: str) -> str:
    """What a program does."""
    return words.phrase(f"programmed.{tag(program)}", game, language, **fields(program))


def over(game: Game, ended: Ended, language: str) -> str:
    """Why a program is over."""
    return words.phrase(f"program_over.{ended.reason}", game, language, **ended.values)
