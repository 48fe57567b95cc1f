"""What the history notes in 1873: auction rounds, works, halves of a profit, and the MHE."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.eighteen.events import OperatingRoundEnded, PaidOut
from stellwerk.play.core import Event, Paid
from stellwerk.show.eighteen.history import mark
from stellwerk.show.history import Began, Mark, Takings

from ..events import HalfPaid, Produced
from ..papers.auction import AuctionTurn
from ..state import Table, external, is_work


def marks(events: Sequence[Event], table: Table) -> Iterator[Mark]:
    """Incomes are told before upkeep; what is paid and kept is what is left of them (4.2.2, 4.3.2, 4.4.4)."""
    work = ""
    for event in events:
        found = mark(event)
        if found is not None:
            yield found
        match event:
            case Produced(owner, income=income):
                yield Takings(owner, income)
                work = owner if is_work(table, owner) else ""
            case HalfPaid(company, kept, paid):
                yield Takings(company, paid=paid, kept=kept)
            case PaidOut(company, paid) if company == external(table):
                yield Takings(company, paid)  # Nothing else tells that it runs at all (4.5).
            case Paid(purpose="profit", amount=amount):
                yield Takings(work, paid=amount)
            case Paid(purpose="withheld", amount=amount, payee=payee) if payee == work:
                yield Takings(work, kept=amount)
    if any(isinstance(event, OperatingRoundEnded) for event in events) and _auctions(table):
        yield Began("auction", {"number": table.state.stock_round + 1})


def _auctions(table: Table) -> bool:
    """Whether an auction round has come before a stock round (3.1)."""
    return any(isinstance(step, AuctionTurn) for step in table.state.agenda)
