"""Works, works companies and railways do the same things by paragraphs of their own: each is told its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stellwerk.eighteen.rules import by_reason

from .state import Table, is_railway, is_work

CITES = {
    "turn": ("4.2", "4.3", "4.4"),
    "track": ("4.2.1", "4.3", "4.4.1"),
    "profit": ("4.2.3", "4.3.2", "4.4.5"),
    "equipment": ("4.2.4", "4.3.5", "4.4.7"),
    "new shares": ("4.3", "4.3.6", "4.4.8"),
}
"""Where the rules speak of what a single work, a works company, a railway does."""


SUBJECTS = {
    "only_trains_now": ("turn", "company"),
    "answer_the_offer": ("equipment", "buyer"),
    "pay_or_withhold": ("profit", "company"),
}
"""What shared refusals are about, and whose paragraph they name."""


def cited(table: Table, reason: str, values: Mapping[str, Any]) -> str:
    """The paragraph that a refusal names: of who is refused, or of who buys, where each has its own."""
    if reason in SUBJECTS:
        subject, owner = SUBJECTS[reason]
        return paragraph(table, values[owner], subject)
    return by_reason(table, reason, values)


def paragraph(table: Table, owner: str, subject: str) -> str:
    """Where the rules speak of what an owner does."""
    work, company, railway = CITES[subject]
    if is_work(table, owner):
        return work
    return railway if is_railway(table, owner) else company
