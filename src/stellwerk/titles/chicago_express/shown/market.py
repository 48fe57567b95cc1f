"""What Chicago Express tells of its market: auctions, and what the next dividend would bring."""

from __future__ import annotations

from stellwerk.show.market import BOARD, MARKET

from ..auctions import CompanyAuction, OfferStep
from ..state import Table


def stage(table: Table) -> str:
    """Shares while they are offered and bid for, otherwise the board."""
    agenda = table.state.agenda
    return MARKET if agenda and isinstance(agenda[-1], CompanyAuction | OfferStep) else BOARD


def draws(table: Table, seat: int) -> int:
    """The general dividend if it were paid now (Allgemeine Dividende)."""
    railways = (railway for railway in table.state.railways.values() if railway.sold)
    return sum(-(-railway.income // railway.sold) * railway.shares[seat] for railway in railways)
