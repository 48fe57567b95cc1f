"""The end of the game and the final accounts (6)."""

from __future__ import annotations

from stellwerk.eighteen.state import cash_and_shares

from .state import Table


def worth(table: Table, seat: int) -> int:
    """Cash and shares at their price (6.2.1); privates, Vorpreußische and company money count nothing (6.2.2).

    The richest has won (6.2.3).
    """
    return cash_and_shares(table, seat)
