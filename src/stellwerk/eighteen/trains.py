"""Buying trains, from the bank, the pool and each other; phases, limits, and trains that go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from stellwerk.bank.papers import BANK, POOL
from stellwerk.play.core import Action, Choice, Decision, Event, Pass, Procedure, Range
from stellwerk.play.errors import Refusal

from .actions import BuyTrain, DiscardTrain, OfferForTrain
from .changes import move_train
from .clauses import Clause, first_refusal, refuse
from .events import (
    OfferAnswered,
    OfferMade,
    PhaseBegan,
    TrainBought,
    TrainDiscarded,
    TrainsScrapped,
    TrainTradedIn,
)
from .offers import PriceOffer, may_ask_again
from .state import SCRAPPED, Move, Table, acting_seat


class Ware(Struct, frozen=True):
    """A train for sale by bank or pool."""

    train: str
    source: str
    price: int
    given: str = ""
    """A train that has to be given in for it."""

    late: ClassVar[Mapping[str, Any]] = {"given": ""}


class Buying(Struct, frozen=True):
    """How a title's companies come by trains."""

    for_sale: Callable[[Any, str], Sequence[Ware]]
    """What bank and pool sell to this company."""
    clauses: tuple[Clause[BuyTrain], ...]
    """What forbids a purchase from bank or pool."""
    trade: Trade
    """How they buy from one another."""
    must_buy: Callable[[Any, str], bool]
    """Whether a company must buy one now."""
    limit: Callable[[Any, str], int]
    """How many it may own."""
    arrived: Callable[[Any, str, str, str], None]
    """What follows when a company has got a train from somewhere."""


class Trade(Struct, frozen=True):
    """How companies buy trains from one another."""

    clauses: tuple[Clause[OfferForTrain], ...]
    """Beside those of `open`, which come first."""
    prices: Callable[[Any, str, str, str], range]
    """What a company may offer another for a train, never below 0; empty where nothing may be offered."""
    settle: Callable[[Any, OfferForTrain], None]
    """Carry out what both sides have agreed on: the money, and then `hand_over`."""
    open: tuple[Clause[OfferForTrain], ...] = ()
    """What depends on the buyer alone: a list asks once, of an offer that names no train."""


class TrainStep(Decision, frozen=True):
    """A company may buy trains, one by one; one that owns none may have to."""

    answers: ClassVar[tuple[type[Action], ...]] = (BuyTrain, OfferForTrain)

    company: str
    declined: tuple[tuple[str, str, int], ...] = ()
    """What other directors have refused: an offer for the same train must be higher."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield from self.trains(table, seat)
        end = Pass(seat)
        if self.refusal(table, end) is None:
            yield end

    def worth_explaining(self, table: Table, seat: int) -> Iterator[BuyTrain | OfferForTrain]:
        for ware in table.rules.trains.for_sale(table, self.company):
            yield BuyTrain(seat, self.company, ware.train, ware.source, ware.given)
        for seller, train in others_trains(table, self.company):
            prices = self._prices(table, seller, train)
            yield OfferForTrain(seat, self.company, train, seller, prices[0] if prices else 1)

    def trains(self, table: Table, seat: int) -> Iterator[Choice]:
        """Every purchase and every offer that may be made now."""
        buying = table.rules.trains
        for ware in buying.for_sale(table, self.company):
            purchase = BuyTrain(seat, self.company, ware.train, ware.source, ware.given)
            if first_refusal(buying.clauses, table, purchase) is None:
                yield purchase
        if first_refusal(buying.trade.open, table, OfferForTrain(seat, self.company, "", "", 0)) is not None:
            return
        company, clauses = self.company, buying.trade.clauses
        for seller, train in others_trains(table, company):
            if first_refusal(clauses, table, OfferForTrain(seat, company, train, seller, 0)) is None:
                prices = self._prices(table, seller, train)
                if prices:
                    least = prices[0]
                    yield Range(OfferForTrain(seat, company, train, seller, least), "price", least, prices[-1])

    def _prices(self, table: Table, seller: str, train: str) -> range:
        """What may be offered, above what was declined, and not too often unless a train must be bought."""
        buying = table.rules.trains
        if not self.declined:
            return buying.trade.prices(table, self.company, seller, train)
        declined = [price for s, t, price in self.declined if (s, t) == (seller, train)]
        if declined and not may_ask_again(declined, buying.must_buy(table, self.company)):
            return range(0)
        prices = buying.trade.prices(table, self.company, seller, train)
        least = max((price + 1 for price in declined), default=0)
        return range(max(prices.start, least), prices.stop)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        buying = table.rules.trains
        if isinstance(action, Pass):
            must = buying.must_buy(table, self.company)
            return refuse(table, "must_own_a_train", company=self.company) if must else None
        if isinstance(action, BuyTrain) and action.company == self.company:
            if ware_of(table, action) is None:
                return refuse(table, "train_not_for_sale", train=action.train)
            return first_refusal(buying.clauses, table, action)
        if isinstance(action, OfferForTrain) and action.company == self.company:
            return self._why_not_offer(table, action)
        return refuse(table, "only_trains_now", company=self.company)

    def _why_not_offer(self, table: Table, action: OfferForTrain) -> Refusal | None:
        if (action.seller, action.train) not in others_trains(table, self.company):
            return refuse(table, "train_not_there", train=action.train, company=action.seller)
        trade = table.rules.trains.trade
        forbidden = first_refusal((*trade.open, *trade.clauses), table, action)
        if forbidden:
            return forbidden
        prices = self._prices(table, action.seller, action.train)
        if not prices and not any(each[:2] == (action.seller, action.train) for each in self.declined):
            cash = table.state.cash[self.company]
            return refuse(table, "offer_too_dear", company=self.company, cost=max(1, prices.start), cash=cash)
        if not prices:
            return refuse(table, "no_more_offers", train=action.train, company=action.seller)
        if action.price not in prices:
            return refuse(table, "price_out_of_range", least=prices[0], most=prices[-1])
        return None

    def turned_down(self, offer: OfferForTrain) -> TrainStep:
        """The same step when an offer has been declined."""
        return self.with_(declined=(*self.declined, (offer.seller, offer.train, offer.price)))

    def idle(self, table: Table) -> bool:
        if self.company not in table.state.in_operation:
            return True
        if table.rules.trains.must_buy(table, self.company) or table.rules.busy(table, self.company):
            return False
        return not self.can_act(table)

    def apply(self, turn: Move, action: Pass | BuyTrain | OfferForTrain) -> None:
        if isinstance(action, Pass):
            return
        if isinstance(action, BuyTrain):
            turn.push(self)
            turn.rules.buy_train(turn, action)
            return
        turn.emit(OfferMade(self.company, action.seller, action.train, action.price))
        if turn.rules.director(turn, action.seller) == action.seat:
            turn.push(self)
            turn.rules.trains.trade.settle(turn, action)
        else:
            turn.push(OfferStep(action), self)


def others_trains(table: Table, company: str) -> list[tuple[str, str]]:
    """Trains of other companies in operation, with their owners."""
    return [
        (seller, train)
        for seller, trains in table.state.trains.items()
        if trains and seller in table.state.in_operation and seller != company
        for train in dict.fromkeys(trains)
    ]


class OfferStep(PriceOffer, frozen=True):
    """The seller's director accepts or declines."""

    offer: OfferForTrain

    def asked(self) -> str:
        return self.offer.seller

    def only_an_answer(self, table: Table) -> Refusal:
        return refuse(table, "answer_the_offer", company=self.offer.seller, buyer=self.offer.company)

    def answered(self, seat: int, accept: bool) -> Event:
        offer = self.offer
        return OfferAnswered(offer.company, offer.seller, offer.train, offer.price, accept)

    def agreed(self, turn: Move) -> None:
        turn.rules.trains.trade.settle(turn, self.offer)


def hand_over(turn: Move, offer: OfferForTrain, helped: int = 0) -> None:
    """A train that has been paid changes hands between companies."""
    move_train(turn, offer.train, offer.seller, offer.company)
    turn.emit(TrainBought(offer.company, offer.train, offer.seller, offer.price, helped))
    turn.rules.trains.arrived(turn, offer.company, offer.train, offer.seller)


def take_train(turn: Move, company: str, ware: Ware, helped: int) -> None:
    """A train that has been paid comes from bank or pool to the company."""
    if ware.given:
        move_train(turn, ware.given, company, POOL)
        turn.emit(TrainTradedIn(company, ware.given))
    if ware.source == BANK:
        take_card(turn, turn.rules.printed.trains[ware.train].card)
        turn.set(trains={**turn.state.trains, company: (*turn.state.trains[company], ware.train)})
    else:
        move_train(turn, ware.train, POOL, company)
    turn.emit(TrainBought(company, ware.train, ware.source, ware.price, helped))
    turn.rules.trains.arrived(turn, company, ware.train, ware.source)


def take_card(turn: Move, wanted: str = "") -> str:
    """The top card leaves the bank's stock, or the first of those wanted; of some there is no end."""
    depot = turn.state.depot
    card = wanted or depot[0]
    if turn.rules.printed.trains[card].count:
        place = depot.index(card)
        turn.set(depot=depot[:place] + depot[place + 1 :])
    return card


def ware_of(table: Table, action: BuyTrain) -> Ware | None:
    """What a purchase is about."""
    wares = table.rules.trains.for_sale(table, action.company)
    asked = (action.train, action.source, action.given)
    return next((ware for ware in wares if (ware.train, ware.source, ware.given) == asked), None)


# Clauses ----------------------------------------------------------------------------------------------------


def train_limit(table: Table, action: BuyTrain | OfferForTrain) -> Refusal | None:
    """The company has room for one more, or gives one in."""
    if isinstance(action, BuyTrain) and action.given:
        return None
    limit = table.rules.trains.limit(table, action.company)
    if len(table.state.trains[action.company]) < limit:
        return None
    return refuse(table, "train_limit", company=action.company, limit=limit)


# Phases and limits ------------------------------------------------------------------------------------------


def begin_phase(turn: Move, train: str) -> bool:
    """Begin the phase of a train that is the first of its kind to leave the bank; tell whether it is."""
    phases = turn.rules.printed.phases
    number = next((n for n, each in enumerate(phases) if each.train == train), 0)
    if number <= turn.state.phase:
        return False
    turn.set(phase=number)
    turn.emit(PhaseBegan(phases[number].id, train))
    if phases[number].scraps:
        scrap(turn, phases[number].scraps)
    return True


def scrap(turn: Move, card: str) -> None:
    """All trains of a card leave the game, whoever has them and whichever face they show."""
    kinds = turn.rules.printed.trains
    gone = [
        train
        for owner, trains in turn.state.trains.items()
        if owner != SCRAPPED
        for train in trains
        if kinds[train].card == card
    ]
    kept = {
        owner: trains if owner == SCRAPPED else tuple(t for t in trains if kinds[t].card != card)
        for owner, trains in turn.state.trains.items()
    }
    turn.set(trains={**kept, SCRAPPED: (*kept[SCRAPPED], *gone)})
    turn.emit(TrainsScrapped(card))


class CheckLimits(Procedure, frozen=True):
    """Companies above their limit give trains up."""

    def run(self, turn: Move) -> None:
        over = [
            company
            for company, trains in turn.state.trains.items()
            if company in turn.state.in_operation and len(trains) > turn.rules.trains.limit(turn, company)
        ]
        turn.push(*(DiscardStep(company) for company in over))


class DiscardStep(Decision, frozen=True):
    """A director chooses which train goes without compensation."""

    company: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = table.rules.director(table, self.company)
        return (table.state.order[0] if seat is None else seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for train in dict.fromkeys(table.state.trains[self.company]):
            discard = DiscardTrain(seat, self.company, train)
            if self.refusal(table, discard) is None:
                yield discard

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if (
            isinstance(action, DiscardTrain)
            and action.company == self.company
            and action.train in table.state.trains[self.company]
            and table.rules.printed.trains[action.train].card
        ):
            return None
        return refuse(table, "discard_a_train", company=self.company)

    def apply(self, turn: Move, action: DiscardTrain) -> None:
        move_train(turn, action.train, self.company, turn.rules.surplus_to)
        turn.emit(TrainDiscarded(self.company, action.train))
        if len(turn.state.trains[self.company]) > turn.rules.trains.limit(turn, self.company):
            turn.push(self)
