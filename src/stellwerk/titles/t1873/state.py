"""The state of a game of 1873, and the questions that its rules ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.bank.papers import ISSUE, POOL, Owner
from stellwerk.eighteen.rules import Rules18
from stellwerk.eighteen.state import State18, cash_and_shares, percent
from stellwerk.play.core import Position, Turn

from .data import EXTERNAL, RAILWAY, SIZES, WORKS, Company73, Material, Phase73
from .options import Options

HARZ = "HW"


class Rules(Rules18, frozen=True, kw_only=True):
    """The shared rules with what player count and options settle."""

    printed: Material
    options: Options
    opening: Any
    """The first step of the game."""
    external: Any  # external.External
    asked_of_runs: Callable[[Any, Any], bool]
    """Whether a fault makes a run illegal (4.4.3)."""
    goes_under: Callable[[Any, str, str], bool]
    """Whether a company's marker goes under the others though its price stays, by cause (3.2.2, 4.3.3)."""
    next_order: Callable[[Any], tuple[int, ...]]
    """The order of play after a stock round (3.2.8)."""
    reorganising: Any  # insolvency.Reorganising
    railcar_at_home: bool
    """Whether the railcar of a railway without concession route always calls at its home (4.4.9)."""
    builds_from: Callable[[Any, str], tuple[int, ...]]
    """The stops where a railway's track begins (4.4.1)."""


class State73(State18, frozen=True, kw_only=True):
    """Parts are mappings and tuples that are never changed, only replaced."""

    directors: Mapping[str, int] = {}
    """Who directs each company; one in trusteeship has no director."""
    sizes: Mapping[str, int] = {}
    """How many percent one share of each company that has been founded is (3.2.1)."""
    machines: Mapping[str, int] = {}
    """The size of each work's machine."""
    joined: Mapping[str, tuple[str, ...]] = {}
    """The works of each works company in the order in which they joined it."""
    inactive: frozenset[tuple[str, int]] = frozenset()
    """Markers that are turned over, as railway and hex: no railway has two in a hex (4.4.2)."""
    awake: frozenset[str] = frozenset()
    """Railways whose concession is active (3.1)."""
    complete: frozenset[str] = frozenset()
    """Railways that have had the building step of their first turn: their route is built and paid (4.6)."""
    purchase_options: Mapping[str, int] = {}
    """Who may buy first of a company in trusteeship in this round (3.2.6)."""
    trust: frozenset[str] = frozenset()
    """Companies in trusteeship (6.2)."""
    railcars: int = 0
    """Diesel railcars that the bank still has."""
    full_sets: int = 0
    """Sets of three operating rounds that have begun (4.1, 7)."""
    passes: int = 0
    """How many players have passed one after another in this round."""
    laid: tuple[str, ...] = ()
    """Tiles laid in the turn that is being played."""
    lots: int = 0
    """What lots are drawn with (6.2)."""


Table = Position[Rules, State73]
Move = Turn[Rules, State73]


# Companies --------------------------------------------------------------------------------------------------


def company73(table: Table, company: str) -> Company73:
    """What is printed of a company."""
    return table.rules.printed.companies[company]


def is_work(table: Table, id_: str) -> bool:
    """Whether this is a work, not a company."""
    return id_ in table.rules.printed.works


def is_kind(table: Table, id_: str, kind: str) -> bool:
    """Whether this is a company of a kind."""
    company = table.rules.printed.companies.get(id_)
    return company is not None and company.kind == kind


def is_railway(table: Table, id_: str) -> bool:
    """Whether this is one of the seven railways."""
    return is_kind(table, id_, RAILWAY)


def is_works_company(table: Table, id_: str) -> bool:
    """Whether this is one of the five works companies."""
    return is_kind(table, id_, WORKS)


def external(table: Table) -> str:
    """The railway that runs outside the game (4.5)."""
    return table.rules.printed.of_kind(EXTERNAL)[0]


def phase73(table: Table) -> Phase73:
    """What holds now."""
    return table.rules.printed.phases[table.state.phase]


def director(table: Table, id_: str) -> int | None:
    """Who acts for a company, or for a work that a player owns; nobody in trusteeship (3.2.1, 6.2)."""
    if is_work(table, id_):
        owner = table.state.papers[id_]
        return owner if isinstance(owner, int) else None
    return table.state.directors.get(id_)


def concession_holder(table: Table, railway: str) -> int | None:
    """Who holds a railway's concession, until its compulsory locomotive has been bought (4.4.7)."""
    holder = table.state.papers[table.rules.printed.concessions[railway]]
    return holder if isinstance(holder, int) else None


def founded(table: Table, company: str) -> bool:
    """Whether a company has been founded; the MHE always has."""
    return company in table.state.sizes


# Works ------------------------------------------------------------------------------------------------------


def works_of(table: Table, owner: Owner) -> tuple[str, ...]:
    """The works of a company in the order in which they joined, of a player by number, of a work itself."""
    if isinstance(owner, str) and is_work(table, owner):
        return (owner,)
    if isinstance(owner, str):
        return table.state.joined.get(owner, ())
    return tuple(work for work in table.rules.printed.works if table.state.papers[work] == owner)


def is_open(table: Table, work: str) -> bool:
    """Whether a work has an owner: all others are closed, or have not been sold yet."""
    owner = table.state.papers[work]
    return isinstance(owner, int) or owner in table.rules.printed.companies


def slots(table: Table, company: str) -> int:
    """How many works a company may own (4.3.4)."""
    number: int = table.rules.printed.title["works"]["slots"][str(table.state.sizes[company])]
    return number


# Shares -----------------------------------------------------------------------------------------------------


def unit(table: Table, company: str) -> int:
    """The price is that of one share, whatever its size (3.2.1)."""
    return table.state.sizes.get(company) or SIZES[company73(table, company).kind][0]


def shares_of(table: Table, company: str, owner: Owner) -> int:
    """How many shares of a company an owner has."""
    return percent(table, company, owner) // unit(table, company)


def all_with_players(table: Table, company: str) -> bool:
    """Whether the bank has no share of a company, neither new ones nor in the pool (4.3.6)."""
    return not percent(table, company, POOL) and not percent(table, company, ISSUE)


def pay(turn: Move, payer: Owner, payee: Owner, amount: int, purpose: str) -> None:
    """Pay; the bank has no end (2)."""
    turn.pay(payer, payee, amount, purpose)


def worth(table: Table, seat: int) -> int:
    """Cash, shares at their price, and single works at their face value (7)."""
    return cash_and_shares(table, seat) + face_of_works(table, seat)


def face_of_works(table: Table, seat: int) -> int:
    """The face value of a player's single works."""
    works = table.rules.printed.works
    return sum(works[work].face for work in works_of(table, seat))
