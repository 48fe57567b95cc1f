"""What 1844 tells of its market: prices to come, liquid money, worth, private railways."""

from __future__ import annotations

from stellwerk.bank.papers import GONE
from stellwerk.eighteen.state import sold_percent
from stellwerk.show.eighteen import market as shared
from stellwerk.show.market import Account, Paper, PriceMove
from stellwerk.show.tables import Holding

from ..auction import DIRECTION_COMES_WITH, SHARE_COMES_WITH
from ..data import FEDERAL, PRE_SBB
from ..running import rise
from ..state import Table, is_kind, sbb_founded, worth_of_papers


def price_moves(table: Table, company: str) -> tuple[PriceMove, ...]:
    """As usual, but a regional company in the last column it may enter rises upwards (Regionalbahnen)."""
    usual, field = shared.moves(table, company), table.state.chart.field(company)
    if field is None:
        return usual
    there = getattr(table.rules.printed.sheet, rise(table, company))(field)
    return tuple(PriceMove(each.why, there) if each.why == "pay" else each for each in usual)


def other_wealth(table: Table, seat: int) -> tuple[Account, ...]:
    """Tunnels and mountain railways count once they are in use, private railways never (Endabrechnung)."""
    printed, state = table.rules.printed, table.state
    cost = sum(each.price for each in printed.privates.values() if state.papers[each.id] == seat)
    for paper in (*printed.tunnel_papers, *state.mountains):
        if state.papers[paper] == seat and paper not in state.earning:
            cost += printed.title["tunnels" if paper in printed.tunnel_papers else "mountains"]["price"]
    in_use = Account("sights", worth_of_papers(table, seat))
    return in_use, Account("loan", -state.loans.get(seat, 0)), *shared.uncounted(cost)


def papers(table: Table) -> tuple[Paper, ...]:
    """Private railways that have not closed."""
    found = []
    for private in table.rules.printed.privates.values():
        holder = table.state.papers[private.id]
        if holder != GONE:
            owner = holder if isinstance(holder, int) or holder in table.rules.printed.companies else None
            brings = _brings(table, private.id) if owner is None else None
            found.append(Paper(private.id, "private", owner, private.price, private.income, brings))
    return tuple(found)


def _brings(table: Table, private: str) -> Holding | None:
    """The share that comes along with a private railway (P5, P6)."""
    register = table.rules.printed.register
    if private == SHARE_COMES_WITH:
        paper = register.of["MOB"][-1]
    elif private == DIRECTION_COMES_WITH:
        paper = register.director_paper("FNM")
    else:
        return None
    return Holding(paper.company, paper.percent, paper.director)


def missing(table: Table, company: str) -> int | None:
    """Until half is bought (Inbetriebnahme); the SBB is founded."""
    gone = is_kind(table, company, PRE_SBB) and sbb_founded(table)
    if company in table.state.in_operation or gone or is_kind(table, company, FEDERAL):
        return None
    return shared.missing(table.rules.printed.title["shares"]["floats_at"], sold_percent(table, company))
