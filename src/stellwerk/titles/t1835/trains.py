"""Buying trains, phases and train limits (5.4.4, 5.5.4)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen.actions import BuyTrain, OfferForTrain
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.trains import (
    Buying,
    CheckLimits,
    Trade,
    Ware,
    begin_phase,
    hand_over,
    take_train,
    train_limit,
    ware_of,
)
from stellwerk.play.errors import Refusal

from . import state
from .emergency import EmergencySales
from .privates import close_leipzig, close_with_the_first_5
from .prussia import FoundPrussiaNow, MergeAll, OfferFounding, may_found
from .raising import cheapest, raised
from .state import Move, Table, director, is_minor, pay, phase35


def for_sale(table: Table, company: str) -> list[Ware]:
    """The next train of the bank (5.5.4.5), and those in the pool (5.5.4.8)."""
    kinds = table.rules.printed.trains
    bank = [Ware(train, BANK, kinds[train].price) for train in table.state.depot[:1]]
    return bank + [Ware(train, POOL, kinds[train].price) for train in dict.fromkeys(table.state.trains[POOL])]


# Duty and help ----------------------------------------------------------------------------------------------


def must_buy(table: Table, company: str) -> bool:
    """An AG without a train must buy one while bank or pool have any (5.5.4.4).

    A company that is only looked after since its director went bankrupt has nobody who must help (5.5.4.13).
    """
    if is_minor(table, company) or table.state.trains[company] or not for_sale(table, company):
        return False
    return may_be_helped(table, company) or table.state.cash[company] >= cheapest(table, company)


def may_be_helped(table: Table, company: str) -> bool:
    """The director adds private money for the train that his AG lacks, and for no other (5.5.4.12)."""
    return (
        not is_minor(table, company)
        and not table.state.trains[company]
        and isinstance(table.state.papers[f"{company}-D"], int)
    )


def train_too_dear(table: Table, action: BuyTrain | OfferForTrain) -> Refusal | None:
    """Only the train that an AG lacks may cost more than its treasury has."""
    cost, cash = _cost(table, action), table.state.cash[action.company]
    if cash >= cost or may_be_helped(table, action.company):
        return None
    return refuse(table, "train_too_dear", cost=cost, cash=cash)


def _cost(table: Table, action: BuyTrain | OfferForTrain) -> int:
    return action.price if isinstance(action, OfferForTrain) else table.rules.printed.trains[action.train].price


def more_than_printed(table: Table, action: OfferForTrain) -> Refusal | None:
    """With the director's money nothing above the printed price is paid."""
    price = table.rules.printed.trains[action.train].price
    if action.price <= max(table.state.cash[action.company], price):
        return None
    return refuse(table, "more_than_printed", train=action.train, price=price)


def cannot_be_raised(table: Table, action: BuyTrain | OfferForTrain) -> Refusal | None:
    """Treasury, director and his sales bring the price; the bank advances only the cheapest train."""
    cost = _cost(table, action)
    if cost <= table.state.cash[action.company]:
        return None
    if isinstance(action, BuyTrain) and cost <= cheapest(table, action.company):
        return None
    most = raised(table, action.company, cost)
    return None if cost <= most else refuse(table, "cannot_be_raised", cost=cost, funds=most)


def buy_train(turn: Move, action: BuyTrain) -> None:
    """Pay for a train of bank or pool, if need be with the director's help (5.5.4.12)."""
    ware = ware_of(turn, action)
    assert ware is not None
    if turn.state.cash[action.company] < ware.price:
        turn.push(EmergencySales(action.company, ware.train, ware.source, ware.price))
        return
    pay(turn, action.company, BANK, ware.price, "train")
    take_train(turn, action.company, ware, 0)


# Trade ------------------------------------------------------------------------------------------------------


def no_trade_yet(table: Table, action: OfferForTrain) -> Refusal | None:
    """Companies trade from the first 3 on."""
    return None if phase35(table).trade else refuse(table, "no_trade_yet")


def nobody_sells(table: Table, action: OfferForTrain) -> Refusal | None:
    """Somebody directs the company whose train it is."""
    if director(table, action.seller) is not None:
        return None
    return refuse(table, "nobody_sells", company=action.seller)


def prices(table: Table, company: str, seller: str, train: str) -> range:
    """Any price from 1 up to the treasury's money (5.5.4.3).

    For the missing train the director adds his, but not above the printed price (5.5.4.12).
    """
    most = table.state.cash[company]
    if may_be_helped(table, company):
        most = max(most, raised(table, company, table.rules.printed.trains[train].price))
    return range(1, most + 1)


def settle(turn: Move, offer: OfferForTrain) -> None:
    """Pay another company for its train, if need be with the director's help (5.5.4.12)."""
    if turn.state.cash[offer.company] < offer.price:
        turn.push(EmergencySales(offer.company, offer.train, offer.seller, offer.price))
        return
    pay(turn, offer.company, offer.seller, offer.price, "train")
    hand_over(turn, offer)


# Phases -----------------------------------------------------------------------------------------------------


def arrived(turn: Move, company: str, train: str, source: str) -> None:
    """Effects of a first train: of Sachsen (3.1.3.4), and of a kind from the bank (5.5.4.14.1–5.5.4.14.6).

    What is scrapped is out of the game (5.5.4.6); what is above a limit goes to the pool for nothing (5.5.4.8).
    """
    close_leipzig(turn, company)
    if source != BANK or not begin_phase(turn, train):
        return
    if train == "4":
        turn.push(CheckLimits(), *([OfferFounding()] if may_found(turn) else []))
    elif train == "4+4":
        turn.push(CheckLimits(), *([FoundPrussiaNow()] if may_found(turn) else []))
    elif train == "5":
        close_with_the_first_5(turn)
        turn.push(MergeAll(), CheckLimits())
    else:
        turn.push(CheckLimits())


TRAINS = Buying(
    for_sale=for_sale,
    clauses=(train_limit, train_too_dear, cannot_be_raised),
    trade=Trade(
        open=(no_trade_yet, train_limit),
        clauses=(nobody_sells, train_too_dear, more_than_printed, cannot_be_raised),
        prices=prices,
        settle=settle,
    ),
    must_buy=must_buy,
    limit=state.train_limit,
    arrived=arrived,
)
