"""New shares: all shares of a company become smaller, and there are more of them (4.3.6, 4.4.8)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import ISSUE
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.state import acting_seat, percent
from stellwerk.play.core import Choice, Decision, Pass
from stellwerk.play.errors import Refusal, refuse

from ..actions import IssueShares
from ..data import BOX, SIZES
from ..events import SharesIssued
from ..paragraphs import paragraph
from ..state import Move, Table, all_with_players, company73, director, is_railway


def next_size(table: Table, company: str) -> int | None:
    """The size that shares of a company have after the next split."""
    sizes = SIZES[company73(table, company).kind]
    place = sizes.index(table.state.sizes[company]) + 1
    return sizes[place] if place < len(sizes) else None


def split(turn: Move, company: str) -> None:
    """Every share is exchanged for one of the next size; the rest of those lies in the issue (4.3.6)."""
    old, new = turn.state.sizes[company], next_size(turn, company)
    assert new is not None, company
    of = turn.rules.printed.register.of[company]
    fresh = [paper.id for paper in of if paper.percent == new]
    for paper in (paper for paper in of if paper.percent == old):
        holder = turn.state.papers[paper.id]
        move_paper(turn, paper.id, BOX)
        move_paper(turn, fresh.pop(0), holder)
    for id_ in fresh:
        move_paper(turn, id_, ISSUE)
    turn.set(sizes={**turn.state.sizes, company: new})
    if is_railway(turn, company):
        numbers = company73(turn, company).stations_by_size
        left = turn.state.markers[company] + numbers[new] - numbers[old]
        turn.set(markers={**turn.state.markers, company: left})


class IssueStep(Decision, frozen=True):
    """The director may issue new shares (4.3.6, 4.4.8)."""

    company: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        issue = IssueShares(seat, self.company)
        if self.refusal(table, issue) is None:
            yield issue
        yield Pass(seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, IssueShares) or action.company != self.company:
            return refuse(paragraph(table, self.company, "new shares"), "only_issue_now", company=self.company)
        return why_not_issue(table, self.company)

    def idle(self, table: Table) -> bool:
        return why_not_issue(table, self.company) is not None

    def apply(self, turn: Move, action: Pass | IssueShares) -> None:
        if isinstance(action, Pass):
            return
        split(turn, self.company)
        number = percent(turn, self.company, ISSUE) // turn.state.sizes[self.company]
        turn.emit(SharesIssued(self.company, turn.state.sizes[self.company], number))


def why_not_issue(table: Table, company: str) -> Refusal | None:
    """All shares with players; before shares of 10% the director holds 40% (4.3.6, 4.4.8)."""
    size, seat = next_size(table, company), director(table, company)
    here = paragraph(table, company, "new shares")
    if size is None or seat is None:
        return refuse(here, "smallest_shares", company=company)
    if not all_with_players(table, company):
        return refuse(here, "shares_with_the_bank", company=company)
    least: int = table.rules.printed.title["shares"]["splits_at"]
    if size == 10 and percent(table, company, seat) < least:
        return refuse(here, "director_holds_too_little", company=company, percent=least)
    return None
