"""`stellwerk arena`: bots play whole games against each other."""

import json
import sys
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from stellwerk.bots.arena import MOST_OPENING, Match, Standing, look_at, play_all, standings


def command(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What is played.")],
    bots: Annotated[str, typer.Option(help="One level for each seat.")] = "steady,random,random",
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    playouts: Annotated[
        int,
        typer.Option(min=0, max=100_000, help="For one decision of a bot that looks ahead; 0: as many as usual."),
    ] = 0,
    opening: Annotated[int, typer.Option(min=0, max=MOST_OPENING, help="First actions by lot.")] = 0,
    jobs: Annotated[int, typer.Option(help="How many processes play.")] = 1,
    as_seated: Annotated[bool, typer.Option("--as-seated", help="Move seats on by one, undrawn.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line.")] = False,
) -> None:
    """Let bots play, with other seats from game to game; print places, worth and ratings."""
    names = tuple(name.strip() for name in bots.split(","))
    look_at(title, names, games, jobs)
    match = Match(title, names, seed, as_seated, playouts, opening)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=games)
        outcomes = play_all(match, games, jobs, lambda: progress.advance(task))
    table = standings(match, outcomes)
    if as_json:
        print(json.dumps({"title": title, "seed": seed, "bots": [msgspec.to_builtins(one) for one in table]}))
    else:
        _show(title, games, table)


def _show(title: str, games: int, standings: list[Standing]) -> None:
    table = Table("bot", "won", "places", "mean worth", "rating", title=f"{title}, {games} games")
    for one in standings:
        places = " ".join(map(str, one.places))
        rating = f"{one.rating:.1f} ± {one.uncertainty:.1f}"
        table.add_row(one.name, f"{one.win_rate:.1%}", places, f"{one.mean_worth:,.0f}", rating)
    Console(file=sys.stdout, highlight=False).print(table)
