"""Buying and selling shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from msgspec import Struct

from stellwerk.bank.papers import ISSUE, POOL, Certificate, Owner
from stellwerk.play.errors import Refusal

from . import directors
from .actions import BuyShare, SellShares
from .changes import move_paper
from .clauses import Clause, first_refusal, refuse
from .events import ShareBought, SharesSold
from .pool import to_pool
from .state import Move, Table, held, percent, worth_of


class Purchases(Struct, frozen=True):
    """How a title sells shares: what could be asked for, what forbids it, what it costs, who is paid."""

    offered: Callable[[Any, int], Iterable[BuyShare]]
    """What a player could ask for."""
    clauses: tuple[Clause[BuyShare], ...]
    """What forbids a purchase."""
    costs: Callable[[Any, BuyShare], int]
    payee: Callable[[Any, BuyShare], Owner]
    """Who is paid."""
    sure: tuple[Clause[BuyShare], ...] = ()
    """Clauses that cannot forbid what is `offered`: a list does not ask them."""


class Sales(Struct, frozen=True):
    """How a title takes shares back: what forbids it, what a unit brings, and how the price falls."""

    splits: Callable[[Any, str], Sequence[int]]
    """Parts of a director's paper that its seller may keep."""
    companies: tuple[Clause[SellShares], ...]
    """What depends on the company alone, however much of it is sold: a list asks once for each company."""
    clauses: tuple[Clause[SellShares], ...]
    """What else forbids a sale."""
    pays: Callable[[Any, str], int]
    """What a unit brings."""
    falls: Callable[[Any, SharesSold], None]
    """How the price falls."""


class Trading(Struct, frozen=True):
    """All about shares."""

    purchases: Purchases
    sales: Sales


# Buying -----------------------------------------------------------------------------------------------------


def unsold(table: Table, company: str) -> Certificate | None:
    """The share on top of a company's stack of unsold shares."""
    papers = held(table, company, ISSUE)
    return papers[0] if papers else None


def sizes(table: Table, company: str, owner: Owner) -> list[int]:
    """The sizes of an owner's papers of a company."""
    return sorted({paper.percent for paper in held(table, company, owner)})


def new_and_old(table: Table, seat: int, companies: Iterable[str]) -> Iterator[BuyShare]:
    """New shares of these companies, and those of any company that lie in the pool."""
    papers = table.state.papers
    found: tuple[dict[str, int], list[tuple[str, int]]] | None = papers.memo.get("on_offer_by_bank")
    if found is None:
        found = papers.memo["on_offer_by_bank"] = _new_and_old(table)
    new, old = found
    for company in companies:
        if company in new:
            yield BuyShare(seat, company, ISSUE, new[company])
    for company, size in old:
        yield BuyShare(seat, company, POOL, size)


def _new_and_old(table: Table) -> tuple[dict[str, int], list[tuple[str, int]]]:
    """The size of each company's first unsold share, and companies and sizes of what lies in the pool."""
    companies = table.rules.printed.companies
    new = {company: paper.percent for company in companies if (paper := unsold(table, company))}
    return new, [(company, size) for company in companies for size in sizes(table, company, POOL)]


def asked_paper(table: Table, action: BuyShare) -> Certificate | None:
    """The certificate that a purchase is about. In the pool a director's paper comes first."""
    if action.company not in table.rules.printed.companies:
        return None
    if action.source == ISSUE:
        paper = unsold(table, action.company)
        return paper if paper and paper.percent == action.percent else None
    if isinstance(action.source, str) and action.source != POOL:
        return None
    papers = held(table, action.company, action.source)
    return next((paper for paper in papers if paper.percent == action.percent), None)


def why_not_buy(table: Table, action: BuyShare) -> Refusal | None:
    """What forbids a purchase."""
    return first_refusal(table.rules.shares.purchases.clauses, table, action)


def purchase_price(table: Table, action: BuyShare) -> int:
    """What a share costs."""
    return table.rules.shares.purchases.costs(table, action)


def purchases(table: Table, seat: int) -> Iterator[BuyShare]:
    """Every share that a player may buy."""
    rules, fields, cash = table.rules.shares.purchases, table.state.chart.fields, table.state.cash[seat]
    clauses, others, paid, barred = _to_be_asked(rules.clauses, rules.sure)
    sold = table.state.sold.get(seat, ()) if barred else ()
    costs = rules.costs
    for purchase in rules.offered(table, seat):
        # Most of what lies there is too dear: that is asked first. Without a marker there may be no price.
        company = purchase.company
        priced = paid and company in fields
        if company in sold or (priced and costs(table, purchase) > cash):
            continue
        if first_refusal(others if priced else clauses, table, purchase) is None:
            yield purchase


@lru_cache(maxsize=64)
def _to_be_asked(
    clauses: tuple[Clause[BuyShare], ...], sure: tuple[Clause[BuyShare], ...]
) -> tuple[list[Clause[BuyShare]], list[Clause[BuyShare]], bool, bool]:
    """What a list asks of an offer, the same of one that is paid; whether money and former sales matter at all."""
    asked = [clause for clause in clauses if clause not in sure and clause is not sold_this_round]
    others = [clause for clause in asked if clause is not share_too_dear]
    return asked, others, share_too_dear in clauses, sold_this_round in clauses


def worth_explaining(table: Table, seat: int, companies: Iterable[str]) -> Iterator[BuyShare | SellShares]:
    """What a player looks for in a stock turn: a share of each of these companies, and one of his own to sell."""
    yield from new_and_old(table, seat, companies)
    for company in table.state.chart.order(table.rules.printed.sheet):
        own = held(table, company, seat)
        if own:
            paper = min(own, key=lambda one: (one.director, one.percent))
            yield SellShares(seat, company, () if paper.director else (paper.percent,), paper.director)


def buy(turn: Move, action: BuyShare) -> None:
    """Carry out a purchase, with what follows for the company."""
    paper = asked_paper(turn, action)
    assert paper is not None
    cost, payee = purchase_price(turn, action), turn.rules.shares.purchases.payee(turn, action)
    move_paper(turn, paper.id, action.seat)
    turn.emit(ShareBought(action.seat, action.company, paper.percent, paper.director, action.source, cost))
    turn.rules.pay(turn, action.seat, payee, cost, "nationalised" if isinstance(payee, int) else "share")
    turn.rules.papers_moved(turn, action.company)


def no_such_share(table: Table, action: BuyShare) -> Refusal | None:
    """The share that is asked for lies there."""
    if asked_paper(table, action):
        return None
    return refuse(table, "no_such_share", company=action.company, percent=action.percent)


def sold_this_round(table: Table, action: BuyShare) -> Refusal | None:
    """Nobody buys of what he has sold in the same stock round."""
    if action.company not in table.state.sold.get(action.seat, ()):
        return None
    return refuse(table, "sold_this_round", company=action.company)


def share_too_dear(table: Table, action: BuyShare) -> Refusal | None:
    """The buyer has the money."""
    cost, cash = purchase_price(table, action), table.state.cash[action.seat]
    return refuse(table, "share_too_dear", cost=cost, cash=cash) if cash < cost else None


# Selling ----------------------------------------------------------------------------------------------------


def sales(table: Table, seat: int) -> Iterator[SellShares]:
    """Every way in which the player may sell papers of one company."""
    rules = table.rules.shares.sales
    limited = pool_limit in rules.clauses
    others = [clause for clause in rules.clauses if clause is not pool_limit] if limited else rules.clauses
    for company in table.state.chart.order(table.rules.printed.sheet):
        if not percent(table, company, seat) or _why_not_any(table, seat, company):
            continue
        # What the pool does not take is much of what could be tried: that is asked first.
        room = _room_in_pool(table, company) if limited else None
        for sale in sales_of(table, seat, company, room):
            if first_refusal(others, table, sale) is None:
                yield sale


def can_sell(table: Table, seat: int) -> bool:
    """Whether there are any sales; single papers are asked about first, as they are sold soonest."""
    clauses = table.rules.shares.sales.clauses
    limited = pool_limit in clauses
    for company in table.state.chart.order(table.rules.printed.sheet):
        if percent(table, company, seat) and not _why_not_any(table, seat, company):
            own = [paper.percent for paper in held(table, company, seat) if not paper.director]
            if not own or (limited and min(own) > _room_in_pool(table, company)):
                continue
            if first_refusal(clauses, table, SellShares(seat, company, (min(own),))) is None:
                return True
    return any(True for _ in sales(table, seat))


def _why_not_any(table: Table, seat: int, company: str) -> Refusal | None:
    """What forbids to sell anything of a company."""
    clauses = table.rules.shares.sales.companies
    return first_refusal(clauses, table, SellShares(seat, company, ())) if clauses else None


def sales_of(table: Table, seat: int, company: str, most: int | None = None) -> Iterator[SellShares]:
    """Every way to sell papers of this company that the player could try, or sell so many percent at most."""
    papers = held(table, company, seat)
    own = tuple([paper.percent for paper in papers if not paper.director])
    directs = len(own) < len(papers)
    splits = tuple(table.rules.shares.sales.splits(table, company)) if directs else ()
    director = table.rules.printed.register.director_paper(company).percent if directs else 0
    for part, way in _ways_to_sell(own, director, splits):
        if most is None or part <= most:
            yield SellShares(seat, company, *way)


@lru_cache(maxsize=4096)  # players hold the same sizes again and again
def _ways_to_sell(
    own: tuple[int, ...], director: int, splits: tuple[int, ...]
) -> tuple[tuple[int, tuple[tuple[int, ...], bool, int]], ...]:
    """How much is sold, by papers of these sizes, whether the director's is among them, and what is kept of it."""
    found: list[tuple[int, tuple[tuple[int, ...], bool, int]]] = []
    kinds = sorted(set(own), reverse=True)
    for numbers in product(*(range(own.count(size) + 1) for size in kinds)):
        sold = tuple(size for size, number in zip(kinds, numbers, strict=True) for _ in range(number))
        if sold:
            found.append((sum(sold), (sold, False, 0)))
        if director:
            found += [(sum(sold) + director - kept, (sold, True, kept)) for kept in (0, *splits)]
    return tuple(found)


def sold_part(table: Table, action: SellShares) -> int:
    """How many percent a sale is about."""
    extra = table.rules.printed.register.director_paper(action.company).percent if action.director else 0
    return sum(action.papers) + extra - action.keeps


def proceeds(table: Table, action: SellShares) -> int:
    """What a sale brings."""
    return worth_of(
        table, action.company, sold_part(table, action), table.rules.shares.sales.pays(table, action.company)
    )


def why_not_sell(table: Table, action: SellShares) -> Refusal | None:
    """What forbids a sale, first of all that the seller has no such papers."""
    missing, rules = papers_not_held(table, action) or papers_sell_whole(table, action), table.rules.shares.sales
    return missing or first_refusal((*rules.companies, *rules.clauses), table, action)


def sell(turn: Move, action: SellShares) -> None:
    """Carry out a sale; a director's paper is first exchanged for papers of the new director."""
    if not action.director:
        to_pool(turn, action.seat, action.company, action.papers)
        return
    rest = percent(turn, action.company, action.seat) - sold_part(turn, action)
    heir = directors.overtaker(turn, action.company, action.seat, rest)
    assert heir is not None
    ways = directors.ways(turn, action.company, heir, action.keeps)
    if len(ways) > 1:
        turn.push(directors.DirectorExchange(action.company, action.seat, heir, action.papers, True, action.keeps))
    else:
        directors.exchange(turn, action.company, action.seat, heir, ways[0])
        directors.sell_received(turn, action.seat, action.company, action.papers, ways[0], action.keeps)


def papers_not_held(table: Table, action: SellShares) -> Refusal | None:
    """The seller has the papers, and names them from the largest on."""
    company = action.company
    if company not in table.rules.printed.companies or not (action.papers or action.director):
        return refuse(table, "nothing_to_sell", company=company)
    mine = held(table, company, action.seat)
    own = Counter(paper.percent for paper in mine if not paper.director)
    if any(number > own[size] for size, number in Counter(action.papers).items()):
        return refuse(table, "papers_not_held", company=company)
    if action.director and not any(paper.director for paper in mine):
        return refuse(table, "not_the_director", company=company)
    if list(action.papers) != sorted(action.papers, reverse=True):
        return refuse(table, "papers_in_order", company=company)
    return None


def papers_sell_whole(table: Table, action: SellShares) -> Refusal | None:
    """Only a director's paper is ever sold in part, where the title has it."""
    if not action.keeps:
        return None
    if action.director and action.keeps in table.rules.shares.sales.splits(table, action.company):
        return None
    return refuse(table, "papers_sell_whole", company=action.company)


def pool_limit(table: Table, action: SellShares) -> Refusal | None:
    """The pool takes only so much of one company."""
    if sold_part(table, action) <= _room_in_pool(table, action.company):
        return None
    return refuse(table, "pool_limit", company=action.company)


def _room_in_pool(table: Table, company: str) -> int:
    limit: int = table.rules.printed.title["shares"]["pool_limit"]
    return limit - percent(table, company, POOL)


def nobody_can_direct(table: Table, action: SellShares) -> Refusal | None:
    """A director's paper is sold only if somebody else can take it."""
    if not action.director:
        return None
    rest = percent(table, action.company, action.seat) - sold_part(table, action)
    heir = directors.overtaker(table, action.company, action.seat, rest)
    if heir is not None and directors.ways(table, action.company, heir, action.keeps):
        return None
    return refuse(table, "nobody_can_direct", company=action.company)
