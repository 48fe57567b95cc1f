"""When trams of each kind are likely to come: one that scraps others is followed by a rush for the next ones.

The common forecast has trams go at one pace. Here companies that have none, or lose all that they have, buy what
there is as soon as they act: the last 3s are scrapped within two or three rounds after the last 2s.
"""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.bots.api import Estimates, Firm

MIDDLE = 0.5  # of a place in the depot: where the tram on offer stands
INCOMES = 2  # that a company in a hurry adds to its treasury
BEGINNERS = 0.75  # of the time: companies that are still to be floated buy, too


def arrivals(estimates: Estimates) -> Mapping[str, float]:
    """Operating rounds until each kind in the depot comes to its top."""
    depot, kinds = estimates.survey.depot, estimates.survey.kinds
    running = [firm for firm in estimates.survey.firms.values() if firm.running]
    found: dict[str, float] = {}
    hurry, earliest = 0.0, 0.0
    for kind in dict.fromkeys(depot):
        alone = 1 - hurry / (depot.index(kind) + MIDDLE)
        earliest = max(earliest, BEGINNERS * alone * estimates.comes_in(kind))
        found[kind] = earliest
        for firm in running:
            ends = {kinds[train].ends_with for train in firm.trains}
            if (kind in ends and ends <= found.keys()) or (not ends and kind == depot[0]):
                hurry += _means(estimates, firm, kinds[kind].price)
    return found


def _means(estimates: Estimates, firm: Firm, price: int) -> float:
    """The chance that a company can pay a tram before long."""
    return min(1.0, max(0.0, firm.treasury + INCOMES * estimates.run(firm.id, firm.trains)) / price)
