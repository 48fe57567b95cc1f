"""`stellwerk new-title`: a package that plays at once by the rules of 1830, to be made into one's own title."""

import re
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import title_ids

FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "init.py": "src/{name}/__init__.py",
    "rules.py": "src/{name}/rules.py",
    **{f"{each}.toml": f"src/{{name}}/{each}.toml" for each in ("title", "board", "tiles", "chart", "companies")},
    "en.po": "src/{name}/en.po",
    "test.py": "tests/test_{name}.py",
}
"""What is written, and where."""


def command(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Of the package: small letters, digits, underscores.")
    ],
    folder: Annotated[Path, typer.Option(help="Where its folder is made.")] = Path(),
) -> None:
    """Write a package with a title that plays at once by the rules of 1830."""
    made = write(name, folder)
    typer.echo(f"{made} is made. Go there, then:")
    typer.echo('  pip install --editable ".[dev]"\n  stellwerk play ' + id_of(name))


def write(name: str, folder: Path) -> Path:
    """Write the package into a new folder of its name, and tell where that is."""
    if not re.fullmatch("[a-z][a-z0-9_]*", name):
        raise StellwerkError(f"{name!r} is no name for a package: take small letters, digits and underscores.")
    if id_of(name) in title_ids():
        raise StellwerkError(f"There is a title {id_of(name)!r} already.")
    made = folder / name
    if made.exists():
        raise StellwerkError(f"{made} is there already; nothing was written.")
    words = {
        "@NAME@": name,
        "@ID@": id_of(name),
        "@TITLE@": name.replace("_", " ").title(),
        "@CLASS@": name.title().replace("_", ""),
    }
    skeleton = resources.files(__package__ or "").joinpath("skeleton")
    for source, target in FILES.items():
        text = skeleton.joinpath(f"{source}.in").read_text(encoding="utf-8")
        for mark, word in words.items():
            text = text.replace(mark, word)
        path = made / target.format(name=name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return made


def id_of(name: str) -> str:
    """The id of the title that a package holds.

    >>> id_of("royal_scot")
    'royal-scot'
    """
    return name.replace("_", "-")
