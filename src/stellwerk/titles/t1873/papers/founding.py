"""Founding railways and works companies, and how a railway goes into operation (3.2.3.1, 3.2.4, 3.2.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stellwerk.bank.chart import Field
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.board.board import stop_number
from stellwerk.eighteen.changes import move_paper, place_marker
from stellwerk.eighteen.events import Floated, ShareBought
from stellwerk.eighteen.offers import Consent
from stellwerk.eighteen.state import held, price
from stellwerk.play.core import Event
from stellwerk.play.errors import Refusal, refuse

from ..actions import FoundRailway, FoundWorks
from ..data import BOX, RAILWAY, SIZES, WORKS
from ..events import MergerAnswered, RailwayFounded, WorksFounded
from ..state import HARZ, Move, Table, concession_holder, is_kind, is_work, pay, shares_of

# Railways ---------------------------------------------------------------------------------------------------


def railways_to_found(table: Table, seat: int) -> Iterator[FoundRailway]:
    """Every way in which a player could found a railway."""
    for company in table.rules.printed.of_kind(RAILWAY):
        if concession_holder(table, company) == seat:
            for start in table.rules.printed.title["shares"]["starts"]:
                for shares in (1, 2):
                    yield FoundRailway(seat, company, start, shares)


def why_not_found_railway(table: Table, action: FoundRailway) -> Refusal | None:
    """Its concession, a price of the table, and the money for one share or two (3.2.4)."""
    if not is_kind(table, action.company, RAILWAY) or concession_holder(table, action.company) != action.seat:
        return refuse("3.2.4", "concession_not_held", company=action.company)
    if action.company in table.state.sizes:
        return refuse("3.2.4", "founded_already", company=action.company)
    if action.price not in table.rules.printed.title["shares"]["starts"]:
        return refuse("3.2.4", "no_such_start", price=action.price)
    if action.shares not in (1, 2):
        return refuse("3.2.4", "one_share_or_two")
    cost, cash = action.price * action.shares, table.state.cash[action.seat]
    return refuse("3.2.4", "share_too_dear", cost=cost, cash=cash) if cash < cost else None


def found_railway(turn: Move, action: FoundRailway) -> None:
    """Five shares of 20%; the founder takes the first (3.2.4)."""
    company, size = action.company, SIZES[RAILWAY][0]
    _begin(turn, company, size, field_of(turn, action.price))
    for paper in turn.rules.printed.register.of[company]:
        if paper.percent == size:
            move_paper(turn, paper.id, ISSUE)
    turn.set(directors={**turn.state.directors, company: action.seat})
    turn.emit(RailwayFounded(action.seat, company, action.price, action.shares))
    for _ in range(action.shares):
        paper = held(turn, company, ISSUE)[0]
        move_paper(turn, paper.id, action.seat)
        turn.emit(ShareBought(action.seat, company, size, False, ISSUE, action.price))
        pay(turn, action.seat, BANK, action.price, "share")


def _begin(turn: Move, company: str, size: int, field: Field) -> None:
    """The marker goes under those that lie on its field (3.2.4, 3.2.5)."""
    turn.set(sizes={**turn.state.sizes, company: size}, chart=turn.state.chart.place(company, field))


def field_of(table: Table, value: int) -> Field:
    """The highest field of the chart that is not above a value (3.2.5)."""
    row = table.rules.printed.sheet.rows[0]
    return 0, max(column for column, there in enumerate(row) if there <= value)


def check_float(turn: Move, company: str) -> None:
    """The third share from the issue puts a railway into operation at once (3.2.3.1)."""
    if not is_kind(turn, company, RAILWAY) or company in turn.state.in_operation:
        return
    left = shares_of(turn, company, ISSUE)
    all_shares = 100 // turn.state.sizes[company]
    if all_shares - left < turn.rules.printed.title["shares"]["floats_at"]:
        return
    capital = all_shares * price(turn, company)
    turn.set(in_operation=turn.state.in_operation | {company})
    turn.emit(Floated(company, capital))
    pay(turn, BANK, company, capital, "capital")
    for paper in held(turn, company, ISSUE):
        move_paper(turn, paper.id, POOL)
    index = turn.rules.printed.box.grid.index
    for home in turn.rules.printed.companies[company].homes:
        place_marker(turn, company, stop_number(index[home], 0))


# Works companies --------------------------------------------------------------------------------------------


def works_to_found(table: Table, seat: int) -> Iterator[FoundWorks]:
    """Every way in which a player could propose to found a works company."""
    owners = {work: table.state.papers[work] for work in table.rules.printed.works}
    own = [work for work, owner in owners.items() if owner == seat]
    others = [work for work, owner in owners.items() if isinstance(owner, int)]
    for company in table.rules.printed.of_kind(WORKS):
        if company not in table.state.sizes:
            for first in own:
                for second in others:
                    yield FoundWorks(seat, company, (first, second))


def why_not_found_works(table: Table, action: FoundWorks) -> Refusal | None:
    """From the second stock round on, of two open works, the first of them the founder's (3.2.5)."""
    company, (first, second) = action.company, action.works
    if not is_kind(table, company, WORKS) or company in table.state.sizes:
        return refuse("3.2.5", "founded_already", company=company)
    if not (is_work(table, first) and is_work(table, second)) or first == second:
        return refuse("3.2.5", "two_works")
    if table.state.papers[first] != action.seat:
        return refuse("3.2.5", "first_work_is_own", work=first)
    if not isinstance(table.state.papers[second], int):
        return refuse("3.2.5", "work_not_with_a_player", work=second)
    works = table.rules.printed.works
    if company == HARZ and not (works[first].pre_harz and works[second].pre_harz):
        return refuse("3.2.5.1", "pre_harz_only", company=company)
    if table.state.stock_round > 1:
        return None
    privileged = table.rules.printed.title["works"]["privileged"]
    if company != HARZ:
        return refuse("3.2.5", "not_in_first_round", company=company)
    if privileged not in action.works or table.state.papers[privileged] != action.seat:
        return refuse("3.2.5.1", "privilege_of_the_owner", work=privileged)
    return None


def found_works(turn: Move, action: FoundWorks) -> None:
    """Each owner gets one half; capital and switchers go to the company, machines stay with the works (3.2.5)."""
    company, works, size = action.company, action.works, SIZES[WORKS][0]
    faces = sum(turn.rules.printed.works[work].face for work in works)
    owners = [turn.state.papers[work] for work in works]
    _begin(turn, company, size, field_of(turn, faces // 2))
    turn.set(
        directors={**turn.state.directors, company: action.seat},
        in_operation=turn.state.in_operation | {company},
    )
    capital = sum(turn.state.cash[work] for work in works)
    turn.emit(WorksFounded(action.seat, company, works, price(turn, company), capital))
    for paper, owner in zip(held(turn, company, BOX), owners, strict=False):
        move_paper(turn, paper.id, owner)
    for work in works:
        join(turn, company, work)


def join(turn: Move, company: str, work: str) -> None:
    """A work becomes part of a company with all it has (3.2.5, 4.3.4)."""
    move_paper(turn, work, company)
    trains = turn.state.trains
    turn.set(
        joined={**turn.state.joined, company: (*turn.state.joined.get(company, ()), work)},
        trains={**trains, company: trains[company] + trains[work], work: ()},
        in_operation=turn.state.in_operation - {work},
    )
    pay(turn, work, company, turn.state.cash[work], "joined")


class MergerStep(Consent, frozen=True):
    """The owner of the second work agrees, or nothing happens (3.2.5)."""

    merger: FoundWorks

    def asked(self) -> str:
        return self.merger.works[1]

    def only_an_answer(self, table: Any) -> Refusal:
        return refuse("3.2.5", "answer_the_merger", work=self.merger.works[1])

    def answered(self, seat: int, accept: bool) -> Event:
        return MergerAnswered(seat, self.merger.company, self.merger.works, accept)

    def agreed(self, turn: Move) -> None:
        turn.pop()
        turn.set(passes=0)
        found_works(turn, self.merger)
