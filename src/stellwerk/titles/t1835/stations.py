"""Station markers (5.4.2, 5.5.2), homes that are chosen, and the marker powers of private railways (3.1.3)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK
from stellwerk.board.board import UNDECIDED, stop_number
from stellwerk.board.grid import PLACES
from stellwerk.board.tiles import CITY
from stellwerk.eighteen.actions import BuildStation, ChooseHome
from stellwerk.eighteen.events import HomeChosen, StationBuilt
from stellwerk.play.core import Choice, Decision, Pass
from stellwerk.play.errors import Refusal, refuse

from .state import Move, Table, director, home_hex, home_stop, is_minor, pay, still_to_come
from .track import close_private

# Private railways that let their owner place a marker beside the regular one, free and without connection.
PLACERS = ("NF", "PF")


class StationStep(Decision, frozen=True):
    """An AG may place one marker in a city it can reach; its director may use his private railways' markers."""

    company: str
    built: bool = False

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = director(table, self.company)
        assert seat is not None
        return (seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield from self._stations(table, seat)
        yield Pass(seat)

    def _stations(self, table: Table, seat: int) -> Iterator[BuildStation]:
        if is_minor(table, self.company) or not table.state.markers[self.company]:
            return
        grid = table.rules.material.box.grid
        if not self.built:
            for stop in self._within_reach(table):
                hex_, city = divmod(stop, PLACES)
                if self._why_not(table, hex_, city, "") is None:
                    yield BuildStation(seat, self.company, grid.names[hex_], city)
        yield from self.powers(table, seat)

    def powers(self, table: Table, seat: int) -> Iterator[BuildStation]:
        """Markers that the director's private railways allow him."""
        board, grid = table.state.board, table.rules.material.box.grid
        for private in PLACERS:
            for name in table.rules.material.privates[private].hexes:
                hex_ = grid.index[name]
                if self._why_not_private(table, hex_, private):
                    continue
                for city in range(len(board.tracks[hex_].stops)):
                    if self._why_not(table, hex_, city, private) is None:
                        yield BuildStation(seat, self.company, name, city, private)

    def _within_reach(self, table: Table) -> list[int]:
        board = table.state.board
        if table.rules.options.stations_anywhere:
            tracks = enumerate(board.tracks)
            return [stop_number(hex_, city) for hex_, track in tracks for city in range(len(track.stops))]
        return sorted(board.reach(self.company).stops)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, BuildStation) or action.company != self.company:
            return refuse("5.4", "only_stations_now", company=self.company)
        index = table.rules.material.box.grid.index
        if action.hex not in index:
            return refuse("5.5.2.2", "no_such_place", hex=action.hex)
        hex_ = index[action.hex]
        if not 0 <= action.city < len(table.state.board.tracks[hex_].stops):
            return refuse("5.5.2.2", "no_such_city", hex=action.hex, city=action.city)
        return self._why_not(table, hex_, action.city, action.permit)

    def _why_not(self, table: Table, hex_: int, city: int, private: str) -> Refusal | None:
        state, stop = table.state, stop_number(hex_, city)
        name = table.rules.material.box.grid.names[hex_]
        if is_minor(table, self.company):
            return refuse("3.2.2", "only_the_home_station", company=self.company)
        if state.board.tracks[hex_].stops[city].kind != CITY:
            return refuse("5.5.2.2", "not_a_city", hex=name)
        if not state.markers[self.company]:
            return refuse("5.5.2.1", "no_marker_left", company=self.company)
        if state.board.is_in(self.company, hex_):
            return refuse("5.5.2.2", "one_station_per_hex", hex=name)
        if state.board.stations.get(stop_number(hex_, UNDECIDED)) or self._awaits_its_owner(table, hex_):
            return refuse("5.5.2.10", "home_not_chosen", hex=name)
        if state.board.free_places(stop) <= _reserved(table, stop):
            rule = "5.5.2.8" if state.board.free_places(stop) else "5.5.2.2"
            return refuse(rule, "no_free_place", hex=name)
        if private:
            return self._why_not_private(table, hex_, private)
        if self.built:
            return refuse("5.5.2.6", "one_station_a_turn", company=self.company)
        cost = station_cost(table, self.company, hex_)
        if state.cash[self.company] < cost:
            return refuse("5.5.2.5", "too_little_cash", cost=cost, cash=state.cash[self.company])
        anywhere = table.rules.options.stations_anywhere and state.board.tracks[hex_].sides_of[city]
        if not anywhere and stop not in state.board.reach(self.company).stops:
            return refuse("5.5.2.7", "station_not_connected", company=self.company)
        return None

    def _awaits_its_owner(self, table: Table, hex_: int) -> bool:
        """Whether a company not yet in operation will choose its home among the cities of this hex (5.5.2.10)."""
        return any(
            company.city is None
            and company.id not in table.state.in_operation
            and home_hex(table, company.id) == hex_
            for company in table.rules.material.companies.values()
        )

    def _why_not_private(self, table: Table, hex_: int, private: str) -> Refusal | None:
        state, printed = table.state, table.rules.material
        name = printed.box.grid.names[hex_]
        rule = "3.1.3.1" if private == "NF" else "3.1.3.3"
        if private not in PLACERS or name not in printed.privates[private].hexes:
            return refuse("3.1.3", "no_such_power", private=private)
        if state.papers[private] != director(table, self.company):
            return refuse(rule, "not_your_private", private=private)
        if private == "PF" and state.board.tracks[hex_].colour != "green":
            return refuse(rule, "needs_green_track", hex=name)
        return None

    def idle(self, table: Table) -> bool:
        if self.company not in table.state.in_operation or is_minor(table, self.company):
            return True
        return next(self._stations(table, self.waiting(table)[0]), None) is None

    def apply(self, turn: Move, action: Pass | BuildStation) -> None:
        if isinstance(action, Pass):
            return
        turn.push(self if action.permit else self.with_(built=True))
        self.build(turn, action)

    def build(self, turn: Move, action: BuildStation) -> None:
        """Pay, place the marker, and close the private railway whose power was used."""
        hex_ = turn.rules.material.box.grid.index[action.hex]
        cost = 0 if action.permit else station_cost(turn, self.company, hex_)
        pay(turn, self.company, BANK, cost, "station")
        turn.set(
            board=turn.state.board.with_station(self.company, stop_number(hex_, action.city)),
            markers={**turn.state.markers, self.company: turn.state.markers[self.company] - 1},
        )
        turn.emit(StationBuilt(self.company, action.hex, action.city, cost, action.permit))
        if action.permit:
            close_private(turn, action.permit)


def station_cost(table: Table, company: str, hex_: int) -> int:
    """20 for each hex between home and target, the home hex not counted (5.5.2.5)."""
    steps = table.rules.material.box.grid.distance(home_hex(table, company), hex_)
    cost: int = steps * table.rules.material.title["shares"]["station_price"]
    return cost


def _reserved(table: Table, stop: int) -> int:
    """Places kept for companies not yet in operation whose home this city is (5.5.2.8)."""
    return sum(home_stop(table, company) == stop for company in still_to_come(table))


class HomeChoice(Decision, frozen=True):
    """A director chooses at once, in whoever's turn, which city is the home of his company (5.5.2.10)."""

    company: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = director(table, self.company)
        assert seat is not None
        return (seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        hex_ = home_hex(table, self.company)
        name = table.rules.material.box.grid.names[hex_]
        for city in range(len(table.state.board.tracks[hex_].stops)):
            action = ChooseHome(seat, self.company, name, city)
            if self.refusal(table, action) is None:
                yield action

    def refusal(self, table: Table, action: object) -> Refusal | None:
        hex_ = home_hex(table, self.company)
        name = table.rules.material.box.grid.names[hex_]
        cities = len(table.state.board.tracks[hex_].stops)
        if (
            not isinstance(action, ChooseHome)
            or (action.company, action.hex) != (self.company, name)
            or not 0 <= action.city < cities
            or not table.state.board.free_places(stop_number(hex_, action.city))
        ):
            return refuse("5.5.2.10", "choose_home", company=self.company, hex=name)
        return None

    def apply(self, turn: Move, action: ChooseHome) -> None:
        hex_ = home_hex(turn, self.company)
        board = turn.state.board.without_station(self.company, stop_number(hex_, UNDECIDED))
        turn.set(board=board.with_station(self.company, stop_number(hex_, action.city)))
        turn.emit(HomeChosen(self.company, action.hex, action.city))
