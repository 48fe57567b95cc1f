"""What 18xx titles tell of their market alike."""

from __future__ import annotations

from stellwerk.eighteen.shares import proceeds, sales
from stellwerk.eighteen.state import Table, percent, price, worth_of
from stellwerk.show.market import Account, PriceMove


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


def shares(table: Table, seat: int) -> tuple[tuple[str, int], ...]:
    """What a player's shares are worth at the prices of the chart, company by company in its order."""
    listed = table.state.chart.order(table.rules.printed.sheet)
    return tuple((each, worth_of(table, each, percent(table, each, seat), price(table, each))) for each in listed)


def uncounted(amount: int) -> tuple[Account, ...]:
    """Papers that count nothing in the final accounts, at their printed prices; nothing where there are none."""
    return (Account("uncounted", amount, counts=False),) if amount else ()


def missing(needed: int, sold: int) -> int:
    """What still has to be sold of a company that floats with so many percent."""
    return max(0, needed - sold)
