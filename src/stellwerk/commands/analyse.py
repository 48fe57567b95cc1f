"""`stellwerk analyse`: a saved game looked back on."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from stellwerk import words
from stellwerk.bots.analysis import Analysis, analyse, rows, until
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game
from stellwerk.records.replay import SUFFIXES, replay
from stellwerk.terminal.files import resume, write_text
from stellwerk.view.analysis import percent, told
from stellwerk.view.texts import text


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game, or a record of another program.")],
    language: Annotated[str, typer.Option(help="de or en")] = "en",
    positions: Annotated[
        Path | None, typer.Option(help="A folder for the positions before the decisions that are told.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON line.")] = False,
) -> None:
    """Tell what everybody could expect from move to move, and which decisions could have been better."""
    words.catalogue(language)
    words.speak(language)
    game = read(file)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(file.name, total=None)
        found = analyse(game, lambda done, whole: progress.update(task, completed=done, total=whole))
    kept: dict[int, Path] = {}
    if positions is not None:
        positions.mkdir(parents=True, exist_ok=True)
        for turning in found.turnings:
            kept[turning.number] = positions / f"{file.stem}-{turning.number}.json"
            write_text(kept[turning.number], until(game, turning.number).to_json())
    if as_json:
        print(json.dumps(msgspec.to_builtins(found)))
    else:
        _show(game, found, kept, language)


def read(file: Path) -> Game:
    """Our own file, or a record that can be replayed without a fault."""
    if file.suffix not in SUFFIXES:
        return resume(file)
    try:
        return resume(file)
    except StellwerkError as ours:
        try:
            outcome = replay(file)
        except StellwerkError:
            raise ours from None
    if outcome.mismatches:
        raise StellwerkError(f"{file.name} cannot be analysed: {outcome.first}.")
    return outcome.game


def _show(game: Game, found: Analysis, kept: Mapping[int, Path], language: str) -> None:
    out = Console(file=sys.stdout, highlight=False)
    table = Table(text("analysis.move", language), *game.players)
    for point in rows(found):
        table.add_row(str(point.number), *(percent(part, language) for part in point.parts))
    out.print(text("analysis.curve", language))  # above the table, which may be too narrow for it
    out.print(table)
    spoken = told(game, found, language)
    out.print(spoken.summary)
    for one in spoken.turnings:
        out.print(f"\n{text('analysis.at', language, number=one.number + 1, name=one.name)}")
        out.print(f"  {text('analysis.taken', language)}: {one.taken}")
        out.print(f"  {text('analysis.better', language)}: {one.better}")
        out.print(f"  {one.told}")
        if one.number in kept:
            out.print(f"  {text('analysis.position', language)}: {kept[one.number]}", soft_wrap=True)
