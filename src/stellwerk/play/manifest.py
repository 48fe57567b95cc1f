"""What a title has besides its rules: one manifest names all of it; a part is loaded when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import Any

from msgspec import Struct

PARTS = ("face", "bot", "strong", "games18xx", "rails", "runs", "programs", "habits", "box", "check", "observed")
"""The fields of a manifest that name something to be loaded."""


class Manifest(Struct, frozen=True, kw_only=True):
    """The parts of a title. Names are `module:value` within its package, or of one of ours (`stellwerk.…`); an
    empty one is a part it does not have.

    >>> Manifest(package="stellwerk.play", face="errors:refuse").part("face").__name__
    'refuse'
    >>> Manifest(package="stellwerk.play", face="errors:refuse").part("bot") is None
    True
    """

    package: str
    face: str
    """How it is shown: names, tables, colours (`stellwerk.show.tables`)."""
    bot: str = ""
    """What a bot should value (`stellwerk.bots.api`)."""
    strong: str = ""
    """What a bot that looks ahead plays on with (`stellwerk.bots.api.Explorer`)."""
    book: str = ""
    """The file of its openings, within its package: what a bot that looks ahead does in them."""
    games18xx: str = ""
    """The reader of records of 18xx.games (`stellwerk.records.games18xx_translation`)."""
    rails: str = ""
    """The reader of Rails' saved games (`stellwerk.records.rails_replay`)."""
    runs: str = ""
    """What a company's trains could run, as a search reads it: `runs(position, company)`."""
    programs: str = ""
    """What players may decide beforehand, as a tuple of kinds (`stellwerk.play.programs`)."""
    habits: str = ""
    """What other programs play otherwise, for importers of their records (`stellwerk.play.options`)."""
    box: str = ""
    """The same title with data that people have corrected: `with_box(folder)`."""
    check: str = ""
    """What does not fit together in its data, beyond what all data are asked: `inconsistencies(printed)`."""
    observed: str = ""
    """What a learner sees of a position (`stellwerk.play.observed`)."""
    longest_list: int = 256
    """More choices than players have ever had at once, with room: learners are given lists of this length."""
    stamps: tuple[tuple[str, str], ...] = ()
    """Options that the title itself sets in every new game: which data it is played with."""
    layers: tuple[str, ...] = ()
    """Packages, beside its own, whose actions, events and texts it uses."""
    data: str = ""
    """The folder of its data files and paragraphs, within its package."""
    texts: str = ""
    """The folder of its catalogues, learning pages, lesson, and what the lobby tells."""

    def part(self, name: str) -> Any:
        """A part, loaded; None where the title does not have it."""
        where = getattr(self, name)
        return _loaded(self.package, where) if where else None

    def data_folder(self) -> Traversable:
        """Where its data files are."""
        return resources.files(self.package).joinpath(self.data)

    def text_folder(self) -> Traversable:
        """Where its texts are."""
        return resources.files(self.package).joinpath(self.texts)


@cache
def _loaded(package: str, where: str) -> Any:
    module, _, value = where.partition(":")
    return getattr(import_module(module if module.startswith("stellwerk.") else f"{package}.{module}"), value)
