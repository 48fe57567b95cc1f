"""`stellwerk compare-people`: recorded games of people against the bot that weighs."""

import json
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from stellwerk.bots.people import AUCTION, KINDS, OTHER, ROUNDS, Agreement, Comparison, compare, means, read


def command(
    files: Annotated[list[Path], typer.Argument(metavar="RECORD…", help="Saved games of Rails or 18xx.games.")],
    decisions: Annotated[int, typer.Option(min=0, help="Decisions of each record that are looked at.")] = 10_000,
    games: Annotated[int, typer.Option(min=0, max=1000, help="Games that the bot plays by itself.")] = 4,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line.")] = False,
) -> None:
    """Tell where people's choices stand with `steady`, and what companies take in under people and under it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("records", total=len(files))
        records = []
        for file in files:
            records.append(read(file))
            progress.advance(task)
        tables = len({(record.game.title.id, len(record.game.players)) for record in records})
        task = progress.add_task("games", total=len(records) + tables * games)
        found = compare(records, decisions, games, lambda: progress.advance(task))
    if as_json:
        print(json.dumps([msgspec.to_builtins(one) for one in found]))
    else:
        _show(found)


def _show(found: list[Comparison]) -> None:
    out = Console(file=sys.stdout, highlight=False, width=140)
    kinds = [AUCTION, *KINDS, OTHER]
    table = Table(
        "",
        *kinds,
        title="people's choices: steady's best or as good / best three / not ranked, percent (of; liberties);\n"
        "amounts agree within a tenth of what steady would name, in brackets any amount",
    )
    for one in found:
        table.add_row(_name(one), *(_agreement(one.agreement.get(kind)) for kind in kinds))
    out.print(table)
    table = Table(
        "",
        "",
        *(f"to round {number}" for number in ROUNDS),
        "final worth",
        title="income of all companies, means of games that came so far",
    )
    for one in found:
        people, bots = means(one.people), means(one.bots)
        table.add_row(_name(one), f"people ({len(one.people)})", *map(_figure, people))
        table.add_row("", f"steady ({len(one.bots)})", *map(_figure, bots))
        table.add_row("", "difference", *(_part(mine, theirs) for mine, theirs in zip(bots, people, strict=True)))
    out.print(table)


def _name(one: Comparison) -> str:
    return f"{one.title}, {one.players} players"


def _agreement(one: Agreement | None) -> str:
    if one is None or not one.decisions:
        return "–"
    first, far_first, top, far_top, unranked = (
        round(100 * part / one.decisions)
        for part in (one.first, one.first + one.far_first, one.top, one.top + one.far_top, one.unranked)
    )
    apart = f"; {one.liberties}" if one.liberties else ""
    told = (f"{first}{_beside(far_first, one.far_first)}", f"{top}{_beside(far_top, one.far_top)}", str(unranked))
    return f"{'/'.join(told)} ({one.decisions}{apart})"


def _beside(percent: int, amounts: int) -> str:
    """What it would be with any amount, where some lie beyond the span."""
    return f" [{percent}]" if amounts else ""


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


def _part(mine: float | None, theirs: float | None) -> str:
    return "–" if mine is None or not theirs else f"{100 * (mine / theirs - 1):+.0f}%"
