"""`stellwerk backup`: a copy of all that a server keeps, while it runs."""

from pathlib import Path
from typing import Annotated

import typer

from stellwerk.play.extras import needing

DATA = typer.Option(help="The folder that keeps games and people.")
DATABASE = typer.Option(help="postgresql://… instead of a folder.", envvar="STELLWERK_DATABASE", show_envvar=True)


def command(
    file: Annotated[Path, typer.Argument(help="The copy to be made, a file that is not there yet.")],
    data: Annotated[Path, DATA] = Path("games"),
    database: Annotated[str, DATABASE] = "",
) -> None:
    """Copy all games and people into one file; a server may go on meanwhile."""
    with needing("server", "A backup"):
        from stellwerk.host.settings import Settings
        from stellwerk.host.storage.copying import backup
    backup(Settings(data=data, postgres=database), file)
    typer.echo(
        f"{file} holds everything that was kept at this moment. Keep it safe: it holds keys and secrets, too."
    )
