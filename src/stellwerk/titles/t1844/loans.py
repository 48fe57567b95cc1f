"""A train that the treasury cannot pay: the director's cash, sales, loans and interest (Loks kaufen)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, Owner
from stellwerk.eighteen.actions import OfferForTrain, SellShares
from stellwerk.eighteen.changes import break_bank
from stellwerk.eighteen.shares import proceeds, sales, sell, why_not_sell
from stellwerk.eighteen.state import acting_seat, percent
from stellwerk.eighteen.trains import OfferStep, Ware, hand_over, take_train
from stellwerk.play.core import Choice, Decision, Pass, Procedure, Range
from stellwerk.play.errors import Refusal, refuse

from .actions import Repay, TakeLoan
from .events import InterestAdded, LoanRepaid, LoanTaken
from .state import Move, Table, pay


def with_interest(table: Table, amount: int) -> int:
    """An amount with 50% interest, rounded up to the next franc."""
    percent_: int = table.rules.printed.title["loans"]["interest"]
    return amount + -(-amount * percent_ // 100)


def add_interest(turn: Move) -> None:
    """What is still owed at the end of a stock round grows by half (Loks kaufen)."""
    for seat, debt in turn.state.loans.items():
        grown = with_interest(turn, debt)
        turn.set(loans={**turn.state.loans, seat: grown})
        turn.emit(InterestAdded(seat, grown - debt, grown))


def lacking(table: Table, company: str, price: int) -> int:
    """What treasury and director together cannot pay yet."""
    seat = acting_seat(table, company)
    return price - table.state.cash[company] - max(0, table.state.cash[seat])


class RaiseMoney(Decision, frozen=True):
    """The director sells shares out of turn or borrows, until the train can be paid (Loks kaufen)."""

    company: str
    price: int

    def promised(self, owner: Owner) -> int:
        return self.price if owner == self.company else 0

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield from self._sales(table, seat)
        yield Pass(seat) if self.paid(table) else TakeLoan(seat, self.company)

    def _sales(self, table: Table, seat: int) -> Iterator[SellShares]:
        return (sale for sale in sales(table, seat) if self.refusal(table, sale) is None)

    def paid(self, table: Table) -> bool:
        """Whether the train can be paid; more is raised only where another program lets a director do so."""
        return lacking(table, self.company, self.price) <= 0

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, TakeLoan) and action.company == self.company and not self.paid(table):
            return None
        if isinstance(action, Pass) and self.paid(table):
            return None
        if not isinstance(action, SellShares):
            return refuse("Loks kaufen", "sell_or_borrow", company=self.company)
        forbidden = why_not_sell(table, action)
        if forbidden:
            return forbidden
        if action.director or _loses_direction(table, action):
            return refuse("Loks kaufen", "no_change_of_director", company=action.company)
        if proceeds(table, _less_one(action)) >= self._wanting(table):
            return refuse("Loks kaufen", "more_than_needed", company=action.company)
        return None

    def _wanting(self, table: Table) -> int:
        """What sales may still bring."""
        return lacking(table, self.company, table.rules.sales_cover(table, self.company, self.price))

    def idle(self, table: Table) -> bool:
        if not self.paid(table):
            return False
        return self._wanting(table) <= 0 or next(self._sales(table, self.waiting(table)[0]), None) is None

    def apply(self, turn: Move, action: SellShares | TakeLoan | Pass) -> None:
        if isinstance(action, SellShares):
            turn.push(self)
            sell(turn, action)
        elif isinstance(action, TakeLoan):
            borrow(turn, action.seat, self.company, lacking(turn, self.company, self.price))


def expected(table: Table, company: str) -> int:
    """Trains that a company has asked for and that are still to be answered or paid."""
    step = table.state.agenda[-1] if table.state.agenda else None
    if isinstance(step, OfferStep):
        return int(step.offer.company == company)
    return int(isinstance(step, RaiseMoney) and step.company == company)


def _loses_direction(table: Table, action: SellShares) -> bool:
    """Whether somebody else would then hold more than the director who is selling."""
    if table.rules.director(table, action.company) != action.seat:
        return False
    rest = percent(table, action.company, action.seat) - sum(action.papers)
    others = (seat for seat in table.state.order if seat != action.seat)
    return any(percent(table, action.company, seat) > rest for seat in others)


def _less_one(action: SellShares) -> SellShares:
    """The same sale without its smallest paper: more than needed comes in only through the last one."""
    return SellShares(action.seat, action.company, action.papers[:-1])


def borrow(turn: Move, seat: int, company: str, amount: int) -> None:
    """Take a loan; the first interest is due at once (Loks kaufen)."""
    debt = turn.state.loans.get(seat, 0) + with_interest(turn, amount)
    turn.set(loans={**turn.state.loans, seat: debt})
    turn.emit(LoanTaken(seat, company, amount, debt))
    lend(turn, seat, amount)


def lend(turn: Move, seat: int, amount: int) -> None:
    """The money of a loan; the bank may owe it, and is broken if it still does when all is paid (Spielende)."""
    turn.pay(turn.rules.lender, seat, amount, "loan", overdraw=True)


def balance_bank(turn: Move) -> None:
    """A loan that at once returns to the bank as the price of a train is one booking with it (Spielende)."""
    if turn.state.cash[BANK] < 0:
        break_bank(turn)


def pay_with_help(turn: Move, company: str, payee: str, price: int) -> int:
    """The treasury gives all it has, the director the rest; tell how much he gave (Loks kaufen).

    One who has overdrawn his account since the founding of the SBB hands on what he borrowed.
    """
    own = min(turn.state.cash[company], price)
    pay(turn, company, payee, own, "train")
    turn.pay(acting_seat(turn, company), payee, price - own, "help", overdraw=True)
    return price - own


class FinishPurchase(Procedure, frozen=True):
    """The money is there: bank or pool hand the train over."""

    company: str
    ware: Ware

    def run(self, turn: Move) -> None:
        helped = pay_with_help(turn, self.company, BANK, self.ware.price)
        balance_bank(turn)
        take_train(turn, self.company, self.ware, helped)


class FinishOffer(Procedure, frozen=True):
    """The money is there: another company hands the train over."""

    offer: OfferForTrain

    def run(self, turn: Move) -> None:
        helped = pay_with_help(turn, self.offer.company, self.offer.seller, self.offer.price)
        balance_bank(turn)
        hand_over(turn, self.offer, helped)


def settle_offer(turn: Move, offer: OfferForTrain) -> None:
    """Pay another company for its train, with help and loans where the treasury does not suffice."""
    turn.push(RaiseMoney(offer.company, offer.price), FinishOffer(offer))


def settle_purchase(turn: Move, company: str, ware: Ware) -> None:
    """Pay bank or pool in the same way."""
    turn.push(RaiseMoney(company, ware.price), FinishPurchase(company, ware))


# Repaying ---------------------------------------------------------------------------------------------------


class Repaying(Decision, frozen=True):
    """A loan can be paid back at any time, in parts too, whoever's turn it is (Loks kaufen)."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        return tuple(seat for seat in table.state.loans if self._most(table, seat) > 0)

    def _most(self, table: Table, seat: int) -> int:
        return min(table.state.cash[seat], table.state.loans.get(seat, 0))

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield Range(Repay(seat, 1), "amount", 1, self._most(table, seat))

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if not isinstance(action, Repay):
            return refuse("Loks kaufen", "only_repayments")
        if not table.state.loans.get(action.seat):
            return refuse("Loks kaufen", "owes_nothing", seat=action.seat)
        most = self._most(table, action.seat)
        if most <= 0:
            return refuse("Loks kaufen", "nothing_to_repay_with", seat=action.seat)
        return None if 1 <= action.amount <= most else refuse("Loks kaufen", "cannot_repay", most=most)

    def apply(self, turn: Move, action: Repay) -> None:
        debt = turn.state.loans[action.seat] - action.amount
        loans = {**turn.state.loans, action.seat: debt}
        turn.set(loans={seat: owed for seat, owed in loans.items() if owed})
        turn.emit(LoanRepaid(action.seat, action.amount, debt))
        pay(turn, action.seat, turn.rules.lender, action.amount, "loan")
