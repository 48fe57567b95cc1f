"""Stellwerk plays railway board games by their full rules.

>>> import stellwerk
>>> game = stellwerk.new("1835", players=["North", "East", "West"])
>>> game.waiting_for()
(0,)
>>> print(game.legal_actions())
Buy Nürnberg-Fürth for 100 M, with 10% of Bayern
Buy Bergisch-Märkische for 80 M
Pass
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stellwerk.play.core import Action, Choice, Event, Pass, Range
from stellwerk.play.errors import IllegalAction, Refusal, StellwerkError
from stellwerk.play.extras import MissingExtra, needing
from stellwerk.play.files import GameFileError, from_json, new_game, save, to_json
from stellwerk.play.game import Game
from stellwerk.play.limits import OWN
from stellwerk.titles.registry import find_title, title_ids

__all__ = [
    "Action",
    "Event",
    "Game",
    "GameFileError",
    "IllegalAction",
    "MissingExtra",
    "Pass",
    "Range",
    "Refusal",
    "StellwerkError",
    "load",
    "new",
    "save",
    "title_ids",
    "to_json",
]


def _sentence(title: str, refusal: Refusal) -> str:
    """English for library users; loaded only when a refusal is read; the bare reason where words are missing."""
    try:
        with needing("words", "A sentence"):
            from stellwerk import words
    except MissingExtra:
        return refusal.reason.replace("_", " ")
    return words.refusal(refusal, find_title(title), "en")


def _wording(choice: Choice, game: Game) -> str:
    """English for library users, too."""
    with needing("words", "An action in words"):
        from stellwerk import words

    return words.action(choice, game, "en")


def _showing(game: Game) -> object:
    from stellwerk.terminal.shown import Shown

    return Shown(game)


IllegalAction.sentence = staticmethod(_sentence)
Game.wording = staticmethod(_wording)
Game.showing = staticmethod(_showing)


def new(title: str, players: Sequence[str], options: Mapping[str, Any] | None = None, seed: int = 0) -> Game:
    """A new game of a title."""
    return new_game(find_title(title), list(players), dict(options or {}), seed)


def load(source: str | Path) -> Game:
    """A game from a file (a `Path`) or from its text."""
    if isinstance(source, Path):
        try:
            with source.open("rb") as file:
                text: str | bytes = file.read(OWN.bytes + 1)
        except OSError as error:
            raise GameFileError(f"{source.name} cannot be read: {error.strerror}.") from None
        return from_json(text, find_title, source.name)
    return from_json(source, find_title)
