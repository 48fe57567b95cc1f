"""Offers that the other side may decline, and how often they may be made again."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from typing import Any

from stellwerk.bank.papers import Owner
from stellwerk.play.core import Action, Choice, Decision, Event
from stellwerk.play.errors import Refusal

from .actions import AnswerOffer
from .clauses import refuse
from .state import Move, Table, acting_seat

REPEATS = 2  # how often a declined offer may be repeated in one turn, where nothing must be bought


def may_ask_again(declined: Sized, duty: bool = False) -> bool:
    """Whether one more offer is open after those that were declined: each is higher than the last.

    Where the purchase is a duty there is no end to them: nobody fails it because others said no while he could
    still offer more.

    >>> may_ask_again([10, 20]), may_ask_again([10, 20, 30]), may_ask_again([10, 20, 30], duty=True)
    (True, False, True)
    """
    return duty or len(declined) <= REPEATS


class Consent(Decision, frozen=True):
    """Somebody is asked and agrees or declines; the step that asked lies below on the agenda."""

    def asked(self) -> str:
        """The company, or whatever else has an owner, for which the answer is given."""
        raise NotImplementedError

    def answered(self, seat: int, accept: bool) -> Event:
        """What is told of the answer."""
        raise NotImplementedError

    def agreed(self, turn: Any) -> None:
        """What follows when it is accepted."""
        raise NotImplementedError

    def declined(self, turn: Any) -> None:
        """What follows when it is not; the step that asked goes on."""

    def only_an_answer(self, table: Table) -> Refusal:
        """Why nothing but an answer is taken."""
        return refuse(table, "answer_the_offer", company=self.asked())

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.asked()),)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield AnswerOffer(seat, self.asked(), True)
        yield AnswerOffer(seat, self.asked(), False)

    def assent(self, table: Table, seat: int) -> Action | None:
        return AnswerOffer(self.waiting(table)[0], self.asked(), True)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        fits = isinstance(action, AnswerOffer) and action.company == self.asked()
        return None if fits else self.only_an_answer(table)

    def apply(self, turn: Move, action: AnswerOffer) -> None:
        turn.emit(self.answered(action.seat, action.accept))
        if action.accept:
            self.agreed(turn)
        else:
            self.declined(turn)


class PriceOffer(Consent, frozen=True):
    """A price is offered, and promised until the answer; the step that asked remembers what was turned down."""

    offer: Any

    def promised(self, owner: Owner) -> int:
        price: int = self.offer.price if owner == self.offer.company else 0
        return price

    def declined(self, turn: Move) -> None:
        asker: Any = turn.pop()
        turn.push(asker.turned_down(self.offer))
