"""Who directs a company, and the exchange of papers when that changes."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import Certificate, ways_to_pay
from stellwerk.play.core import Decision
from stellwerk.play.errors import Refusal

from .actions import TakePapers
from .changes import move_paper
from .clauses import refuse
from .events import DirectorChanged
from .pool import to_pool
from .state import Move, Table, held, percent, seats_after


def overtaker(table: Table, company: str, old: int, rest: int) -> int | None:
    """Who directs a company if its director is left with `rest` percent: more than he, at least the paper's part.

    The largest holder; among equals the next after the old director.
    """
    least = max(rest + 1, table.rules.printed.register.director_paper(company).percent)
    parts = {seat: percent(table, company, seat) for seat in table.state.order if seat != old}
    most = max(parts.values(), default=0)
    if most < least:
        return None
    return next(seat for seat in seats_after(table, old) if parts[seat] == most)


def ways(table: Table, company: str, heir: int, keeps: int = 0) -> list[tuple[Certificate, ...]]:
    """The papers that the new director could give for the director's paper, one of them of size `keeps`."""
    paper = table.rules.printed.register.director_paper(company)
    found = ways_to_pay((p for p in held(table, company, heir) if not p.director), paper.percent)
    return [way for way in found if any(p.percent == keeps for p in way)] if keeps else found


def check_director(turn: Move, company: str) -> None:
    """Exchange directors if somebody holds more than the director does."""
    paper = turn.rules.printed.register.director_paper(company)
    old = turn.state.papers[paper.id]
    if not isinstance(old, int):
        return
    heir = overtaker(turn, company, old, percent(turn, company, old))
    if heir is None:
        return
    found = ways(turn, company, heir)
    if len(found) > 1:
        turn.push(DirectorExchange(company, old, heir))
    else:
        exchange(turn, company, old, heir, found[0])


def exchange(turn: Move, company: str, old: int, new: int, papers: tuple[Certificate, ...]) -> None:
    """The old director hands over paper and company as it is, and gets as many percent back."""
    for paper in papers:
        move_paper(turn, paper.id, old)
    move_paper(turn, turn.rules.printed.register.director_paper(company).id, new)
    turn.emit(DirectorChanged(company, old, new, tuple(paper.percent for paper in papers)))


def sell_received(
    turn: Move, seat: int, company: str, papers: tuple[int, ...], way: tuple[Certificate, ...], keeps: int
) -> None:
    """Sell what came for the director's paper, but for a part that is kept."""
    received = [paper.percent for paper in way]
    if keeps:
        received.remove(keeps)
    to_pool(turn, seat, company, papers + tuple(received))


class DirectorExchange(Decision, frozen=True):
    """The old director chooses the papers he gets; if he is selling, they go to the pool."""

    company: str
    old: int
    new: int
    sells: tuple[int, ...] = ()
    selling: bool = False
    keeps: int = 0

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.old,)

    def choices(self, table: Table, seat: int) -> Iterator[TakePapers]:
        for way in ways(table, self.company, self.new, self.keeps):
            yield TakePapers(seat, self.company, tuple(paper.percent for paper in way))

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if action in list(self.choices(table, self.old)):
            return None
        return refuse(table, "choose_papers", company=self.company)

    def apply(self, turn: Move, action: TakePapers) -> None:
        found = ways(turn, self.company, self.new, self.keeps)
        way = next(way for way in found if tuple(paper.percent for paper in way) == action.papers)
        exchange(turn, self.company, self.old, self.new, way)
        if self.selling:
            sell_received(turn, self.old, self.company, self.sells, way, self.keeps)
