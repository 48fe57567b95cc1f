"""Menus from legal actions: few are listed, many are grouped by kind and then field by field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from stellwerk import words
from stellwerk.play.choosing import action_of, divided
from stellwerk.play.core import Choice, Range
from stellwerk.play.game import Game
from stellwerk.play.runs import RunTrains
from stellwerk.words.preview import preview_text

SHORT = 16  # so many choices are listed without groups
TOLD = 8  # of so many choices it is told at once what they bring, of more on request
FEW = 4  # so many of a kind stay listed beside groups of others


class Entry(Struct, frozen=True):
    """A line of a menu: one choice, or several behind it. `code` may be typed instead of the number."""

    text: str
    choices: tuple[Choice, ...]
    code: str = ""


def menu(game: Game, choices: Iterable[Choice], language: str) -> list[Entry]:
    """The entries for these choices; what gives something up for good comes last."""
    wanted = sorted(choices, key=lambda choice: action_of(choice).final)
    if len(wanted) <= SHORT:
        return [_single(game, choice, language) for choice in wanted]
    kinds: dict[tuple[type, bool], list[Choice]] = {}
    for choice in wanted:
        kinds.setdefault((type(action_of(choice)), isinstance(choice, Range)), []).append(choice)
    if len(kinds) == 1:
        return _by_field(game, wanted, language)
    entries: list[Entry] = []
    for some in kinds.values():
        if len(some) <= FEW:
            entries += [_single(game, choice, language) for choice in some]
        else:
            entries.append(Entry(words.group(action_of(some[0]), "", game, language), tuple(some)))
    return entries


def _single(game: Game, choice: Choice, language: str) -> Entry:
    return Entry(words.action(choice, game, language), (choice,))


def _by_field(game: Game, choices: Sequence[Choice], language: str) -> list[Entry]:
    """Groups by a field in which they differ; choices one by one where there is none."""
    field, groups = divided(choices)
    if not field:
        return [_single(game, choice, language) for choice in choices]
    return [
        Entry(words.group(action_of(some[0]), field, game, language), tuple(some), str(value))
        for value, some in groups.items()
    ]


def brings(game: Game, choice: Choice, language: str, seat: int | None) -> str:
    """What a choice would bring; of an amount still to be named, the lowest. Runs of trains say it themselves."""
    action = action_of(choice)
    return "" if isinstance(action, RunTrains) else preview_text(action, game, language, seat).text


def find(entries: Sequence[Entry], text: str) -> Entry | None:
    """The entry that was typed, by its number or its code."""
    if text.isdecimal() and 0 < int(text) <= len(entries):
        return entries[int(text) - 1]
    return next((entry for entry in entries if entry.code and entry.code.lower() == text.lower()), None)
