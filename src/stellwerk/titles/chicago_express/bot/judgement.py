"""What a bot values in Chicago Express: dividends still to come, and the money that makes them grow."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

from stellwerk.bots.api import Judge, Reason, Weighed, reason
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Choice, Decision, Pass, Range, Turn

from ..actions import BuildTrack, ChooseDial, Develop, OfferShare
from ..auctions import CompanyAuction, OfferStep, start_bid
from ..data import AUCTION, EXPANSION
from ..development import DevelopStep, move_marker, put_house
from ..dividends import pay_dividend
from ..expansion import ExpandStep, build
from ..opening import OpeningAuction
from ..state import Table, change, hex_value, present

AUCTIONS_A_ROUND = 2.5  # of the three that the dial allows
HORIZON = 5.0  # how far a company looks around, in plain hexes
FADES = 0.8  # what an income is worth that lies one plain hex further away
BUYS = 0.4  # income that a dollar in a treasury will bring at most
DILUTION = 0.5  # how much of the shares still to be sold counts against a share now
RIVALRY = 0.6  # what a dollar of the others' average counts against one's own
CONTROL = 0.5  # dollars for each dividend to come that the right to build is worth


class ChicagoJudge(Judge):
    """Weighs by what each seat would have at the end: cash, and dividends that its shares will bring."""

    def weigh(self, table: Table, seat: int, choices: Sequence[Choice]) -> Iterator[Weighed]:
        step, outlook = table.state.agenda[-1], Outlook(table, seat)
        if isinstance(step, CompanyAuction):
            yield from _bids(table, outlook, step, choices)
            return
        for choice in choices:
            if isinstance(choice, ChooseDial):
                yield _dial(table, choice, outlook)
            elif isinstance(choice, Action):
                yield _follow_up(table, step, choice, outlook)


# What a position is worth -----------------------------------------------------------------------------------


def dividends_left(table: Table) -> float:
    """How many general dividends are likely to come: Detroit counts them, sold-out companies cut them short."""
    state, ending = table.state, table.rules.material.ending
    by_detroit = ending.detroit - state.industry[table.rules.material.detroit] + 1
    unsold = sorted(railway.unsold for railway in state.railways.values())
    by_shares = sum(unsold[: ending.companies_without_shares]) / AUCTIONS_A_ROUND + 1
    by_houses = max(0, state.houses - ending.houses_left) / 3 + 1
    return float(max(1.0, min(by_detroit, by_shares, by_houses)))


class Outlook:
    """What each seat can expect at the end. What lies near the networks is looked at once, before the choices."""

    def __init__(self, table: Table, seat: int) -> None:
        self.seat = seat
        self.near = {company: nearby_income(table, company) for company in table.state.railways}
        self.now = self.of(table)

    def of(self, table: Table, built: str = "") -> float:
        """What this seat can expect in a position that may follow, less what the others can."""
        return self.for_seat(table, self.seat, built)

    def gain(self, table: Table, built: str = "") -> float:
        """How much better than now a position is; `built` is the company whose network has changed."""
        return self.of(table, built) - self.now

    def for_seat(self, table: Table, seat: int, built: str = "") -> float:
        """The same through the eyes of another seat."""
        left = dividends_left(table)
        worth = [float(table.state.cash[other]) for other in range(table.state.seats)]
        for company, railway in table.state.railways.items():
            if railway.sold:
                near = nearby_income(table, company) if company == built else self.near[company]
                a_share = _a_share(table, company, near, left)
                for other, number in enumerate(railway.shares):
                    worth[other] += number * a_share + (CONTROL * left if number else 0)
        others = sum(worth) - worth[seat]
        return worth[seat] - RIVALRY * others / (table.state.seats - 1)


def _a_share(table: Table, company: str, near: float, left: float) -> float:
    """All dividends that a share of a company will bring."""
    railway = table.state.railways[company]
    more = DILUTION * min(railway.unsold, (left - 1) * 0.75)
    grown = railway.income + growth(table, company, near) * (left - 1) / (left + 1)
    return grown / (railway.sold + more) * left


def growth(table: Table, company: str, near: float) -> float:
    """Income that lies near the network, as far as the treasury and the locomotives reach."""
    railway = table.state.railways[company]
    treasury = table.state.cash[company] + 2 * min(railway.unsold, 2)
    means = BUYS * min(treasury, 3 * railway.locomotives)
    return near * means / (near + means) if means > 0 and near else 0.0


def nearby_income(table: Table, company: str) -> float:
    """The values of the hexes around a network, each less the further away and the dearer the way is."""
    printed, railways = table.rules.material, table.state.railways
    network = railways[company].network
    crowds = [railway.network for other, railway in railways.items() if other != company]
    far = dict.fromkeys(network, 0.0)
    queue = [(0.0, hex_) for hex_ in sorted(network)]
    found = _chicago(table, company)
    while queue:
        away, here = heapq.heappop(queue)
        if away > far[here]:
            continue
        if here not in network and here != printed.chicago:
            found += (hex_value(table, here) + (here == printed.detroit)) * FADES**away
        for there in printed.neighbours[here]:
            if there in network or away + 1 >= far.get(there, HORIZON):
                continue
            place = printed.hexes[there]
            others = sum(there in crowd for crowd in crowds)
            if place.kind.closed or (place.kind.single and others):
                continue
            way = away + 0.5 + 0.5 * place.cost * (others + 1)
            if way < far.get(there, HORIZON):
                far[there] = way
                heapq.heappush(queue, (way, there))
    return found


def _chicago(table: Table, company: str) -> float:
    """Chicago draws from afar: besides its value it pays its company an extra dividend."""
    printed, railway = table.rules.material, table.state.railways[company]
    if not railway.network or printed.chicago in railway.network:
        return 0.0
    steps = min(printed.grid.distance(hex_, printed.chicago) for hex_ in railway.network)
    value = hex_value(table, printed.chicago) + railway.income / dividends_left(table)
    return float(value * FADES**steps)


# Decisions --------------------------------------------------------------------------------------------------


def _weighed(action: Action, score: float, *reasons: Reason) -> Weighed:
    return Weighed(action, score, reasons)


def _dial(table: Table, choice: ChooseDial, outlook: Outlook) -> Weighed:
    """A dial is worth the best that can follow it."""
    step: Decision
    if choice.dial == AUCTION:
        step = OfferStep(choice.seat)
    elif choice.dial == EXPANSION:
        step = ExpandStep(choice.seat)
    else:
        step = DevelopStep(choice.seat)
    actions = [action for action in step.choices(table, choice.seat) if isinstance(action, Action)]
    follow = max((_follow_up(table, step, action, outlook) for action in actions), key=lambda one: one.score)
    score = follow.score
    if isinstance(follow.action, BuildTrack):
        score += _second_hex(table, follow.action, outlook)
    return Weighed(choice, score, follow.reasons)


def _follow_up(table: Table, step: object, action: Action, outlook: Outlook) -> Weighed:
    """What an action brings against doing nothing."""
    if isinstance(action, OfferShare):
        return _offer(table, action, outlook)
    if isinstance(action, BuildTrack):
        return _build(table, action, outlook)
    if isinstance(action, Develop):
        return _develop(table, action, outlook)
    return _weighed(action, 0.0, reason("nothing_better"))


def _build(table: Table, action: BuildTrack, outlook: Outlook) -> Weighed:
    after = _built(table, action)
    income = after.state.railways[action.company].income - table.state.railways[action.company].income
    score = outlook.gain(after, action.company)
    if income:
        return _weighed(action, score, reason("income_grows", company=action.company, amount=income))
    return _weighed(action, score, reason("nearer_to_income", company=action.company))


def _second_hex(table: Table, action: BuildTrack, outlook: Outlook) -> float:
    """What the best further hex of an expansion adds to the first one."""
    after = _built(table, action)
    if after.rules.material.index[action.hex] == after.rules.material.chicago:
        return 0.0
    first = outlook.gain(after, action.company)
    step = ExpandStep(action.seat, action.company, 1)
    ahead = [
        outlook.gain(_built(after, choice), action.company) - first
        for choice in step.choices(after, action.seat)
        if isinstance(choice, BuildTrack)
    ]
    return max([0.0, *ahead])


def _built(table: Table, action: BuildTrack) -> Table:
    turn = Turn(table.rules, table.state)
    hex_ = table.rules.material.index[action.hex]
    build(turn, action.seat, action.company, hex_)
    if hex_ == table.rules.material.chicago:
        pay_dividend(turn, action.company, "chicago")
    return turn


def _develop(table: Table, action: Develop, outlook: Outlook) -> Weighed:
    turn = Turn(table.rules, table.state)
    hex_ = table.rules.material.index[action.hex]
    if table.rules.material.hexes[hex_].steps:
        move_marker(turn, hex_, action.seat)
    else:
        put_house(turn, hex_, action.seat)
    companies = tuple(present(table, hex_))
    return _weighed(action, outlook.gain(turn), reason("hex_grows", hex=action.hex, companies=companies))


def _offer(table: Table, action: OfferShare, outlook: Outlook) -> Weighed:
    """The share goes to whoever it is worth most to, for a little more than the next would pay."""
    company, cash = action.company, table.state.cash
    least = start_bid(table.state.railways[company])
    limits = {
        seat: min(float(cash[seat]), _limit(table, seat, company, least, outlook))
        for seat in range(table.state.seats)
    }
    able = sorted((seat for seat in limits if limits[seat] >= least), key=lambda seat: -limits[seat])
    if not able:
        return _weighed(action, -0.1, reason("nobody_would_bid", company=company))
    buyer = able[0]
    price = min(cash[buyer], max(least, int(limits[able[1]]) + 1)) if len(able) > 1 else least
    score = outlook.gain(_sold(table, company, buyer, price))
    return _weighed(action, score, reason("share_would_sell", company=company, price=price, buyer=buyer))


def _limit(table: Table, seat: int, company: str, least: int, outlook: Outlook) -> float:
    """What a share is worth to a seat: the price at which it would as soon see it stay unsold."""
    if table.state.cash[seat] < least:
        return 0.0
    won = outlook.for_seat(_sold(table, company, seat, least), seat)
    return won + least - outlook.for_seat(table, seat)


def _sold(table: Table, company: str, seat: int, price: int) -> Table:
    """The position after a sale, with the share counted and paid."""
    turn = Turn(table.rules, table.state)
    railway = table.state.railways[company]
    shares = tuple(number + (other == seat) for other, number in enumerate(railway.shares))
    change(turn, company, unsold=railway.unsold - 1, shares=shares)
    turn.pay(seat, company, price, "share")
    return turn


def _bids(table: Table, outlook: Outlook, step: CompanyAuction, choices: Sequence[Choice]) -> Iterator[Weighed]:
    """Bid the least that counts, while having the share at that price is better than not having it."""
    dear = True
    for choice in choices:
        if isinstance(choice, Range):
            gain = outlook.of(_sold(table, step.lot, outlook.seat, choice.low)) - _lost(table, outlook, step)
            worth, dear = max(0, int(choice.low + gain)), gain <= 0
            yield _weighed(
                Bid(outlook.seat, choice.low), gain, reason("share_is_worth", company=step.lot, price=worth)
            )
    for choice in choices:
        if isinstance(choice, Pass):
            told = reason("share_is_too_dear", company=step.lot) if dear else reason("nothing_better")
            yield _weighed(choice, 0.0, told)


def _lost(table: Table, outlook: Outlook, step: CompanyAuction) -> float:
    """What a seat can expect if it lets the share go: to the leader, to the opener for nothing, or to nobody."""
    others = [seat for seat in step.bidders if seat != outlook.seat]
    if step.leader is not None:
        return outlook.of(_sold(table, step.lot, step.leader, step.bid))
    if isinstance(step, OpeningAuction):
        return outlook.of(_sold(table, step.lot, others[0] if others else step.opener, 0))
    takers = [
        seat
        for seat in others
        if min(table.state.cash[seat], _limit(table, seat, step.lot, step.minimum, outlook)) >= step.minimum
    ]
    if takers:
        return outlook.of(_sold(table, step.lot, takers[0], step.minimum))
    return outlook.now


JUDGEMENT = ChicagoJudge()
