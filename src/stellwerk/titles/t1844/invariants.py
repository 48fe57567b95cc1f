"""What must hold after every action: nothing is created, nothing is lost, no limit is broken."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, GONE
from stellwerk.eighteen import invariants
from stellwerk.eighteen.shares import sizes

from .actions import GoBankrupt
from .bankruptcy import Bankruptcy
from .data import SBB, SBB_TRAIN
from .sbb import TENTH
from .state import Table, sbb_founded, stations_of


def problems(table: Table) -> Iterator[str]:
    """Name every thing wrong with the position."""
    state, founded = table.state, sbb_founded(table)
    in_debt = range(state.seats) if founded else ()
    yield from invariants.money(table, (BANK, table.rules.lender, *in_debt))
    yield from invariants.papers(table, table.rules.printed.special_papers)
    yield from invariants.train_limits(table)
    yield from invariants.tiles(table)
    with_markers = state.in_operation - {SBB}
    yield from invariants.markers(table, {company: stations_of(table, company) for company in with_markers})
    if any(debt <= 0 for debt in state.loans.values()):
        yield "money: a loan of nothing"
    yield from _papers(table)
    yield from _trains(table)


def _papers(table: Table) -> Iterator[str]:
    state = table.state
    bankruptcy = table.rules.any_time.get(GoBankrupt)
    if not state.agenda and isinstance(bankruptcy, Bankruptcy) and bankruptcy.leaves == "shareless":
        return  # who went bankrupt has left everything, and nobody acts any more
    for company in state.in_operation - {SBB}:
        if not isinstance(state.papers[f"{company}-D"], int):
            yield f"papers: {company} operates without a director"
    if state.sbb_director is not None and TENTH not in sizes(table, SBB, state.sbb_director):
        yield "papers: the SBB's director has no 10% paper"
    for paper in (*state.tunnels, *state.mountains):
        if not isinstance(state.papers[paper], int):
            yield f"papers: {paper} is in use but nobody's"


def _trains(table: Table) -> Iterator[str]:
    given = table.state.papers["P7"] == GONE and table.state.eva is None
    yield from invariants.cards(table, {"5": int(given)})
    if (SBB_TRAIN in table.state.trains[SBB]) != sbb_founded(table):
        yield "trains: the SBB's own"
