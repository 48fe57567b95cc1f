"""Buying and selling shares (Kauf von Aktien, Verkauf von Aktien, Aktienlimit)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from stellwerk.bank.papers import ISSUE
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.classic.shares import (
    PURCHASES,
    a_row_a_turn,
    no_sales_in_first_round,
    not_started,
    only_from_the_bank,
    paper_limit,
)
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.shares import (
    Sales,
    Trading,
    no_such_share,
    nobody_can_direct,
    pool_limit,
    share_too_dear,
    sold_this_round,
)
from stellwerk.eighteen.state import percent
from stellwerk.play.errors import Refusal

from .data import FEDERAL
from .founding import repay_first
from .sbb import federal_director_keeps_a_tenth
from .state import Table, is_kind

# Buying -----------------------------------------------------------------------------------------------------


def above_half_from_the_pool(table: Table, action: BuyShare) -> Refusal | None:
    """Who holds more than half buys only from the pool (Kauf von Aktien)."""
    if action.source != ISSUE or percent(table, action.company, action.seat) <= 50:
        return None
    return refuse(table, "above_half_from_the_pool", company=action.company)


BUYING = replace(
    PURCHASES,
    clauses=(
        only_from_the_bank,
        not_started,
        no_such_share,
        sold_this_round,
        above_half_from_the_pool,
        repay_first,
        paper_limit,
        share_too_dear,
    ),
)


# Selling ----------------------------------------------------------------------------------------------------


def one_part(table: Table, company: str) -> Sequence[int]:
    """A director's share has two parts, of which one can be kept (Direktorwechsel)."""
    return () if is_kind(table, company, FEDERAL) else (table.rules.printed.companies[company].unit,)


def no_director_yet(table: Table, action: SellShares) -> Refusal | None:
    """Nothing is sold of a company that has not been started: the share of the MOB from P5."""
    if table.state.chart.field(action.company) is not None:
        return None
    return refuse(table, "no_director_yet", company=action.company)


def price_or_lower_if_new(table: Table, company: str) -> int:
    """The price before the marker falls; of a company that has not acted, the price after it.

    All sales of one company in a turn are one sale.
    """
    sheet, field = table.rules.printed.sheet, table.state.chart.field(company)
    assert field is not None
    if company in table.state.operated:
        return table.state.sold_at.get(company, sheet.price(field))
    return sheet.price(field if company in table.state.sold_at else sheet.down(field))


SALES = Sales(
    splits=one_part,
    companies=(no_sales_in_first_round, no_director_yet),
    clauses=(pool_limit, nobody_can_direct, federal_director_keeps_a_tenth),
    pays=price_or_lower_if_new,
    falls=a_row_a_turn,
)

TRADING = Trading(BUYING, SALES)
