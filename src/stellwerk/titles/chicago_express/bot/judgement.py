"""What a bot values in Chicago Express: dividends still to come, and the money that makes them grow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from stellwerk.bots.api import Judge, Measure, Reason, Weighed, reason
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Choice, Decision, Pass, Range, Turn

from ..actions import BuildTrack, ChooseDial, Develop, OfferShare
from ..auctions import CompanyAuction, OfferStep, start_bid
from ..data import AUCTION, EXPANSION
from ..development import DevelopStep, move_marker, put_house
from ..dividends import pay_dividend
from ..expansion import ExpandStep, build
from ..opening import OpeningAuction
from ..state import Table, change, present
from .outlook import Outlook, expected_cash

SIGHT = 2.0  # general dividends that who plays first games thinks of
TELLING = 0.01  # what lies near must rise by so much to be told


class ChicagoJudge(Judge):
    """Weighs by what each seat would have at the end: cash, and dividends that its shares will bring."""

    def __init__(self, sight: float = inf) -> None:
        self.sight = sight
        """General dividends to come that are thought of."""

    def short_sighted(self) -> ChicagoJudge:
        return ChicagoJudge(SIGHT)

    def weigh(self, table: Table, seat: int, choices: Sequence[Choice]) -> Iterator[Weighed]:
        step, outlook = table.state.agenda[-1], Outlook(table, seat, sight=self.sight)
        if isinstance(step, CompanyAuction):
            yield from _bids(table, outlook, step, choices)
            return
        for choice in choices:
            if isinstance(choice, ChooseDial):
                yield _dial(table, choice, outlook)
            elif isinstance(choice, Action):
                yield _follow_up(table, choice, outlook)

    def outlook(self, table: Table, now: Sequence[float]) -> Sequence[float]:
        return expected_cash(table)


# Decisions --------------------------------------------------------------------------------------------------


def _weighed(action: Action, score: float, *reasons: Reason) -> Weighed:
    return Weighed(action, score, reasons, Measure.NOTHING if isinstance(action, Pass) else Measure.LEAD)


def step_after(choice: ChooseDial) -> Decision:
    """What a dial leads to."""
    if choice.dial == AUCTION:
        return OfferStep(choice.seat)
    return ExpandStep(choice.seat) if choice.dial == EXPANSION else DevelopStep(choice.seat)


def options(table: Table, step: Decision, outlook: Outlook) -> list[Weighed]:
    """All that can be done in a step, weighed."""
    choices = step.choices(table, outlook.seat)
    return [_follow_up(table, choice, outlook) for choice in choices if isinstance(choice, Action)]


def _dial(table: Table, choice: ChooseDial, outlook: Outlook) -> Weighed:
    """A dial is worth the best that can follow it."""
    follow = max(options(table, step_after(choice), outlook), key=lambda one: one.score)
    score = follow.score
    if isinstance(follow.action, BuildTrack):
        score += further_hexes(table, follow.action, outlook)[0]
    return Weighed(choice, score, follow.reasons, follow.measure)


def _follow_up(table: Table, action: Action, outlook: Outlook) -> Weighed:
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
    return _weighed(action, score, _nearer(after, action.company, outlook))


def _nearer(after: Table, company: str, outlook: Outlook) -> Reason:
    """What a hex without income brings: places with income nearer, a shorter way to Chicago, or neither."""
    (near, way), (near_then, way_then) = outlook.prospects[company], outlook.prospect(after, company)
    if near_then > near + TELLING:
        return reason("nearer_to_income", company=company)
    if way and way.hexes and way_then and way_then.hexes < way.hexes:
        return reason("nearer_to_chicago", company=company, number=way_then.hexes)
    return reason("nothing_counted")


def further_hexes(table: Table, action: BuildTrack, outlook: Outlook) -> tuple[float, tuple[Action, ...]]:
    """What the best further hexes of an expansion add to the first one, taken one after the other, and which."""
    printed, added, taken = table.rules.material, 0.0, list[Action]()
    for built in range(1, printed.limits.hexes):
        table = _built(table, action)
        if printed.index[action.hex] == printed.chicago:
            break
        first = outlook.gain(table, action.company)
        ahead = [
            (outlook.gain(_built(table, choice), action.company) - first, choice)
            for choice in ExpandStep(action.seat, action.company, built).choices(table, action.seat)
            if isinstance(choice, BuildTrack)
        ]
        gain, action = max(ahead, key=lambda one: one[0], default=(0.0, action))
        if gain <= 0:
            taken.append(Pass(action.seat))
            break
        added += gain
        taken.append(action)
    return added, tuple(taken)


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
    companies, gain = tuple(present(table, hex_)), outlook.gain(turn)
    if table.rules.material.hexes[hex_].kind_name == "forest":
        grant = table.rules.material.limits.forest_grant
        return _weighed(action, gain, reason("company_is_paid", company=companies[0], amount=grant))
    return _weighed(action, gain, reason("hex_grows", hex=action.hex, companies=companies))


def _offer(table: Table, action: OfferShare, outlook: Outlook) -> Weighed:
    """The share goes to whoever it is worth most to, for a little more than the next would pay."""
    company, cash = action.company, table.state.cash
    least = start_bid(table.state.railways[company])
    limits = {
        seat: min(float(cash[seat]), limit(table, seat, company, least, outlook))
        for seat in range(table.state.seats)
    }
    able = sorted((seat for seat in limits if limits[seat] >= least), key=lambda seat: -limits[seat])
    if not able:
        return _weighed(action, -0.1, reason("nobody_would_bid", company=company))
    buyer = able[0]
    price = min(cash[buyer], max(least, int(limits[able[1]]) + 1)) if len(able) > 1 else least
    score = outlook.gain(_sold(table, company, buyer, price))
    return _weighed(action, score, reason("share_would_sell", company=company, price=price, buyer=buyer))


def limit(table: Table, seat: int, company: str, least: int, outlook: Outlook) -> float:
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
        if min(table.state.cash[seat], limit(table, seat, step.lot, step.minimum, outlook)) >= step.minimum
    ]
    if takers:
        return outlook.of(_sold(table, step.lot, takers[0], step.minimum))
    return outlook.now


JUDGEMENT = ChicagoJudge()
