"""`stellwerk print`: a title to be printed and cut out."""

from pathlib import Path
from typing import Annotated

import typer

from stellwerk import words
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import find_title, lay_over
from stellwerk.view.printing import printed


def command(
    title: Annotated[str, typer.Argument(help="A title.")],
    out: Annotated[Path, typer.Option(help="The file to write, a PDF.")],
    language: Annotated[str, typer.Option(help="de or en")] = "en",
    box: Annotated[Path | None, typer.Option(help="A folder with corrected data of titles that allow it.")] = None,
) -> None:
    """Write board, tiles, chart, certificates and cards of a title as a PDF in A4, with marks where to cut."""
    lay_over(box)
    words.catalogue(language)
    words.speak(language)
    made = printed(find_title(title), language)
    try:
        out.write_bytes(made)
    except OSError as error:
        raise StellwerkError(f"{out} cannot be written ({error.strerror}).") from None
    typer.echo(f"{out.name} written.")
