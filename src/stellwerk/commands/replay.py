"""`stellwerk replay`: play recorded games through the engine and check every figure they state."""

from pathlib import Path
from typing import Annotated

import typer

from stellwerk.play.errors import StellwerkError
from stellwerk.records.replay import replay


def command(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="saved games of Rails (.rails), transcripts beside them; game files of 18xx.games (.json)"
        ),
    ],
    all_: Annotated[
        bool,
        typer.Option("--all", help="tell every mismatch, and play on without what cannot be played"),
    ] = False,
) -> None:
    """Replay recorded games; the exit status is 0 only if every file has no mismatch."""
    failed = False
    for file in files:
        try:
            outcome = replay(file, every=all_)
        except StellwerkError as error:
            print(f"{file.stem}: {error}", flush=True)
            failed = True
            continue
        print("\n".join(outcome.lines()) if all_ else outcome.line(), flush=True)
        failed |= outcome.mismatches > 0
    raise typer.Exit(1 if failed else 0)
