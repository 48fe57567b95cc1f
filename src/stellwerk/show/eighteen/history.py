"""What a chronicle notes in every 18xx title: rounds, incomes and what became of them, trains."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.events import Earned, OperatingRoundBegan, PaidOut, StockRoundBegan, TrainBought, Withheld
from stellwerk.eighteen.state import Table, percent, price, worth_of
from stellwerk.play.core import Event, Paid
from stellwerk.show.history import Began, Mark, Takings, TrainPrice
from stellwerk.show.tables import Column
from stellwerk.show.tables import Table as Sheet


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


def accounts(table: Table, *parts: tuple[str, Callable[[int], int]]) -> Sheet:
    """Cash, shares at their price company by company, other parts of a title, and their sum."""
    seats = range(table.state.seats)
    listed = table.state.chart.order(table.rules.printed.sheet)
    held = [company for company in listed if any(percent(table, company, seat) for seat in seats)]
    rows = []
    for seat in seats:
        shares = [worth_of(table, each, percent(table, each, seat), price(table, each)) for each in held]
        amounts = (table.state.cash[seat], *shares, *(part(seat) for _, part in parts))
        rows.append((seat, *amounts, sum(amounts)))
    columns = (
        Column("player", "name"),
        Column("cash", "money"),
        *(Column("share", "money", owner=company) for company in held),
        *(Column(key, "money") for key, _ in parts),
        Column("worth", "money"),
    )
    return Sheet("accounts", columns, tuple(rows))
