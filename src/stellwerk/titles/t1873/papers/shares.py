"""Buying and selling shares, and who directs a company (3.2.1–3.2.3, 3.2.7)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, ISSUE, Owner
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.changes import set_price
from stellwerk.eighteen.classic.shares import no_splits, only_from_the_bank
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.events import DirectorChanged, SharesSold
from stellwerk.eighteen.shares import (
    Purchases,
    Sales,
    Trading,
    new_and_old,
    no_such_share,
    share_too_dear,
    sold_part,
    sold_this_round,
)
from stellwerk.eighteen.state import percent, price, seats_after
from stellwerk.play.errors import Refusal

from ..data import EXTERNAL
from ..state import Move, Table, concession_holder, is_kind, is_railway

# Buying -----------------------------------------------------------------------------------------------------


def offered(table: Table, seat: int) -> Iterator[BuyShare]:
    """New shares of companies that have been founded, and what lies in the pool (3.2.3)."""
    return new_and_old(table, seat, [each for each in table.rules.printed.companies if each in table.state.sizes])


def costs(table: Table, action: BuyShare) -> int:
    """The price is that of one share; buying does not move it (3.2.3)."""
    return price(table, action.company)


def payee(table: Table, action: BuyShare) -> Owner:
    """New shares of a company that has acted pay the company, all others the bank (3.2.3)."""
    issued_later = action.source == ISSUE and action.company in table.state.operated
    return action.company if issued_later else BANK


def in_trust(table: Table, action: BuyShare) -> Refusal | None:
    """Nobody just buys shares of a company in trusteeship (3.2.3, 6.3)."""
    if action.company not in table.state.trust:
        return None
    return refuse(table, "in_trust", company=action.company)


PURCHASES = Purchases(
    offered=offered,
    clauses=(only_from_the_bank, no_such_share, in_trust, sold_this_round, share_too_dear),
    costs=costs,
    payee=payee,
    sure=(only_from_the_bank, no_such_share),
)


# Selling ----------------------------------------------------------------------------------------------------


def no_sales_in_first_round(table: Table, action: SellShares) -> Refusal | None:
    """In the first stock round nothing is sold (3.2.2)."""
    return refuse(table, "no_sales_in_first_round") if table.state.stock_round == 1 else None


def packet_sold_already(table: Table, action: SellShares) -> Refusal | None:
    """All that a player wants to sell of a company goes in one packet (3.2.2)."""
    if action.company not in table.state.sold_at:
        return None
    return refuse(table, "packet_sold_already", company=action.company)


def director_keeps_his_part(table: Table, action: SellShares) -> Refusal | None:
    """A director goes below 20% only if his railway has acted and somebody else holds as much (3.2.2)."""
    company, seat = action.company, action.seat
    if table.state.directors.get(company) != seat:
        return None
    least: int = table.rules.printed.title["shares"]["keeps"]
    if percent(table, company, seat) - sold_part(table, action) >= least:
        return None
    if is_railway(table, company) and company not in table.state.operated:
        return refuse(table, "not_operated_yet", company=company, percent=least)
    if any(percent(table, company, other) >= least for other in seats_after(table, seat)):
        return None
    return refuse(table, "nobody_else_directs", company=company, percent=least)


def pays(table: Table, company: str) -> int:
    """The price before the sale; of a company that has not acted, the next lower one (3.2.2)."""
    if company in table.state.operated or is_kind(table, company, EXTERNAL):
        return price(table, company)
    field = table.state.chart.field(company)
    assert field is not None, company
    sheet = table.rules.printed.sheet
    return sheet.price(sheet.left(field))


def falls(turn: Move, sale: SharesSold) -> None:
    """One field for each share, but not before the first turn; the marker goes under the others anyway (3.2.2)."""
    if is_kind(turn, sale.company, EXTERNAL):
        turn.rules.external.sold(turn, sale)
        return
    steps = len(sale.papers) if sale.company in turn.state.operated else 0
    step_price(turn, sale.company, -steps, "sold")


SALES = Sales(
    splits=no_splits,
    # The pool never holds more than 80%: somebody is always left with 20% (3.2.2).
    companies=(no_sales_in_first_round, packet_sold_already),
    clauses=(director_keeps_his_part,),
    pays=pays,
    falls=falls,
)
TRADING = Trading(PURCHASES, SALES)


# Prices -----------------------------------------------------------------------------------------------------


def step_price(turn: Move, company: str, steps: int, cause: str) -> None:
    """So many fields up or, below zero, down; the marker goes under those that lie there (3.2.2, 4.3.3)."""
    sheet, field = turn.rules.printed.sheet, turn.state.chart.field(company)
    assert field is not None, company
    row, column = field
    column = min(max(0, column + steps), len(sheet.rows[row]) - 1)
    set_price(turn, company, (row, column), cause, turn.rules.goes_under(turn, company, cause))


def always_under(table: Table, company: str, cause: str) -> bool:
    """A marker goes under the others in its field also when its price stays (3.2.2, 4.3.3)."""
    return True


def price_after_payout(turn: Move, company: str, paid: int, cause: str) -> None:
    """Nothing paid: down; once, twice, three times the price: so many fields up (4.3.3, 4.4.6)."""
    step_price(turn, company, min(3, paid // price(turn, company)) if paid else -1, cause)


# Directors --------------------------------------------------------------------------------------------------


def papers_moved(turn: Move, company: str) -> None:
    """Whoever holds more than the director takes his place, unless the concession still rules (3.2.1)."""
    if company not in turn.state.directors or (is_railway(turn, company) and has_concession(turn, company)):
        return
    old = turn.state.directors[company]
    best = max(seats_after(turn, old), key=lambda seat: percent(turn, company, seat), default=old)
    if percent(turn, company, best) > percent(turn, company, old):
        turn.set(directors={**turn.state.directors, company: best})
        turn.emit(DirectorChanged(company, old, best, ()))


def has_concession(table: Table, railway: str) -> bool:
    """Whether the holder of the concession directs, whatever others hold (3.2.1)."""
    return concession_holder(table, railway) is not None
