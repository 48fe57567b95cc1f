"""A title of the 1830 kind as the registry knows it: a value that names what is its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from stellwerk.bank.papers import ISSUE
from stellwerk.play.core import Action, Decision, Position, Step, Turn
from stellwerk.play.manifest import Manifest
from stellwerk.play.secrets import OPEN, Secrets

from ..rules import Rules18
from ..setup import initial_parts
from ..state import State18
from .actions import ACTIONS
from .auction import AuctionTurn
from .invariants import problems
from .rules import Options


def same(action: dict[str, Any]) -> dict[str, Any]:
    """No version of the rules wrote actions in another way."""
    return action


def classic_manifest(package: str, **own: Any) -> Manifest:
    """All parts that titles of the 1830 kind share, with what a title has of its own.

    >>> classic_manifest("shikoku", games18xx="records:READER").games18xx
    'records:READER'
    """
    shared = {
        "face": "stellwerk.show.eighteen.classic:ClassicFace",
        "bot": "stellwerk.bots.eighteen.classic:JUDGEMENT",
        "games18xx": "stellwerk.records.games18xx_classic:ClassicTranslation",
        "layers": ("stellwerk.eighteen.classic", "stellwerk.eighteen"),
    }
    return Manifest(package=package, **{**shared, **own})


class ClassicTitle(Struct, frozen=True, kw_only=True, eq=False):
    """What the engine asks of a title."""

    id: str
    name: str
    manifest: Manifest
    """Where its data, texts, face, bot and readers are."""
    players: range
    rules: Callable[[int, Any], Rules18]
    options: type[Struct] = Options
    actions: tuple[type[Action], ...] = ACTIONS
    state: type[State18] = State18
    first: Step = AuctionTurn(0)
    """What play begins with."""
    rules_version: int = 1
    draws_order: bool = True
    secrets: Secrets = OPEN
    migrate: Callable[[dict[str, Any]], dict[str, Any]] = same
    wrong: Callable[[Any], Iterable[str]] = problems

    def start(self, rules: Rules18, seed: int) -> Turn[Rules18, State18]:
        """Everything laid out, and everybody paid."""
        parts = initial_parts(rules, rules.printed.companies, dict.fromkeys(rules.privates, ISSUE))
        return Turn(rules, self.state(agenda=(self.first,), **parts))

    def result(self, rules: Rules18, state: State18) -> dict[int, int]:
        """Each seat's worth by the final accounts."""
        table = Position(rules, state)
        return {seat: rules.worth(table, seat) for seat in range(state.seats)}

    def standing(self, rules: Rules18, state: State18) -> Mapping[type[Action], Decision]:
        """What may be done beside the step on the agenda."""
        return rules.any_time

    def problems(self, rules: Rules18, state: State18) -> list[str]:
        """Every thing wrong with a state."""
        return list(self.wrong(Position(rules, state)))
