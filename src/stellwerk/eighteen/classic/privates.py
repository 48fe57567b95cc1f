"""Private railways: income, what they block, their sale to companies, their exchange for shares, and closing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from stellwerk.bank.papers import BANK, GONE, ISSUE, Certificate, Owner
from stellwerk.play.core import Action, Choice, Decision, Range, purse
from stellwerk.play.errors import Refusal

from ..changes import close_private, move_paper
from ..clauses import Clause, first_refusal, refuse
from ..events import CertificateReceived
from ..printed import Private
from ..rules import answered
from ..shares import unsold
from ..state import Move, Table, acting_seat, percent, phase
from .actions import BuyPrivate, ExchangePrivate
from .events import PrivateBought
from .operating import acting
from .shares import may_hold


def nothing_more(turn: Any, sale: BuyPrivate) -> None:
    """Nothing else follows."""


class Owning(Struct, frozen=True, kw_only=True):
    """What privates bring to those who own them."""

    income: Callable[[Any, str], int]
    clauses: tuple[Clause[BuyPrivate], ...]
    """What forbids its sale to a company."""
    prices: Callable[[Any, Private], range]
    """What a company may pay for one."""
    bought: Callable[[Any, BuyPrivate], None] = nothing_more
    """What follows when a company has bought one."""
    close: Callable[[Any], None]
    """They close, all or as the title says."""


def by_subject(table: Table, reason: str, values: Mapping[str, Any]) -> str:
    """The paragraph of a reason; a price of a private is in another one than that of a train."""
    private = reason == "price_out_of_range" and "private" in values
    return table.rules.cites["private_price" if private else reason]


def privates_of(table: Table, owner: Owner) -> list[Private]:
    """The privates that somebody has."""
    return [each for each in table.rules.privates.values() if table.state.papers[each.id] == owner]


def worth_of_privates(table: Table, seat: int) -> int:
    """A player's private railways at their printed prices."""
    return sum(each.price for each in privates_of(table, seat))


def pay_income(turn: Move) -> None:
    """The bank pays whoever owns a private."""
    for private in turn.rules.privates:
        holder = turn.state.papers[private]
        if holder not in (GONE, ISSUE):
            turn.rules.pay(turn, BANK, holder, answered(turn.rules.owning).income(turn, private), private)


def blocked(table: Table) -> dict[int, str]:
    """Hexes in which nobody builds while a player owns a private."""
    index = table.rules.printed.box.grid.index
    return {
        index[name]: private.id
        for private in table.rules.privates.values()
        if private.blocks and isinstance(table.state.papers[private.id], int)
        for name in hexes_of(private)
    }


def hexes_of(private: Private) -> tuple[str, ...]:
    """The hexes that a private blocks.

    >>> hexes_of(Private(id="A", name="A", price=20, income=5, blocks="B2"))
    ('B2',)
    """
    names = private.blocks
    return ((names,) if names else ()) if isinstance(names, str) else names


class PrivateSale(Decision, frozen=True):
    """In some phases a company buys privates of its director at any time in its turn."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        company = acting(table)
        seat = table.rules.director(table, company) if company else None
        return () if seat is None else (seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for private in privates_of(table, seat):
            prices = answered(table.rules.owning).prices(table, private)
            sale = BuyPrivate(seat, acting(table) or "", private.id, prices[0])
            if self.refusal(table, sale) is None:
                yield Range(sale, "price", prices[0], min(prices[-1], purse(table, sale.company)))

    def refusal(self, table: Table, action: object) -> Refusal | None:
        company = acting(table)
        if not isinstance(action, BuyPrivate) or action.company != company:
            return refuse(table, "not_this_company", company=company)
        private, owning = table.rules.privates.get(action.private), answered(table.rules.owning)
        seats = {action.seat, table.state.papers.get(action.private)}
        if private is None or seats != {acting_seat(table, company)}:
            return refuse(table, "directors_privates_only", company=company)
        forbidden = first_refusal(owning.clauses, table, action)
        if forbidden:
            return forbidden
        prices, cash = owning.prices(table, private), purse(table, company)
        if action.price not in prices:
            return refuse(table, "price_out_of_range", least=prices[0], most=prices[-1], private=action.private)
        return refuse(table, "private_too_dear", cost=action.price, cash=cash) if cash < action.price else None

    def apply(self, turn: Move, action: BuyPrivate) -> None:
        turn.emit(PrivateBought(action.company, action.private, action.price))
        turn.rules.pay(turn, action.company, action.seat, action.price, "private")
        move_paper(turn, action.private, action.company)
        answered(turn.rules.owning).bought(turn, action)


def can_buy_privates(table: Table, company: str) -> bool:
    """Whether a company could buy a private now: its turn does not end by itself."""
    sale = PrivateSale()
    return any(True for seat in sale.waiting(table) for _ in sale.choices(table, seat))


class Exchange(Decision, frozen=True):
    """The owner of a private exchanges it for an unsold share of the company that it belongs to, at any time."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        return tuple(seat for seat in table.state.order if any(True for _ in self.choices(table, seat)))

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for private in privates_of(table, seat):
            if share_for(table, private, seat):
                yield ExchangePrivate(seat, private.id)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, ExchangePrivate) and action in list(self.choices(table, action.seat)):
            return None
        return refuse(table, "only_an_exchange", private=getattr(action, "private", ""))

    def apply(self, turn: Move, action: ExchangePrivate) -> None:
        paper = share_for(turn, turn.rules.privates[action.private], action.seat)
        assert paper is not None
        close_private(turn, action.private)
        move_paper(turn, paper.id, action.seat)
        turn.emit(CertificateReceived(action.seat, paper.company, paper.percent, False, action.private))
        turn.rules.papers_moved(turn, paper.company)


def share_for(table: Table, private: Private, seat: int) -> Certificate | None:
    """The share that a player would get for a private, if there is one and he may hold it."""
    paper = unsold(table, private.becomes) if private.becomes in table.state.par else None
    if paper is None or not may_hold(table, paper.company, percent(table, paper.company, seat) + paper.percent):
        return None
    return paper


# Answers ----------------------------------------------------------------------------------------------------


def printed_income(table: Table, private: str) -> int:
    """What is printed on it."""
    return table.rules.privates[private].income


def not_in_this_phase(table: Table, action: BuyPrivate) -> Refusal | None:
    """Companies buy privates in some phases only."""
    return None if phase(table).privates_sold else refuse(table, "not_in_this_phase", private=action.private)


def stays_with_players(table: Table, action: BuyPrivate) -> Refusal | None:
    """Some privates are never sold to companies."""
    private = table.rules.privates[action.private]
    return None if private.for_companies else refuse(table, "stays_with_players", private=private.id)


def half_to_double(table: Table, private: Private) -> range:
    """From half the printed price to twice."""
    return range(private.price // 2, private.price * 2 + 1)


def close_all(turn: Move) -> None:
    """All close, whoever owns them."""
    for private in turn.rules.privates:
        if turn.state.papers[private] != GONE:
            close_private(turn, private)


OWNING = Owning(
    income=printed_income,
    clauses=(not_in_this_phase, stays_with_players),
    prices=half_to_double,
    close=close_all,
)
ANY_TIME: dict[type[Action], Decision] = {BuyPrivate: PrivateSale(), ExchangePrivate: Exchange()}
