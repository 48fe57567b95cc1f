"""Refusals: what was wrong, and which paragraph says so."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct


class StellwerkError(Exception):
    """Something a person can put right; its text is one clear sentence."""


class Refusal(Struct, frozen=True):
    """Why an action is not legal: the rulebook's paragraph, a key for the catalogue, and its values."""

    rule: str
    reason: str
    values: Mapping[str, Any] = {}


def refuse(rule: str, reason: str, **values: Any) -> Refusal:
    """Shorthand that reads well in rules: `return refuse("5.5.2.2", "one_station_per_hex", hex=…)`."""
    return Refusal(rule, reason, values)


class IllegalAction(StellwerkError):
    """An action outside `legal_actions()`; nothing was changed."""

    # Set by the package to make sentences from refusals; the engine itself holds no prose.
    sentence: Callable[[str, Refusal], str] | None = None

    def __init__(self, title: str, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.title = title
        self.refusal = refusal
        self.rule = refusal.rule

    def __str__(self) -> str:
        cls = type(self)
        text = cls.sentence(self.title, self.refusal) if cls.sentence else self.refusal.reason.replace("_", " ")
        mark = "§" if self.rule[:1].isdigit() else ""
        return f"{text} ({self.title} {mark}{self.rule})" if self.rule else text
