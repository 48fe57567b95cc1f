"""`stellwerk salvage`: one game out of a damaged file."""

from pathlib import Path
from typing import Annotated

import typer

from stellwerk.play.errors import StellwerkError
from stellwerk.play.extras import needing


def command(
    file: Annotated[Path, typer.Argument(help="The damaged file; nothing is written to it.")],
    game: Annotated[
        str,
        typer.Argument(
            help="Its id, as in its address, after `--` if that begins with a dash; without it all are listed."
        ),
    ] = "",
    out: Annotated[Path | None, typer.Option(help="Where to write the game; without it GAME.json.")] = None,
) -> None:
    """Read one game out of a damaged file, to be brought to a server again."""
    with needing("server", "Salvaging a game"):
        from stellwerk.host.salvaging import games_in, salvage
    if not game:
        for id_, title, status in games_in(file):
            typer.echo(f"{id_}  {title}  {status}")
        return
    found, target = salvage(file, game), out or Path(f"{Path(game).name}.json")
    try:
        with target.open("x", encoding="utf-8") as written:
            written.write(found.file)
    except FileExistsError:
        raise StellwerkError(f"{target} is there already; name another file (--out).") from None
    typer.echo(f"{target}: {found.moves} moves, from {found.entries} entries of the log.")
    if found.lost or found.problem:
        typer.echo(f"{found.lost} entries behind a gap are lost. {found.problem}".strip())
