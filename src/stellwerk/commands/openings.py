"""`stellwerk openings`: the first decisions of a game, tried out to its end."""

import json
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from stellwerk.bots.book import write
from stellwerk.bots.openings import Plan, pages, try_out


def command(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What is played.")],
    players: Annotated[int, typer.Option(min=2, max=12, help="Seats at the table.")] = 4,
    decisions: Annotated[int, typer.Option(min=1, max=100, help="Of the opening, as `steady` plays it.")] = 4,
    choices: Annotated[int, typer.Option(min=1, max=50, help="Tried in each, beside other amounts.")] = 3,
    games: Annotated[int, typer.Option(min=2, max=10_000, help="For each choice.")] = 8,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    lines: Annotated[int, typer.Option(min=1, max=100, help="Ways to open followed beside each other.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Processes.")] = 1,
    book: Annotated[
        Path | None, typer.Option(help="A file for what proved better; other pages of it stay.", dir_okay=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line.")] = False,
) -> None:
    """Play other choices than those of `steady` on to the end; print what they gain."""
    plan = Plan(title, players, decisions, choices, games, seed, lines=lines)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=None)
        found = try_out(plan, lambda: progress.advance(task), jobs)
    if book is not None:
        write(book, pages(plan, found))
    if as_json:
        print(json.dumps([msgspec.to_builtins(one) for one in found]))
        return
    table = Table(
        "move", "seat", "steady", "tried", "gain", "again", title=f"{title}, {players} players, {games} games each"
    )
    for one in found:
        gain = f"{one.gain:,.0f} ± {one.error:,.0f}{' *' if one.better else ''}"
        again = f"{one.again[0]:,.0f} ± {one.again[1]:,.0f}{' *' if one.proved else ''}" if one.again else ""
        move, seat = str(len(one.before) + 1), str(one.seat + 1)
        table.add_row(move, seat, _short(one.usual), _short(one.action), gain, again)
    Console(file=sys.stdout, highlight=False).print(table)


def _short(action: object) -> str:
    told = msgspec.to_builtins(action)
    return " ".join(str(value) for key, value in told.items() if key != "seat")
