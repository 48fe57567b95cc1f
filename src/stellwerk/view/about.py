"""What the lobby tells of a title: from its `about.toml`, with sensible words where a title has none."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from markupsafe import Markup
from msgspec import Struct

from stellwerk import draw
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game
from stellwerk.play.game import Title
from stellwerk.titles.registry import find_title, title_ids


class Choice(Struct, frozen=True):
    """One value of an option."""

    value: str
    text: str


class Option(Struct, frozen=True):
    """Something a group can agree on before the first move."""

    key: str
    text: str
    choices: tuple[Choice, ...]
    default: str


class About(Struct, frozen=True):
    """A title as people choose it."""

    id: str
    name: str
    few: int
    many: int
    minutes: tuple[int, int] | None
    complexity: int
    special: str
    draws_order: bool
    source: str
    """By which rulebook, and which data are our own; empty where there is nothing to say."""
    options: tuple[Option, ...]


@cache
def about(title_id: str, language: str) -> About:
    """A title in a language."""
    title = find_title(title_id)
    data = _read(title)
    minutes = data.get("minutes")
    hints = get_type_hints(title.options)
    defaults = {field.encode_name: field.default for field in msgspec.structs.fields(title.options)}
    options = []
    for key, entry in data.get("options", {}).items():
        names = entry.get("values", {})
        values = _values(hints[key])
        choices = tuple(
            Choice(_plain(value), names.get(_plain(value), {}).get(language, _plain(value)))
            for value in values
            if not names or _plain(value) in names
        )
        options.append(Option(key, entry[language], choices, _plain(defaults[key])))
    return About(
        title.id,
        title.name,
        title.players[0],
        title.players[-1],
        (minutes[0], minutes[1]) if minutes else None,
        data.get("complexity", 3),
        data.get("special", {}).get(language, ""),
        title.draws_order,
        data.get("source", {}).get(language, ""),
        tuple(options),
    )


def shelf(language: str) -> list[About]:
    """All titles, the easiest first."""
    return sorted((about(id_, language) for id_ in title_ids()), key=lambda one: (one.complexity, one.name))


@cache
def picture(title_id: str) -> Markup:
    """The board of a title, small enough to come with a page; nothing where there is none."""
    title = find_title(title_id)
    return Markup(draw.small_board(new_game(title, [str(seat) for seat in range(title.players[0])], {}, 0)))


def read_options(title_id: str, chosen: dict[str, Any]) -> dict[str, Any]:
    """Options as the title wants them, from the texts of a form; defaults are left out."""
    title = find_title(title_id)
    hints = get_type_hints(title.options)
    found: dict[str, Any] = {}
    for option in about(title_id, "en").options:
        text = chosen.get(option.key)
        if text is None or text == option.default:
            continue
        value = next((value for value in _values(hints[option.key]) if _plain(value) == text), None)
        if value is None:
            raise StellwerkError(f"{title.name} has no option {option.key} = {str(text)[:20]!r}.")
        found[option.key] = value
    return found


def _values(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    return (False, True) if hint is bool else ()


def _plain(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _read(title: Title) -> dict[str, Any]:
    file = title.manifest.text_folder().joinpath("about.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
