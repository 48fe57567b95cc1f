"""Games from titles and files, as the command line names them, and back into files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stellwerk import load, save
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game
from stellwerk.play.game import Game, Title
from stellwerk.play.options import habits_of, players_choose
from stellwerk.play.order import drawn, lots_for
from stellwerk.titles.registry import find_title, title_ids


def is_title(name: str) -> bool:
    """Whether a title is meant; anything else that looks like a file is one."""
    return name in title_ids() or not (name.endswith(".json") or Path(name).exists())


def open_game(
    title: str, players: Sequence[str], options: Sequence[str], seed: int, as_seated: bool = False
) -> Game:
    """A new game as the command line describes it; the seed draws the order of play where the rules say so."""
    found = find_title(title)
    by_lot = found.draws_order and not as_seated
    names = drawn(players, lots_for(seed)) if by_lot else list(players)
    return new_game(found, names, read_options(found, options), seed, by_lot)


def resume(file: Path) -> Game:
    """A saved game."""
    return load(file)


def read_options(title: Title, options: Sequence[str]) -> dict[str, Any]:
    """Options given as `key=value`; a value is a number, true, false or a word."""
    known = title.options.__struct_fields__
    chosen: dict[str, Any] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise StellwerkError(f"An option is given as key=value, not {option!r}.")
        if key not in (*known, *habits_of(title).__struct_fields__):
            raise StellwerkError(f"{title.name} has no option {key!r}; it has {', '.join(known)}.")
        try:
            chosen[key] = json.loads(value)
        except ValueError:
            chosen[key] = value
    return players_choose(title, chosen)


def keep(game: Game, file: Path) -> None:
    """Write a game to its file."""
    save(game, file)


def write_text(file: Path, text: str) -> None:
    """Write a text to a file."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StellwerkError(f"{file.name} cannot be written: {error.strerror}.") from None
