"""Buying and selling shares by limits and zones of the chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.bank.papers import BANK, ISSUE, POOL, Owner
from stellwerk.play.errors import Refusal

from ..actions import BuyShare, SellShares
from ..changes import move_price
from ..clauses import refuse
from ..events import SharesSold
from ..printed import WHITE, Zone
from ..shares import (
    Purchases,
    Sales,
    Trading,
    new_and_old,
    no_such_share,
    nobody_can_direct,
    pool_limit,
    sales,
    share_too_dear,
    sold_this_round,
)
from ..state import Move, Table, percent, price, worth_of
from .actions import StartCompany

# Zones and limits -------------------------------------------------------------------------------------------


def zone(table: Table, company: str) -> Zone:
    """Where a company's marker lies."""
    field = table.state.chart.field(company)
    return table.rules.printed.chart_zones.get(field, WHITE) if field else WHITE


def count_papers(table: Table, seat: int) -> int:
    """Shares, but for those of companies in zones where they do not count, and private railways."""
    by_id = table.rules.printed.register.by_id
    companies = (
        by_id[p].company if p in by_id else "" for p, holder in table.state.papers.items() if holder == seat
    )
    return sum(not company or zone(table, company).counted for company in companies)


def holding_limit_of(table: Table) -> int:
    """How much of a company one player may hold, in percent."""
    limit: int = table.rules.printed.title["shares"]["holding_limit"]
    return limit


def may_hold(table: Table, company: str, part: int) -> bool:
    """Whether one player may hold so many percent of a company now."""
    return part <= holding_limit_of(table) or not zone(table, company).limited


def several_of_the_pool(table: Table, action: object) -> bool:
    """Of companies in some zones more than one share of the pool may be bought in a turn."""
    return isinstance(action, BuyShare) and action.source == POOL and zone(table, action.company).several


def above_limits(table: Table, seat: int) -> Refusal | None:
    """Who has too many papers, or too much of a company, sells as long as that brings fewer."""
    limit = table.rules.paper_limit
    over = table.rules.papers_of(table, seat) > limit or any(
        not may_hold(table, company, percent(table, company, seat)) for company in table.state.par
    )
    if over and any(sale.papers or not sale.keeps for sale in sales(table, seat)):
        return refuse(table, "over_the_limit", limit=limit)
    return None


# Buying -----------------------------------------------------------------------------------------------------


def of_started(table: Table, seat: int) -> Iterator[BuyShare]:
    """New shares of companies that have been started, and what lies in the pool."""
    return new_and_old(table, seat, [each for each in table.rules.printed.companies if each in table.state.par])


def par_or_price(table: Table, action: BuyShare) -> int:
    """New shares at the price of issue, those of the pool at the chart's."""
    unit = table.state.par[action.company] if action.source == ISSUE else price(table, action.company)
    return worth_of(table, action.company, action.percent, unit)


def to_the_bank(table: Table, action: BuyShare) -> Owner:
    """The bank is paid in any case."""
    return BANK


def not_started(table: Table, action: BuyShare) -> Refusal | None:
    """The director's paper is sold first, by starting the company."""
    if action.source != ISSUE or action.company in table.state.par:
        return None
    return refuse(table, "not_started", company=action.company)


def only_from_the_bank(table: Table, action: BuyShare) -> Refusal | None:
    """Unsold shares and those of the pool: players do not sell to one another."""
    return None if action.source in (ISSUE, POOL) else refuse(table, "only_from_the_bank", company=action.company)


def paper_limit(table: Table, action: BuyShare | StartCompany) -> Refusal | None:
    """No paper above the limit, unless it does not count."""
    free = not zone(table, action.company).counted
    if free or table.rules.papers_of(table, action.seat) < table.rules.paper_limit:
        return None
    return refuse(table, "paper_limit", limit=table.rules.paper_limit)


def holding_limit(table: Table, action: BuyShare) -> Refusal | None:
    """Nobody buys more of a company than he may hold."""
    if may_hold(table, action.company, percent(table, action.company, action.seat) + action.percent):
        return None
    return refuse(table, "holding_limit", company=action.company, limit=holding_limit_of(table))


PURCHASES = Purchases(
    offered=of_started,
    clauses=(
        only_from_the_bank, not_started, no_such_share, sold_this_round, holding_limit, paper_limit,
        share_too_dear,
    ),
    costs=par_or_price,
    payee=to_the_bank,
    sure=(only_from_the_bank, not_started, no_such_share),
)  # fmt: skip


# Selling ----------------------------------------------------------------------------------------------------


def no_splits(table: Table, company: str) -> Sequence[int]:
    """A director's paper is never sold in part; or there is none."""
    return ()


def one_unit(table: Table, company: str) -> Sequence[int]:
    """Of a director's paper one part can be kept."""
    return (table.rules.unit(table, company),)


def no_sales_in_first_round(table: Table, action: SellShares) -> Refusal | None:
    """Nothing is sold in the first stock round; in the round after it, for a train."""
    first = table.state.stock_round <= 1 and not table.state.operating_round
    return refuse(table, "no_sales_in_first_round") if first else None


def sold_this_turn(table: Table, action: SellShares) -> Refusal | None:
    """All shares of a company that a player sells in a turn are sold at once."""
    if action.company not in table.state.sold_at:
        return None
    return refuse(table, "sold_this_turn", company=action.company)


def a_row_a_share(turn: Move, sale: SharesSold) -> None:
    """One field down for each share."""
    for _ in range(sum(sale.papers) // turn.rules.unit(turn, sale.company)):
        move_price(turn, sale.company, "down", "sale")


def a_row_a_sale(turn: Move, sale: SharesSold) -> None:
    """One field down, however many shares are sold at once."""
    move_price(turn, sale.company, "down", "sale")


def a_row_a_turn(turn: Move, sale: SharesSold) -> None:
    """One field down, however many shares are sold, and however often in a turn."""
    if sale.company not in turn.state.sold_at:
        a_row_a_sale(turn, sale)


SALES = Sales(
    splits=one_unit,
    companies=(no_sales_in_first_round, sold_this_turn),
    clauses=(pool_limit, nobody_can_direct),
    pays=price,
    falls=a_row_a_share,
)

TRADING = Trading(PURCHASES, SALES)
