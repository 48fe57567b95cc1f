"""The director's help for a train, the sales that it takes, and bankruptcy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from stellwerk.bank.papers import BANK, Owner
from stellwerk.play.core import Choice, Decision
from stellwerk.play.errors import Refusal

from ..actions import SellShares
from ..clauses import refuse
from ..ending import EndGame
from ..rules import answered
from ..shares import proceeds, sales, sell, sold_part, why_not_sell
from ..state import Move, Table, acting_seat, percent
from ..trains import Ware, take_train
from .actions import GoBankrupt
from .events import WentBankrupt


class Help(Struct, frozen=True, kw_only=True):
    """How a director helps a company to its train."""

    helps: Callable[[Any, str], bool]
    """Whether he must."""
    clauses: tuple[Callable[[Any, Emergency, SellShares], Refusal | None], ...]
    """What forbids a sale for it, beside what forbids any sale."""
    enough: Callable[[Any, Emergency, SellShares], Refusal | None]
    """Why a sale is larger than it need be."""
    broke: Callable[[Any, Emergency], None]
    """What becomes of a train that cannot be paid whatever is sold."""


class Emergency(Decision, frozen=True):
    """The director sells shares until the train can be paid."""

    company: str
    ware: Ware

    def promised(self, owner: Owner) -> int:
        return self.ware.price if owner == self.company else 0

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def lacking(self, table: Table) -> int:
        """What treasury and director together cannot pay yet."""
        cash = table.state.cash
        return self.ware.price - cash[self.company] - cash[self.waiting(table)[0]]

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        enough = answered(table.rules.help).enough
        for sale in self._possible(table, seat):
            if enough(table, self, sale) is None:
                yield sale
        if self._is_lost(table, seat):
            yield GoBankrupt(seat, self.company)

    def _possible(self, table: Table, seat: int) -> Iterator[SellShares]:
        """Sales that nothing forbids, however much they bring."""
        return (sale for sale in sales(table, seat) if self._forbidden(table, sale) is None)

    def _is_lost(self, table: Table, seat: int) -> bool:
        """Whether the largest sale of each company would not do: no company's sale changes another's price."""
        best: dict[str, int] = {}
        for sale in self._possible(table, seat):
            best[sale.company] = max(best.get(sale.company, 0), proceeds(table, sale))
        return sum(best.values()) < self.lacking(table)

    def _forbidden(self, table: Table, sale: SellShares) -> Refusal | None:
        clauses = answered(table.rules.help).clauses
        return next((found for clause in clauses if (found := clause(table, self, sale))), None)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, GoBankrupt) and action.company == self.company:
            lost = self._is_lost(table, action.seat)
            return None if lost else refuse(table, "not_bankrupt", company=self.company)
        if not isinstance(action, SellShares):
            return refuse(table, "must_sell", company=self.company)
        forbidden = why_not_sell(table, action) or self._forbidden(table, action)
        return forbidden or answered(table.rules.help).enough(table, self, action)

    def idle(self, table: Table) -> bool:
        first = next(self.choices(table, self.waiting(table)[0]), None)
        return self.lacking(table) <= 0 or first is None or isinstance(first, GoBankrupt)

    def skip(self, turn: Move) -> None:
        if self.lacking(turn) > 0:
            answered(turn.rules.help).broke(turn, self)
        else:
            self.pay(turn)

    def pay(self, turn: Move) -> None:
        """The treasury pays all it has, the director the rest."""
        (seat,) = self.waiting(turn)
        own = min(turn.state.cash[self.company], self.ware.price)
        turn.rules.pay(turn, self.company, BANK, own, "train")
        turn.rules.pay(turn, seat, BANK, self.ware.price - own, "help")
        take_train(turn, self.company, self.ware, self.ware.price - own)

    def apply(self, turn: Move, action: SellShares | GoBankrupt) -> None:
        if isinstance(action, GoBankrupt):
            answered(turn.rules.help).broke(turn, self)
            return
        turn.push(self)
        sell(turn, action)


# Answers ----------------------------------------------------------------------------------------------------


def no_change_of_director(table: Table, step: Emergency, sale: SellShares) -> Refusal | None:
    """Nobody loses the direction of any company by it."""
    if sale.director or _loses_direction(table, sale):
        return refuse(table, "no_change_of_director", company=sale.company)
    return None


def must_stay_director(table: Table, step: Emergency, sale: SellShares) -> Refusal | None:
    """He stays director of the company that needs the train; others may change hands."""
    if sale.company == step.company and (sale.director or _loses_direction(table, sale)):
        return refuse(table, "must_stay_director", company=sale.company)
    return None


def _loses_direction(table: Table, sale: SellShares) -> bool:
    if table.rules.director(table, sale.company) != sale.seat:
        return False
    rest = percent(table, sale.company, sale.seat) - sold_part(table, sale)
    return any(percent(table, sale.company, seat) > rest for seat in table.state.order if seat != sale.seat)


def more_than_needed(table: Table, step: Emergency, sale: SellShares) -> Refusal | None:
    """One share less would not do."""
    less = SellShares(sale.seat, sale.company, sale.papers[:-1])
    if proceeds(table, less) < step.lacking(table):
        return None
    return refuse(table, "more_than_needed", company=sale.company)


def ends_the_game(turn: Move, step: Emergency) -> None:
    """A bankruptcy ends the game."""
    turn.emit(WentBankrupt(step.waiting(turn)[0], step.company))
    turn.push(EndGame())
