"""Station markers: the regular right to place one, what else allows it, and homes that are chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from msgspec import Struct

from stellwerk.bank.papers import BANK, Owner
from stellwerk.board.board import UNDECIDED, stop_number
from stellwerk.board.grid import PLACES
from stellwerk.board.tiles import CITY
from stellwerk.play.core import Action, Choice, Decision, Pass
from stellwerk.play.errors import Refusal

from .actions import BuildStation, ChooseHome
from .changes import place_marker, set_board
from .clauses import Clause, first_refusal, refuse
from .events import HomeChosen, StationBuilt
from .state import Move, Table, acting_seat, home_hex, home_stop


class Spot(Struct, frozen=True):
    """A city in which a company would place a marker."""

    company: str
    hex: int
    city: int

    @property
    def stop(self) -> int:
        """The number of the city on the board."""
        return stop_number(self.hex, self.city)


class Site(Struct, frozen=True):
    """One way to place a marker: the regular one, or a private's power."""

    id: str
    open: Callable[[Any, StationStep], Refusal | None]
    offers: Callable[[Any, str], Iterable[int]]
    """Stops in question."""
    clauses: tuple[Clause[Spot], ...]
    cost: Callable[[Any, Spot], int]
    built: Callable[[Any, Spot], None]
    """What else follows."""
    payee: Owner = BANK


class StationStep(Decision, frozen=True):
    """A company may place one marker, and more where something else allows it."""

    answers: ClassVar[tuple[type[Action], ...]] = (BuildStation,)

    company: str
    built: bool = False

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield from self.stations(table, seat)
        yield Pass(seat)

    def worth_explaining(self, table: Table, seat: int) -> Iterator[BuildStation]:
        names = table.rules.printed.box.grid.names
        for site in table.rules.stations:
            for stop in site.offers(table, self.company):
                hex_, city = divmod(stop, PLACES)
                yield BuildStation(seat, self.company, names[hex_], city, site.id)

    def worth_explaining_at(self, table: Table, seat: int, place: str) -> Iterator[BuildStation]:
        hex_ = table.rules.printed.box.grid.index.get(place)
        if hex_ is not None and table.state.board.tracks[hex_].stops:
            yield BuildStation(seat, self.company, place, 0)

    def stations(self, table: Table, seat: int) -> Iterator[BuildStation]:
        """Every marker that may be placed now."""
        names = table.rules.printed.box.grid.names
        without_marker = not table.state.markers.get(self.company)
        for site in table.rules.stations:
            if without_marker and no_marker_left in site.clauses:
                continue
            if site.open(table, self) is None:
                for stop in site.offers(table, self.company):
                    spot = Spot(self.company, *divmod(stop, PLACES))
                    if why_not_build(table, site, spot) is None:
                        yield BuildStation(seat, self.company, names[spot.hex], spot.city, site.id)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, BuildStation) or action.company != self.company:
            return refuse(table, "only_stations_now", company=self.company)
        site = site_of(table, action.permit)
        if site is None:
            return refuse(table, "no_such_permit", permit=action.permit)
        spot = spot_of(table, action)
        if spot is None:
            return refuse(table, "no_such_city", hex=action.hex, city=action.city)
        return site.open(table, self) or why_not_build(table, site, spot)

    def can_act(self, table: Table) -> bool:
        return any(True for _ in self.stations(table, self.waiting(table)[0]))

    def idle(self, table: Table) -> bool:
        return self.company not in table.state.in_operation or not self.can_act(table)

    def apply(self, turn: Move, action: Pass | BuildStation) -> None:
        if isinstance(action, Pass):
            return
        turn.push(self if action.permit else self.with_(built=True))
        build(turn, action)


def build(turn: Move, action: BuildStation) -> None:
    """Pay, tell, and place the marker; what it brings comes after that."""
    site, spot = site_of(turn, action.permit), spot_of(turn, action)
    assert site is not None
    assert spot is not None
    cost = site.cost(turn, spot)
    turn.rules.pay(turn, action.company, site.payee, cost, "station")
    turn.emit(StationBuilt(action.company, action.hex, action.city, cost, site.id))
    place_marker(turn, action.company, spot.stop)
    site.built(turn, spot)


def site_of(table: Table, id_: str) -> Site | None:
    """A way to place markers by its name."""
    return next((site for site in table.rules.stations if site.id == id_), None)


def why_not_build(table: Table, site: Site, spot: Spot) -> Refusal | None:
    """What forbids a marker by this right; the treasury must have the money."""
    refusal = first_refusal(site.clauses, table, spot)
    if refusal is not None:
        return refusal
    cost, cash = site.cost(table, spot), table.state.cash[spot.company]
    return refuse(table, "station_too_dear", cost=cost, cash=cash) if cash < cost else None


def spot_of(table: Table, action: BuildStation) -> Spot | None:
    """Where an action would place a marker."""
    index = table.rules.printed.box.grid.index
    if action.hex not in index:
        return None
    hex_ = index[action.hex]
    there = 0 <= action.city < len(table.state.board.tracks[hex_].stops)
    return Spot(action.company, hex_, action.city) if there else None


# What many sites say ----------------------------------------------------------------------------------------


def nothing_built_yet(table: Table, step: StationStep) -> Refusal | None:
    """One marker a turn."""
    return refuse(table, "one_station_a_turn", company=step.company) if step.built else None


def cities_in_reach(table: Table, company: str) -> list[int]:
    """Cities with a free circle that the company's track arrives at, while it has markers left."""
    board = table.state.board
    if not table.state.markers[company]:
        return []
    return sorted(stop for stop in board.reach(company).stops if board.free_places(stop) > 0)


def nothing_more(turn: Move, spot: Spot) -> None:
    """No more comes of it."""


def not_a_city(table: Table, spot: Spot) -> Refusal | None:
    """Markers stand in cities."""
    if table.state.board.tracks[spot.hex].stops[spot.city].kind == CITY:
        return None
    return refuse(table, "not_a_city", hex=hex_name(table, spot))


def no_marker_left(table: Table, spot: Spot) -> Refusal | None:
    """The company has a marker left."""
    return None if table.state.markers[spot.company] else refuse(table, "no_marker_left", company=spot.company)


def one_station_per_hex(table: Table, spot: Spot) -> Refusal | None:
    """A company has at most one marker in a hex."""
    if not table.state.board.is_in(spot.company, spot.hex):
        return None
    return refuse(table, "one_station_per_hex", hex=hex_name(table, spot))


def no_free_place(table: Table, spot: Spot) -> Refusal | None:
    """The city has a free circle."""
    if table.state.board.free_places(spot.stop):
        return None
    return refuse(table, "no_free_place", hex=hex_name(table, spot))


def home_circle_kept(table: Table, spot: Spot) -> Refusal | None:
    """The last free circles are kept for companies whose home this is and whose marker does not lie there yet."""
    at_home = [company for company, (hex_, _) in table.rules.printed.homes.items() if hex_ == spot.hex]
    coming = frozenset(table.rules.to_come(table)).intersection(at_home) if at_home else ()
    homes = sum(home_stop(table, company) == spot.stop for company in coming)
    if table.state.board.free_places(spot.stop) > homes:
        return None
    return refuse(table, "home_circle_kept", hex=hex_name(table, spot))


def station_not_connected(table: Table, spot: Spot) -> Refusal | None:
    """A train could run to the city from a marker of the company."""
    if spot.stop in table.state.board.reach(spot.company).stops:
        return None
    return refuse(table, "station_not_connected", company=spot.company)


def hex_name(table: Table, spot: Spot) -> str:
    """The hex of a spot as players call it."""
    return table.rules.printed.box.grid.names[spot.hex]


# Homes ------------------------------------------------------------------------------------------------------


class HomeChoice(Decision, frozen=True):
    """A director chooses at once, in whoever's turn, which city is the home of his company."""

    company: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        hex_ = home_hex(table, self.company)
        name = table.rules.printed.box.grid.names[hex_]
        for city in range(len(table.state.board.tracks[hex_].stops)):
            action = ChooseHome(seat, self.company, name, city)
            if self.refusal(table, action) is None:
                yield action

    def refusal(self, table: Table, action: object) -> Refusal | None:
        hex_ = home_hex(table, self.company)
        name = table.rules.printed.box.grid.names[hex_]
        cities = len(table.state.board.tracks[hex_].stops)
        if (
            not isinstance(action, ChooseHome)
            or (action.company, action.hex) != (self.company, name)
            or not 0 <= action.city < cities
            or not table.state.board.free_places(stop_number(hex_, action.city))
        ):
            return refuse(table, "choose_home", company=self.company, hex=name)
        return None

    def apply(self, turn: Move, action: ChooseHome) -> None:
        hex_ = home_hex(turn, self.company)
        board = turn.state.board.without_station(self.company, stop_number(hex_, UNDECIDED))
        turn.emit(HomeChosen(self.company, action.hex, action.city))
        set_board(turn, board.with_station(self.company, stop_number(hex_, action.city)))
