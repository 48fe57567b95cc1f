"""The state that every 18xx title begins with, and the questions that all their rules ask of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from stellwerk.bank.chart import Chart
from stellwerk.bank.papers import ISSUE, Certificate, Holders, Owner
from stellwerk.board.board import UNDECIDED, Board, stop_number
from stellwerk.play.core import Position, State, Turn

from .printed import Company, Phase
from .rules import Rules18

SCRAPPED = "scrapped"  # trains that are out of the game


class State18(State, frozen=True, kw_only=True):
    """Parts are mappings and tuples that are never changed, only replaced."""

    papers: Holders
    """Holder of every certificate and other paper."""
    trains: Mapping[str, tuple[str, ...]]
    """Trains of each company and of the pool, and those out of the game."""
    depot: tuple[str, ...]
    """Cards of trains that the bank still sells, in order."""
    chart: Chart
    board: Board
    markers: Mapping[str, int]
    """Station markers that a company has not placed yet."""
    order: tuple[int, ...]
    """The players still in the game, in the order in which they act."""
    phase: int = 0
    stock_round: int = 0
    operating_round: int = 0
    operating_rounds: int = 1
    in_operation: frozenset[str] = frozenset()
    operated: frozenset[str] = frozenset()
    """Companies that have had a turn."""
    acted: frozenset[str] = frozenset()
    """Companies that have had, or are having, their turn in this operating round."""
    sold: Mapping[int, frozenset[str]] = {}
    """What each player has sold in this stock round."""
    sold_at: Mapping[str, int] = {}
    """The price at which companies were first sold in the turn that is being played."""
    bank_broken_in: str = ""
    par: Mapping[str, int] = {}
    """The price of issue of each company that has been started, where its founder sets it."""
    passes: int = 0
    """How many players have passed one after another in this stock round."""
    last_to_act: int = -1
    """Who acted last in this stock round, where that settles who begins the next one."""
    by_lot: Mapping[str, str] = {}
    """Companies that lots have given to privates, where a private brings the director's certificate of any."""

    late: ClassVar[Mapping[str, Any]] = {"par": {}, "passes": 0, "last_to_act": -1, "by_lot": {}}


Table = Position[Rules18, State18]
Move = Turn[Rules18, State18]


# Papers -----------------------------------------------------------------------------------------------------


def held(table: Table, company: str, owner: Owner) -> tuple[Certificate, ...]:
    """The owner's certificates of a company."""
    return table.rules.printed.register.held(table.state.papers, company, owner)


def percent(table: Table, company: str, owner: Owner) -> int:
    """The owner's part of a company."""
    return table.rules.printed.register.percent(table.state.papers, company, owner)


def parts(table: Table, company: str) -> dict[Owner, int]:
    """How much of a company everybody has who has any."""
    return table.rules.printed.register.parts(table.state.papers, company)


def sold_percent(table: Table, company: str) -> int:
    """How much of a company has been bought; what lies in the pool counts."""
    return 100 - percent(table, company, ISSUE)


def company_of(table: Table, company: str) -> Company:
    """What is printed of a company."""
    return table.rules.printed.companies[company]


def worth_of(table: Table, company: str, part: int, price: int) -> int:
    """What so many percent of a company come to at a price."""
    return price * part // table.rules.unit(table, company)


# Players ----------------------------------------------------------------------------------------------------


def seats_from(table: Table, first: int) -> Iterator[int]:
    """The players still in the game in their order, beginning with this one, or the next if he has left."""
    order = table.state.order
    for step in range(table.state.seats):
        seat = (first + step) % table.state.seats
        if seat in order:
            place = order.index(seat)
            yield from order[place:] + order[:place]
            return


def seats_after(table: Table, seat: int) -> Iterator[int]:
    """The other players still in the game, in their order after this one."""
    return (other for other in seats_from(table, seat) if other != seat)


def next_seat(table: Table, seat: int) -> int:
    """Who comes after this player; he himself if nobody else is left."""
    return next(seats_after(table, seat), seat)


def acting_seat(table: Table, company: str) -> int:
    """The player who decides for a company that acts."""
    seat = table.rules.director(table, company)
    assert seat is not None, company
    return seat


# Companies --------------------------------------------------------------------------------------------------


def phase(table: Table) -> Phase:
    """What holds now."""
    return table.rules.printed.phases[table.state.phase]


def has_begun(table: Table, phase: str) -> bool:
    """Whether a phase has begun."""
    return any(each.id == phase for each in table.rules.printed.phases[: table.state.phase + 1])


def price(table: Table, company: str) -> int:
    """The price of one unit of a company that is on the chart."""
    field = table.state.chart.field(company)
    assert field is not None, company
    return table.rules.printed.sheet.price(field)


def cash_and_shares(table: Table, seat: int) -> int:
    """A player's money, and his shares at the prices of the chart."""
    listed = (company for stack in table.state.chart.stacks.values() for company in stack)
    shares = (worth_of(table, each, percent(table, each, seat), price(table, each)) for each in listed)
    return table.state.cash[seat] + sum(shares)


def home_hex(table: Table, company: str) -> int:
    """The hex of a company's home station."""
    return table.rules.printed.homes[company][0]


def home_stop(table: Table, company: str) -> int:
    """The city of a company's home; cities that have grown together count as one."""
    hex_, city = table.rules.printed.homes[company]
    if len(table.state.board.tracks[hex_].stops) == 1:
        return stop_number(hex_, 0)
    return stop_number(hex_, UNDECIDED if city is None else city)
