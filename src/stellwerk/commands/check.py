"""`stellwerk check`: does the data of a title that people can correct fit together?"""

from pathlib import Path
from typing import Annotated, Any

import typer

from stellwerk import words
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import find_title, lay_over
from stellwerk.words.sentences import phrase, refusal


def command(
    title: Annotated[str, typer.Argument(help="A title whose data people can correct.")],
    box: Annotated[Path | None, typer.Option(help="A folder with corrected data.")] = None,
    language: Annotated[str, typer.Option(help="de or en")] = "en",
) -> None:
    """Look through the data of a title; the exit status is 0 only if everything fits together."""
    words.catalogue(language)
    words.speak(language)
    lay_over(box)
    found: Any = find_title(title)
    if not hasattr(found, "inconsistencies"):
        raise StellwerkError(f"The data of {found.name} is that of the printed game; there is nothing to correct.")
    faults = list(found.inconsistencies())
    for fault in faults:
        typer.echo(f"{fault.rule}: {refusal(fault, found, language)}.")
    if not faults:
        typer.echo(phrase("check.fine", found, language, title=found.name))
    raise typer.Exit(1 if faults else 0)
