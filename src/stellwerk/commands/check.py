"""`stellwerk check`: do the data of a title fit together?"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from stellwerk import words
from stellwerk.eighteen.data_check import inconsistencies, track_to_nowhere
from stellwerk.eighteen.printed import Printed
from stellwerk.play.data_files import DataError
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import find_title, lay_over, title_ids
from stellwerk.words.sentences import phrase, refusal


def command(
    title: Annotated[str | None, typer.Argument(help="A title; without one all of them.")] = None,
    box: Annotated[Path | None, typer.Option(help="A folder with corrected data.")] = None,
    language: Annotated[str, typer.Option(help="de or en")] = "en",
) -> None:
    """Look through the data of a title; the exit status is 0 only if everything fits together."""
    words.catalogue(language)
    words.speak(language)
    lay_over(box)
    if box and title and not find_title(title).manifest.box:
        name = find_title(title).name
        raise StellwerkError(f"The data of {name} is that of the printed game; there is nothing to correct.")
    wrong = False
    for id_ in [title] if title else title_ids():
        found = list(faults(id_, language))
        for fault in found:
            typer.echo(fault)
        if not found:
            known = find_title(id_)
            typer.echo(phrase("check.fine", known, language, title=known.name))
        wrong = wrong or bool(found)
    raise typer.Exit(1 if wrong else 0)


def faults(id_: str, language: str) -> Iterator[str]:
    """Everything that does not fit in the data of a title, one sentence each."""
    try:
        title = find_title(id_)
        rules = title.rules(title.players[0], title.options())
    except DataError as error:
        yield from (f"{id_}: {fault}." for fault in error.faults)
        return
    printed = getattr(rules, "printed", None)
    check = title.manifest.part("check")
    if check:
        yield from (f"{fault.rule}: {refusal(fault, title, language)}." for fault in check(printed))
    elif isinstance(printed, Printed):
        yield from (f"{id_}: {fault}." for fault in (*inconsistencies(printed), *track_to_nowhere(printed.box)))
