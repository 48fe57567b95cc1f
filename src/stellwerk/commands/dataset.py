"""`stellwerk dataset`: games that people or bots played, as one table with a card that says what is in it."""

from pathlib import Path
from typing import Annotated

import typer

from stellwerk.play.errors import StellwerkError
from stellwerk.play.extras import needing
from stellwerk.terminal.progress import bar


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Records or stored games of one title.")],
    out: Annotated[Path, typer.Option(help="Table to write: .parquet or .jsonl; its card lies beside it.")],
    every: Annotated[int, typer.Option(help="Keep one decision of so many.", min=1)] = 1,
) -> None:
    """Write the decisions of games as rows: what was seen, what was chosen, how it ended.

    Broken off and asked again, it goes on with the game at which it was.
    """
    with needing("research", "A dataset"):
        from stellwerk.env.dataset import FORMATS, write

    if out.suffix not in FORMATS:
        raise StellwerkError(f"{out.name} should end with {' or '.join(FORMATS)}.")
    with bar("games", len(files)) as tick:
        card = write(files, out, every, tick)
    print(f"{card.decisions} decisions of {card.games} games in {out}; {out.with_suffix('.md')} says more")
