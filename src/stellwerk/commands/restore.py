"""`stellwerk restore`: a copy put back, also into another kind of database."""

from pathlib import Path
from typing import Annotated

import typer

from stellwerk.play.extras import needing

from .backup import DATA, DATABASE


def command(
    file: Annotated[Path, typer.Argument(help="A copy that `stellwerk backup` has made.")],
    data: Annotated[Path, DATA] = Path("games"),
    database: Annotated[str, DATABASE] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Put it in the place of what is there, of which a copy is kept.")
    ] = False,
) -> None:
    """Put a copy back, into a folder or a database that no server uses just now."""
    with needing("server", "Putting a backup back"):
        from stellwerk.host.settings import Settings
        from stellwerk.host.storage.copying import restore
    restore(Settings(data=data, postgres=database), file, replace)
    typer.echo(f"All games and people of {file} are back.")
