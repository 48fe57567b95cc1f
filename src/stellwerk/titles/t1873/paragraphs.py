"""Works, works companies and railways do the same things by paragraphs of their own: each is told its own."""

from __future__ import annotations

from .state import Table, is_railway, is_work

CITES = {
    "turn": ("4.2", "4.3", "4.4"),
    "track": ("4.2.1", "4.3", "4.4.1"),
    "profit": ("4.2.3", "4.3.2", "4.4.5"),
    "equipment": ("4.2.4", "4.3.5", "4.4.7"),
    "new shares": ("4.3", "4.3.6", "4.4.8"),
}
"""Where the rules speak of what a single work, a works company, a railway does."""


def paragraph(table: Table, owner: str, subject: str) -> str:
    """Where the rules speak of what an owner does."""
    work, company, railway = CITES[subject]
    if is_work(table, owner):
        return work
    return railway if is_railway(table, owner) else company
