"""Trains: two faces of a card, duty, trade, phases and export (Loks kaufen, Phasenwechsel, Export)."""

from __future__ import annotations

from msgspec.structs import replace

from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen import trains as room
from stellwerk.eighteen.actions import BuyTrain, OfferForTrain
from stellwerk.eighteen.classic.events import TrainExported
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.eighteen.trains import (
    Buying,
    CheckLimits,
    Trade,
    Ware,
    begin_phase,
    take_card,
    ware_of,
)
from stellwerk.play.errors import Refusal

from . import state
from .data import FEDERAL, HISTORICAL, PRE_SBB, REGIONAL, SBB_TRAIN
from .events import TrainsTurned
from .loans import settle_offer, settle_purchase
from .privates import privates_close
from .running import can_run
from .state import Move, Table, director, in_phase, is_regional, kind_of, phase44


def for_sale(table: Table, company: str) -> list[Ware]:
    """Both faces of the bank's next card, and what lies in the pool at its face value (Loks kaufen)."""
    kinds = table.rules.printed.trains
    faces = [face for card in table.state.depot[:1] for face in table.rules.printed.faces[card]]
    wares = [Ware(face, BANK, kinds[face].price) for face in faces]
    return wares + [Ware(train, POOL, kinds[train].price) for train in dict.fromkeys(table.state.trains[POOL])]


def h_trains_only(table: Table, action: BuyTrain | OfferForTrain) -> Refusal | None:
    """Regional companies own H trains only (Regionalbahnen)."""
    if not is_regional(table, action.company) or table.rules.printed.trains[action.train].hexes:
        return None
    return refuse(table, "h_trains_only", company=action.company)


LIMITS = {
    REGIONAL: "Regionalbahnen",
    PRE_SBB: "Vor-SBB Gesellschaften",
    FEDERAL: "Gründung der SBB",
    HISTORICAL: "Phasenwechsel",
}
"""Where the number of trains is limited, by kind of company."""


def train_limit(table: Table, action: BuyTrain | OfferForTrain) -> Refusal | None:
    """Historical companies have as many as the phase allows, others always the same."""
    refusal = room.train_limit(table, action)
    return refusal and replace(refusal, rule=LIMITS[table.rules.printed.companies[action.company].kind])


# Duty and help ----------------------------------------------------------------------------------------------


def must_buy(table: Table, company: str) -> bool:
    """A company without a train must buy one if the smallest on offer could run (Loks kaufen)."""
    if table.state.trains[company] or not kind_of(table, company).must_own:
        return False
    kinds = table.rules.printed.trains
    fit = [kinds[ware.train] for ware in _wares(table, company)]
    smallest = min(fit, key=lambda kind: (not kind.stops, kind.stops or kind.hexes), default=None)
    return smallest is not None and can_run(table, company, smallest)


def _wares(table: Table, company: str) -> list[Ware]:
    """What bank and pool sell that the company may own."""
    kinds = table.rules.printed.trains
    return [w for w in for_sale(table, company) if kinds[w.train].hexes or not is_regional(table, company)]


def may_be_helped(table: Table, company: str) -> bool:
    """The director helps only with the train that is due, and only if the treasury can pay none (Loks kaufen)."""
    if table.state.cash[company] >= cheapest(table, company):
        return False
    return table.rules.trains.must_buy(table, company)


def cheapest(table: Table, company: str) -> int:
    """The lowest price at which bank or pool sell the company a train; 0 if they sell none."""
    return min((ware.price for ware in _wares(table, company)), default=0)


def train_too_dear(table: Table, action: BuyTrain) -> Refusal | None:
    """The treasury can pay, or the director must help."""
    ware = ware_of(table, action)
    assert ware is not None
    cash = table.state.cash[action.company]
    if cash >= ware.price or table.rules.helped(table, action.company):
        return None
    return refuse(table, "train_too_dear", cost=ware.price, cash=cash)


def buy_train(turn: Move, action: BuyTrain) -> None:
    """Pay, with help and loans where they are due, and take the train."""
    ware = ware_of(turn, action)
    assert ware is not None
    settle_purchase(turn, action.company, ware)


# Trade ------------------------------------------------------------------------------------------------------


def no_trade_yet(table: Table, action: OfferForTrain) -> Refusal | None:
    """Companies trade from phase 3 on (Loks kaufen)."""
    return None if in_phase(table, 3) else refuse(table, "no_trade_yet")


def printed_train_stays(table: Table, action: OfferForTrain) -> Refusal | None:
    """The SBB's own 5H is never sold (Gründung der SBB)."""
    return refuse(table, "printed_train_stays") if action.train == SBB_TRAIN else None


def prices(table: Table, company: str, seller: str, train: str) -> range:
    """Face value between two directors, any price within one hand; with help never above face value."""
    face = table.rules.printed.trains[train].price
    cash, helped = table.state.cash[company], table.rules.helped(table, company)
    if director(table, seller) != director(table, company):
        return range(face, face + (cash >= face or helped))
    return range(1, (max(cash, face) if helped else cash) + 1)


# Phases -----------------------------------------------------------------------------------------------------


def arrived(turn: Move, company: str, train: str, source: str) -> None:
    """The first of a kind from the bank begins a phase (Phasenwechsel)."""
    if source == BANK:
        next_phase(turn, turn.rules.printed.trains[train].card)


def next_phase(turn: Move, card: str) -> None:
    """What a new phase brings: trains scrapped or turned, limits, and in phase 5 the end of the privates."""
    if not begin_phase(turn, card):
        return
    now = phase44(turn)
    if now.turns:
        _turn_over(turn, now.turns)
    turn.push(CheckLimits())
    if now.id == "5":
        turn.set(sbb_due=True)
        privates_close(turn)


def _turn_over(turn: Move, card: str) -> None:
    """Trains of a card become H trains, those in the pool too (Lokomotiven)."""
    regular, h = turn.rules.printed.faces[card]
    turn.set(
        trains={
            owner: trains if owner == SCRAPPED else tuple(h if train == regular else train for train in trains)
            for owner, trains in turn.state.trains.items()
        }
    )
    turn.emit(TrainsTurned(regular, h))


def export(turn: Move) -> None:
    """From phase 2 on a train leaves for abroad at the end of each set of operating rounds (Export)."""
    if not in_phase(turn, 2) or not turn.state.depot:
        return
    card = take_card(turn)
    if turn.rules.printed.trains[card].count:
        turn.set(trains={**turn.state.trains, SCRAPPED: (*turn.state.trains[SCRAPPED], card)})
    turn.emit(TrainExported(card))
    next_phase(turn, card)


TRAINS = Buying(
    for_sale=for_sale,
    clauses=(h_trains_only, train_limit, train_too_dear),
    trade=Trade(
        open=(no_trade_yet,),
        clauses=(printed_train_stays, h_trains_only, train_limit),
        prices=prices,
        settle=settle_offer,
    ),
    must_buy=must_buy,
    limit=state.train_limit,
    arrived=arrived,
)
