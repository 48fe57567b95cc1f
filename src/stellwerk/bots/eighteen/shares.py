"""Shares: what to buy, what to sell, and how much money to keep for trains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.bots.api import (
    MARGIN,
    BuyShare,
    Firm,
    Measure,
    Reason,
    SellShares,
    Weighed,
    brings_until_the_end,
    reason,
    sale_brings,
)
from stellwerk.play.core import Action

from .forecast import HELP, Forecast

CONTROL = 25.0  # what directing a sound company is worth
BEGINNING = 0.8  # of a director's part of his company's first money, with which it can grow
MARKER = 20.0  # a station marker of a new company, for its director
OTHERS = 0.05  # of others' money, for a company that one starts
PUSH = 0.4  # of its price, for a paper that brings one's own company nearer to running
FALLS = 0.7  # of a fall of the price, for shares that are kept: it may rise again
DIRECTOR = 20  # percent of the least certificate that makes somebody director
PARS = 3  # companies for which every price is looked at; others are looked at for their highest only


def purchases(forecast: Forecast, buys: Sequence[tuple[Action, BuyShare]]) -> Iterator[Weighed]:
    """A purchase is scored by its gain in percent of its price, or by the gain itself if money is not short.

    What it takes of money that trains will want counts in percent either way: a gain less that is a mixture.
    """
    if not buys:
        return
    cash, reserve = forecast.survey.cash[forecast.seat], reserve_for_trains(forecast)
    for action, move, (score, measure), reasons in _returns(forecast, buys):
        if cash - move.cost < reserve:
            short = reserve - max(0, cash - move.cost)
            score -= 100 * min(short, move.cost) / move.cost * (1 + HELP)
            reasons = (*reasons, reason("keep_for_trains", amount=round(reserve)))
            measure = Measure.RANK if measure is Measure.MONEY else measure
        yield Weighed(action, score, reasons, measure)


Return = tuple[tuple[float, Measure], tuple[Reason, ...]]


def _returns(
    forecast: Forecast, buys: Sequence[tuple[Action, BuyShare]]
) -> Iterator[tuple[Action, BuyShare, tuple[float, Measure], tuple[Reason, ...]]]:
    """Purchases with what they gain; of the companies that could be started, the best at every price."""
    for action, move in buys:
        if not move.par:
            yield action, move, *_return(forecast, move)
    pars: dict[str, list[tuple[Action, BuyShare]]] = {}
    for action, move in buys:
        if move.par:
            pars.setdefault(move.company, []).append((action, move))
    highest = {company: max(moves, key=lambda each: each[1].par) for company, moves in pars.items()}
    first = {company: _return(forecast, move) for company, (_, move) in highest.items()}
    for place, company in enumerate(sorted(first, key=lambda company: -first[company][0][0])):
        for action, move in pars[company]:
            if (action, move) == highest[company]:
                yield action, move, *first[company]
            elif place < PARS:
                yield action, move, *_return(forecast, move)


def _return(forecast: Forecast, move: BuyShare) -> Return:
    """What a purchase gains, by the measure of what is short."""
    if move.par:
        return _start(forecast, move)
    firm = forecast.survey.firms[move.company]
    worth = forecast.share_value(move.company) * move.percent / firm.unit
    reasons: tuple[Reason, ...] = (brings_until_the_end(forecast, firm.id, worth),)
    if becomes_director(forecast, firm, move.percent):
        control = _directing(forecast, firm)
        worth += control
        reasons = (*reasons, reason("directs", company=firm.id, worth=round(control)))
    floated = _floated(forecast, firm, move.percent)
    if floated:
        worth += floated
        reasons = (*reasons, reason("floats", company=firm.id, worth=round(floated)))
    if firm.capital and firm.director == forecast.seat and not firm.running:
        worth += PUSH * move.cost
    return forecast.measured(forecast.seat, worth - move.cost, move.cost), reasons


def _start(forecast: Forecast, move: BuyShare) -> Return:
    """The first share of a company: what it will be worth, and the say over what it begins with."""
    after = forecast.at(forecast.railways.started(forecast.table, forecast.seat, move.company, move.par))
    firm = after.survey.firms[move.company]
    worth = after.share_value(move.company) * move.percent / firm.unit
    worth *= _chance_to_float(after, firm)
    control = CONTROL + BEGINNING * firm.capital * after.part(firm) + MARKER * firm.markers
    reasons = (
        brings_until_the_end(forecast, firm.id, worth),
        reason("directs", company=firm.id, worth=round(control)),
    )
    return forecast.measured(forecast.seat, worth + control - move.cost, move.cost), reasons


def _chance_to_float(forecast: Forecast, firm: Firm) -> float:
    """Whether enough of a new company will be sold: to its director, for the most part."""
    missing = {
        each.id: max(0, each.floats_at - sum(each.parts) - each.pool) * each.price / each.unit
        for each in forecast.survey.firms.values()
        if each.director == forecast.seat and not each.running and not each.opens_in
    }
    mine = forecast.survey.cash[forecast.seat] - sum(missing.values()) + missing[firm.id]
    others = sum(forecast.survey.cash) - forecast.survey.cash[forecast.seat]
    return min(1.0, max(0.0, mine + OTHERS * others) / missing[firm.id]) if missing[firm.id] else 1.0


def _floated(forecast: Forecast, firm: Firm, percent: int) -> float:
    """What shares already held gain if this purchase floats their company at once."""
    sold = sum(firm.parts) + firm.pool
    if firm.running or firm.opens_in or not sold < firm.floats_at <= sold + percent:
        return 0.0
    held = firm.parts[forecast.seat] / firm.unit
    return (held + percent / firm.unit) * (forecast.value_if_floated(firm.id) - forecast.share_value(firm.id))


def becomes_director(forecast: Forecast, firm: Firm, percent: int) -> bool:
    """Whether a purchase brings the direction of a company with it."""
    seat = forecast.seat
    if firm.director == seat:
        return False
    if firm.director is None:
        return firm.price > 0 and not firm.running and percent >= DIRECTOR
    return firm.parts[seat] + percent > firm.parts[firm.director]


def _directing(forecast: Forecast, firm: Firm) -> float:
    """The say over a company, less the money that its director may have to add."""
    return CONTROL - HELP * forecast.shortage(firm)


def reserve_for_trains(forecast: Forecast) -> float:
    """Money that the companies a seat directs may want from it before long."""
    firms = [firm for firm in forecast.survey.firms.values() if firm.director == forecast.seat]
    return HELP * sum(forecast.shortage(firm) for firm in firms)


def sales(forecast: Forecast, choices: Sequence[tuple[Action, SellShares]], may_stop: bool) -> Iterator[Weighed]:
    """Sell what will bring less than its price, or less than what the money could buy instead.

    Where there is no choice but to sell (`may_stop` is false), scores only rank what is lost least.
    """
    if not choices:
        return
    cash = forecast.survey.cash[forecast.seat]
    better, price = _better_use(forecast) if may_stop and not forecast.owes else (0.0, 0)
    for action, move in choices:
        firm = forecast.survey.firms[move.company]
        keeps = forecast.share_value(move.company) * move.percent / firm.unit
        rest = firm.parts[forecast.seat] - move.percent
        fall = firm.price - forecast.railways.price_sold(forecast.table, move.company)
        gain = move.proceeds - keeps - FALLS * fall * rest / firm.unit
        gain += forecast.survey.interest / 100 * min(move.proceeds, forecast.owes)
        use = better if cash + move.proceeds >= price else 0.0
        gain += use
        if firm.director == forecast.seat and loses_direction(firm, forecast.seat, rest):
            gain -= _directing(forecast, firm)
        score = (100 * gain - MARGIN * keeps) / max(1, move.proceeds) if may_stop else gain
        yield Weighed(
            action,
            score,
            (
                brings_until_the_end(forecast, firm.id, keeps),
                sale_brings(firm.id, move.proceeds, use),
            ),
            Measure.PERCENT if may_stop else Measure.MONEY,
        )


def loses_direction(firm: Firm, seat: int, rest: int) -> bool:
    """Whether somebody else would hold more of a company."""
    return any(part > rest for other, part in enumerate(firm.parts) if other != seat)


def _better_use(forecast: Forecast) -> tuple[float, int]:
    """The most that a paper would gain for which money or room is lacking now, and what it costs."""
    seat, survey = forecast.seat, forecast.survey
    best, price = 0.0, 0
    for firm in survey.firms.values():
        percent = firm.next_paper or min(firm.unit, firm.pool)
        if not firm.price or not percent:
            continue
        cost = firm.price * percent // firm.unit
        if survey.cash[seat] >= cost and survey.papers_left[seat] > 0:
            continue
        gain = forecast.share_value(firm.id) * percent / firm.unit - cost
        if gain > best:
            best, price = gain, cost
    return best, price
