"""Titles are found through the entry point group `stellwerk.titles`, ours and plug-ins alike."""

from functools import cache
from importlib.metadata import entry_points

from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Title

GROUP = "stellwerk.titles"


def title_ids() -> list[str]:
    """The ids of all titles that are installed."""
    return sorted(entry.name for entry in entry_points(group=GROUP))


@cache
def find_title(id_: str) -> Title:
    """The title with this id."""
    for entry in entry_points(group=GROUP):
        if entry.name == id_:
            title: Title = entry.load()
            return title
    raise StellwerkError(f"There is no title {id_!r}; there are {', '.join(title_ids())}.")
