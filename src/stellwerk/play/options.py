"""What players choose before a game (options), and how other programs play otherwise (habits, for importers only).

Files and logs keep both in one mapping, `options`: here they are told apart, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from .errors import StellwerkError
from .typed import convert

if TYPE_CHECKING:
    from .game import Title


class Habits(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules that another program plays differently: each field bends one and is off by default. Here are none."""

    def varied(self, rules: Any) -> Any:
        """The rules of a game with everything that these habits put in their place."""
        return rules


def habits_of(title: Title) -> type[Habits]:
    """The habits of other programs that a title knows."""
    kind: type[Habits] = title.manifest.part("habits") or Habits
    return kind


def stamped(title: Title, given: Mapping[str, Any]) -> dict[str, Any]:
    """What is given, with the marks that the title itself sets in every new game: which data it is played with."""
    return {**dict(title.manifest.stamps), **given}


def told_apart(title: Title, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What of it are options, and what habits; a habit can be one more value of an option."""
    bending = habits_of(title).__struct_fields__
    habits = {key: value for key, value in given.items() if key in bending and not _is_option(title, key, value)}
    return {key: value for key, value in given.items() if key not in habits}, habits


def _is_option(title: Title, key: str, value: Any) -> bool:
    try:
        convert({key: value}, title.options)
    except msgspec.ValidationError:
        return False
    return True


def players_choose(title: Title, given: Mapping[str, Any]) -> dict[str, Any]:
    """What players ask for; habits are refused."""
    options, habits = told_apart(title, given)
    if habits:
        names = ", ".join(sorted(habits))
        raise StellwerkError(f"{title.name} is not played so ({names}): only records of other programs are.")
    return options


def rules_with(title: Title, players: int, given: Mapping[str, Any]) -> Any:
    """The rules of a game with these options, bent by the habits among them."""
    options, habits = told_apart(title, given)
    try:
        chosen = convert(options, title.options)
        bent = convert(habits, habits_of(title))
    except msgspec.ValidationError as error:
        raise StellwerkError(f"{title.name} does not know these options: {error}.") from None
    return bent.varied(title.rules(players, chosen))
