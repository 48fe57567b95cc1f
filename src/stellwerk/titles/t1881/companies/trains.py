"""Trams and S-Bahn trains: buying, help, trade, limits, phases; companies' S-Bahn shares (10, 11, 12.7–12.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, BuyTrain, DiscardTrain, OfferForTrain
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.events import TrainBought
from stellwerk.eighteen.shares import asked_paper, unsold
from stellwerk.eighteen.state import has_begun, held
from stellwerk.eighteen.trains import (
    Buying,
    CheckLimits,
    DiscardStep,
    Trade,
    TrainStep,
    Ware,
    begin_phase,
    hand_over,
    scrap,
    train_limit,
    ware_of,
)
from stellwerk.play.core import Action, Choice, Pass
from stellwerk.play.errors import Refusal

from ..actions import BuyOnCredit, BuySbahnShare, SellSbahnShares
from ..events import CompanyBoughtShare
from ..papers.floating import CheckFloat, papers_moved
from ..papers.shares import above_limit, chair_first, costs, not_open_yet, open_company
from ..sbahn.sales import sales_of, sell, why_not_sell
from ..state import Move, Table, director, is_sbahn, phase81
from .credit import forget_scrapped, may_borrow, spends_nothing, take_on_credit, why_not_borrow
from .purses import pay

# What there is ----------------------------------------------------------------------------------------------


def for_sale(table: Table, company: str) -> list[Ware]:
    """The smallest kind in stock, and what a bankrupt company left (10.3, 12.7)."""
    kinds, sbahn = table.rules.printed.trains, is_sbahn(table, company)
    stack = table.state.sbahn_depot if sbahn else table.state.depot
    ids = [id_ for id_ in stack[:1] if not kinds[id_].phase or has_begun(table, kinds[id_].phase)]
    left = [id_ for id_ in dict.fromkeys(table.state.trains[POOL]) if kinds[id_].sbahn == sbahn]
    wares = [Ware(id_, BANK, kinds[id_].price) for id_ in ids]
    return wares + [Ware(id_, POOL, kinds[id_].price) for id_ in left]


def most_help(table: Table, price: int) -> int:
    """What a director may add to a tram's price (10.1)."""
    percentage: int = table.rules.printed.title["help"]["percent"]
    return price * percentage // 100


def help_for(table: Table, company: str, price: int) -> int:
    """What the treasury lacks."""
    return max(0, price - table.state.cash[company])


def must_buy(table: Table, company: str) -> bool:
    """A company without a train must buy one if its treasury alone can pay (10.8, 12.8; rulings)."""
    return not table.state.trains[company] and can_pay_a_train(table, company, table.state.cash[company])


def can_pay_a_train(table: Table, company: str, cash: int) -> bool:
    """Whether so much money is enough for a train that the bank sells."""
    return any(ware.price <= cash for ware in for_sale(table, company))


# Clauses ----------------------------------------------------------------------------------------------------


def too_many(table: Table, action: BuyTrain) -> Refusal | None:
    """Trams cannot be scrapped to make room; S-Bahn trains can (10.6, 10.7, 12.7)."""
    return None if is_sbahn(table, action.company) else train_limit(table, action)


def train_too_dear(table: Table, action: BuyTrain) -> Refusal | None:
    """The treasury pays, its director may add a quarter of the price (10.1)."""
    ware = ware_of(table, action)
    assert ware is not None
    if can_be_paid(table, action.company, ware.price):
        return None
    return refuse(table, "train_too_dear", cost=ware.price, cash=table.state.cash[action.company])


def can_be_paid(table: Table, company: str, price: int) -> bool:
    """Whether the treasury has so much, with what its director may add and has (10.1)."""
    lacks, seat = help_for(table, company, price), director(table, company)
    return lacks <= most_help(table, price) and seat is not None and lacks <= table.state.cash[seat]


def own_kind_only(table: Table, action: OfferForTrain) -> Refusal | None:
    """Trams are for tram companies, S-Bahn trains for networks of the S-Bahn (10.9, 12.9)."""
    if table.rules.printed.trains[action.train].sbahn == is_sbahn(table, action.company):
        return None
    return refuse(table, "own_kind_only", train=action.train)


def on_credit_stays(table: Table, action: OfferForTrain) -> Refusal | None:
    """A tram that is not paid for is not sold (15.4)."""
    owed = table.state.credit.get(action.seller)
    if owed is None or owed[0] != action.train:
        return None
    return refuse(table, "on_credit_stays", train=action.train)


def prices(table: Table, company: str, seller: str, train: str) -> range:
    """Any price from 1 on that the treasury can pay (10.5)."""
    return range(1, table.state.cash[company] + 1)


def limit(table: Table, company: str) -> int:
    """By the phase, for each network that is apart as for a company (10.7, 12.7)."""
    return phase81(table).limit


# The step ---------------------------------------------------------------------------------------------------


class TramStep(TrainStep, frozen=True):
    """Buy trams, and deal in shares of the S-Bahn (10.9)."""

    answers: ClassVar[tuple[type[Action], ...]] = (*TrainStep.answers, BuyOnCredit, BuySbahnShare, SellSbahnShares)

    def trains(self, table: Any, seat: int) -> Iterator[Choice]:
        yield from super().trains(table, seat)
        if not is_sbahn(table, self.company):
            for ware in for_sale(table, self.company):
                if may_borrow(table, self.company, ware):
                    yield BuyOnCredit(seat, self.company, ware.train, ware.source)
            for source in (ISSUE, POOL):
                purchase = BuySbahnShare(seat, self.company, source)
                if why_not_invest(table, purchase) is None:
                    yield purchase
            yield from sales_of(table, seat, self.company)

    def refusal(self, table: Any, action: object) -> Refusal | None:
        if isinstance(action, BuyOnCredit) and action.company == self.company:
            ware = ware_of(table, as_purchase(action))
            return why_not_borrow(table, self.company, action.train, ware)
        if isinstance(action, BuySbahnShare) and action.company == self.company:
            return why_not_invest(table, action)
        if isinstance(action, SellSbahnShares) and action.company == self.company:
            return why_not_sell(table, action)
        return super().refusal(table, action)

    def apply(
        self, turn: Any, action: Pass | BuyTrain | OfferForTrain | BuySbahnShare | SellSbahnShares | BuyOnCredit
    ) -> None:
        if isinstance(action, BuyTrain) and is_credit(turn, action):
            action = BuyOnCredit(action.seat, action.company, action.train, action.source)
        if isinstance(action, BuyOnCredit):
            turn.push(self)
            buy_on_credit(turn, action)
        elif isinstance(action, BuySbahnShare):
            turn.push(self)
            invest(turn, action)
        elif isinstance(action, SellSbahnShares):
            turn.push(self)
            sell(turn, action)
        else:
            super().apply(turn, action)


def _as_share(table: Table, action: BuySbahnShare) -> BuyShare:
    """The same as a purchase of shares."""
    printed = table.rules.printed
    paper = unsold(table, printed.sbahn)
    if action.source == POOL:  # the chair first, if it lies there (12.1)
        paper = next(iter(held(table, printed.sbahn, POOL)), None)
    size = paper.percent if paper else printed.companies[printed.sbahn].unit
    return BuyShare(action.seat, printed.sbahn, action.source, size)


def why_not_invest(table: Table, action: BuySbahnShare) -> Refusal | None:
    """A tram company buys one S-Bahn share an operating round, up to 30%, out of its treasury (10.9, 12.2)."""
    if is_sbahn(table, action.company):
        return refuse(table, "trams_invest", company=action.company)
    if action.company in table.state.invested:
        return refuse(table, "one_share_a_round", company=action.company)
    share = _as_share(table, action)
    if action.source not in (ISSUE, POOL) or asked_paper(table, share) is None:
        return refuse(table, "no_such_share", company=share.company, percent=share.percent)
    refusal = (
        not_open_yet(table, share)
        or chair_first(table, share)
        or spends_nothing(table, action.company)
        or above_limit(table, share, action.company)
    )
    if refusal:
        return refusal
    cost, cash = costs(table, share), table.state.cash[action.company]
    if cash < cost:
        return refuse(table, "share_too_dear", cost=cost, cash=cash)
    if must_buy(table, action.company) and not can_pay_a_train(table, action.company, cash - cost):
        return refuse(table, "must_own_a_train", company=action.company)  # no way round the duty
    return None


def invest(turn: Move, action: BuySbahnShare) -> None:
    """The share belongs to the company; its director sits on the board for it (10.9)."""
    share = _as_share(turn, action)
    paper, cost = asked_paper(turn, share), costs(turn, share)
    assert paper is not None
    turn.push(CheckFloat(share.company))
    open_company(turn, share)
    move_paper(turn, paper.id, action.company)
    turn.set(invested=turn.state.invested | {action.company})
    turn.emit(CompanyBoughtShare(action.company, paper.percent, paper.director, action.source, cost))
    pay(turn, action.company, BANK, cost, "share")
    papers_moved(turn, share.company)


# Purchases and phases ---------------------------------------------------------------------------------------


def buy_train(turn: Move, action: BuyTrain) -> None:
    """Out of the treasury at the printed price; private money is no more than help (3.5, 10.1)."""
    ware = ware_of(turn, action)
    assert ware is not None
    lacks, seat = help_for(turn, action.company, ware.price), director(turn, action.company)
    assert seat is not None
    pay(turn, seat, action.company, lacks, "help")
    pay(turn, action.company, BANK, ware.price, "train")
    receive(turn, action.company, ware, lacks)


def buy_on_credit(turn: Move, action: BuyOnCredit) -> None:
    """The tram comes at once, its price later (15.1, 15.2)."""
    ware = ware_of(turn, as_purchase(action))
    assert ware is not None
    take_on_credit(turn, action.company, ware)
    receive(turn, action.company, ware, 0)


def is_credit(table: Table, action: BuyTrain) -> bool:
    """Whether a purchase comes to credit: so it was written before credit was a choice of its own (15.1)."""
    ware = ware_of(table, action)
    if ware is None or can_be_paid(table, action.company, ware.price):
        return False
    return may_borrow(table, action.company, ware)


def as_purchase(action: BuyOnCredit) -> BuyTrain:
    """The same tram, bought for money."""
    return BuyTrain(action.seat, action.company, action.train, action.source)


def receive(turn: Move, company: str, ware: Ware, helped: int) -> None:
    """A tram or train comes from the bank's stack, or from what a bankrupt company left."""
    trains = dict(turn.state.trains)
    if ware.source == POOL:
        place = trains[POOL].index(ware.train)
        trains[POOL] = trains[POOL][:place] + trains[POOL][place + 1 :]
    elif is_sbahn(turn, company):
        turn.set(sbahn_depot=turn.state.sbahn_depot[1:])
    else:
        turn.set(depot=turn.state.depot[1:])
    trains[company] = (*trains[company], ware.train)
    turn.set(trains=trains)
    turn.emit(TrainBought(company, ware.train, ware.source, ware.price, helped))
    arrived(turn, company, ware.train, ware.source)
    if is_sbahn(turn, company) and len(trains[company]) > limit(turn, company):
        turn.push(ScrapOlder(company))


class ScrapOlder(DiscardStep, frozen=True):
    """An S-Bahn train above the limit takes the place of an older one (12.7)."""

    def refusal(self, table: Any, action: object) -> Refusal | None:
        older = table.state.trains[self.company][:-1]
        if isinstance(action, DiscardTrain) and action.train not in older:
            return refuse(table, "discard_a_train", company=self.company)
        return super().refusal(table, action)


def arrived(turn: Move, company: str, train: str, source: str) -> None:
    """The first tram of a kind begins a phase; who has too many trains gives some up (3.3, 10.4, 11.1, 11.2)."""
    turn.push(CheckLimits())
    if source == BANK and begin_phase(turn, train):
        now = phase81(turn)
        for card in now.scraps_all:
            scrap(turn, card)
        rest = tuple(card for card in turn.state.sbahn_depot if card not in now.scraps_all)
        gone = tuple(card for card in turn.state.sbahn_depot if card in now.scraps_all)
        trains = turn.state.trains
        turn.set(sbahn_depot=rest, trains={**trains, "scrapped": trains["scrapped"] + gone})
        forget_scrapped(turn)
        if not turn.rules.options.rounds_fixed:
            turn.set(operating_rounds=now.rounds)


def settle(turn: Move, offer: OfferForTrain) -> None:
    """The agreed price goes to the seller (10.5)."""
    pay(turn, offer.company, offer.seller, offer.price, "train")
    hand_over(turn, offer)


def nothing_on_credit(table: Table, action: BuyTrain | OfferForTrain) -> Refusal | None:
    """Who owes for a tram buys no other (15.3)."""
    return spends_nothing(table, action.company)


TRAINS = Buying(
    for_sale=for_sale,
    clauses=(nothing_on_credit, too_many, train_too_dear),
    trade=Trade(
        clauses=(nothing_on_credit, own_kind_only, on_credit_stays, train_limit), prices=prices, settle=settle
    ),
    must_buy=must_buy,
    limit=limit,
    arrived=arrived,
)
