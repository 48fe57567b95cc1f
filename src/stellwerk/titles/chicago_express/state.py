"""The state of a game of Chicago Express, and the questions that all its rules ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.play.core import Position, State, Turn

from .data import Material, material
from .events import IncomeRose
from .options import Options


class Rules(Struct, frozen=True):
    """The printed material with what player count and options settle."""

    players: int
    options: Options
    material: Material
    cash: int


def rules_for(players: int, options: Options) -> Rules:
    """The rules of a game with this many players."""
    printed = material()
    return Rules(players, options, printed, printed.cash[players])


class Railway(Struct, frozen=True):
    """A company as it stands: counter, tableau, locomotives on the board."""

    income: int
    unsold: int
    """Shares on its tableau."""
    locomotives: int
    """Locomotives on its tableau."""
    network: frozenset[int]
    """The hexes with its locomotives; none until it opens."""
    shares: tuple[int, ...]
    """Shares of each seat."""

    @property
    def sold(self) -> int:
        """Shares that players hold."""
        return sum(self.shares)


class StateChicago(State, frozen=True):
    """Parts are mappings and tuples that are never changed, only replaced.

    The bank is unlimited: its balance is what it has given out, below zero, so that all money adds up to 0.
    """

    railways: Mapping[str, Railway]
    dials: Mapping[str, int]
    """How far each pointer has been turned from START."""
    industry: Mapping[int, int]
    """Where the marker of each industry city stands."""
    houses: int
    """Houses in the common supply."""
    developed: frozenset[int] = frozenset()
    """The hexes with a house."""
    dividends: int = 0
    """General dividends paid so far."""


Table = Position[Rules, StateChicago]
Move = Turn[Rules, StateChicago]


# Questions --------------------------------------------------------------------------------------------------


def seats_from(table: Table, first: int) -> tuple[int, ...]:
    """All seats clockwise."""
    seats = table.state.seats
    return tuple((first + step) % seats for step in range(seats))


def is_open(railway: Railway) -> bool:
    """Whether a company takes part; all but the Wabash do from the start (Wabash eröffnet)."""
    return bool(railway.network)


def present(table: Table, hex_: int) -> list[str]:
    """The companies with a locomotive in a hex."""
    return [company for company, railway in table.state.railways.items() if hex_ in railway.network]


def hex_value(table: Table, hex_: int) -> int:
    """What a hex adds to the income of a company there now (Einkommenserhöhung)."""
    printed = table.rules.material.hexes[hex_]
    if printed.steps:
        return table.state.industry[hex_]
    return printed.income + (printed.development if hex_ in table.state.developed else 0)


def on_red(table: Table, dial: str) -> bool:
    """Whether a pointer stands on red."""
    return table.state.dials[dial] >= table.rules.material.dials[dial]


# Moves that many rules make ---------------------------------------------------------------------------------


def change(turn: Move, company: str, **parts: Any) -> None:
    """Replace parts of a company's standing."""
    railways = turn.state.railways
    turn.set(railways={**railways, company: msgspec.structs.replace(railways[company], **parts)})


def raise_income(turn: Move, company: str, by: int) -> None:
    """Move a company's counter on; the +50 marker lets it pass 50 without end (Spielaufbau)."""
    if by:
        income = turn.state.railways[company].income + by
        change(turn, company, income=income)
        turn.emit(IncomeRose(company, by, income))
