"""What stands in a game's file beside the game: notes, and what was tried out, each line played through."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import read_action
from stellwerk.play.game import Game
from stellwerk.play.limits import Gauge
from stellwerk.play.typed import convert

MOST_LINES = 12
"""Positions tried out that a file keeps."""
MOST_NOTES = 1_000
LONGEST_PLACE, LONGEST_NOTE = 24, 4000
"""As they may be at a table."""


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a seat wrote down."""

    seat: Annotated[int, Meta(ge=0, le=20)]
    place: Annotated[str, Meta(max_length=LONGEST_PLACE)]
    text: Annotated[str, Meta(max_length=LONGEST_NOTE)]


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """What was tried out from a move on."""

    move: Annotated[int, Meta(ge=0, le=100_000)]
    actions: tuple[dict[str, Any], ...] = ()
    over: bool = False


class Beside(Struct, frozen=True, forbid_unknown_fields=True):
    """All of it."""

    notes: Annotated[tuple[Note, ...], Meta(max_length=MOST_NOTES)] = ()
    lines: Annotated[tuple[Line, ...], Meta(max_length=MOST_LINES)] = ()


def read(data: bytes, game: Game, gauge: Gauge) -> Beside:
    """What stands in a file beside a game, each line played through; one sentence for what is wrong."""
    raw = msgspec.json.decode(data)
    if not isinstance(raw, dict) or not raw.get("beside"):
        return Beside()
    try:
        found = convert(raw["beside"], Beside)
    except msgspec.ValidationError as error:
        raise StellwerkError(
            f"What stands beside the game cannot be read ({error}). Nothing was changed."
        ) from None
    gauge.actions(len(game.actions) + sum(len(line.actions) for line in found.lines))
    return msgspec.structs.replace(found, lines=tuple(_played(game, line) for line in found.lines))


def _played(game: Game, line: Line) -> Line:
    if line.move > len(game.actions):
        raise StellwerkError("What was tried out begins after the game. Nothing was changed.")
    twin = game.copy()
    while len(twin.actions) > line.move:
        twin.undo()
    for number, raw in enumerate(line.actions, 1):
        try:
            twin.play(read_action(raw, game.title))
        except (msgspec.ValidationError, StellwerkError) as error:
            problem = str(error)[:200]
            raise StellwerkError(f"Move {number} of what was tried out is not legal: {problem}") from None
    return msgspec.structs.replace(line, over=twin.over)
