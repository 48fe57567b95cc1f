"""What a learner may see of 1881 beside what all 18xx titles have. Envelopes are masked like everything secret."""

from typing import Any

from stellwerk.eighteen.observed import COMPANIES, HEXES, TRAINS, and_also
from stellwerk.play.observed import GAME, SEATS, Column, Told, entries, of_seat, part


def _rank(rules: Any, state: Any) -> Told:
    return {seat: place + 1 for place, seat in enumerate(state.rank)}


def _depots(rules: Any, state: Any) -> Told:
    found: dict[int, dict[str, int]] = {}
    for network, hexes in state.network_depots.items():
        for hex_ in hexes:
            found.setdefault(hex_, {})[network] = 1
    return found


def _owed(rules: Any, state: Any) -> Told:
    return {company: amount for company, (_, amount) in state.credit.items()}


def _noted(rules: Any, state: Any) -> Told:
    return {seat: amount for seat, amount in state.noted.items() if isinstance(seat, int)}


def _sbahn_trains(rules: Any, state: Any) -> Told:
    return {train: state.sbahn_depot.count(train) for train in state.sbahn_depot}


def _paid(rules: Any, state: Any) -> Told:
    return {network: amount + 1 for network, amount in state.paid_out}


OBSERVED = and_also(
    *(part(GAME, field) for field in ("still", "opened", "laid", "turn_bonus", "joined", "vetoed")),
    entries(SEATS, "envelopes", "envelope"),
    of_seat("auctioneer"),
    of_seat("tram"),
    of_seat("last_buyer"),
    Column(table=SEATS, name="rank", reads=("rank",), tell=_rank),
    Column(table=SEATS, name="noted", reads=("noted",), tell=_noted),
    part(COMPANIES, "invested"),
    part(COMPANIES, "apart"),
    part(COMPANIES, "bankrupt"),
    Column(table=COMPANIES, name="owes", reads=("credit",), tell=_owed),
    Column(table=COMPANIES, name="paid_out", reads=("paid_out",), tell=_paid),
    Column(table=TRAINS, name="sbahn_left", reads=("sbahn_depot",), tell=_sbahn_trains),
    Column(table=HEXES, name="network_depots", reads=("network_depots",), tell=_depots, across=COMPANIES),
    part(HEXES, "further_depots"),
)
