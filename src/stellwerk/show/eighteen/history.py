"""What the history notes in every 18xx title: rounds, incomes and what became of them, trains."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.events import Earned, OperatingRoundBegan, PaidOut, StockRoundBegan, TrainBought, Withheld
from stellwerk.play.core import Event, Paid
from stellwerk.show.history import Began, Mark, Takings, TrainPrice


def mark(event: Event) -> Mark | None:
    """What one event says by itself."""
    match event:
        case StockRoundBegan(number):
            return Began("stock_round", {"number": number})
        case OperatingRoundBegan(number, index):
            return Began("operating_round", {"number": number, "index": index})
        case Earned(company, income):
            return Takings(company, income)
        case PaidOut(company, income):
            return Takings(company, paid=income)
        case Withheld(company, income):
            return Takings(company, kept=income)
        case TrainBought(company, train, _, price):
            return TrainPrice(company, train, price)
    return None


def fixed(event: Event, papers: frozenset[str]) -> Iterator[Takings]:
    """The fixed income of a paper, which the bank pays for a purpose of the paper's name."""
    if isinstance(event, Paid) and event.payer == BANK and event.purpose in papers:
        yield Takings(event.purpose, event.amount, paid=event.amount)
