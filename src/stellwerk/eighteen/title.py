"""An 18xx title as the registry knows it: a value that names what is its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from stellwerk.play.core import Action, Decision, Position, Turn
from stellwerk.play.manifest import Manifest
from stellwerk.play.secrets import OPEN, Secrets


def same(action: dict[str, Any]) -> dict[str, Any]:
    """No version of the rules wrote actions in another way."""
    return action


class Title18(Struct, frozen=True, kw_only=True, eq=False):
    """What the engine asks of a title; how play begins is the title's own."""

    id: str
    name: str
    manifest: Manifest
    """Where its data, texts, face, bot and readers are."""
    players: range
    rules: Callable[[int, Any], Any]
    options: type[Struct]
    actions: tuple[type[Action], ...]
    wrong: Callable[[Any], Iterable[str]]
    """Every thing wrong with a position."""
    rules_version: int = 1
    draws_order: bool = True
    secrets: Secrets = OPEN
    migrate: Callable[[dict[str, Any]], dict[str, Any]] = same

    def start(self, rules: Any, seed: int) -> Turn[Any, Any]:
        """Everything laid out, and everybody paid."""
        raise NotImplementedError

    def result(self, rules: Any, state: Any) -> dict[int, int]:
        """Each seat's worth by the final accounts."""
        table = Position(rules, state)
        return {seat: rules.worth(table, seat) for seat in range(state.seats)}

    def standing(self, rules: Any, state: Any) -> Mapping[type[Action], Decision]:
        """What may be done beside the step on the agenda."""
        found: Mapping[type[Action], Decision] = rules.any_time
        return found

    def problems(self, rules: Any, state: Any) -> list[str]:
        """Every thing wrong with a state."""
        return list(self.wrong(Position(rules, state)))
