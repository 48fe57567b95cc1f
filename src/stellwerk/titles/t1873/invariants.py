"""What must hold after every action: nothing is created, nothing is lost, no limit is broken."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, GONE, ISSUE, POOL
from stellwerk.eighteen import invariants
from stellwerk.eighteen.state import percent

from .data import BOX, RAILCAR, RAILWAY
from .state import Table, director, external, is_works_company, slots, works_of


def problems(table: Table) -> Iterator[str]:
    """Everything wrong with a state."""
    yield from invariants.money(table, (BANK,))
    yield from invariants.papers(table, table.rules.printed.other_papers)
    yield from invariants.cards(table, {external_locomotive(table): 1, RAILCAR: -table.state.railcars})
    yield from invariants.train_limits(table)
    yield from invariants.tiles(table)
    yield from invariants.markers(table, marker_numbers(table))
    yield from shares(table)
    yield from works(table)
    yield from directors(table)
    yield from inactive_markers(table)


def external_locomotive(table: Table) -> str:
    """The MHE begins with a locomotive that the bank never had (4.1)."""
    id_: str = table.rules.printed.title["external"]["locomotive"]
    return id_


def marker_numbers(table: Table) -> dict[str, int]:
    """How many markers each railway has by the size of its shares (4.4.2)."""
    printed = table.rules.printed
    sizes = table.state.sizes
    return {
        company: printed.companies[company].stations_by_size[sizes.get(company, 20)]
        for company in printed.of_kind(RAILWAY)
    }


def shares(table: Table) -> Iterator[str]:
    """Of each company that has been founded 100% in shares of one size are about, of others none (3.2.1)."""
    state, most = table.state, table.rules.printed.title["shares"]["pool_limit"]
    for company, papers in table.rules.printed.register.of.items():
        about = [paper for paper in papers if state.papers[paper.id] not in (BOX, GONE)]
        size = state.sizes.get(company)
        if any(paper.percent != size for paper in about):
            yield f"shares: {company} has papers of a size that is not in use"
        if sum(paper.percent for paper in about) != (100 if size else 0):
            yield f"shares: {company} does not add up"
        if (
            company != external(table)
            and size
            and company not in state.trust
            and percent(table, company, POOL) > most
        ):
            yield f"shares: more than {most}% of {company} in the pool"


def works(table: Table) -> Iterator[str]:
    """Works are where their papers say, with a machine, and no company has more than it may (4.3.4)."""
    state = table.state
    for company, joined in state.joined.items():
        if any(state.papers[work] != company for work in joined) or len(joined) > slots(table, company):
            yield f"works: those of {company} do not add up"
    for work in table.rules.printed.works:
        owner = state.papers[work]
        if (owner in (BANK, ISSUE) or is_works_company(table, str(owner))) and state.cash[work]:
            yield f"works: {work} has money of its own"
        if owner in (BANK, ISSUE) and (state.machines[work] != 1 or state.trains[work]):
            yield f"works: {work} is closed and has machines"
        if is_works_company(table, str(owner)) and work not in works_of(table, owner):
            yield f"works: {work} is lost"


def directors(table: Table) -> Iterator[str]:
    """A company in operation has a director with a share, or is in trusteeship (6.2)."""
    for company in table.state.in_operation:
        seat = director(table, company)
        if seat is None and company not in table.state.trust:
            yield f"directors: {company} has none"


def inactive_markers(table: Table) -> Iterator[str]:
    """What is turned over lies there."""
    for company, hex_ in table.state.inactive:
        if not table.state.board.is_in(company, hex_):
            yield f"board: {company} has no marker in hex {hex_}"
