"""Trains from bank and pool, beside the bank's next one, and from one another; duty, phases."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, POOL
from stellwerk.play.errors import Refusal

from ..actions import BuyTrain, OfferForTrain
from ..clauses import refuse
from ..rules import answered
from ..state import SCRAPPED, Move, Table, phase
from ..trains import (
    Buying,
    CheckLimits,
    Trade,
    Ware,
    begin_phase,
    hand_over,
    take_card,
    take_train,
    train_limit,
    ware_of,
)
from .brought import close_with_train
from .emergency import Emergency
from .events import TrainExported
from .running import has_route

# Wares ------------------------------------------------------------------------------------------------------


def next_beside_and_pool(table: Table, company: str) -> list[Ware]:
    """The bank's next train, what it sells beside that, and what lies in the pool at its printed price."""
    kinds = table.rules.printed.trains
    wares = [Ware(train, BANK, kinds[train].price) for train in table.state.depot[:1]]
    wares += beside(table, company)
    return wares + [Ware(train, POOL, kinds[train].price) for train in dict.fromkeys(table.state.trains[POOL])]


def beside(table: Table, company: str) -> Iterator[Ware]:
    """Trains that the bank sells though others lie on top of them, and all that can be had for one given in."""
    depot, phases = table.state.depot, [each.id for each in table.rules.printed.phases]
    for kind in table.rules.printed.trains.values():
        if kind.available_from and kind.id in depot and table.state.phase >= phases.index(kind.available_from):
            if depot[0] != kind.id:
                yield Ware(kind.id, BANK, kind.price)
            for train in dict.fromkeys(train for train in table.state.trains[company] if train in kind.takes):
                yield Ware(kind.id, BANK, kind.price - kind.discount, train)


def cheapest(table: Table, company: str) -> int:
    """The price of the cheapest train of bank and pool."""
    return min(ware.price for ware in table.rules.trains.for_sale(table, company) if not ware.given)


def limit_of_phase(table: Table, company: str) -> int:
    """All companies may own as many trains."""
    return phase(table).limit


# Duty -------------------------------------------------------------------------------------------------------


def must_with_a_route(table: Table, company: str) -> bool:
    """A company without a train must buy one if any train would have a route."""
    return not table.state.trains[company] and has_route(table, company)


def must_in_any_case(table: Table, company: str) -> bool:
    """A company without a train must buy one, with a route or without."""
    return not table.state.trains[company]


def in_need(table: Table, company: str) -> bool:
    """The director must help: the company needs a train and cannot pay any."""
    return table.rules.trains.must_buy(table, company) and table.state.cash[company] < cheapest(table, company)


def train_too_dear(table: Table, action: BuyTrain) -> Refusal | None:
    """The treasury pays, and the director adds to it for the cheapest train that the company lacks."""
    ware = ware_of(table, action)
    assert ware is not None
    cash = table.state.cash[action.company]
    if cash >= ware.price:
        return None
    if answered(table.rules.help).helps(table, action.company):
        least = cheapest(table, action.company)
        return None if ware.price == least else refuse(table, "only_the_cheapest", cost=least)
    return refuse(table, "train_too_dear", cost=ware.price, cash=cash)


def buy_train(turn: Move, action: BuyTrain) -> None:
    """Pay for a train of bank or pool, if need be with the director's help."""
    ware = ware_of(turn, action)
    assert ware is not None
    if turn.state.cash[action.company] < ware.price:
        turn.push(Emergency(action.company, ware))
        return
    turn.rules.pay(turn, action.company, BANK, ware.price, "train")
    take_train(turn, action.company, ware, 0)


def arrived(turn: Move, company: str, train: str, source: str) -> None:
    """The first train of a kind begins a phase, with all that hangs on it; a private may close with any."""
    close_with_train(turn, company)
    if source == BANK and begin_phase(turn, train):
        turn.push(CheckLimits())
        if phase(turn).privates_close:
            answered(turn.rules.owning).close(turn)
        turn.rules.phase_began(turn)


def export_train(turn: Move) -> None:
    """After a set of rounds the bank's next train leaves the game, and begins a phase as if it had been bought."""
    state, kinds = turn.state, turn.rules.printed.trains
    if state.operating_round < state.operating_rounds or not state.depot or not kinds[state.depot[0]].count:
        return
    card = take_card(turn)
    turn.set(trains={**turn.state.trains, SCRAPPED: (*turn.state.trains[SCRAPPED], card)})
    turn.emit(TrainExported(card))
    turn.rules.trains.arrived(turn, "", card, BANK)


# Trade ------------------------------------------------------------------------------------------------------


def within_the_treasury(table: Table, company: str, seller: str, train: str) -> range:
    """Any price from 1 up to all the treasury has."""
    return range(1, table.state.cash[company] + 1)


def settle(turn: Move, offer: OfferForTrain) -> None:
    """The treasury pays another company."""
    turn.rules.pay(turn, offer.company, offer.seller, offer.price, "train")
    hand_over(turn, offer)


TRAINS = Buying(
    for_sale=next_beside_and_pool,
    clauses=(train_limit, train_too_dear),
    trade=Trade(open=(train_limit,), clauses=(), prices=within_the_treasury, settle=settle),
    must_buy=must_with_a_route,
    limit=limit_of_phase,
    arrived=arrived,
)
