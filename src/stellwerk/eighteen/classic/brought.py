"""What comes with a private railway when it is first sold: a share, or a director's certificate."""

from __future__ import annotations

import random
from collections.abc import Iterator

from stellwerk.bank.papers import GONE, ISSUE
from stellwerk.play.core import Choice, Decision
from stellwerk.play.errors import Refusal

from ..changes import close_private, move_paper
from ..clauses import refuse
from ..events import CertificateReceived
from ..printed import Private
from ..rules import Rules18
from ..state import Move, Table, held
from .actions import StartCompany
from .starting import no_such_par, start_for


class SetPrice(Decision, frozen=True):
    """Who has got a director's certificate with a private sets the company's price of issue at once."""

    seat: int
    company: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for par in sorted(table.rules.printed.pars):
            yield StartCompany(seat, self.company, par)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if not isinstance(action, StartCompany) or action.company != self.company:
            return refuse(table, "set_the_price", company=self.company)
        return no_such_par(table, action)

    def apply(self, turn: Move, action: StartCompany) -> None:
        start_for(turn, action, 0)


def draw_companies(rules: Rules18, seed: int) -> dict[str, str]:
    """A company by lot for each private that brings the director's certificate of one of several."""
    lots, drawn = random.Random(f"companies of privates {seed}"), dict[str, str]()
    for private in rules.privates.values():
        if not isinstance(private.brings_director, str):
            left = [each for each in private.brings_director if each not in drawn.values()]
            if left:
                drawn[private.id] = lots.choice(left)
    return drawn


def directed_by(table: Table, private: Private) -> str:
    """The company whose director's certificate a private brings, or has brought; empty for none."""
    named = private.brings_director
    return named if isinstance(named, str) else table.state.by_lot.get(private.id, "")


def bring(turn: Move, private: Private, seat: int) -> None:
    """Whoever buys a private from the bank gets what comes with it."""
    if private.brings:
        share = next(each for each in held(turn, private.brings, ISSUE) if not each.director)
        move_paper(turn, share.id, seat)
        turn.emit(CertificateReceived(seat, private.brings, share.percent, False, private.id))
        if private.brings in turn.state.par:
            turn.rules.papers_moved(turn, private.brings)
    company = directed_by(turn, private)
    if company:
        turn.push(SetPrice(seat, company))


def close_with_train(turn: Move, company: str) -> None:
    """A company that gets a train closes the private with which its director's certificate came."""
    for private in turn.rules.privates.values():
        closes = private.closes_with_train and directed_by(turn, private) == company
        if closes and turn.state.papers[private.id] != GONE:
            close_private(turn, private.id)
