"""What 18xx titles tell of their market alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.eighteen.directors import DirectorExchange
from stellwerk.eighteen.shares import proceeds, sales
from stellwerk.eighteen.state import Table, cash_and_shares
from stellwerk.play.core import Step
from stellwerk.show.market import BOARD, MARKET, Account, PriceMove


def stage(*about_papers: type[Step]) -> Callable[[Any], str]:
    """In operating rounds the board, but for decisions about papers that interrupt them."""
    papers: tuple[type[Step], ...] = (DirectorExchange, *about_papers)

    def of(table: Table) -> str:
        agenda = table.state.agenda
        if not agenda or (table.state.operating_round and not isinstance(agenda[-1], papers)):
            return BOARD
        return MARKET

    return of


def moves(table: Table, company: str) -> tuple[PriceMove, ...]:
    """Right for a dividend, left without one, down when shares are sold, up when all are with players."""
    sheet, field = table.rules.printed.sheet, table.state.chart.field(company)
    if field is None:
        return ()
    return (
        PriceMove("pay", sheet.right(field)),
        PriceMove("keep", sheet.left(field)),
        PriceMove("sell", sheet.down(field)),
        PriceMove("sold_out", sheet.up(field)),
    )


def liquid(table: Table, seat: int) -> int:
    """Cash, and of each company the largest sale that is legal now: no company's sale changes another's price."""
    best: dict[str, int] = {}
    for sale in sales(table, seat):
        best[sale.company] = max(best.get(sale.company, 0), proceeds(table, sale))
    return table.state.cash[seat] + sum(best.values())


def accounts(table: Table, seat: int) -> tuple[Account, ...]:
    """Cash, and shares at the prices of the chart."""
    cash = table.state.cash[seat]
    return Account("cash", cash), Account("shares", cash_and_shares(table, seat) - cash)


def uncounted(amount: int) -> tuple[Account, ...]:
    """Papers that count nothing in the final accounts, at their printed prices; nothing where there are none."""
    return (Account("uncounted", amount, counts=False),) if amount else ()


def missing(needed: int, sold: int) -> int:
    """What still has to be sold of a company that floats with so many percent."""
    return max(0, needed - sold)


def start_player(table: Table) -> int | None:
    """The first in the order of players."""
    return table.state.order[0] if table.state.order else None
