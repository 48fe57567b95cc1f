"""The railway outside the game, of which players hold small parts (3.2.7, 4.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.events import PaidOut, SharesSold
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.eighteen.trains import take_card

from ..companies.engines import new_phase
from ..events import ExternalRenewed
from ..state import Move, external, pay, shares_of

LARGEST = 5  # the size of its last locomotive (4.5)


class External(Struct, frozen=True):
    """Where its price begins, and what moves it."""

    start: int
    sold: Callable[[Any, SharesSold], None]
    paid: Callable[[Any, int], None]
    """What a dividend of so much a share does."""


def stays(turn: Move, what: object) -> None:
    """Its price never moves (3.2.7)."""


def pay_dividend(turn: Move) -> None:
    """Ten times the size of its locomotive on each share (4.5)."""
    company = external(turn)
    size = turn.rules.printed.trains[turn.state.trains[company][0]].size
    each = turn.rules.printed.title["external"]["dividend"] * size
    turn.emit(PaidOut(company, 10 * each))
    for seat in range(turn.state.seats):
        pay(turn, BANK, seat, each * shares_of(turn, company, seat), "dividend")
    turn.rules.external.paid(turn, each)


def renew(turn: Move) -> None:
    """At the end of a set it takes the next locomotive for nothing, until it has a 5; a phase may begin (4.5)."""
    company = external(turn)
    (old,) = turn.state.trains[company]
    if turn.rules.printed.trains[old].size == LARGEST:
        return
    card = take_card(turn)
    trains = turn.state.trains
    turn.set(trains={**trains, company: (card,), SCRAPPED: (*trains[SCRAPPED], old)})
    turn.emit(ExternalRenewed(company, card))
    new_phase(turn, card)
