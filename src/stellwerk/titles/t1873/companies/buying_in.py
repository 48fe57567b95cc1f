"""A works company buys a work in, from a player or the bank (4.3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.offers import PriceOffer, may_ask_again
from stellwerk.eighteen.state import acting_seat
from stellwerk.play import errors
from stellwerk.play.core import Action, Choice, Decision, Event, Pass, Range
from stellwerk.play.errors import Refusal

from ..actions import BuyWork, OfferForWork
from ..events import OfferForWorkAnswered, OfferForWorkMade, WorkJoined
from ..papers.founding import join
from ..state import HARZ, Move, Table, is_work, pay, slots, works_of


class BuyWorkStep(Decision, frozen=True):
    """At most one work a turn (4.3.4)."""

    company: str
    declined: tuple[tuple[str, int], ...] = ()
    """What players have refused: an offer for the same work must be higher."""

    answers: ClassVar[tuple[type[Action], ...]] = (BuyWork, OfferForWork)

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for work in table.rules.printed.works:
            purchase = BuyWork(seat, self.company, work)
            prices = self.prices(table, work)
            if self.refusal(table, purchase) is None:
                yield purchase
            elif prices and self.refusal(table, OfferForWork(seat, self.company, work, prices[0])) is None:
                offer = OfferForWork(seat, self.company, work, prices[0])
                yield Range(offer, "price", prices[0], prices[-1])
        yield Pass(seat)

    def prices(self, table: Table, work: str) -> range:
        """From 1 to twice the face value, above what was declined, and not too often."""
        declined = [price for each, price in self.declined if each == work]
        if not may_ask_again(declined):
            return range(0)
        highest = min(2 * table.rules.printed.works[work].face, table.state.cash[self.company])
        return range(max((price + 1 for price in declined), default=1), highest + 1)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, BuyWork | OfferForWork) or action.company != self.company:
            return refuse(table, "only_works_now", company=self.company)
        forbidden = why_not_buy_in(table, self.company, action.work)
        if forbidden:
            return forbidden
        owner = table.state.papers[action.work]
        if isinstance(action, BuyWork):
            if owner != BANK:
                return refuse(table, "work_not_closed", work=action.work)
            face, cash = table.rules.printed.works[action.work].face, table.state.cash[self.company]
            return refuse(table, "work_too_dear", cost=face, cash=cash) if cash < face else None
        if not isinstance(owner, int):
            return refuse(table, "work_not_with_a_player", work=action.work)
        prices = self.prices(table, action.work)
        if not prices and any(work == action.work for work, _ in self.declined):
            return errors.refuse("4.3.4", "no_more_offers", train=action.work, company=action.work)
        if not prices:
            cash = table.state.cash[self.company]
            return errors.refuse("4.3.4", "offer_too_dear", company=self.company, cost=1, upkeep=0, cash=cash)
        if action.price not in prices:
            return errors.refuse("4.3.4", "price_out_of_range", least=prices[0], most=prices[-1])
        return None

    def turned_down(self, offer: OfferForWork) -> BuyWorkStep:
        """The same step when an offer has been declined."""
        return self.with_(declined=(*self.declined, (offer.work, offer.price)))

    def idle(self, table: Table) -> bool:
        return not self.can_act(table)

    def can_act(self, table: Table) -> bool:
        """Without a free place it is all the same which work is asked for."""
        state = table.state
        if len(works_of(table, self.company)) >= slots(table, self.company):
            return False
        for work, printed in table.rules.printed.works.items():
            owner = state.papers[work]
            if owner == BANK:
                payable = state.cash[self.company] >= printed.face
            else:
                payable = isinstance(owner, int) and bool(self.prices(table, work))
            if payable and why_not_buy_in(table, self.company, work) is None:
                return True
        return False

    def apply(self, turn: Move, action: Pass | BuyWork | OfferForWork) -> None:
        if isinstance(action, BuyWork):
            buy_in(turn, self.company, action.work, turn.rules.printed.works[action.work].face)
        elif isinstance(action, OfferForWork):
            turn.emit(OfferForWorkMade(self.company, action.work, action.price))
            if turn.state.papers[action.work] == action.seat:
                buy_in(turn, self.company, action.work, action.price)
            else:
                turn.push(WorkOfferStep(action), self)


class WorkOfferStep(PriceOffer, frozen=True):
    """The owner of a work accepts or declines (4.3.4)."""

    offer: OfferForWork

    def asked(self) -> str:
        return self.offer.work

    def only_an_answer(self, table: Any) -> Refusal:
        return errors.refuse("4.3.4", "answer_the_offer", company=self.offer.work)

    def answered(self, seat: int, accept: bool) -> Event:
        return OfferForWorkAnswered(self.offer.company, self.offer.work, self.offer.price, accept)

    def agreed(self, turn: Move) -> None:
        turn.pop()
        buy_in(turn, self.offer.company, self.offer.work, self.offer.price)


def why_not_buy_in(table: Table, company: str, work: str) -> Refusal | None:
    """A free place, no other company's work, and for the Harzer Werke only those of before (4.3.4, 4.3.7)."""
    if not is_work(table, work) or table.state.papers[work] in table.rules.printed.companies:
        return refuse(table, "no_such_work", work=work)
    if len(works_of(table, company)) >= slots(table, company):
        return refuse(table, "no_slot", company=company, slots=slots(table, company))
    if company == HARZ and not table.rules.printed.works[work].pre_harz:
        return refuse(table, "pre_harz_only", company=company)
    return None


def buy_in(turn: Move, company: str, work: str, price: int) -> None:
    """A work joins with all it has; one that was closed opens with its smallest machine (4.3.4)."""
    seller = turn.state.papers[work]
    turn.emit(WorkJoined(company, work, seller, price, turn.state.cash[work]))
    pay(turn, company, seller, price, "work")
    join(turn, company, work)
