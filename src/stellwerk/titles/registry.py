"""Titles are found through the entry point group `stellwerk.titles`, ours and plug-ins alike."""

import os
import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Title

GROUP = "stellwerk.titles"
BOX = "STELLWERK_BOX"
"""Names the folder with corrected data, so that processes which the program starts know it, too."""


def title_ids() -> list[str]:
    """The ids of all titles that are installed."""
    return sorted(entry.name for entry in _entries(tuple(sys.path)))


@cache
def _entries(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """What is installed on this path, read once: that means opening a file of every package there is."""
    return tuple(entry_points(group=GROUP))


def lay_over(folder: Path | None) -> None:
    """Let titles whose data people can correct read what lies in this folder, or in one of theirs in it."""
    if folder is None:
        return
    if not folder.is_dir():
        raise StellwerkError(f"There is no folder {folder}.")
    os.environ[BOX] = str(folder.resolve())
    find_title.cache_clear()


@cache
def find_title(id_: str) -> Title:
    """The title with this id."""
    for entry in _entries(tuple(sys.path)):
        if entry.name == id_:
            title: Title = entry.load()
            folder = os.environ.get(BOX)
            with_box = title.manifest.part("box") if folder else None
            return with_box(Path(folder)) if folder and with_box else title
    raise StellwerkError(f"There is no title {id_!r}; there are {', '.join(title_ids())}.")
