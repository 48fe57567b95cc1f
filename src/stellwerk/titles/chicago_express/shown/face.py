"""What lies on the table in Chicago Express, as plain data: players, companies, places, and values for texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from stellwerk.play.core import Event
from stellwerk.show.area_map import AreaMap
from stellwerk.show.face import Face
from stellwerk.show.history import Mark
from stellwerk.show.on_table import on_table
from stellwerk.show.tables import (
    Column,
    Companies,
    CompanyRow,
    Fact,
    Home,
    Livery,
    Look,
    PlayerRow,
    Players,
    Table,
)

from ..auctions import start_bid
from ..data import material
from ..ending import conditions_met
from ..events import DialTurned
from ..expansion import build_cost
from ..state import Railway, hex_value, on_red, present
from ..state import Table as Position
from .area_map import area_map
from .history import marks
from .market import draws, stage


def _player(position: Position, seat: int) -> PlayerRow:
    state = position.state
    held = {company: railway.shares[seat] for company, railway in state.railways.items()}
    return PlayerRow(seat, state.cash[seat], held=held)


def _company(position: Position, id_: str, railway: Railway) -> CompanyRow:
    more = {"income": railway.income, "locomotives": railway.locomotives}
    treasury = position.state.cash[id_]
    return CompanyRow(id_, treasury=treasury, held=railway.shares, unsold=railway.unsold, more=more)


def _hexes(position: Position) -> Table:
    """Places that are worth something or where a locomotive stands."""
    state = position.state
    rows = tuple(
        (
            printed.id,
            hex_value(position, number) or None,
            printed.cost,
            "+" if number in state.developed else None,
            tuple(present(position, number)),
        )
        for number, printed in enumerate(position.rules.material.hexes)
        if printed.name or present(position, number)
    )
    columns = (
        Column("place", "place"),
        Column("value", "money"),
        Column("cost", "money"),
        Column("house"),
        Column("in_place", "ids"),
    )
    return Table("hexes", columns, rows)


def _brings_dividend(position: Position, event: DialTurned) -> bool:
    """Whether so many dials are on red with this one that the dividend phase is due (Dividenden-Phase)."""
    red = event.red + sum(on_red(position, dial) for dial in position.state.dials)
    return event.red and red >= position.rules.material.limits.red_dials


class FaceChicago(Face):
    """What terminal, words and drawings ask of Chicago Express."""

    currency: str = material().currency
    told = frozenset(("share", "track"))
    facts: Mapping[str, Callable[[Any, Any], Any]] = {
        "cash": lambda position, step: position.state.cash[step.bidders[0]],
        "cost": lambda position, action: build_cost(position, position.rules.material.index[action.hex]),
        "least": lambda position, action: start_bid(position.state.railways[action.company]),
        "pays": lambda position, event: start_bid(position.state.railways[event.company]),
        "limit": lambda position, event: position.rules.material.dials[event.dial],
        "last": lambda position, event: _brings_dividend(position, event),
    }

    def names(self) -> Mapping[str, str]:
        """The companies."""
        return {company.id: company.name for company in material().companies.values()}

    def places(self) -> Mapping[str, str]:
        """Hexes that have a name."""
        return {hex_.id: hex_.name for hex_ in material().hexes if hex_.name}

    def look(self) -> Look:
        """Colours and start hexes."""
        companies = material().companies.values()
        return Look(
            tuple(Livery(company.id, company.colour, company.id) for company in companies),
            tuple(Home(company.id, company.start, 0) for company in companies),
        )

    def area_map(self, position: Position) -> AreaMap:
        """The board; no track is laid here."""
        return area_map(position)

    def summary(self, position: Position) -> tuple[Fact, ...]:
        """Dividends, dials and houses."""
        state, limits = position.state, position.rules.material.dials
        dials = {dial: f"{place}/{limits[dial]}" for dial, place in state.dials.items()}
        return (
            Fact("dividends", {"number": state.dividends}),
            Fact("dials", dials),
            Fact("houses", {"houses": state.houses}),
        )

    def warnings(self, position: Position) -> tuple[Fact, ...]:
        """The next general dividend is the last (Spielende)."""
        return (Fact("last_dividend", {}),) if conditions_met(position) else ()

    def stage(self, position: Position) -> str:
        """Shares while they are offered and bid for."""
        return stage(position)

    def draws(self, position: Position, seat: int) -> int:
        """The general dividend if it were paid now."""
        return draws(position, seat)

    def marks(self, events: Sequence[Event], position: Position) -> Iterator[Mark]:
        """Rounds and incomes."""
        return marks(events, position)

    def companies(self, position: Position) -> Companies:
        """The railways, with shares that are counted."""
        state = position.state
        columns = (
            Column("id"),
            Column("company", "name"),
            Column("income", "money"),
            Column("treasury", "money"),
            Column("locomotives", "number"),
            Column("unsold", "number"),
            *(Column("share", "number", owner=seat) for seat in range(state.seats)),
        )
        return Companies(tuple(_company(position, id_, each) for id_, each in state.railways.items()), columns)

    def players(self, position: Position) -> Players:
        """Money and shares."""
        columns = (Column("player", "name"), Column("cash", "money"))
        shares = (Column("shares", "number", owner=company) for company in position.state.railways)
        rows = tuple(_player(position, seat) for seat in range(position.state.seats))
        return Players(rows, (*columns, *shares))

    def tables(self, position: Position) -> tuple[Table, ...]:
        """Players, companies and places."""
        laid = on_table(self.title, position)
        return laid.sheet("players"), laid.sheet("companies"), _hexes(position)

    def other_tables(self, position: Position) -> tuple[Table, ...]:
        """None."""
        return ()
