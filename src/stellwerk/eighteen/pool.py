"""What is sold goes to the pool."""

from __future__ import annotations

from stellwerk.bank.papers import BANK, POOL

from .changes import move_paper
from .events import SharesSold
from .state import Move, held, price, worth_of


def to_pool(turn: Move, seat: int, company: str, papers: tuple[int, ...]) -> None:
    """The papers go to the pool at one price, and the marker falls."""
    brings = worth_of(turn, company, sum(papers), turn.rules.shares.sales.pays(turn, company))
    for size in papers:
        paper = next(p for p in held(turn, company, seat) if p.percent == size and not p.director)
        move_paper(turn, paper.id, POOL)
    sale = SharesSold(seat, company, tuple(sorted(papers, reverse=True)), brings)
    turn.emit(sale)
    turn.rules.pay(turn, BANK, seat, brings, "sale")
    first = price(turn, company)
    turn.rules.shares.sales.falls(turn, sale)
    sold, sold_at = turn.state.sold, turn.state.sold_at
    turn.set(
        sold={**sold, seat: sold.get(seat, frozenset()) | {company}},
        sold_at={company: first, **sold_at},
    )
    turn.rules.papers_moved(turn, company)
