"""What 1881 tells of its market: prices to come, liquid money, worth."""

from __future__ import annotations

from stellwerk.eighteen.state import price
from stellwerk.show.eighteen import market as shared
from stellwerk.show.market import Market, PriceMove

from ..sbahn_sales import sales_of
from ..state import Table, is_sbahn, sold_percent


def _moves(table: Table, company: str) -> tuple[PriceMove, ...]:
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


def _liquid(table: Table, seat: int) -> int:
    """Shares of the S-Bahn are sold by an action of their own (12.5)."""
    papers = max((sale.shares + len(sale.seats) for sale in sales_of(table, seat, "")), default=0)
    sbahn = price(table, table.rules.printed.sbahn) * papers if papers else 0
    return shared.liquid(table, seat) + sbahn


def _missing(table: Table, company: str) -> int | None:
    """Until a company floats (4.26, 12.4)."""
    if company in table.state.in_operation or company in table.state.bankrupt:
        return None
    part = "sbahn" if is_sbahn(table, company) else "shares"
    return shared.missing(table.rules.printed.title[part]["floats_at"], sold_percent(table, company))


MARKET = Market(
    stage=shared.stage(),
    moves=_moves,
    liquid=_liquid,
    accounts=shared.accounts,
    missing=_missing,
    told=frozenset(("if_paid", "if_saved", "if_sold")),
    first=lambda table: table.state.tram if table.state.rank else None,
)
