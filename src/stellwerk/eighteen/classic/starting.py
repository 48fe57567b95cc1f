"""Starting companies at a marked price, floating them, and the capital that they get."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.play.errors import Refusal

from ..changes import move_paper, place_marker
from ..clauses import Clause, first_refusal, refuse
from ..directors import check_director
from ..events import Floated
from ..rules import answered
from ..state import Move, Table, home_stop, sold_percent, worth_of
from .actions import StartCompany
from .events import CompanyStarted, HomePlaced
from .shares import paper_limit
from .stock import Deal


def nothing_more(turn: Any, company: str) -> None:
    """Nothing else follows."""


class Starting(Struct, frozen=True, kw_only=True):
    """How companies come into being."""

    startable: Callable[[Any], Iterable[str]]
    clauses: tuple[Clause[StartCompany], ...]
    floats: Callable[[Any, str], bool]
    """Whether a company that has been started has sold enough."""
    capital: Callable[[Any, str], int]
    """What the bank pays it then."""
    floated: Callable[[Any, str], None] = nothing_more
    """What else follows then."""


def start_cost(table: Table, company: str, par: int) -> int:
    """What the director's paper costs."""
    return worth_of(table, company, table.rules.printed.register.director_paper(company).percent, par)


def starts(table: Table, seat: int) -> Iterator[StartCompany]:
    """Every company at every price at which the player may start it; above one that is too dear all are."""
    pars, rules, cash = sorted(table.rules.printed.pars), answered(table.rules.starting), table.state.cash[seat]
    paid = share_too_dear in rules.clauses
    others = [clause for clause in rules.clauses if clause is not share_too_dear] if paid else rules.clauses
    for company in rules.startable(table):
        for par in pars:
            if paid and start_cost(table, company, par) > cash:
                break
            action = StartCompany(seat, company, par)
            if first_refusal(others, table, action) is None:
                yield action


def starts_worth_explaining(table: Table, seat: int) -> Iterator[StartCompany]:
    """Every company at the lowest price."""
    for company in answered(table.rules.starting).startable(table):
        yield StartCompany(seat, company, min(table.rules.printed.pars))


def why_not_start(table: Table, action: StartCompany) -> Refusal | None:
    """What forbids it."""
    return first_refusal(answered(table.rules.starting).clauses, table, action)


def start(turn: Move, action: StartCompany) -> None:
    """The director's paper is bought, and the marker comes to lie on the chart."""
    start_for(turn, action, start_cost(turn, action.company, action.par))


def start_for(turn: Move, action: StartCompany, cost: int) -> None:
    """The same for another price, or for nothing."""
    company, par = action.company, action.par
    move_paper(turn, turn.rules.printed.register.director_paper(company).id, action.seat)
    field = turn.rules.printed.pars[par]
    turn.set(par={**turn.state.par, company: par}, chart=turn.state.chart.place(company, field))
    turn.emit(CompanyStarted(action.seat, company, par, cost))
    turn.rules.pay(turn, action.seat, BANK, cost, "share")
    turn.rules.papers_moved(turn, company)


def papers_moved(turn: Move, company: str) -> None:
    """A company that has sold enough floats; the largest holder directs."""
    waits = company in turn.state.par and company not in turn.state.in_operation
    if waits and answered(turn.rules.starting).floats(turn, company):
        float_company(turn, company)
    check_director(turn, company)


def float_company(turn: Move, company: str) -> None:
    """It is in operation from now on, and gets its capital."""
    starting = answered(turn.rules.starting)
    capital = starting.capital(turn, company)
    turn.set(in_operation=turn.state.in_operation | {company})
    turn.emit(Floated(company, capital))
    turn.rules.pay(turn, BANK, company, capital, "capital")
    starting.floated(turn, company)


# Homes ------------------------------------------------------------------------------------------------------


def homeless(table: Table) -> list[str]:
    """Companies whose marker does not lie at home yet."""
    return [each for each in table.rules.printed.homes if not table.state.board.stops_of(each)]


def place_home(turn: Move, company: str) -> None:
    """A company whose marker does not lie at home places it, free of charge."""
    if not turn.state.board.stops_of(company):
        turn.emit(HomePlaced(company, turn.rules.printed.companies[company].hex))
        place_marker(turn, company, home_stop(turn, company))


def place_homes(turn: Move) -> None:
    """When an operating round begins all companies that have floated place their home markers."""
    for company in answered(turn.rules.flow).companies(turn):
        if company in turn.state.in_operation:
            place_home(turn, company)


# Answers ----------------------------------------------------------------------------------------------------


def unstarted(table: Table) -> list[str]:
    """Companies whose director's paper is unsold: it is always the first."""
    papers = table.state.papers
    unsold: list[str] | None = papers.memo.get("unstarted")
    if unsold is None:
        directors = (paper for paper in table.rules.printed.register.by_id.values() if paper.director)
        unsold = papers.memo["unstarted"] = [each.company for each in directors if papers[each.id] == ISSUE]
    return unsold


def cannot_be_started(table: Table, action: StartCompany) -> Refusal | None:
    """Its director's paper is for sale."""
    if action.company in answered(table.rules.starting).startable(table):
        return None
    return refuse(table, "cannot_be_started", company=action.company)


def no_such_par(table: Table, action: StartCompany) -> Refusal | None:
    """The price is marked on the chart."""
    return None if action.par in table.rules.printed.pars else refuse(table, "no_such_par", par=action.par)


def share_too_dear(table: Table, action: StartCompany) -> Refusal | None:
    """The player has the money."""
    cost, cash = start_cost(table, action.company, action.par), table.state.cash[action.seat]
    return refuse(table, "share_too_dear", cost=cost, cash=cash) if cash < cost else None


def enough_sold(table: Table, company: str) -> bool:
    """As many percent as stand in the title's file have been bought."""
    needed: int = table.rules.printed.title["shares"]["floats_at"]
    return sold_percent(table, company) >= needed


def full_capital(table: Table, company: str) -> int:
    """The price of issue for all shares, whether sold or not."""
    return worth_of(table, company, 100, table.state.par[company])


def capital_of_the_sold(table: Table, company: str) -> int:
    """The price of issue for the shares that have been bought."""
    return worth_of(table, company, sold_percent(table, company), table.state.par[company])


COMPANIES = Deal(starts, why_not_start, start, starts_worth_explaining)

STARTING = Starting(
    startable=unstarted,
    clauses=(cannot_be_started, no_such_par, paper_limit, share_too_dear),
    floats=enough_sold,
    capital=full_capital,
)
