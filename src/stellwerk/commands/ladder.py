"""`stellwerk ladder`: levels of bots rated by title and number of players, in a file that grows."""

import json
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from stellwerk.bots import levels as levels_of
from stellwerk.bots.arena import MOST_OPENING, OPENING
from stellwerk.bots.ladder import Ladder, climb, promotions, read, rungs
from stellwerk.terminal.files import write_text
from stellwerk.titles.registry import find_title


def command(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What is played; nothing: only tell.")] = "",
    file: Annotated[Path, typer.Option(help="Where the games are kept.")] = Path("ladder.json"),
    levels: Annotated[str, typer.Option(help="Which levels, with commas; all where none is named.")] = "",
    players: Annotated[int, typer.Option(min=2, help="Seats at each table.")] = 4,
    games: Annotated[int, typer.Option(min=0, max=10_000, help="Games with this seed, those there counted.")] = 24,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    opening: Annotated[int, typer.Option(min=0, max=MOST_OPENING, help="First actions by lot.")] = OPENING,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes play.")] = 1,
    promote: Annotated[
        bool, typer.Option(help="Tell whether levels of now are better than before; 1 where one is not.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line.")] = False,
) -> None:
    """Play what the ladder lacks, keep it, and print how levels stand."""
    ladder = read(file)
    if title:
        named = [name.strip() for name in levels.split(",")] if levels else levels_of(find_title(title))
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(title, total=games)
            ladder = climb(
                ladder, title, named, players, games, seed, jobs, lambda: progress.advance(task), opening=opening
            )
        write_text(file, msgspec.json.format(msgspec.json.encode(ladder), indent=1).decode() + "\n")
    if promote:
        raise typer.Exit(compare(ladder, as_json))
    show(ladder, as_json)


def compare(ladder: Ladder, as_json: bool) -> int:
    """Print how levels stand to what they were; 1 where one is not better by two standard errors."""
    found = promotions(ladder)
    if as_json:
        print(json.dumps([msgspec.to_builtins(one) for one in found]))
    for one in () if as_json else found:
        said = "better beyond doubt" if one.promoted else "not better by two standard errors"
        gain = f"{one.now} {one.gain:+.1f} ± {one.error:.1f} to {one.before}"
        print(f"{one.title}, {one.players} players: {gain}: {said}")
    return 0 if all(one.promoted for one in found) else 1


def show(ladder: Ladder, as_json: bool) -> None:
    """Print how levels stand."""
    found = rungs(ladder)
    if as_json:
        print(json.dumps([msgspec.to_builtins(one) for one in found]))
        return
    table = Table("title", "players", "level", "games", "above", "rating")
    for one in found:
        rating = f"{one.rating:.1f} ± {one.uncertainty:.1f}"
        table.add_row(one.title, str(one.players), one.bot, str(one.games), f"{one.above:.0%}", rating)
    Console(file=sys.stdout, highlight=False).print(table)
