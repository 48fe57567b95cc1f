"""Shares of the S-Bahn that players and tram companies sell: ordinary ones, and seats (12.2, 12.5)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, POOL, Owner
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.events import SharesSold
from stellwerk.eighteen.state import held, price
from stellwerk.play.errors import Refusal, refuse

from ..actions import SellSbahnShares
from ..companies.purses import pay
from ..events import CompanySoldShares
from ..papers.shares import move_left
from ..state import Move, Table
from .chair import check_chair
from .company import number_of, ordinary_first, subsets


def sales_of(table: Table, seat: int, company: str) -> Iterator[SellSbahnShares]:
    """Every way in which a player, or a tram company of his, could sell shares of the S-Bahn."""
    owner: Owner = company or seat
    seats, numbers = table.rules.printed.seats, []
    ordinary = 0
    for paper in held(table, table.rules.printed.sbahn, owner):
        if paper.id in seats:
            numbers.append(number_of(table, paper.id))
        elif not paper.director:
            ordinary += 1
    for chosen in subsets(numbers):
        for shares in range(ordinary + 1):
            if shares or chosen:
                yield SellSbahnShares(seat, company, shares, chosen)


def why_not_sell(table: Table, action: SellSbahnShares) -> Refusal | None:
    """The player, or the company that he acts for, has these shares; the chair's is not among them (12.2)."""
    if action not in list(sales_of(table, action.seat, action.company)):
        return refuse("12.2", "papers_not_held", company=table.rules.printed.sbahn)
    return None


def sell(turn: Move, action: SellSbahnShares) -> None:
    """At the current price, and one field to the left (4.9, 4.14; rulings)."""
    owner: Owner = action.company or action.seat
    sbahn = turn.rules.printed.sbahn
    seats = [p for p in turn.rules.printed.seats if number_of(turn, p) in action.seats]
    papers = [*ordinary_first(turn, owner)[: action.shares], *seats]
    brings = price(turn, sbahn) * len(papers)
    for paper in papers:
        move_paper(turn, paper, POOL)
    sizes = (5,) * len(papers)
    if action.company:
        turn.emit(CompanySoldShares(action.company, sizes, brings))
    else:
        turn.emit(SharesSold(action.seat, sbahn, sizes, brings))
    pay(turn, BANK, owner, brings, "sale")
    move_left(turn, sbahn)
    if not action.company:
        sold = turn.state.sold
        turn.set(sold={**sold, action.seat: sold.get(action.seat, frozenset()) | {sbahn}})
    check_chair(turn)
