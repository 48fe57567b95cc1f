"""Buying and selling shares, floating an AG, and the exchange of directors (2.6, 2.7, 3.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from stellwerk.bank.papers import BANK, ISSUE, POOL, Certificate, Owner, ways_to_pay
from stellwerk.board.board import UNDECIDED
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.actions import BuyShare, SellShares, TakePapers
from stellwerk.eighteen.events import DirectorChanged, Floated, ShareBought, SharesSold
from stellwerk.play.core import Decision
from stellwerk.play.errors import Refusal, refuse

from .data import PRUSSIA
from .state import (
    Move,
    Table,
    at_paper_limit,
    held,
    home_stop,
    move_paper,
    move_price,
    packet_left,
    paper_limit,
    pay,
    percent,
    price,
    seats_from,
    sold_percent,
)


def on_offer(table: Table) -> list[str]:
    """The AGs whose new shares can be bought now (1.2.1–1.2.6)."""
    memo = table.state.papers.memo
    offered: list[str] | None = memo.get("on_offer")
    if offered is None:
        offered = memo["on_offer"] = [company for company in _released(table) if _unsold(table, company)]
    return offered


def _released(table: Table) -> list[str]:
    """One group after another (1.2.3); Preußen's four shares with Baden's director (1.2.6)."""
    if packet_left(table):
        return []
    released = _opened_in_turn(table, ["BY", "SX"])
    if _any_unsold(table, ["BY", "SX"]):
        return released
    released += _opened_in_turn(table, ["BA", "WT", "HE"])
    if table.state.papers["BA-D"] != ISSUE:
        released.append(PRUSSIA)
    prussia = [] if table.rules.options.mecklenburg_without_prussia else [PRUSSIA]
    if not _any_unsold(table, ["BA", "WT", "HE", *prussia]):
        released += _opened_in_turn(table, ["MS", "OL"])
    return released


def _waits_by(table: Table, company: str) -> str:
    """The paragraph by which an AG's new shares cannot be bought yet."""
    if packet_left(table):
        return "1.2.1"
    if company == PRUSSIA:
        return "1.2.6"
    group = table.rules.material.companies[company].group
    others = [each.id for each in table.rules.material.companies.values() if each.group == group]
    return "1.2.4" if set(others) & set(_released(table)) else "1.2.3"


def _any_unsold(table: Table, companies: list[str]) -> bool:
    return any(percent(table, company, ISSUE) for company in companies)


def _unsold(table: Table, company: str) -> Certificate | None:
    """The share on top of an AG's stack of unsold shares."""
    papers = table.state.papers
    return next((p for p in table.rules.material.register.of[company] if papers[p.id] == ISSUE), None)


def _opened_in_turn(table: Table, group: list[str]) -> list[str]:
    """Each AG of a group opens once half of the one before it is sold (1.2.4)."""
    opened = group[:1]
    for before, company in pairwise(group):
        if sold_percent(table, before) < 50:
            break
        opened.append(company)
    return opened


# Buying -----------------------------------------------------------------------------------------------------


def purchases(table: Table, seat: int) -> Iterator[BuyShare]:
    """Every share that could be asked for: new ones, those in the pool, and those of other players."""
    for company in on_offer(table):
        paper = _unsold(table, company)
        if paper:
            yield BuyShare(seat, company, ISSUE, paper.percent)
    for company in table.state.chart.order(table.rules.material.sheet):
        if percent(table, company, POOL):
            for size in _sizes(table, company, POOL):
                yield BuyShare(seat, company, POOL, size)
        if percent(table, company, seat) >= _nationalise_from(table):
            for other in seats_from(table, seat + 1):
                if other != seat:
                    for size in _sizes(table, company, other):
                        yield BuyShare(seat, company, other, size)


def _sizes(table: Table, company: str, owner: Owner) -> list[int]:
    return sorted({paper.percent for paper in held(table, company, owner)})


def _nationalise_from(table: Table) -> int:
    least: int = table.rules.material.title["shares"]["nationalise_from"]
    return least


def asked_paper(table: Table, action: BuyShare) -> Certificate | None:
    """The certificate that a purchase is about. In the pool a director's paper comes first."""
    if action.company not in table.rules.material.companies:
        return None
    if action.source == ISSUE:
        paper = _unsold(table, action.company)
        return paper if paper and paper.percent == action.percent else None
    if isinstance(action.source, str) and action.source != POOL:
        return None
    papers = held(table, action.company, action.source)
    return next((paper for paper in papers if paper.percent == action.percent), None)


def purchase_price(table: Table, action: BuyShare) -> int:
    """New shares as printed (2.6.2.1), old ones by the chart (2.6.2.2), a player's at 1½ times that (2.6.2.4)."""
    if action.source == ISSUE:
        return table.rules.material.companies[action.company].price * action.percent // 10
    market = price(table, action.company) * action.percent
    if action.source == POOL:
        return market // 10
    return -(-market * 3 // 20)


def why_not_buy(table: Table, action: BuyShare) -> Refusal | None:
    """What forbids a purchase; how much of one AG a player holds does not (2.6.2.3)."""
    seat, company = action.seat, action.company
    if action.source == ISSUE and company in table.rules.material.companies and company not in _released(table):
        return refuse(_waits_by(table, company), "not_released", company=company)
    if asked_paper(table, action) is None:
        return refuse("2.6.1.2", "no_such_share", company=company, percent=action.percent)
    if isinstance(action.source, int):
        if action.source == seat:
            return refuse("2.6.2.4", "own_share", company=company)
        if table.state.chart.field(company) is None or percent(table, company, seat) < _nationalise_from(table):
            return refuse("2.6.2.4", "needs_55_percent", company=company)
    if company in table.state.sold.get(seat, ()):
        return refuse("2.6.2.5", "sold_this_round", company=company)
    if at_paper_limit(table, seat):
        return refuse("2.6.2.6", "paper_limit", limit=paper_limit(table, seat))
    cost = purchase_price(table, action)
    if table.state.cash[seat] < cost:
        return refuse("2.4", "too_little_cash", cost=cost, cash=table.state.cash[seat])
    return None


def buy(turn: Move, action: BuyShare) -> None:
    """Carry out a purchase, with floating and exchange of directors where they follow."""
    paper = asked_paper(turn, action)
    assert paper is not None
    company, cost = action.company, purchase_price(turn, action)
    move_paper(turn, paper.id, action.seat)
    turn.emit(ShareBought(action.seat, company, paper.percent, paper.director, action.source, cost))
    if isinstance(action.source, int):
        pay(turn, action.seat, action.source, cost, "nationalised")
    elif action.source == ISSUE and company in turn.state.in_operation:
        pay(turn, action.seat, company, cost, "share")  # 2.7.6
    else:
        pay(turn, action.seat, BANK, cost, "share")
    after_papers_moved(turn, company)


def after_papers_moved(turn: Move, company: str) -> None:
    """Float an AG that has sold enough (2.7.1), and let the largest holder direct it (3.3.6)."""
    if company not in turn.state.in_operation and company != PRUSSIA and _may_float(turn, company):
        float_company(turn, company)
    check_director(turn, company)


def _may_float(table: Table, company: str) -> bool:
    """Enough is sold, and the director's paper: what operates has a director (3.3.4), also if it floats early."""
    shares = table.rules.material.title["shares"]
    needed = table.rules.options.bayern_floats_at if company == "BY" else shares["floats_at"]
    return isinstance(table.state.papers[f"{company}-D"], int) and sold_percent(table, company) >= needed


def float_company(turn: Move, company: str) -> None:
    """Marker on the chart, marker at home, and money for every tenth that players hold (2.7.2–2.7.5)."""
    printed = turn.rules.material
    capital = printed.companies[company].price * sold_percent(turn, company) // 10
    turn.emit(Floated(company, capital))
    turn.set(
        in_operation=turn.state.in_operation | {company},
        chart=turn.state.chart.place(company, printed.starts[company]),
    )
    pay(turn, BANK, company, capital, "capital")
    place_home(turn, company)


def place_home(turn: Move, company: str) -> None:
    """The home station is free and placed at once (5.5.2.5); where it has two cities its director chooses."""
    from .stations import HomeChoice

    stop = home_stop(turn, company)
    turn.set(
        board=turn.state.board.with_station(company, stop),
        markers={**turn.state.markers, company: turn.state.markers[company] - 1},
    )
    if stop % PLACES == UNDECIDED and turn.state.board.tracks[stop // PLACES].paths:
        turn.push(HomeChoice(company))


# Selling ----------------------------------------------------------------------------------------------------


def sales(table: Table, seat: int) -> Iterator[SellShares]:
    """Every way to sell papers of one AG that the player could try, for all his AGs."""
    for company in table.state.chart.order(table.rules.material.sheet):
        if percent(table, company, seat):
            yield from sales_of(table, seat, company)


def sales_of(table: Table, seat: int, company: str) -> Iterator[SellShares]:
    """Every way to sell papers of this AG that the player could try."""
    papers = held(table, company, seat)
    counts: dict[int, int] = {}
    for paper in papers:
        if not paper.director:
            counts[paper.percent] = counts.get(paper.percent, 0) + 1
    sizes = sorted(counts, reverse=True)
    directors = (False, True) if any(paper.director for paper in papers) else (False,)
    for numbers in product(*(range(counts[size] + 1) for size in sizes)):
        sold = tuple(size for size, number in zip(sizes, numbers, strict=True) for _ in range(number))
        for with_director in directors:
            if sold or with_director:
                yield SellShares(seat, company, sold, with_director)
            if with_director and table.rules.options.director_may_split:
                yield SellShares(seat, company, sold, True, 10)


def sold_part(table: Table, action: SellShares) -> int:
    """How many percent a sale is about."""
    extra = table.rules.material.register.director_paper(action.company).percent if action.director else 0
    return sum(action.papers) + extra - action.keeps


def why_not_sell(table: Table, action: SellShares, keep_directing: str = "") -> Refusal | None:
    """What forbids a sale. In an emergency the director keeps `keep_directing` (5.5.4.13)."""
    seat, company = action.seat, action.company
    if company not in table.rules.material.companies or not (action.papers or action.director):
        return refuse("2.6.3.1", "nothing_to_sell", company=company)
    mine = held(table, company, seat)
    own = [paper.percent for paper in mine if not paper.director]
    if any(action.papers.count(size) > own.count(size) for size in action.papers):
        return refuse("2.6.3.1", "no_such_share", company=company)
    if action.director and not any(paper.director for paper in mine):
        return refuse("2.6.3.1", "not_the_director", company=company)
    if action.keeps and not (
        action.director and action.keeps == 10 and table.rules.options.director_may_split
    ):
        return refuse("2.6.3.2", "papers_sell_whole", company=company)
    if list(action.papers) != sorted(action.papers, reverse=True):
        return refuse("2.6.3.1", "papers_in_order", company=company)
    if company == PRUSSIA and company not in table.state.in_operation:
        return refuse("2.6.3.2", "not_founded", company=company)
    if company not in table.state.in_operation or not (
        company == PRUSSIA or company in table.state.operated or table.rules.options.early_sales
    ):
        return refuse("2.6.3.2", "not_operated_yet", company=company)
    part = sold_part(table, action)
    if percent(table, company, POOL) + part > table.rules.material.title["shares"]["pool_limit"]:
        return refuse("2.6.3.2", "pool_limit", company=company)
    rest = percent(table, company, seat) - part
    heir = _overtaker(table, company, seat, rest)
    if action.director and (heir is None or not _ways(table, company, heir, action.keeps)):
        return refuse("3.3.7", "nobody_can_direct", company=company)
    if company == keep_directing and any(paper.director for paper in mine) and heir is not None:
        return refuse("5.5.4.13", "must_stay_director", company=company)
    return None


def sell(turn: Move, action: SellShares, again_at: int = 0) -> None:
    """Carry out a sale; a director's paper is first exchanged for papers of the new director (3.3.7).

    `again_at` is the price of an earlier sale in the same turn where the group plays `same_price_sales`.
    """
    if not action.director:
        _finish_sale(turn, action.seat, action.company, action.papers, again_at)
        return
    rest = percent(turn, action.company, action.seat) - sold_part(turn, action)
    heir = _overtaker(turn, action.company, action.seat, rest)
    assert heir is not None
    ways = _ways(turn, action.company, heir, action.keeps)
    if len(ways) > 1:
        turn.push(DirectorExchange(action.company, action.seat, heir, action.papers, True, again_at))
    else:
        _exchange(turn, action.company, action.seat, heir, ways[0])
        received = [paper.percent for paper in ways[0]]
        if action.keeps:
            received.remove(action.keeps)
        papers = action.papers + tuple(received)
        _finish_sale(turn, action.seat, action.company, papers, again_at)


def _finish_sale(turn: Move, seat: int, company: str, sizes: tuple[int, ...], again_at: int) -> None:
    """All papers of one sale bring the price before it, and the marker falls one row (2.6.3.1, 2.6.3.3)."""
    proceeds = (again_at or price(turn, company)) * sum(sizes) // 10
    for size in sizes:
        paper = next(p for p in held(turn, company, seat) if p.percent == size and not p.director)
        move_paper(turn, paper.id, POOL)
    turn.emit(SharesSold(seat, company, tuple(sorted(sizes, reverse=True)), proceeds))
    pay(turn, BANK, seat, proceeds, "sale")
    if not again_at:
        move_price(turn, company, "down", "sale")
    sold = turn.state.sold
    turn.set(sold={**sold, seat: sold.get(seat, frozenset()) | {company}})
    if company == PRUSSIA:
        _sell_barren_first(turn, seat, sum(sizes))
    check_director(turn, company)


def _sell_barren_first(turn: Move, seat: int, part: int) -> None:
    """Who sells gives away first what would draw nothing in this round (4.5)."""
    left = turn.state.barren.get(seat, 0) - part
    others = {other: percent for other, percent in turn.state.barren.items() if other != seat}
    turn.set(barren={**others, seat: left} if left > 0 else others)


# Directors --------------------------------------------------------------------------------------------------


def _overtaker(table: Table, company: str, old: int, rest: int) -> int | None:
    """Who directs an AG if its director is left with `rest` percent: more than he, at least a director's paper.

    The largest holder; among equals the next to the left of the old director (3.3.5, 3.3.6).
    """
    least = max(rest + 1, table.rules.material.register.director_paper(company).percent)
    others = [seat for seat in seats_from(table, old + 1) if seat != old]
    best = max(others, key=lambda seat: percent(table, company, seat), default=None)
    return best if best is not None and percent(table, company, best) >= least else None


def _ways(table: Table, company: str, heir: int, keeps: int = 0) -> list[tuple[Certificate, ...]]:
    """The papers that the new director could give for the director's paper, one of them of size `keeps`."""
    paper = table.rules.material.register.director_paper(company)
    ways = ways_to_pay((p for p in held(table, company, heir) if not p.director), paper.percent)
    return [way for way in ways if any(p.percent == keeps for p in way)] if keeps else ways


def check_director(turn: Move, company: str) -> None:
    """Exchange directors if somebody holds more than the director does (3.3.6)."""
    old = turn.state.papers[f"{company}-D"]
    if not isinstance(old, int):
        return
    heir = _overtaker(turn, company, old, percent(turn, company, old))
    if heir is None:
        return
    ways = _ways(turn, company, heir)
    if len(ways) > 1:
        turn.push(DirectorExchange(company, old, heir))
    else:
        _exchange(turn, company, old, heir, ways[0])


def _exchange(turn: Move, company: str, old: int, new: int, papers: tuple[Certificate, ...]) -> None:
    """The old director hands over paper (3.3.8) and company as it is (3.3.9) and gets as many percent back."""
    for paper in papers:
        move_paper(turn, paper.id, old)
    move_paper(turn, f"{company}-D", new)
    turn.emit(DirectorChanged(company, old, new, tuple(paper.percent for paper in papers)))


class DirectorExchange(Decision, frozen=True):
    """The old director chooses the papers he gets; if he is selling, they go to the pool (3.3.7, 3.3.8)."""

    company: str
    old: int
    new: int
    sells: tuple[int, ...] = ()
    selling: bool = False
    again_at: int = 0

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.old,)

    def choices(self, table: Table, seat: int) -> Iterator[TakePapers]:
        for way in _ways(table, self.company, self.new):
            yield TakePapers(seat, self.company, tuple(paper.percent for paper in way))

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if action in list(self.choices(table, self.old)):
            return None
        return refuse("3.3.8", "choose_papers", company=self.company)

    def apply(self, turn: Move, action: TakePapers) -> None:
        ways = _ways(turn, self.company, self.new)
        way = next(way for way in ways if tuple(paper.percent for paper in way) == action.papers)
        _exchange(turn, self.company, self.old, self.new, way)
        if self.selling:
            _finish_sale(turn, self.old, self.company, self.sells + action.papers, self.again_at)
