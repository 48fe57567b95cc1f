"""Buying and selling shares (Kauf von Aktien, Verkauf von Aktien, Aktienlimit)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.bank.papers import BANK, ISSUE, POOL, Owner
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.changes import move_price
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.events import SharesSold
from stellwerk.eighteen.shares import (
    Purchases,
    Sales,
    Trading,
    new_and_old,
    no_such_share,
    nobody_can_direct,
    pool_limit,
    share_too_dear,
    sold_this_round,
)
from stellwerk.eighteen.state import percent, price, worth_of
from stellwerk.play.errors import Refusal

from .data import FEDERAL
from .sbb import federal_director_keeps_a_tenth
from .state import Move, Table, count_papers, is_kind

# Buying -----------------------------------------------------------------------------------------------------


def offered(table: Table, seat: int) -> Iterator[BuyShare]:
    """New shares of companies that have been started, and what lies in the pool (Kauf von Aktien)."""
    started = [company for company in table.rules.printed.companies if company in table.state.par]
    return new_and_old(table, seat, started)


def costs(table: Table, action: BuyShare) -> int:
    """New shares at the price of issue, those of the pool at the chart's (Kauf von Aktien)."""
    unit = table.state.par[action.company] if action.source == ISSUE else price(table, action.company)
    return worth_of(table, action.company, action.percent, unit)


def to_the_bank(table: Table, action: BuyShare) -> Owner:
    """The bank is paid in any case (Kauf von Aktien)."""
    return BANK


def not_started(table: Table, action: BuyShare) -> Refusal | None:
    """Before the director's share no other share is sold, and it is bought by starting the company."""
    if action.source != ISSUE or action.company in table.state.par:
        return None
    return refuse(table, "not_started", company=action.company)


def only_from_the_bank(table: Table, action: BuyShare) -> Refusal | None:
    """Unsold shares and those of the pool: players trade with the bank alone (Kauf von Aktien)."""
    if action.source in (ISSUE, POOL):
        return None
    return refuse(table, "only_from_the_bank", company=action.company)


def above_half_from_the_pool(table: Table, action: BuyShare) -> Refusal | None:
    """Who holds more than half buys only from the pool (Kauf von Aktien)."""
    if action.source != ISSUE or percent(table, action.company, action.seat) <= 50:
        return None
    return refuse(table, "above_half_from_the_pool", company=action.company)


def repay_first(table: Table, action: BuyShare) -> Refusal | None:
    """Who owes the bank buys no shares (Loks kaufen)."""
    debt = table.state.loans.get(action.seat, 0)
    return refuse(table, "repay_first", debt=debt) if debt else None


def paper_limit(table: Table, action: BuyShare) -> Refusal | None:
    """No purchase above the limit (Aktienlimit)."""
    if count_papers(table, action.seat) < table.rules.paper_limit:
        return None
    return refuse(table, "paper_limit", limit=table.rules.paper_limit)


PURCHASES = Purchases(
    offered=offered,
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
    costs=costs,
    payee=to_the_bank,
)


# Selling ----------------------------------------------------------------------------------------------------


def one_part(table: Table, company: str) -> Sequence[int]:
    """A director's share has two parts, of which one can be kept (Direktorwechsel)."""
    return () if is_kind(table, company, FEDERAL) else (table.rules.printed.companies[company].unit,)


def no_sales_in_first_round(table: Table, action: SellShares) -> Refusal | None:
    """In the first stock round nothing is sold; in the round after it, for a train (Verkauf von Aktien)."""
    first = table.state.stock_round <= 1 and not table.state.operating_round
    return refuse(table, "no_sales_in_first_round") if first else None


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


def one_row_a_turn(turn: Move, sale: SharesSold) -> None:
    """One field down, however many shares are sold, and however often (Verkauf von Aktien)."""
    if sale.company not in turn.state.sold_at:
        move_price(turn, sale.company, "down", "sale")


SALES = Sales(
    splits=one_part,
    clauses=(
        no_sales_in_first_round,
        no_director_yet,
        pool_limit,
        nobody_can_direct,
        federal_director_keeps_a_tenth,
    ),
    pays=price_or_lower_if_new,
    falls=one_row_a_turn,
)

TRADING = Trading(PURCHASES, SALES)
