"""What each seat can expect at the end of Chicago Express: cash, and the dividends that its shares will bring."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from math import inf
from typing import Any

from ..data import AUCTION
from ..state import Railway, Table, hex_value, is_open
from .way import Way, shortest, ways

AUCTIONS_A_ROUND = 2.5  # of the three that the dial allows
HORIZON = 8.0  # how far a company looks around, in plain hexes
FADES = 0.8  # what an income is worth that lies one plain hex further away
BUYS = 0.4  # income that a dollar in a treasury will bring at most
GROWS_ANYWAY = 1.0  # income that lies near any company: no reason to pay more for the shares of one
DILUTION = 0.5  # how much of the shares still to be sold counts against a share now
RIVALRY = 0.6  # what a dollar of the others' average counts against one's own
HEXES_A_ROUND = 4.0  # that a company on its way to Chicago builds between two dividends
SHARE_BRINGS = 8.0  # dollars that a share sold later brings its company
SALES = 2  # shares whose money counts for the way to Chicago
READY = 0.20  # what a dollar at hand counts beyond itself for each dividend to come after the next: it buys shares
THIS_ROUND = 1.2  # dividends that auctions before the next one count as, against those of a round half over
READY_UP_TO = 30.0  # dollars, for more than two shares at once there is nothing to buy
MOST_KNOWN = 3000  # networks of which is kept what lies near them: a few turns
CONTROL = 0.5  # dollars for each dividend to come that the right to build is worth
# Where the end is foretold: dividends beyond those counted, what a dollar at hand counts for the square of those
# to come, a say for each of them, and the income that each owner and each dollar in a treasury add until the next.
EXPECTED_MORE = 0.7
EXPECTED_READY = 0.15
EXPECTED_CONTROL = 4.0
EXPECTED_BY_OWNER, EXPECTED_BY_DOLLAR = 2.0, 0.2


def dividends_left(table: Table) -> float:
    """How many general dividends are likely to come: Detroit counts them, sold-out companies cut them short."""
    state, ending = table.state, table.rules.material.ending
    by_detroit = ending.detroit - state.industry[table.rules.material.detroit] + 1
    unsold = sorted(railway.unsold for railway in state.railways.values() if is_open(railway))
    by_shares = sum(unsold[: ending.companies_without_shares]) / AUCTIONS_A_ROUND + 1
    by_houses = max(0, state.houses - ending.houses_left) / 3 + 1
    return float(max(1.0, min(by_detroit, by_shares, by_houses)))


class Outlook:
    """What each seat can expect at the end. What lies near the networks is looked at once, before the choices.

    What has been found out of networks is kept: it holds in whatever position they are the same.
    """

    def __init__(self, table: Table, seat: int, sight: float = inf) -> None:
        self.seat, self.sight = seat, sight
        self._kept = _known_of_late()
        self._ways = {company: self._ways_of(table, company) for company in table.state.railways}
        self.prospects = {company: self.prospect(table, company) for company in table.state.railways}
        self.now = self.of(table)

    def of(self, table: Table, built: str = "") -> float:
        """What this seat can expect in a position that may follow, less what the others can."""
        return self.for_seat(table, self.seat, built)

    def gain(self, table: Table, built: str = "") -> float:
        """How much better than now a position is; `built` is the company whose network has changed."""
        return self.of(table, built) - self.now

    def for_seat(self, table: Table, seat: int, built: str = "") -> float:
        """The same through the eyes of another seat."""
        worth = self.worth(table, built)
        return worth[seat] - RIVALRY * (sum(worth) - worth[seat]) / (len(worth) - 1)

    def worth(self, table: Table, built: str = "") -> list[float]:
        """What each seat can expect by itself."""
        left = min(dividends_left(table), self.sight)
        ready, control = readiness(table, left), CONTROL * left
        cash = table.state.cash
        worth = [cash[seat] + ready * min(cash[seat], READY_UP_TO) for seat in range(table.state.seats)]
        for company, railway in table.state.railways.items():
            if railway.sold:
                near, way = self.prospect(table, company) if company == built else self.prospects[company]
                brings = _a_share(table, company, near, way, left)
                for seat, number in enumerate(railway.shares):
                    if number:
                        worth[seat] += number * brings + control
        return worth

    def prospect(self, table: Table, company: str) -> tuple[float, Way | None]:
        """What lies near a network, and its way to Chicago."""
        key = (company, *_surroundings(table))
        found = self._kept.get(key)
        if found is None:
            near, way = nearby_income(table, company), shortest(table, company, self._ways[company])
            found = self._kept[key] = near, way
        return found[0], found[1]

    def _ways_of(self, table: Table, company: str) -> Mapping[int, Way]:
        networks = (railway.network for other, railway in table.state.railways.items() if other != company)
        key = ("ways", company, *networks)
        found: Mapping[int, Way] | None = self._kept.get(key)
        if found is None:
            found = self._kept[key] = ways(table, company)
        return found


def readiness(table: Table, left: float) -> float:
    """What a dollar counts beyond itself: more while shares can still be put up before the next dividend."""
    turned, turns = table.state.dials[AUCTION], table.rules.material.dials[AUCTION]
    return READY * max(0.0, left - 1 + THIS_ROUND * (0.5 - turned / turns))


_known: dict[Any, Any] = {}


def _known_of_late() -> dict[Any, Any]:
    """What was found out of networks before: a seat weighs the same hexes several times a turn."""
    if len(_known) > MOST_KNOWN:
        _known.clear()
    return _known


Prospects = Mapping[str, tuple[float, Way | None]]
"""What lies near each company's network, and its way to Chicago."""


def expected_cash(table: Table) -> list[float]:
    """What each seat is likely to have at the end.

    Who decides looks at what a choice changes; who foretells must count that all who can will buy shares of what
    pays well, that whoever has shares and money gets more of both, and that a company grows by all who may build
    for it and by what they can spend, far beyond what lies near.
    """
    state, left = table.state, dividends_left(table) + EXPECTED_MORE
    chicago, ready = hex_value(table, table.rules.material.chicago), EXPECTED_READY * (left - 1) ** 2
    worth = [state.cash[seat] + ready * min(state.cash[seat], READY_UP_TO) for seat in range(state.seats)]
    for company, railway in state.railways.items():
        if railway.sold:
            treasury, owners = state.cash[company], sum(number > 0 for number in railway.shares)
            grows = EXPECTED_BY_OWNER * owners + EXPECTED_BY_DOLLAR * treasury
            brings = (railway.income + grows * (left - 1) / 2) * left
            way = shortest(table, company, ways(table, company))
            brings += _chicago(railway, treasury, way, left, chicago)
            brings /= railway.sold + min(railway.unsold, left - 1)
            for seat, number in enumerate(railway.shares):
                if number:
                    worth[seat] += number * brings + EXPECTED_CONTROL * left
    return worth


def _surroundings(table: Table) -> tuple[Any, ...]:
    """All that the values of hexes around networks hang on."""
    state = table.state
    return (*(railway.network for railway in state.railways.values()), state.developed, *state.industry.values())


def _a_share(table: Table, company: str, near: float, way: Way | None, left: float) -> float:
    """All dividends that a share of a company will bring, which is shared with so many more."""
    railway, chicago = table.state.railways[company], hex_value(table, table.rules.material.chicago)
    return a_share(railway, table.state.cash[company], near, way, left, chicago)


def a_share(
    railway: Railway,
    treasury: int,
    near: float,
    way: Way | None,
    left: float,
    chicago: int,
    more: float | None = None,
) -> float:
    """The same for a company that stands like this, with so much money, while Chicago has such a value."""
    if more is None:
        more = DILUTION * min(railway.unsold, (left - 1) * 0.75)
    grown = railway.income + (growth(railway, treasury, near) - GROWS_ANYWAY) * (left - 1) / (left + 1)
    return (grown * left + _chicago(railway, treasury, way, left, chicago)) / (railway.sold + more)


def growth(railway: Railway, treasury: int, near: float) -> float:
    """Income that lies near the network, as far as the treasury and the locomotives reach."""
    means = BUYS * min(treasury + 2 * min(railway.unsold, 2), 3 * railway.locomotives)
    return near * means / (near + means) if means > 0 and near else 0.0


def nearby_income(table: Table, company: str) -> float:
    """The values of the hexes around a network, each less the further away and the dearer the way is."""
    printed, railways = table.rules.material, table.state.railways
    network, crowds = railways[company].network, dict[int, int]()
    for other, railway in railways.items():
        if other != company:
            for hex_ in railway.network:
                crowds[hex_] = crowds.get(hex_, 0) + 1
    hexes, neighbours, chicago = printed.hexes, printed.neighbours, printed.chicago
    far = dict.fromkeys(network, 0.0)
    queue = [(0.0, hex_) for hex_ in sorted(network)]
    found = 0.0
    while queue:
        away, here = heapq.heappop(queue)
        if away > far[here]:
            continue
        if here not in network and here != chicago:
            value = hex_value(table, here) + (here == printed.detroit)
            if value:
                found += value * FADES**away
        if away + 1 >= HORIZON:
            continue
        for there in neighbours[here]:
            if there in network or away + 1 >= far.get(there, HORIZON):
                continue
            place, others = hexes[there], crowds.get(there, 0)
            if place.kind.closed or (place.kind.single and others):
                continue
            way = away + 0.5 + 0.5 * place.cost * (others + 1)
            if way < far.get(there, HORIZON):
                far[there] = way
                heapq.heappush(queue, (way, there))
    return found


def _chicago(railway: Railway, treasury: int, way: Way | None, left: float, value: int) -> float:
    """What a company can expect to pay for Chicago: its value in the dividends after, and the one it brings."""
    if way is None or not way.hexes or way.hexes > railway.locomotives:
        return 0.0
    after = left - way.hexes / HEXES_A_ROUND
    if after <= 0:
        return 0.0
    means = treasury + SHARE_BRINGS * min(railway.unsold, SALES)
    return float(min(1.0, means / way.cost) * (value * after + (railway.income + value) * min(1.0, after)))
