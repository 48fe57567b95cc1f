"""What 1881 tells of its market: prices to come, liquid money, what is missing until a company floats."""

from __future__ import annotations

from stellwerk.eighteen.state import price, sold_percent
from stellwerk.show.eighteen import market as shared
from stellwerk.show.market import PriceMove

from ..sbahn.sales import sales_of
from ..state import Table, is_sbahn


def price_moves(table: Table, company: str) -> tuple[PriceMove, ...]:
    """Down the chart is dearer: a dividend down, saving up, a sale left, sold out right (4.14, 4.16, 9.9–9.11)."""
    sheet, field = table.rules.printed.sheet, table.state.chart.field(company)
    if field is None or company in table.state.bankrupt:
        return ()
    return (
        PriceMove("pay", sheet.follow(field, "down")),
        PriceMove("keep", sheet.follow(field, "up")),
        PriceMove("sell", sheet.step(field, "left")),
        PriceMove("sold_out", sheet.step(field, "right")),
    )


def liquid(table: Table, seat: int) -> int:
    """Shares of the S-Bahn are sold by an action of their own (12.5)."""
    papers = max((sale.shares + len(sale.seats) for sale in sales_of(table, seat, "")), default=0)
    sbahn = price(table, table.rules.printed.sbahn) * papers if papers else 0
    return shared.liquid(table, seat) + sbahn


def missing(table: Table, company: str) -> int | None:
    """Until a company floats (4.26, 12.4)."""
    if company in table.state.in_operation or company in table.state.bankrupt:
        return None
    part = "sbahn" if is_sbahn(table, company) else "shares"
    return shared.missing(table.rules.printed.title[part]["floats_at"], sold_percent(table, company))
