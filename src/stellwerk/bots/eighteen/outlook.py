"""What each seat is likely to be worth at the end of an 18xx, by what its papers and its cash will bring."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.bots.api import Firm

from .forecast import Forecast

NOBODY = -1  # the forecast is not made for any seat: everybody's company is trusted alike
READY = 0.5  # of what shares that can be bought gain by their price, for a mark at hand: it will buy some


def expected_worth(forecast: Forecast, now: Sequence[float]) -> list[float]:
    """Worth now, what the papers will bring beyond their price, what the cash will, and what a title promises.

    A mark at hand counts as about half a mark in shares that can still be bought, so that who buys at the price of
    the chart hardly changes what is expected.
    """
    worth, firms = [float(each) for each in now], counted(forecast)
    gains = {firm.id: forecast.railways.share_brings(forecast.table, firm.id, forecast) for firm in firms}
    for firm in firms:
        for seat, part in enumerate(firm.parts):
            worth[seat] += part / firm.unit * gains[firm.id]
    ready = READY * _to_be_had(firms, gains)
    promised = forecast.railways.promises(forecast.table, forecast)
    return [
        each + ready * forecast.survey.cash[seat] + (promised[seat] if promised else 0.0)
        for seat, each in enumerate(worth)
    ]


def counted(forecast: Forecast) -> list[Firm]:
    """Companies with a price; not those that are only to be made of others, which count what comes of them."""
    firms = forecast.survey.firms.values()
    to_come = {firm.merges_into for firm in firms if firm.merges_into}
    return [firm for firm in firms if firm.price and (firm.running or firm.id not in to_come)]


def _to_be_had(firms: Sequence[Firm], gains: dict[str, float]) -> float:
    """What a mark gains in shares that somebody can still buy."""
    free = {firm.id: (firm.issue + firm.pool) / firm.unit for firm in firms}
    cost = sum(free[firm.id] * firm.price for firm in firms)
    return sum(free[firm.id] * max(0.0, gains[firm.id]) for firm in firms) / cost if cost else 0.0
