"""`stellwerk play`: a hot-seat game in the terminal."""

import io
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from stellwerk import words
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game
from stellwerk.terminal.files import is_title, keep, open_game
from stellwerk.terminal.files import resume as load_game
from stellwerk.terminal.session import Session
from stellwerk.titles.registry import lay_over

WIDTH = 100  # of a screen that is no terminal


def command(
    title: Annotated[str, typer.Argument(metavar="TITLE|FILE", help="A title, or a saved game.")] = "",
    players: Annotated[str, typer.Option(help="Names, such as North,East,West.")] = "",
    bots: Annotated[int, typer.Option(min=0, help="So many more seats are played by bots.")] = 0,
    file: Annotated[Path | None, typer.Option(help="Keep the game in this file after every action.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="An optional rule.")] = None,
    seed: Annotated[int | None, typer.Option(help="Settles what the rules draw by lot.")] = None,
    as_seated: Annotated[bool, typer.Option("--as-seated", help="Play in the order of names, undrawn.")] = False,
    language: Annotated[str, typer.Option(help="de or en")] = "en",
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    box: Annotated[Path | None, typer.Option(help="A folder with corrected data of titles that allow it.")] = None,
) -> None:
    """Play a game with everybody at this terminal, and with bots."""
    lay_over(box)
    words.catalogue(language)
    words.speak(language)
    saved = resume or (Path(title) if title and not is_title(title) else None)
    if saved is not None:
        if players or option or as_seated or seed is not None or (resume and title):
            raise StellwerkError("A saved game has its title, players, options and seed in its file.")
        game = _resume(saved, file)
    else:
        if seed is None:
            seed = secrets.randbelow(2**31)
        game = _new(title, players, bots, option or [], seed, as_seated, file)
    if bots >= len(game.players):
        raise StellwerkError("Somebody has to play: there must be fewer bots than seats.")
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False, markup=False, emoji=False)
    Session(game, console, language, file or saved, _reader(console), _robots(game, bots)).run()


def _robots(game: Game, number: int) -> frozenset[int]:
    """The seats with names that bots have by themselves; where people have others, the last ones."""
    named = [seat for seat, name in enumerate(game.players) if name in _bot_names(number)]
    return frozenset(named if len(named) == number else range(len(game.players) - number, len(game.players)))


def _bot_names(number: int) -> list[str]:
    return [f"Bot {each + 1}" for each in range(number)]


def _resume(saved: Path, file: Path | None) -> Game:
    game = load_game(saved)
    if file is not None and file != saved:
        _fresh(game, file)
    return game


def _new(
    title: str, players: str, bots: int, options: list[str], seed: int, as_seated: bool, file: Path | None
) -> Game:
    if not title:
        raise StellwerkError("Name a title or a saved game to play.")
    names = [name.strip() for name in players.split(",")] if players else []
    game = open_game(title, [*names, *_bot_names(bots)], options, seed, as_seated)
    if file is not None:
        _fresh(game, file)
    return game


def _fresh(game: Game, file: Path) -> None:
    """Begin a file, but never on top of another game."""
    if file.exists():
        raise StellwerkError(f"{file.name} exists already; to go on with it, use: stellwerk play {file.name}")
    keep(game, file)


def _reader(console: Console) -> Callable[[str], str]:
    """Reads lines; what comes through a pipe is shown as if it had been typed."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")

    def read(prompt: str) -> str:
        if sys.stdin.isatty():
            return input(prompt)
        console.print(prompt, end="")
        line = sys.stdin.readline()
        console.print(line.rstrip("\n"))
        if not line:
            raise EOFError
        return line

    return read
