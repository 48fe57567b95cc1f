"""Buying and selling shares (4.3–4.5, 4.8–4.15, 12.1, 12.2)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import ISSUE, POOL, Owner
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.changes import set_price
from stellwerk.eighteen.classic.shares import no_splits, only_from_the_bank, to_the_bank
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.events import SharesSold
from stellwerk.eighteen.shares import (
    Purchases,
    Sales,
    Trading,
    new_and_old,
    no_such_share,
    share_too_dear,
    sold_this_round,
    unsold,
)
from stellwerk.eighteen.state import percent, price, worth_of
from stellwerk.play.errors import Refusal
from stellwerk.play.errors import refuse as refuse_by

from ..events import CompanyOpened
from ..state import Move, Table, company81, counted_papers, is_open, is_sbahn

# Buying -----------------------------------------------------------------------------------------------------


def offered(table: Table, seat: int) -> Iterator[BuyShare]:
    """Whatever the bank has; which of it is for sale the clauses say."""
    return new_and_old(table, seat, table.rules.printed.companies)


def costs(table: Table, action: BuyShare) -> int:
    """New shares at the printed price, those of the pool at the chart's (4.10, 4.11)."""
    company = company81(table, action.company)
    each = company.price if action.source == ISSUE else price(table, action.company)
    return worth_of(table, action.company, action.percent, each)


def top_paper_first(table: Table, action: BuyShare) -> Refusal | None:
    """New papers come from the top: the director's first (2.9, 4.13, 4.21), the S-Bahn's by number (12.1)."""
    paper = unsold(table, action.company) if action.company in table.rules.printed.companies else None
    if action.source != ISSUE or paper is None or paper.percent == action.percent:
        return None
    if is_sbahn(table, action.company):
        return refuse_by("12.1", "papers_by_number", company=action.company, percent=paper.percent)
    if not paper.director:
        return None
    return refuse_by("4.13" if table.state.stock_round else "2.9", "director_first", company=action.company)


def not_open_yet(table: Table, action: BuyShare) -> Refusal | None:
    """A further company opens for each one whose new shares are all gone; the S-Bahn with phase 2 (4.12, 12.1)."""
    if is_open(table, action.company):
        return None
    if is_sbahn(table, action.company):
        return refuse(table, "sbahn_not_yet", phase=table.rules.printed.title["sbahn"]["phase"])
    return None if may_open(table) else refuse(table, "not_open_yet", company=action.company)


def chair_first(table: Table, action: BuyShare) -> Refusal | None:
    """Where nobody has the chair of the S-Bahn it lies in the pool, and is the first paper to be bought (12.1)."""
    printed = table.rules.printed
    if action.company != printed.sbahn or table.state.papers[printed.chair] != POOL:
        return None
    if action.source == POOL and action.percent == printed.register.by_id[printed.chair].percent:
        return None
    return refuse(table, "chair_first", company=action.company)


def may_open(table: Table) -> bool:
    """Whether another tram company may be opened now; at first any number (2.9, 4.12)."""
    if not table.state.stock_round:
        return True
    sold_out = sum(not percent(table, company, ISSUE) for company in table.rules.printed.trams)
    return sold_out > table.state.opened


def holding_limit(table: Table, action: BuyShare) -> Refusal | None:
    """60% of a tram company, 30% of the S-Bahn (4.5, 12.2)."""
    return above_limit(table, action, action.seat)


def above_limit(table: Table, action: BuyShare, owner: Owner) -> Refusal | None:
    """What a player, or a tram company, may hold of a company; each for itself (4.5, 12.2; rulings)."""
    sbahn = is_sbahn(table, action.company)
    limit: int = table.rules.printed.title["sbahn" if sbahn else "shares"]["holding_limit"]
    if percent(table, action.company, owner) + action.percent <= limit:
        return None
    return refuse_by("12.2" if sbahn else "4.5", "holding_limit", company=action.company, percent=limit)


def paper_limit(table: Table, action: BuyShare) -> Refusal | None:
    """No more papers than the table allows; those in the yellow zone do not count (4.4)."""
    if in_yellow_zone(table, action.company) or counted_papers(table, action.seat) < table.rules.paper_limit:
        return None
    return refuse(table, "paper_limit", limit=table.rules.paper_limit)


def in_yellow_zone(table: Table, company: str) -> bool:
    """Whether papers of a company do not count against the limit (4.4)."""
    on_chart = table.state.chart.field(company) is not None
    return on_chart and price(table, company) <= table.rules.printed.zones.yellow


def open_company(turn: Move, action: BuyShare) -> None:
    """With its first paper a company gets its marker on the chart, under others (2.10, 4.12, 4.19, 4.21)."""
    company = action.company
    if turn.state.chart.field(company) is not None:
        return
    turn.set(chart=turn.state.chart.place(company, turn.rules.printed.starts[company]))
    if turn.state.stock_round and not is_sbahn(turn, company):
        turn.set(opened=turn.state.opened + 1)
    turn.emit(CompanyOpened(company, action.seat))


PURCHASES = Purchases(
    offered=offered,
    clauses=(
        only_from_the_bank,
        top_paper_first,
        no_such_share,
        not_open_yet,
        chair_first,
        sold_this_round,
        holding_limit,
        paper_limit,
        share_too_dear,
    ),
    costs=costs,
    payee=to_the_bank,
    sure=(only_from_the_bank, top_paper_first, no_such_share),
)


# Selling ----------------------------------------------------------------------------------------------------


def director_paper_stays(table: Table, action: SellShares) -> Refusal | None:
    """The director's paper only ever changes hands by exchange (4.2, 4.24)."""
    return refuse(table, "director_paper_stays", company=action.company) if action.director else None


def sbahn_by_seats(table: Table, action: SellShares) -> Refusal | None:
    """Shares of the S-Bahn are sold by an action of their own: some are seats on its board (12.5)."""
    return refuse(table, "sbahn_by_seats", company=action.company) if is_sbahn(table, action.company) else None


def falls(turn: Move, sale: SharesSold) -> None:
    """One field to the left for each sale, whatever its size; at the edge the marker stays (4.14, 4.18)."""
    move_left(turn, sale.company)


def move_left(turn: Move, company: str) -> None:
    """A sale can never lead to bankruptcy: that field is only entered upwards (4.15)."""
    field = turn.state.chart.field(company)
    assert field is not None, company
    set_price(turn, company, turn.rules.printed.sheet.step(field, "left"), "sold")


SALES = Sales(
    splits=no_splits, companies=(), clauses=(director_paper_stays, sbahn_by_seats), pays=price, falls=falls
)
TRADING = Trading(PURCHASES, SALES)
