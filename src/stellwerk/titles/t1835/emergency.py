"""The director's help, emergency sales and bankruptcy (5.5.4.12, 5.5.4.13)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyTrain, OfferForTrain, SellShares
from stellwerk.eighteen.changes import close_private, move_paper
from stellwerk.eighteen.ending import EndGame
from stellwerk.eighteen.shares import sales, sell, sold_part
from stellwerk.eighteen.state import acting_seat
from stellwerk.eighteen.trains import TrainStep, Ware, hand_over, take_train
from stellwerk.play.core import Choice, Decision, Pass
from stellwerk.play.errors import Refusal, refuse

from .events import BankruptPlayerLeft
from .raising import afresh, cheapest, most_after, most_from_sales, prices_kept, why_not_raise
from .state import Move, Table, pay


class EmergencySales(Decision, frozen=True):
    """The director sells shares, at once and out of turn, until the train can be paid (5.5.4.13).

    Until the first paper is sold he may choose another train of bank or pool (5.5.4.12); an accepted offer holds.
    """

    company: str
    train: str
    source: str
    price: int
    sold: bool = False

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def lacking(self, table: Table) -> int:
        """What treasury and director together cannot pay yet."""
        money = table.state.cash[self.company] + table.state.cash[self.waiting(table)[0]]
        return self.price - money

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield from self._sales(table, seat)
        if self._may_choose_again(table, seat):
            yield Pass(seat)

    def _sales(self, table: Table, seat: int) -> Iterator[SellShares]:
        for sale in sales(table, seat):
            if self._why_not(table, sale) is None:
                yield sale

    def _may_choose_again(self, table: Table, seat: int) -> bool:
        if self.sold or self.source not in (BANK, POOL):
            return False
        chosen = BuyTrain(seat, self.company, self.train, self.source)
        steps = [step for step in table.state.agenda if isinstance(step, TrainStep)]
        return any(choice != chosen for step in steps for choice in step.choices(table, seat))

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, SellShares):
            return self._why_not(table, action)
        if isinstance(action, Pass) and self._may_choose_again(table, action.seat):
            return None
        return refuse("5.5.4.13", "must_sell", company=self.company)

    def _since_first_sale(self, table: Table) -> Table:
        return table if self.sold else afresh(table)

    def _why_not(self, table: Table, action: SellShares) -> Refusal | None:
        table = self._since_first_sale(table)
        forbidden = why_not_raise(table, action, self.company)
        if forbidden:
            return forbidden
        if table.rules.habits.emergency_sales_free:
            return None
        lacking = self.lacking(table)
        if _without_smallest(table, action) >= lacking:
            return refuse("5.5.4.13", "more_than_needed", company=action.company)
        if most_after(table, action, self.company) < lacking <= most_from_sales(table, action.seat, self.company):
            return refuse("5.5.4.13", "too_little_would_be_left", company=action.company)
        return None

    def idle(self, table: Table) -> bool:
        return self.lacking(table) <= 0 or next(self._sales(table, self.waiting(table)[0]), None) is None

    def skip(self, turn: Move) -> None:
        """Pay; a train that cannot be paid is advanced only if it is the cheapest, else another must be chosen."""
        if self.lacking(turn) <= 0 or self.price == cheapest(turn, self.company):
            self._finish(turn)

    def apply(self, turn: Move, action: SellShares | Pass) -> None:
        if isinstance(action, SellShares):
            turn.push(self.with_(sold=True))
            turn.set(sold_at=prices_kept(self._since_first_sale(turn)))
            sell(turn, action)

    def _finish(self, turn: Move) -> None:
        """The treasury pays all it has, the director the rest, and if he cannot, the bank advances it."""
        (seat,) = self.waiting(turn)
        own = min(turn.state.cash[self.company], self.price)
        helped = min(turn.state.cash[seat], self.price - own)
        seller = BANK if self.source == POOL else self.source
        pay(turn, self.company, seller, own, "train")
        pay(turn, seat, seller, helped, "help")
        if seller != BANK:
            hand_over(turn, OfferForTrain(seat, self.company, self.train, seller, self.price), helped)
            return
        take_train(turn, self.company, Ware(self.train, self.source, self.price), helped)
        advance = self.price - own - helped
        if advance:
            debts = turn.state.debts
            turn.set(debts={**debts, self.company: debts.get(self.company, 0) + advance})
            _leave_game(turn, seat, self.company, advance)


def _without_smallest(table: Table, action: SellShares) -> int:
    """What a sale brings without its smallest paper: only the last may bring more than needed, being whole."""
    directors = sold_part(table, action) - sum(action.papers)
    smallest = min((*action.papers, directors) if action.director else action.papers)
    unit = table.rules.shares.sales.pays(table, action.company)
    return unit * (sold_part(table, action) - smallest) // 10


def _leave_game(turn: Move, seat: int, company: str, advance: int) -> None:
    """A bankrupt player's shares go to the pool, above 50% too; privates close, Vorpreußische have no owner.

    Shares of an AG that is not in operation have no price: they are unsold again.
    """
    turn.emit(BankruptPlayerLeft(seat, company, advance))
    barren = {other: part for other, part in turn.state.barren.items() if other != seat}
    turn.set(order=tuple(other for other in turn.state.order if other != seat), barren=barren)
    printed = turn.rules.printed
    for paper, holder in turn.state.papers.items():
        if holder != seat:
            continue
        if paper in printed.privates:
            close_private(turn, paper)
        elif paper in printed.minors:
            move_paper(turn, paper, BANK)
        else:
            floated = printed.register.by_id[paper].company in turn.state.in_operation
            move_paper(turn, paper, POOL if floated else ISSUE)
    if len(turn.state.order) < 2:
        turn.set(agenda=())
        turn.push(EndGame())
