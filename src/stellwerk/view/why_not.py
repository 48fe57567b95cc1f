"""What a player would look for and cannot do now, greyed, with the reason and its paragraph."""

from __future__ import annotations

from msgspec import Struct

from stellwerk import words
from stellwerk.play.core import Action
from stellwerk.play.errors import Refusal
from stellwerk.play.game import Game

MOST = 12
"""So many reasons are told; nobody reads more."""


class Bar(Struct, frozen=True):
    """Choices that one and the same reason forbids."""

    texts: tuple[str, ...]
    reason: str
    rule: str = ""
    company: str = ""


def impossible(game: Game, seat: int, language: str, place: str = "") -> tuple[Bar, ...]:
    """What a seat cannot do now, or not at one place; choices of a kind with the same reason stand together."""
    found: dict[tuple[type[Action], str], tuple[list[str], Action, Refusal]] = {}
    for action, why in game.impossible(seat, place):
        key = type(action), words.refusal(why, game, language)
        found.setdefault(key, ([], action, why))[0].append(words.action(action, game, language))
    return tuple(_bar(texts, action, why, told) for (_, told), (texts, action, why) in [*found.items()][:MOST])


def _bar(texts: list[str], action: Action, why: Refusal, told: str) -> Bar:
    company = getattr(action, "company", "")
    sentence = told[:1].upper() + told[1:]
    return Bar(tuple(dict.fromkeys(texts)), sentence, why.rule, company if isinstance(company, str) else "")
