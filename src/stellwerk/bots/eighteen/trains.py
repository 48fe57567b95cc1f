"""Trains: which to buy, whether to keep income for them, which to give up, and at what price to sell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from stellwerk.bots.api import (
    NEEDED,
    RIVALRY,
    TO_AND_FRO,
    Firm,
    GiveUpTrain,
    Measure,
    PayOut,
    SellTrain,
    TakeTrain,
    Weighed,
    lasts,
    reason,
)
from stellwerk.play.core import Action

from .forecast import HELP, SPARE, Forecast

FOR_TRACK = 70
LONG = 2  # how often interest falls due on what is borrowed for a train
SOONER = 1.0  # rounds by which a purchase brings the next kind of train forward
LAST = 0.5  # of the price of a train on offer, for the last one of a company that must own one
OF_EQUALS = 0.01  # of its price: of trains that are missed as little the cheapest goes
SAVED_FOR = 4.0  # rounds for which a train counts that could be bought instead, or sooner


def purchases(forecast: Forecast, buys: Sequence[tuple[Action, TakeTrain]]) -> Iterator[Weighed]:
    """A train is worth what it earns until it goes, and costs what else its price could have bought."""
    for action, move in buys:
        firm = forecast.survey.firms[move.company]
        earns = forecast.added if move.seller else forecast.extra_income
        gain = earns(firm, move.train)
        worth = forecast.part(firm) * forecast.over_time(partial(earns, firm), move.train)
        needed = not firm.trains and firm.must_own
        if needed:
            worth += NEEDED
        cost = _own_money(forecast, firm, move) if needed else _price_of(forecast, firm, move)
        if move.seller:
            cost += _loss(forecast, forecast.survey.firms[move.seller], move.train) + TO_AND_FRO
        score = worth - cost + (_rust(forecast, move.train) if move.from_bank else 0.0)
        yield Weighed(
            action,
            score,
            (
                reason("train_earns", company=firm.id, train=move.train, amount=round(gain)),
                lasts(forecast, move.train),
            ),
            Measure.DUTY if needed else Measure.MONEY,
        )


def _own_money(forecast: Forecast, firm: Firm, move: TakeTrain) -> float:
    """What the director must add, and a little of what the company pays; what he must borrow costs interest."""
    added = max(0, move.cost - firm.treasury)
    borrowed = max(0, added - forecast.survey.cash[forecast.seat])
    interest = LONG * borrowed * forecast.survey.interest / 100
    return added + interest + SPARE * min(move.cost, firm.treasury)


def _price_of(forecast: Forecast, firm: Firm, move: TakeTrain) -> float:
    """What spending treasury money costs the director: mostly what he will have to add later.

    The train that is bought is there by then: one that lasts saves him the next one.
    """
    amount = move.cost
    with_it = replace(firm, trains=(*firm.trains, move.train), room=firm.room - 1)
    later = forecast.shortage(with_it, amount) - forecast.shortage(firm)
    track = 0.0
    if not forecast.run(firm.id, firm.trains):  # a company that cannot run yet needs money for terrain
        track = max(0, min(amount, FOR_TRACK - firm.treasury + amount))
    return later * (HELP + forecast.part(firm)) + SPARE * amount + track


def _rust(forecast: Forecast, train: str) -> float:
    """What the first train of a kind does to the trains it scraps, one's own and the others'.

    Somebody would buy it soon in any case, so only the rounds until then are lost.
    """
    train = forecast.survey.kinds[train].card or train
    if forecast.survey.depot[:1] != (train,):
        return 0.0
    total = 0.0
    rounds = min(forecast.rounds_left(), SOONER)
    for firm in forecast.survey.firms.values():
        kept = tuple(_turned(forecast, other, train) for other in firm.trains if _stays(forecast, other, train))
        if firm.running and kept != firm.trains and firm.trains:
            lost = forecast.run(firm.id, firm.trains) - forecast.run(firm.id, kept)
            mine = forecast.part(firm)
            others = (sum(firm.parts) / 100 - mine) / max(1, forecast.survey.seats - 1)
            total += lost * (others - mine) * rounds
            if firm.director == forecast.seat and not kept and firm.must_own:
                total -= HELP * max(0, forecast.survey.kinds[train].price - firm.treasury)
    return total


def _stays(forecast: Forecast, train: str, new: str) -> bool:
    """Whether a train outlives the first of another kind."""
    return forecast.survey.kinds[train].ends_with != new


def _turned(forecast: Forecast, train: str, new: str) -> str:
    """What a train is after the first of another kind."""
    kind = forecast.survey.kinds[train]
    return kind.turns_into if kind.turns_with == new else train


def dividends(forecast: Forecast, choices: Sequence[tuple[Action, PayOut]]) -> Iterator[Weighed]:
    """Pay out, unless the company lacks money for a train and the train is worth the wait."""
    for action, move in choices:
        firm = forecast.survey.firms[move.company]
        price = forecast.railways.price_after
        shares = forecast.part(firm) * firm.shares
        if move.pay:
            rise = price(forecast.table, firm.id, 1) - firm.price
            score = forecast.part(firm) * move.income + shares * rise
            told = reason("payout_brings", company=firm.id, amount=round(score))
            yield Weighed(action, score, (told,), Measure.MONEY)
        else:
            fall = price(forecast.table, firm.id, -1) - firm.price
            useful = _use_of(forecast, firm, move.income)
            told = reason("money_for_a_train", company=firm.id, amount=round(useful))
            yield Weighed(action, useful + shares * fall, (told,), Measure.MONEY)


def _use_of(forecast: Forecast, firm: Firm, amount: int) -> float:
    """What more money in the treasury is worth to the director: help saved, or a train sooner."""
    if forecast.survey.ending and forecast.rounds_left() <= 1:
        return 0.0
    saved = forecast.shortage(firm) - forecast.shortage(firm, -amount)
    worth = saved * (HELP + forecast.part(firm))
    kind = forecast.next_train(firm=firm)
    if kind and firm.room and firm.treasury < kind.price <= firm.treasury + amount:
        rounds = min(forecast.train_life(kind.id), SAVED_FOR, forecast.rounds_left() - 1)
        worth += forecast.part(firm) * forecast.extra_income(firm, kind.id) * max(0.0, rounds)
    return worth + SPARE * amount * forecast.part(firm)


def answers(forecast: Forecast, choices: Sequence[tuple[Action, SellTrain]]) -> Iterator[Weighed]:
    """Sell a train for more than it is worth, and never the last one of a company that must own one."""
    for action, move in choices:
        firm = forecast.survey.firms[move.company]
        loss = _loss(forecast, firm, move.train) + _help_to_rival(forecast, move)
        gain = forecast.part(firm) * move.price - loss
        score = gain if move.accept else 0.0
        told = reason("train_is_worth", train=move.train, amount=round(loss))
        yield Weighed(action, score, (told,), Measure.MONEY)


def _help_to_rival(forecast: Forecast, move: SellTrain) -> float:
    """What a train is worth to those who get it, as far as that is other people's money."""
    buyer = forecast.survey.firms[move.buyer]
    rounds = max(1.0, min(forecast.train_life(move.train), forecast.rounds_left()))
    worth = min(forecast.extra_income(buyer, move.train) * rounds, forecast.survey.kinds[move.train].price)
    return max(0.0, RIVALRY * worth * (1 - forecast.part(buyer)))


def _loss(forecast: Forecast, firm: Firm, train: str) -> float:
    """What a company's director loses with a train; a full company with money can buy a better one instead."""
    place = firm.trains.index(train)
    rest = firm.trains[:place] + firm.trains[place + 1 :]
    rounds = min(forecast.train_life(train), forecast.rounds_left())
    left = forecast.run(firm.id, rest)
    kind = forecast.next_train(firm=firm)
    if kind and firm.room <= 0 and firm.treasury >= kind.price:
        left = max(left, forecast.run(firm.id, (*rest, kind.id)))
        rounds = min(SAVED_FOR, forecast.rounds_left())
    lost = forecast.part(firm) * (forecast.run(firm.id, firm.trains) - left) * rounds
    if not rest and firm.must_own and kind:
        lost += max(0, kind.price - firm.treasury) + LAST * kind.price
    return lost


def losses(forecast: Forecast, choices: Sequence[tuple[Action, GiveUpTrain]]) -> Iterator[Weighed]:
    """Give up the train that is missed least."""
    for action, move in choices:
        loss = _loss(forecast, forecast.survey.firms[move.company], move.train)
        loss += OF_EQUALS * forecast.survey.kinds[move.train].price
        told = reason("train_is_worth", train=move.train, amount=round(loss))
        yield Weighed(action, -loss, (told,), Measure.MONEY)
