"""What 1873 tells of its market: prices to come, liquid money, worth, works and concessions."""

from __future__ import annotations

from stellwerk.bank.papers import GONE, ISSUE
from stellwerk.show.eighteen import market as shared
from stellwerk.show.market import Account, Paper, PriceMove

from ..companies.works import is_connected
from ..data import EXTERNAL
from ..papers.auction import least
from ..papers.external import stays
from ..state import Table, concession_holder, face_of_works, is_kind, is_open
from .sheets import serving


def price_moves(table: Table, company: str) -> tuple[PriceMove, ...]:
    """As often as a payout comes to the price, up to three times; down without one, and for each share sold."""
    field = table.state.chart.field(company)
    if field is None or (is_kind(table, company, EXTERNAL) and table.rules.external.sold is stays):
        return ()
    row, column = field
    last = len(table.rules.printed.sheet.rows[row]) - 1
    falls = -1 if company in table.state.operated else 0  # 3.2.2
    steps = (("pay", 1), ("pay_2", 2), ("pay_3", 3), ("keep", -1), ("sell", falls))
    return tuple(PriceMove(why, (row, min(max(0, column + by), last))) for why, by in steps)


def other_wealth(table: Table, seat: int) -> tuple[Account, ...]:
    """Single works count at their face value, concessions nothing (7)."""
    concessions = table.rules.printed.concessions
    mine = [paper for railway, paper in concessions.items() if concession_holder(table, railway) == seat]
    cost = sum(least(table, paper) for paper in mine)
    return Account("works", face_of_works(table, seat)), *shared.uncounted(cost)


def papers(table: Table) -> tuple[Paper, ...]:
    """Works that belong to no company and have not closed, and concessions that are still needed."""
    printed, papers = table.rules.printed, table.state.papers
    found = []
    for work in printed.works.values():
        owner = papers[work.id]
        if owner == ISSUE or isinstance(owner, int):
            holder = owner if isinstance(owner, int) else None
            income, grows = _income(table, work.id), tuple(work.machines)
            found.append(Paper(work.id, "single_work", holder, work.face, income, grows=grows, place=work.hex))
    for railway, paper in printed.concessions.items():
        if papers[paper] != GONE:
            holder = concession_holder(table, railway)
            found.append(Paper(paper, "concession", holder, least(table, paper), company=railway))
    return tuple(found)


def _income(table: Table, id_: str) -> int:
    """What a work earns now; one that is not sold yet, what it would."""
    printed, work = table.rules.printed, table.rules.printed.works[id_]
    if is_open(table, id_) and not is_connected(table, id_):
        return work.base
    switcher = serving(table).get(id_, "")
    size = printed.trains[switcher].size if switcher else 0
    income: int = work.income(table.state.machines[id_], size)
    return income
