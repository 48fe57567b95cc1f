"""A game's board for library users: a picture in a notebook, a map of characters where it is printed."""

from __future__ import annotations

from stellwerk import draw
from stellwerk.play.extras import MissingExtra, needing
from stellwerk.play.game import Game

WIDTH = 160


class Shown:
    """The board of a game as it stood when it was asked for."""

    def __init__(self, game: Game) -> None:
        self._game = game.copy()

    def _repr_svg_(self) -> str:
        """What notebooks ask for."""
        return draw.game_board(self._game, draw.look_of(self._game.title, "en"))

    def __str__(self) -> str:
        try:
            with needing("cli", "A map of characters"):
                from rich.console import Console

                from .screens import board
        except MissingExtra as missing:  # to print a picture is no fault: a notebook shows it all the same
            return str(missing)
        console = Console(width=WIDTH, highlight=False, markup=False, emoji=False)
        with console.capture() as captured:
            console.print(board(self._game, "en", None))
        return captured.get()

    __repr__ = __str__
