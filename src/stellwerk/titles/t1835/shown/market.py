"""What 1835 tells of its market: liquid money, worth, private railways and Vorpreußische."""

from __future__ import annotations

from typing import Any

from stellwerk.bank.papers import GONE
from stellwerk.eighteen.state import percent
from stellwerk.show.eighteen import market as shared
from stellwerk.show.market import Account, Paper
from stellwerk.show.tables import Holding

from ..actions import BuyPaper
from ..data import PRUSSIA
from ..packet import paper_price
from ..privates import income
from ..raising import most_from_sales
from ..shares import needed_to_float
from ..state import Table, sold_percent


def liquid(table: Table, seat: int) -> int:
    """Cash, and the most that legal sales would bring."""
    return table.state.cash[seat] + most_from_sales(table, seat, "")


def other_wealth(table: Table, seat: int) -> tuple[Account, ...]:
    """Private railways, Vorpreußische and shares of AGs that have not floated count nothing (6.2.1, 6.2.2)."""
    printed, state = table.rules.printed, table.state
    prices = {each.id: each.price for each in printed.privates.values()}
    prices |= {each.id: each.price for each in printed.minors.values()}
    cost = sum(price for paper, price in prices.items() if state.papers[paper] == seat)
    cost += sum(
        company.price * percent(table, company.id, seat) // 10
        for company in printed.companies.values()
        if state.chart.field(company.id) is None
    )
    return shared.uncounted(cost)


def _share(table: Table, certificate: str | None) -> Holding | None:
    paper = table.rules.printed.register.by_id.get(certificate or "")
    return Holding(paper.company, paper.percent, paper.director) if paper else None


def papers(table: Table) -> tuple[Paper, ...]:
    """Private railways, and Vorpreußische that do not act yet; those that do are companies."""
    printed, state = table.rules.printed, table.state
    minors = [minor for minor in printed.minors if minor not in state.in_operation]
    return tuple(
        Paper(
            id_,
            "private" if id_ in printed.privates else "minor",
            holder if isinstance(holder, int) else None,
            paper_price(table, id_),
            income(table, id_) if id_ in printed.privates else None,
            _share(table, printed.brings.get(id_)) if not isinstance(holder, int) else None,
            _share(table, printed.becomes.get(id_)),
        )
        for id_ in (*printed.privates, *minors)
        if (holder := state.papers[id_]) != GONE
    )


def missing(table: Table, company: str) -> int | None:
    """Until the AG floats (2.7.1); Preußen does not float, it is founded."""
    if company in table.state.in_operation or company == PRUSSIA or company in table.rules.printed.minors:
        return None
    return shared.missing(needed_to_float(table, company), sold_percent(table, company))


def about(table: Table, action: Any) -> str:
    """The company of a share of the packet; nothing where an action is about none."""
    certificate = table.rules.printed.register.by_id.get(action.paper) if isinstance(action, BuyPaper) else None
    return certificate.company if certificate else ""
