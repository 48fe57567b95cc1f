"""Buying and selling shares, and floating an AG (2.6, 2.7, 3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from stellwerk.bank.papers import BANK, ISSUE, POOL, Owner
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.changes import move_price, place_marker
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.directors import check_director
from stellwerk.eighteen.events import Floated, SharesSold
from stellwerk.eighteen.shares import (
    Purchases,
    Sales,
    Trading,
    no_such_share,
    nobody_can_direct,
    pool_limit,
    share_too_dear,
    sizes,
    sold_this_round,
    unsold,
)
from stellwerk.eighteen.state import home_stop, percent, price, seats_after, worth_of
from stellwerk.play import errors
from stellwerk.play.errors import Refusal

from . import state
from .data import PRUSSIA
from .state import Move, Table, at_paper_limit, packet_left, pay, sold_percent

# What is on offer -------------------------------------------------------------------------------------------


def on_offer(table: Table) -> list[str]:
    """The AGs whose new shares can be bought now (1.2.1–1.2.6)."""
    memo = table.state.papers.memo
    offered: list[str] | None = memo.get("on_offer")
    if offered is None:
        offered = memo["on_offer"] = [company for company in _released(table) if unsold(table, company)]
    return offered


def _released(table: Table) -> list[str]:
    """One group after another (1.2.3); Preußen's four shares with Baden's director (1.2.6)."""
    if packet_left(table):
        return []
    released = _opened_in_turn(table, ["BY", "SX"])
    if _any_unsold(table, ["BY", "SX"]):
        return released
    released += _opened_in_turn(table, ["BA", "WT", "HE"])
    if table.state.papers["BA-D"] != ISSUE:
        released.append(PRUSSIA)
    prussia = [] if table.rules.habits.mecklenburg_without_prussia else [PRUSSIA]
    if not _any_unsold(table, ["BA", "WT", "HE", *prussia]):
        released += _opened_in_turn(table, ["MS", "OL"])
    return released


def _waits_by(table: Table, company: str) -> str:
    """The paragraph by which an AG's new shares cannot be bought yet."""
    if packet_left(table):
        return "1.2.1"
    if company == PRUSSIA:
        return "1.2.6"
    group = table.rules.printed.companies[company].group
    others = [each.id for each in table.rules.printed.companies.values() if each.group == group]
    return "1.2.4" if set(others) & set(_released(table)) else "1.2.3"


def _any_unsold(table: Table, companies: list[str]) -> bool:
    return any(percent(table, company, ISSUE) for company in companies)


def _opened_in_turn(table: Table, group: list[str]) -> list[str]:
    """Each AG of a group opens once half of the one before it is sold (1.2.4)."""
    opened = group[:1]
    for before, company in pairwise(group):
        if sold_percent(table, before) < 50:
            break
        opened.append(company)
    return opened


# Buying -----------------------------------------------------------------------------------------------------


def offered(table: Table, seat: int) -> Iterator[BuyShare]:
    """Every share that could be asked for: new ones, those in the pool, and those of other players."""
    for company in on_offer(table):
        paper = unsold(table, company)
        if paper:
            yield BuyShare(seat, company, ISSUE, paper.percent)
    for company in table.state.chart.order(table.rules.printed.sheet):
        owners: list[Owner] = [POOL] if percent(table, company, POOL) else []
        if percent(table, company, seat) >= _nationalise_from(table):
            owners += seats_after(table, seat)
        for owner in owners:
            for size in sizes(table, company, owner):
                yield BuyShare(seat, company, owner, size)


def _nationalise_from(table: Table) -> int:
    least: int = table.rules.printed.title["shares"]["nationalise_from"]
    return least


def costs(table: Table, action: BuyShare) -> int:
    """New shares as printed (2.6.2.1), old ones by the chart (2.6.2.2), a player's at 1½ times that (2.6.2.4)."""
    if action.source == ISSUE:
        printed = table.rules.printed.companies[action.company].price
        return worth_of(table, action.company, action.percent, printed)
    market = price(table, action.company) * action.percent
    return market // 10 if action.source == POOL else -(-market * 3 // 20)


def payee(table: Table, action: BuyShare) -> Owner:
    """Who sells is paid; for new shares the AG once it is in operation (2.7.6), else the bank."""
    if isinstance(action.source, int):
        return action.source
    into_treasury = action.source == ISSUE and action.company in table.state.in_operation
    return action.company if into_treasury else BANK


def not_released(table: Table, action: BuyShare) -> Refusal | None:
    """New shares come on offer group by group (1.2.1–1.2.6)."""
    company = action.company
    if action.source != ISSUE or company not in table.rules.printed.companies or company in on_offer(table):
        return None
    waits = company not in _released(table)  # what is released may be sold out
    return errors.refuse(_waits_by(table, company), "not_released", company=company) if waits else None


def own_share(table: Table, action: BuyShare) -> Refusal | None:
    """Nobody nationalises what is his own."""
    return refuse(table, "own_share", company=action.company) if action.source == action.seat else None


def needs_55_percent(table: Table, action: BuyShare) -> Refusal | None:
    """Who holds 55% of an AG buys shares of other players."""
    if not isinstance(action.source, int):
        return None
    on_chart = table.state.chart.field(action.company) is not None
    if on_chart and percent(table, action.company, action.seat) >= _nationalise_from(table):
        return None
    return refuse(table, "needs_55_percent", company=action.company)


def paper_limit(table: Table, action: BuyShare) -> Refusal | None:
    """Nobody buys above his limit; how much of one AG he holds is no matter (2.6.2.3)."""
    if not at_paper_limit(table, action.seat):
        return None
    return refuse(table, "paper_limit", limit=state.paper_limit(table, action.seat))


PURCHASES = Purchases(
    offered=offered,
    clauses=(
        not_released,
        no_such_share,
        own_share,
        needs_55_percent,
        sold_this_round,
        paper_limit,
        share_too_dear,
    ),
    costs=costs,
    payee=payee,
)


# Selling ----------------------------------------------------------------------------------------------------


def not_founded(table: Table, action: SellShares) -> Refusal | None:
    """Preußen's shares are sold once it is open."""
    if action.company != PRUSSIA or PRUSSIA in table.state.in_operation:
        return None
    return refuse(table, "not_founded", company=action.company)


def not_in_operation(table: Table, action: SellShares) -> Refusal | None:
    """Shares of an AG that has not floated have no price."""
    if action.company in table.state.in_operation:
        return None
    return refuse(table, "not_in_operation", company=action.company)


def not_operated_yet(table: Table, action: SellShares) -> Refusal | None:
    """An AG must have had a turn; Preußen need not."""
    if action.company == PRUSSIA or action.company in table.state.operated:
        return None
    return refuse(table, "not_operated_yet", company=action.company)


def nothing_kept(table: Table, company: str) -> Sequence[int]:
    """A director's paper is sold whole (2.6.3.2)."""
    return ()


def half_kept(table: Table, company: str) -> Sequence[int]:
    """Where a group lets a director's paper be split, a tenth can be kept."""
    return (10,)


def one_row_down(turn: Move, sale: SharesSold) -> None:
    """The marker falls one row for each sale (2.6.3.3)."""
    move_price(turn, sale.company, "down", "sale")
    _sell_barren_first(turn, sale)


def price_of_first_sale(table: Table, company: str) -> int:
    """Where a group plays so: further sales of a turn bring what the first one brought."""
    return table.state.sold_at.get(company) or price(table, company)


def one_row_a_turn(turn: Move, sale: SharesSold) -> None:
    """And then the marker falls only once."""
    if sale.company not in turn.state.sold_at:
        move_price(turn, sale.company, "down", "sale")
    _sell_barren_first(turn, sale)


def _sell_barren_first(turn: Move, sale: SharesSold) -> None:
    """Who sells of Preußen gives away first what would draw nothing in this round (4.5)."""
    barren = turn.state.barren
    if sale.company == PRUSSIA and sale.seat in barren:
        left = barren[sale.seat] - sum(sale.papers)
        others = {other: part for other, part in barren.items() if other != sale.seat}
        turn.set(barren={**others, sale.seat: left} if left > 0 else others)


SALES = Sales(
    splits=nothing_kept,
    companies=(not_founded, not_in_operation, not_operated_yet),
    clauses=(pool_limit, nobody_can_direct),
    pays=price,  # all papers of one sale bring the price before it (2.6.3.1)
    falls=one_row_down,
)

TRADING = Trading(PURCHASES, SALES)


# Floating ---------------------------------------------------------------------------------------------------


def papers_moved(turn: Move, company: str) -> None:
    """Float an AG that has sold enough (2.7.1), and let the largest holder direct it (3.3.6)."""
    if company not in turn.state.in_operation and company != PRUSSIA and _may_float(turn, company):
        float_company(turn, company)
    check_director(turn, company)  # more than he (3.3.5), with the company as it is (3.3.9)


def _may_float(table: Table, company: str) -> bool:
    """Enough is sold, and the director's paper: what operates has a director (3.3.4), also if it floats early."""
    directed = isinstance(table.state.papers[f"{company}-D"], int)
    return directed and sold_percent(table, company) >= needed_to_float(table, company)


def needed_to_float(table: Table, company: str) -> int:
    """How many percent must be sold (2.7.1); groups may let Bayern begin earlier."""
    usual: int = table.rules.printed.title["shares"]["floats_at"]
    return table.rules.habits.bayern_floats_at if company == "BY" else usual


def float_company(turn: Move, company: str) -> None:
    """Marker on the chart, marker at home, and money for every tenth that players hold (2.7.2–2.7.5)."""
    printed = turn.rules.printed
    capital = printed.companies[company].price * sold_percent(turn, company) // 10
    turn.emit(Floated(company, capital))
    turn.set(
        in_operation=turn.state.in_operation | {company},
        chart=turn.state.chart.place(company, printed.starts[company]),
    )
    pay(turn, BANK, company, capital, "capital")
    place_marker(turn, company, home_stop(turn, company))  # free, at once (5.5.2.5)
