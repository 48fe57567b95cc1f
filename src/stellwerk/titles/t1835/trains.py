"""Buying trains, phases and train limits (5.4.4, 5.5.4)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen.actions import AnswerOffer, BuyTrain, DiscardTrain, OfferForTrain
from stellwerk.eighteen.events import (
    OfferAnswered,
    OfferMade,
    PhaseBegan,
    TrainBought,
    TrainDiscarded,
    TrainsScrapped,
)
from stellwerk.play.core import Choice, Decision, Pass, Procedure, Range
from stellwerk.play.errors import Refusal, refuse

from .raising import funds
from .state import Move, Table, director, is_minor, pay, phase, train_limit
from .track import close_private

SCRAPPED = "scrapped"  # out of the game (5.5.4.6)
REPEATS = 2  # how often a declined offer for a train may be repeated in one turn


class TrainStep(Decision, frozen=True):
    """A company may buy trains, one by one (5.5.4.2); an AG that owns none must (5.5.4.4).

    No train is sold to the bank (5.5.4.10).

    `declined` keeps what other directors have refused: an offer for the same train must be higher, and may be
    repeated only so often.
    """

    company: str
    declined: tuple[tuple[str, str, int], ...] = ()

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = director(table, self.company)
        assert seat is not None
        return (seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield from self._trains(table, seat)
        end = Pass(seat)
        if self.refusal(table, end) is None:
            yield end

    def _trains(self, table: Table, seat: int) -> Iterator[Choice]:
        for train, source in for_sale(table):
            purchase = BuyTrain(seat, self.company, train, source)
            if self._why_not_buy(table, purchase) is None:
                yield purchase
        if not phase(table).trade or self._room(table):
            return
        for seller, train in self._others(table):
            offer = OfferForTrain(seat, self.company, train, seller, self._least(seller, train))
            if self._why_not_offer(table, offer) is None:
                yield Range(offer, "price", offer.price, self._most(table, train))

    def _others(self, table: Table) -> Iterator[tuple[str, str]]:
        for seller, trains in table.state.trains.items():
            if seller in table.state.in_operation and seller != self.company:
                for train in dict.fromkeys(trains):
                    yield seller, train

    def _refused(self, seller: str, train: str) -> list[int]:
        """Prices that have been declined for such a train."""
        return [price for other, kind, price in self.declined if (other, kind) == (seller, train)]

    def _least(self, seller: str, train: str) -> int:
        return max(self._refused(seller, train), default=0) + 1

    def _most(self, table: Table, train: str) -> int:
        """The highest offer for another company's train: the treasury's money.

        For the missing train the director adds his, but not above the printed price (5.5.4.12).
        """
        treasury = table.state.cash[self.company]
        printed = table.rules.material.trains[train].price
        if not may_be_helped(table, self.company):
            return treasury
        return max(treasury, min(printed, funds(table, self.company)))

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            if must_buy(table, self.company):
                return refuse("5.5.4.4", "must_own_a_train", company=self.company)
            return None
        if isinstance(action, BuyTrain) and action.company == self.company:
            return self._why_not_buy(table, action)
        if isinstance(action, OfferForTrain) and action.company == self.company:
            return self._why_not_offer(table, action)
        return refuse("5.4", "only_trains_now", company=self.company)

    def _room(self, table: Table) -> Refusal | None:
        limit = train_limit(table, self.company)
        if len(table.state.trains[self.company]) >= limit:
            return refuse("5.5.4.7", "train_limit", company=self.company, limit=limit)
        return None

    def _why_not_buy(self, table: Table, action: BuyTrain) -> Refusal | None:
        if (action.train, action.source) not in for_sale(table):
            return refuse("5.5.4.5", "train_not_for_sale", train=action.train)
        full = self._room(table)
        if full:
            return full
        cost = table.rules.material.trains[action.train].price
        if table.state.cash[self.company] >= cost:
            return None
        if not may_be_helped(table, self.company):
            return refuse("5.5.4.11", "too_little_cash", cost=cost, cash=table.state.cash[self.company])
        if cost > cheapest(table) and cost > funds(table, self.company):
            return refuse("5.5.4.12", "cannot_be_raised", cost=cost, funds=funds(table, self.company))
        return None

    def _why_not_offer(self, table: Table, action: OfferForTrain) -> Refusal | None:
        if not phase(table).trade:
            return refuse("5.5.4.3", "no_trade_yet")
        if (
            action.seller not in table.state.in_operation
            or action.seller == self.company
            or action.train not in table.state.trains[action.seller]
        ):
            return refuse("5.5.4.3", "train_not_there", train=action.train, company=action.seller)
        if director(table, action.seller) is None:
            return refuse("5.5.4.3", "nobody_sells", company=action.seller)
        full = self._room(table)
        if full:
            return full
        if action.price > self._most(table, action.train):
            return self._why_not_pay(table, action)
        if len(self._refused(action.seller, action.train)) > REPEATS:
            return refuse("5.5.4.3", "offered_too_often", train=action.train, company=action.seller)
        if action.price < self._least(action.seller, action.train):
            return refuse("5.5.4.3", "offer_more", least=self._least(action.seller, action.train))
        return None

    def _why_not_pay(self, table: Table, action: OfferForTrain) -> Refusal:
        cash, printed = table.state.cash[self.company], table.rules.material.trains[action.train].price
        if not may_be_helped(table, self.company):
            return refuse("5.5.4.11", "too_little_cash", cost=action.price, cash=cash)
        if action.price > printed:
            return refuse("5.5.4.12", "more_than_printed", train=action.train, price=printed)
        return refuse("5.5.4.12", "cannot_be_raised", cost=action.price, funds=funds(table, self.company))

    def idle(self, table: Table) -> bool:
        if self.company not in table.state.in_operation:
            return True
        if must_buy(table, self.company):
            return False
        return next(self._trains(table, self.waiting(table)[0]), None) is None

    def apply(self, turn: Move, action: Pass | BuyTrain | OfferForTrain) -> None:
        if isinstance(action, Pass):
            return
        turn.push(self)
        if isinstance(action, BuyTrain):
            cost = turn.rules.material.trains[action.train].price
            _buy(turn, self.company, action.train, action.source, cost)
            return
        turn.emit(OfferMade(self.company, action.seller, action.train, action.price))
        if director(turn, action.seller) == action.seat:
            _buy(turn, self.company, action.train, action.seller, action.price)
        else:
            turn.push(OfferStep(self.company, action.seller, action.train, action.price))


def for_sale(table: Table) -> list[tuple[str, str]]:
    """The next train of the bank (5.5.4.5), and those in the pool (5.5.4.8)."""
    bank = [(table.state.depot[0], BANK)] if table.state.depot else []
    return bank + [(train, POOL) for train in dict.fromkeys(table.state.trains[POOL])]


def must_buy(table: Table, company: str) -> bool:
    """An AG without a train must buy one while bank or pool have any (5.5.4.4).

    A company that is only looked after since its director went bankrupt has nobody who must help (5.5.4.13).
    """
    if is_minor(table, company) or table.state.trains[company] or not for_sale(table):
        return False
    if may_be_helped(table, company):
        return True
    return table.state.cash[company] >= cheapest(table)


def may_be_helped(table: Table, company: str) -> bool:
    """The director adds private money for the train that his AG lacks, and for no other (5.5.4.12)."""
    return (
        not is_minor(table, company)
        and not table.state.trains[company]
        and isinstance(table.state.papers[f"{company}-D"], int)
    )


def cheapest(table: Table) -> int:
    """The price of the cheapest train of bank and pool, the only one that the bank may advance (5.5.4.13)."""
    return min(table.rules.material.trains[train].price for train, _ in for_sale(table))


def _buy(turn: Move, company: str, train: str, source: str, price: int) -> None:
    """Pay for a train of bank, pool or another company, if need be with the director's help (5.5.4.12)."""
    if turn.state.cash[company] < price:
        from .emergency import EmergencySales

        turn.push(EmergencySales(company, train, source, price))
    elif source in (BANK, POOL):
        pay(turn, company, BANK, price, "train")
        take_from_bank(turn, company, train, source, 0)
    else:
        hand_over(turn, company, source, train, price)


def take_from_bank(turn: Move, company: str, train: str, source: str, helped: int) -> None:
    """A paid train comes to the company; the first of a kind from the bank may begin a phase (5.5.4.14)."""
    trains = dict(turn.state.trains)
    if source == BANK:
        turn.set(depot=turn.state.depot[1:])
    else:
        trains[POOL] = without_one(trains[POOL], train)
    trains[company] = (*trains[company], train)
    turn.set(trains=trains)
    turn.emit(TrainBought(company, train, source, turn.rules.material.trains[train].price, helped))
    _first_train_of_sachsen(turn, company)
    if source == BANK:
        _begin_phase(turn, train)


def hand_over(turn: Move, buyer: str, seller: str, train: str, price: int, helped: int = 0) -> None:
    """A train changes hands between companies at any price (5.5.4.3), the buyer's director adding what he must."""
    pay(turn, buyer, seller, price - helped, "train")
    if helped:
        helper = director(turn, buyer)
        assert helper is not None
        pay(turn, helper, seller, helped, "help")
    trains = dict(turn.state.trains)
    trains[seller] = without_one(trains[seller], train)
    trains[buyer] = (*trains[buyer], train)
    turn.set(trains=trains)
    turn.emit(TrainBought(buyer, train, seller, price, helped))
    _first_train_of_sachsen(turn, buyer)


def without_one(trains: tuple[str, ...], train: str) -> tuple[str, ...]:
    """The trains less one of a kind."""
    place = trains.index(train)
    return trains[:place] + trains[place + 1 :]


def _first_train_of_sachsen(turn: Move, company: str) -> None:
    """Leipzig-Dresden closes with Sachsen's first train from any source (3.1.3.4)."""
    if company == "SX" and isinstance(turn.state.papers["LD"], int):
        close_private(turn, "LD")


def _begin_phase(turn: Move, train: str) -> None:
    """Effects of the first train of a kind (5.5.4.14.1–5.5.4.14.6)."""
    from .prussia import FoundPrussiaNow, MergeAll, OfferFounding, may_found

    number = next((n for n, p in enumerate(turn.rules.material.phases) if p.train == train), 0)
    if number <= turn.state.phase:
        return
    turn.set(phase=number)
    now = turn.rules.material.phases[number]
    turn.emit(PhaseBegan(now.id, train))
    if now.scraps:
        kept = {
            owner: tuple(t for t in owned if t != now.scraps) for owner, owned in turn.state.trains.items()
        }
        scrapped = sum(map(len, turn.state.trains.values())) - sum(map(len, kept.values()))
        kept[SCRAPPED] = kept[SCRAPPED] + (now.scraps,) * scrapped
        turn.set(trains=kept)
        turn.emit(TrainsScrapped(now.scraps))
    if train == "4":
        turn.push(CheckLimits(), *([OfferFounding()] if may_found(turn) else []))
    elif train == "4+4":
        turn.push(CheckLimits(), *([FoundPrussiaNow()] if may_found(turn) else []))
    elif train == "5":
        for private in ("NF", "LD", "OB", "PF"):  # 3.1.2
            if isinstance(turn.state.papers[private], int):
                close_private(turn, private)
        turn.push(MergeAll(), CheckLimits())
    else:
        turn.push(CheckLimits())


class CheckLimits(Procedure, frozen=True):
    """Companies above their limit give trains up (5.5.4.8)."""

    def run(self, turn: Move) -> None:
        over = [
            company
            for company, trains in turn.state.trains.items()
            if company in turn.state.in_operation and len(trains) > train_limit(turn, company)
        ]
        turn.push(*(DiscardStep(company) for company in over))


class DiscardStep(Decision, frozen=True):
    """A director chooses which train goes to the pool without compensation (5.5.4.8, 5.5.4.9)."""

    company: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = director(table, self.company)
        return (table.state.start_player if seat is None else seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for train in dict.fromkeys(table.state.trains[self.company]):
            yield DiscardTrain(seat, self.company, train)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if (
            isinstance(action, DiscardTrain)
            and action.company == self.company
            and action.train in table.state.trains[self.company]
        ):
            return None
        return refuse("5.5.4.8", "discard_a_train", company=self.company)

    def apply(self, turn: Move, action: DiscardTrain) -> None:
        trains = dict(turn.state.trains)
        trains[self.company] = without_one(trains[self.company], action.train)
        trains[POOL] = (*trains[POOL], action.train)
        turn.set(trains=trains)
        turn.emit(TrainDiscarded(self.company, action.train))
        if len(trains[self.company]) > train_limit(turn, self.company):
            turn.push(self)


class OfferStep(Decision, frozen=True):
    """The seller's director accepts or declines (5.5.4.3)."""

    buyer: str
    seller: str
    train: str
    price: int

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = director(table, self.seller)
        assert seat is not None
        return (seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield AnswerOffer(seat, self.seller, True)
        yield AnswerOffer(seat, self.seller, False)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, AnswerOffer) and action.company == self.seller:
            return None
        return refuse("5.5.4.3", "answer_the_offer", company=self.seller)

    def apply(self, turn: Move, action: AnswerOffer) -> None:
        turn.emit(OfferAnswered(self.buyer, self.seller, self.train, self.price, action.accept))
        if action.accept:
            _buy(turn, self.buyer, self.train, self.seller, self.price)
            return
        asker = turn.pop()
        assert isinstance(asker, TrainStep)
        turn.push(asker.with_(declined=(*asker.declined, (self.seller, self.train, self.price))))
