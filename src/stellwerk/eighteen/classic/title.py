"""A title of the 1830 kind as the registry knows it: a value that names what is its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from stellwerk.bank.papers import ISSUE
from stellwerk.play.core import Action, Step, Turn
from stellwerk.play.manifest import Manifest

from ..rules import Rules18
from ..setup import initial_parts
from ..state import State18
from ..title import Title18
from .actions import ACTIONS
from .auction import AuctionTurn
from .brought import draw_companies
from .invariants import problems
from .rules import Options


def classic_manifest(package: str, **own: Any) -> Manifest:
    """All parts that titles of the 1830 kind share, with what a title has of its own.

    >>> classic_manifest("shikoku", games18xx="records:READER").games18xx
    'records:READER'
    """
    shared = {
        "face": "stellwerk.show.eighteen.classic:ClassicFace",
        "bot": "stellwerk.bots.eighteen.classic:JUDGEMENT",
        "games18xx": "stellwerk.records.games18xx_classic:ClassicTranslation",
        "programs": "stellwerk.eighteen.classic.bids_beforehand:PROGRAMS",
        "layers": ("stellwerk.eighteen.classic", "stellwerk.eighteen"),
    }
    return Manifest(package=package, **{**shared, **own})


class ClassicTitle(Title18, frozen=True, kw_only=True, eq=False):
    """A title in which play begins with what 1830 begins with, unless it says otherwise."""

    options: type[Struct] = Options
    actions: tuple[type[Action], ...] = ACTIONS
    wrong: Callable[[Any], Iterable[str]] = problems
    state: type[State18] = State18
    first: Step = AuctionTurn(0)
    """What play begins with."""

    def start(self, rules: Rules18, seed: int) -> Turn[Rules18, State18]:
        """Everything laid out, and everybody paid."""
        parts = initial_parts(rules, rules.printed.companies, dict.fromkeys(rules.privates, ISSUE))
        return Turn(rules, self.state(agenda=(self.first,), by_lot=draw_companies(rules, seed), **parts))
