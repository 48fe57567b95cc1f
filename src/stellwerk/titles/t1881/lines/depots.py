"""New depots, and depots of other companies (7.1–7.8, 12.10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from stellwerk.bank.papers import BANK
from stellwerk.board.board import stop_number
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.actions import BuildStation
from stellwerk.eighteen.changes import place_marker, set_board
from stellwerk.eighteen.clauses import first_refusal, refuse
from stellwerk.eighteen.events import StationBuilt
from stellwerk.eighteen.offers import PriceOffer, may_ask_again
from stellwerk.eighteen.stations import (
    Site,
    Spot,
    StationStep,
    hex_name,
    home_circle_kept,
    no_free_place,
    not_a_city,
    nothing_built_yet,
    nothing_more,
    spot_of,
)
from stellwerk.play import errors
from stellwerk.play.core import Action, Choice, Event, Pass, Range
from stellwerk.play.errors import Refusal

from ..actions import OfferForDepot
from ..data import TRAM, S
from ..events import DepotAnswered, DepotOffered, DepotTaken
from ..state import Move, Table, company81, company_of_network, is_sbahn, track_kind
from .networks import is_acting, reach

CITES = {
    "only_stations_now": "5.4",
    "no_such_permit": "7.1",
    "no_such_city": "7.3",
    "one_station_a_turn": "7.1",
    "owes_for_a_tram": "15.3",
    "not_a_city": "7.3",
    "sbahn_only": "7.3",
    "no_marker_left": "7.1",
    "one_station_per_hex": "7.4",
    "no_free_place": "7.6",
    "home_circle_kept": "7.5",
    "station_not_connected": "7.3",
    "station_too_dear": "7.2",
    "depot_not_there": "7.8",
    "start_depot_stays": "7.8",
}


def to_come(table: Table) -> list[str]:
    """Companies that are not in the game yet: their start stations are kept for them (7.5)."""
    state, printed = table.state, table.rules.printed
    return [each for each in printed.homes if each not in state.in_operation and each not in state.bankrupt]


# Clauses ----------------------------------------------------------------------------------------------------


def owes_for_a_tram(table: Table, spot: Spot) -> Refusal | None:
    """Who still pays for a tram builds no depot (15.3)."""
    return refuse(table, "owes_for_a_tram", company=spot.company) if spot.company in table.state.credit else None


def no_chip_left(table: Table, spot: Spot) -> Refusal | None:
    """There is a chip left; the S-Bahn's networks share theirs (7.1, 12.10)."""
    left = table.state.markers[company_of_network(table, spot.company)]
    return None if left else refuse(table, "no_marker_left", company=spot.company)


def sbahn_only(table: Table, spot: Spot) -> Refusal | None:
    """Trams do not use stations with an S in the circle (7.3)."""
    group = table.state.board.tracks[spot.hex].stops[spot.city].group
    if group != S or track_kind(table, spot.company) != TRAM:
        return None
    return refuse(table, "sbahn_only", hex=hex_name(table, spot))


def one_depot_a_station(table: Table, spot: Spot) -> Refusal | None:
    """A company has at most one depot in a station (7.4)."""
    if not table.state.board.is_in(company_of_network(table, spot.company), spot.hex):
        return None
    return refuse(table, "one_station_per_hex", hex=hex_name(table, spot))


def out_of_reach(table: Table, spot: Spot) -> Refusal | None:
    """The station can be reached from another depot over track of the company's kind (7.3)."""
    if reach(table, spot.company).calls_at(spot.stop):
        return None
    return refuse(table, "station_not_connected", company=spot.company)


def stations_in_reach(table: Table, id_: str) -> Iterable[int]:
    """Stops that the company's track arrives at, while there is a chip left."""
    return sorted(reach(table, id_).stops) if table.state.markers[company_of_network(table, id_)] else ()


def cost(table: Table, spot: Spot) -> int:
    """40, 80, 120 for the chips beside the start depots, the cheapest first (7.2, 12.10)."""
    prices = company81(table, spot.company).depots
    left = table.state.markers[company_of_network(table, spot.company)]
    return prices[len(prices) - left]


STATIONS = (
    Site(
        id="",
        open=nothing_built_yet,
        offers=stations_in_reach,
        clauses=(
            owes_for_a_tram,
            not_a_city,
            sbahn_only,
            no_chip_left,
            one_depot_a_station,
            no_free_place,
            home_circle_kept,
            out_of_reach,
        ),
        cost=cost,
        built=nothing_more,
    ),
)


# The step ---------------------------------------------------------------------------------------------------


class DepotStep(StationStep, frozen=True):
    """A company or network may build one depot, or buy one (7.1, 7.8)."""

    answers: ClassVar[tuple[type[Action], ...]] = (BuildStation, OfferForDepot)

    declined: tuple[tuple[str, str, int], ...] = ()
    """What other directors have refused: seller, hex, price; the next offer for that depot must be higher."""

    def choices(self, table: Any, seat: int) -> Iterator[Choice]:
        yield from self.stations(table, seat)
        yield from self.purchases(table, seat)
        yield Pass(seat)

    def stations(self, table: Any, seat: int) -> Iterator[BuildStation]:
        """Every depot that may be built now; all cost the same, and whether a run comes there is asked last."""
        if self._can_pay(table, 0) and nothing_built_yet(table, self) is None:
            names = table.rules.printed.box.grid.names
            for stop in sorted(reach(table, self.company).tree.stops):
                spot = Spot(self.company, *divmod(stop, PLACES))
                if first_refusal(STATIONS[0].clauses, table, spot) is None:
                    yield BuildStation(seat, self.company, names[spot.hex], spot.city)

    def _can_pay(self, table: Table, more: int) -> bool:
        """Whether there is a chip left, and the money for it and so much more."""
        left = table.state.markers[company_of_network(table, self.company)]
        return bool(left) and table.state.cash[self.company] >= cost(table, Spot(self.company, 0, 0)) + more

    def taken_up(self) -> DepotStep:
        """The same step when an offer has been accepted: it was the turn's one depot (7.8)."""
        return self.with_(built=True)

    def turned_down(self, offer: OfferForDepot) -> DepotStep:
        """The same step when an offer has been declined."""
        return self.with_(declined=(*self.declined, (offer.seller, offer.hex, offer.price)))

    def purchases(self, table: Table, seat: int) -> Iterator[Range]:
        """Every offer for a depot that may be made now."""
        names = table.rules.printed.box.grid.names
        if self.built or not self._can_pay(table, table.rules.printed.title["depots"]["least_price"]):
            return
        for stop in sorted(reach(table, self.company).tree.stops):
            for seller in owners_in(table, stop):
                offer = OfferForDepot(seat, self.company, names[stop // PLACES], seller, 0)
                prices = self.prices(table, offer)
                if prices and self._why_not_ask(table, offer) is None:
                    yield Range(replace(offer, price=prices[0]), "price", prices[0], prices[-1])

    def prices(self, table: Table, offer: OfferForDepot) -> range:
        """What may be offered beside the chip's price: above what was declined, and not too often (7.8)."""
        refused = self.refused(offer)
        if not may_ask_again(refused):
            return range(0)
        least: int = table.rules.printed.title["depots"]["least_price"]
        chip = cost(table, spot_for(table, offer))
        return range(max([least, *(price + 1 for price in refused)]), table.state.cash[self.company] - chip + 1)

    def refused(self, offer: OfferForDepot) -> list[int]:
        """The prices at which this depot was not to be had in this turn."""
        return [price for seller, hex_, price in self.declined if (seller, hex_) == (offer.seller, offer.hex)]

    def refusal(self, table: Any, action: object) -> Refusal | None:
        if not isinstance(action, OfferForDepot) or action.company != self.company:
            return super().refusal(table, action)
        forbidden = self._why_not_ask(table, action)
        if forbidden:
            return forbidden
        prices = self.prices(table, action)
        if action.price in prices:
            return None
        if prices:
            return errors.refuse("7.8", "price_out_of_range", least=prices[0], most=prices[-1])
        if not may_ask_again(self.refused(action)):
            return errors.refuse("7.8", "no_more_offers", hex=action.hex, company=action.seller)
        least = prices.start + cost(table, spot_for(table, action))
        return refuse(table, "station_too_dear", cost=least, cash=table.state.cash[self.company])

    def _why_not_ask(self, table: Table, offer: OfferForDepot) -> Refusal | None:
        """Somebody else's depot, not a start depot, in reach, and a chip to put in its place (7.8)."""
        if self.built:
            return refuse(table, "one_station_a_turn", company=self.company)
        hex_ = table.rules.printed.box.grid.index.get(offer.hex)
        if hex_ is None or offer.seller not in owners_in(table, stop_number(hex_, 0)):
            return refuse(table, "depot_not_there", hex=offer.hex, company=offer.seller)
        if is_start_depot(table, offer.seller, hex_):
            return refuse(table, "start_depot_stays", hex=offer.hex, company=offer.seller)
        clauses = (owes_for_a_tram, no_chip_left, one_depot_a_station, out_of_reach)
        return first_refusal(clauses, table, spot_for(table, offer))

    def idle(self, table: Any) -> bool:
        if not is_acting(table, self.company):
            return True
        return not self.can_act(table)

    def can_act(self, table: Any) -> bool:
        seat = self.waiting(table)[0]
        return any(True for _ in self.stations(table, seat)) or any(True for _ in self.purchases(table, seat))

    def apply(self, turn: Any, action: Pass | BuildStation | OfferForDepot) -> None:
        if isinstance(action, BuildStation):
            turn.push(self.with_(built=True))
            build(turn, action)
        elif isinstance(action, OfferForDepot):
            turn.emit(DepotOffered(action.company, action.seller, action.hex, action.price))
            if turn.rules.director(turn, action.seller) == action.seat:
                turn.push(self.with_(built=True))
                take_over(turn, action)
            else:
                turn.push(DepotOffer(action), self)


class DepotOffer(PriceOffer, frozen=True):
    """The director of the depot's owner accepts or declines (7.8)."""

    offer: OfferForDepot

    def asked(self) -> str:
        return self.offer.seller

    def only_an_answer(self, table: Any) -> Refusal:
        return errors.refuse("7.8", "answer_the_offer", company=self.offer.seller)

    def answered(self, seat: int, accept: bool) -> Event:
        offer = self.offer
        return DepotAnswered(offer.company, offer.seller, offer.hex, offer.price, accept)

    def agreed(self, turn: Move) -> None:
        asker: Any = turn.pop()
        turn.push(asker.taken_up())
        take_over(turn, self.offer)


# Whose depots they are --------------------------------------------------------------------------------------


def owners_in(table: Table, stop: int) -> list[str]:
    """Companies and networks with a depot in a station."""
    sbahn = table.rules.printed.sbahn
    return [
        network_at(table, stop // PLACES) if mark == sbahn else mark
        for mark in table.state.board.stations.get(stop, ())
    ]


def network_at(table: Table, hex_: int) -> str:
    """The network whose depot stands in a hex (12.5)."""
    return next(network for network, hexes in table.state.network_depots.items() if hex_ in hexes)


def is_start_depot(table: Table, owner: str, hex_: int) -> bool:
    """Whether this depot came with the company: it is never sold (7.8). The S-Bahn has four of them (12.5)."""
    if is_sbahn(table, owner):
        return hex_ not in table.state.further_depots
    return table.rules.printed.homes[owner][0] == hex_


def build(turn: Move, action: BuildStation) -> None:
    """Pay the bank for the chip, tell, and place it (7.2)."""
    spot = spot_of(turn, action)
    assert spot is not None
    price = cost(turn, spot)
    turn.rules.pay(turn, action.company, BANK, price, "station")
    turn.emit(StationBuilt(action.company, action.hex, action.city, price, action.permit))
    _note(turn, action.company, spot.hex)
    place_marker(turn, company_of_network(turn, action.company), spot.stop)


def take_over(turn: Move, offer: OfferForDepot) -> None:
    """The chip's price to the bank, the agreed one to the seller, whose chip returns to him (7.8)."""
    spot = spot_for(turn, offer)
    chip = cost(turn, spot)
    turn.rules.pay(turn, offer.company, BANK, chip, "station")
    turn.rules.pay(turn, offer.company, offer.seller, offer.price, "depot")
    turn.emit(DepotTaken(offer.company, offer.seller, offer.hex, offer.price, chip))
    buyer, seller = company_of_network(turn, offer.company), company_of_network(turn, offer.seller)
    markers = turn.state.markers
    turn.set(markers={**markers, buyer: markers[buyer] - 1, seller: markers[seller] + 1})
    if is_sbahn(turn, offer.seller):
        depots = turn.state.network_depots
        turn.set(
            network_depots={**depots, offer.seller: depots[offer.seller] - {spot.hex}},
            further_depots=turn.state.further_depots - {spot.hex},
        )
    _note(turn, offer.company, spot.hex)
    set_board(turn, turn.state.board.without_station(seller, spot.stop).with_station(buyer, spot.stop))


def _note(turn: Move, id_: str, hex_: int) -> None:
    """Which network a depot of the S-Bahn belongs to, and that it is no start depot."""
    if is_sbahn(turn, id_):
        depots = turn.state.network_depots
        turn.set(
            network_depots={**depots, id_: depots.get(id_, frozenset()) | {hex_}},
            further_depots=turn.state.further_depots | {hex_},
        )


def spot_for(table: Table, offer: OfferForDepot) -> Spot:
    return Spot(offer.company, table.rules.printed.box.grid.index[offer.hex], 0)
