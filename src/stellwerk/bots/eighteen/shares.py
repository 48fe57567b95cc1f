"""Shares: what to buy, what to sell, and how much money to keep for trains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.bots.api import BuyShare, Firm, Reason, SellShares, Weighed, reason
from stellwerk.play.core import Action

from .forecast import HELP, Forecast

CONTROL = 25.0  # what directing a sound company is worth
MARGIN = 30.0  # percent of its worth by which an exchange must be better, so that shares do not go in circles
RICH = 200.0  # marks for each paper that may still be taken


def purchases(forecast: Forecast, buys: Sequence[tuple[Action, BuyShare]]) -> Iterator[Weighed]:
    """A purchase is scored by its gain in percent of its price, or by the gain itself if money is not short."""
    cash, reserve = forecast.survey.cash[forecast.seat], reserve_for_trains(forecast)
    for action, move in buys:
        score, reasons = _return(forecast, move)
        if cash - move.cost < reserve:
            short = reserve - max(0, cash - move.cost)
            score -= 100 * min(short, move.cost) / move.cost * (1 + HELP)
            reasons = (*reasons, reason("keep_for_trains", amount=round(reserve)))
        yield Weighed(action, score, reasons)


def _return(forecast: Forecast, move: BuyShare) -> tuple[float, tuple[Reason, ...]]:
    """What a purchase gains, by the measure of what is short."""
    firm = forecast.survey.firms[move.company]
    worth = forecast.share_value(move.company) * move.percent / 10
    reasons: tuple[Reason, ...] = (reason("share_is_worth", company=firm.id, price=round(worth)),)
    if becomes_director(forecast, firm, move.percent):
        control = _directing(forecast, firm)
        worth += control
        reasons = (*reasons, reason("directs", company=firm.id, worth=round(control)))
    floated = _floated(forecast, firm, move.percent)
    if floated:
        worth += floated
        reasons = (*reasons, reason("floats", company=firm.id, worth=round(floated)))
    gain = worth - move.cost
    if forecast.survey.cash[forecast.seat] > RICH * forecast.survey.papers_left[forecast.seat]:
        return gain, reasons  # papers are what is short
    return 100 * gain / max(1, move.cost), reasons


def _floated(forecast: Forecast, firm: Firm, percent: int) -> float:
    """What shares already held gain if this purchase floats their company at once."""
    sold = sum(firm.parts) + firm.pool
    if firm.running or firm.opens_in or not sold < firm.floats_at <= sold + percent:
        return 0.0
    held = firm.parts[forecast.seat] / 10
    return (held + percent / 10) * (forecast.value_if_floated(firm.id) - forecast.share_value(firm.id))


def becomes_director(forecast: Forecast, firm: Firm, percent: int) -> bool:
    """Whether a purchase brings the direction of a company with it."""
    seat = forecast.seat
    if firm.director == seat:
        return False
    if firm.director is None:
        return firm.price > 0 and not firm.running and percent >= 20
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
    better, price = _better_use(forecast) if may_stop else (0.0, 0)
    for action, move in choices:
        firm = forecast.survey.firms[move.company]
        keeps = forecast.share_value(move.company) * move.percent / 10
        rest = firm.parts[forecast.seat] - move.percent
        fall = firm.price - forecast.railways.price_sold(forecast.table, move.company)
        gain = move.proceeds - keeps - 0.7 * fall * rest / 10
        if cash + move.proceeds >= price:
            gain += better
        if firm.director == forecast.seat and loses_direction(firm, forecast.seat, rest):
            gain -= _directing(forecast, firm)
        score = (100 * gain - MARGIN * keeps) / max(1, move.proceeds) if may_stop else gain
        yield Weighed(
            action,
            score,
            (
                reason("share_is_worth", company=firm.id, price=round(keeps)),
                reason("sale_brings", company=firm.id, amount=move.proceeds),
            ),
        )


def loses_direction(firm: Firm, seat: int, rest: int) -> bool:
    """Whether somebody else would hold more of a company."""
    return any(part > rest for other, part in enumerate(firm.parts) if other != seat)


def _better_use(forecast: Forecast) -> tuple[float, int]:
    """The most that a paper would gain for which money or room is lacking now, and what it costs."""
    seat, survey = forecast.seat, forecast.survey
    best, price = 0.0, 0
    for firm in survey.firms.values():
        percent = firm.next_paper or min(10, firm.pool)
        if not firm.price or not percent:
            continue
        cost = firm.price * percent // 10
        if survey.cash[seat] >= cost and survey.papers_left[seat] > 0:
            continue
        gain = forecast.share_value(firm.id) * percent / 10 - cost
        if gain > best:
            best, price = gain, cost
    return best, price
