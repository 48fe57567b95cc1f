"""What papers are worth to a player of 1873: works, concessions, shares, mergers and purchase options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.bank.papers import ISSUE
from stellwerk.bots.api import Measure, Reason, Weighed, brings_until_the_end, paper_is_worth, reason, sale_brings
from stellwerk.eighteen.actions import AnswerOffer, BuyShare, SellShares
from stellwerk.eighteen.shares import proceeds, sold_part
from stellwerk.eighteen.state import percent, price
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Choice, Range

from ..actions import BuyLot, FoundRailway, FoundWorks, Nominate, UseOption
from ..papers.auction import LotAuction, OpeningSale, least
from ..papers.founding import MergerStep, field_of
from ..papers.shares import payee
from ..papers.stock import option_shares
from ..state import Table, concession_holder, external, founded, is_railway, is_work, shares_of, unit
from .scoring_outlook import RIVALRY, Outlook

SHARES_TO_FLOAT = 3
EAGER = 0.45  # of what a lot is thought to gain, for which a player goes without
PREMIUM = 0.75  # of a work's whole worth that is paid at most, as money is short at the start
RESERVED = 0.75  # what a mark kept for the first railways is worth beyond itself, if very many play
CONTROL = 30.0  # what directing a sound company is worth
TREASURY = 0.3  # what a mark in the treasury is worth to all shareholders together
PUSH = 40.0  # percent for a share that brings one's own railway into operation
MARGIN = 25.0  # percent by which an exchange must be better, so that shares do not go in circles
FREE = 60.0  # percent that count for what costs nothing


# Auctions ---------------------------------------------------------------------------------------------------


def lots(outlook: Outlook, step: OpeningSale, choices: Sequence[Choice]) -> Iterator[Weighed]:
    """Works and concessions at the premium of the moment (2.1)."""
    for choice in choices:
        if isinstance(choice, BuyLot):
            cost = least(outlook.table, choice.lot) + step.premium
            worth, free = lot_worth(outlook, choice.lot, cost), free_money(outlook)
            short = max(0, cost - free)
            if is_work(outlook.table, choice.lot):
                worth -= reserved(outlook) * min(cost, max(0.0, cost + for_shares(outlook) - free))
            told = paper_is_worth(outlook.estimates, worth, cost)
            yield Weighed(choice, worth - cost - 2 * short, (told,), Measure.MONEY)


def reserved(outlook: Outlook) -> float:
    """Less with few players: of what all are poorer by if a work is closed unsold one bears the greater part."""
    seats = outlook.table.state.seats
    return RESERVED * (seats - 2) / (seats - 1)


def for_shares(outlook: Outlook) -> float:
    """A seat's part of what the first railways of others cost: their shares bring far more than works do."""
    table, total = outlook.table, 0.0
    for company in sorted(table.state.awake):
        holder, cost = concession_holder(table, company), least_start(outlook, company)
        shares = 100 // unit(table, company)
        if holder is None:
            total += shares * cost / table.state.seats
        elif holder != outlook.seat:
            total += (shares - SHARES_TO_FLOAT) * cost / (table.state.seats - 1)
    return total


def lot_worth(outlook: Outlook, lot: str, cost: int) -> float:
    """What a player should pay for a lot at most."""
    if is_work(outlook.table, lot):
        return PREMIUM * outlook.work_alone(lot)
    company = next(each for each, paper in outlook.printed.concessions.items() if paper == lot)
    return EAGER * best_start(outlook, company, free_money(outlook) - cost)


def free_money(outlook: Outlook, besides: str = "") -> int:
    """A player's cash without what the railways want that he has still to bring into operation (3.2.3.1)."""
    table = outlook.table
    cash = table.state.cash[outlook.seat]
    for company in table.rules.printed.concessions:
        if concession_holder(table, company) == outlook.seat and company != besides:
            share = price(table, company) if founded(table, company) else least_start(outlook, company)
            cash -= to_float(table, company) * share
    return cash


def least_start(outlook: Outlook, company: str) -> int:
    """The lowest price of a share at which a new railway can pay its route and first locomotive (4.4.1, 4.4.7)."""
    starts: list[int] = outlook.printed.title["shares"]["starts"]
    return next((start for start in starts if outlook.can_begin(company, 5 * start)), starts[-1])


def to_float(table: Table, company: str) -> int:
    """Shares that must still be bought before a railway goes into operation."""
    if company in table.state.in_operation:
        return 0
    sold = 100 // unit(table, company) - shares_of(table, company, ISSUE) if founded(table, company) else 0
    return max(0, SHARES_TO_FLOAT - sold)


def best_start(outlook: Outlook, company: str, cash: int) -> float:
    """The most that a railway would gain whoever founds it with so much money."""
    gains = [
        SHARES_TO_FLOAT * (outlook.new_railway(company, start) - start)
        for start in outlook.printed.title["shares"]["starts"]
        if SHARES_TO_FLOAT * start <= cash
    ]
    return max(0.0, max(gains, default=0.0))


def bids(outlook: Outlook, lot: str, choice: Range) -> Weighed:
    """The least that counts, up to what the lot is worth (3.1)."""
    cost = choice.low
    if lot in outlook.printed.companies:
        worth = EAGER * option_gain(outlook, lot, free_money(outlook) - cost)
    else:
        worth = lot_worth(outlook, lot, cost)
    return Weighed(choice.at(cost), worth - cost, (paper_is_worth(outlook.estimates, worth, cost),), Measure.MONEY)


def option_gain(outlook: Outlook, company: str, cash: int) -> float:
    """What a purchase option gains who can use it with so much money (3.2.6)."""
    now = price(outlook.table, company)
    number = min(option_shares(outlook.table, company)[-1], cash // now)
    if number not in option_shares(outlook.table, company):
        return 0.0
    return number * (outlook.share(company) - now)


# Shares -----------------------------------------------------------------------------------------------------


def stock_turn(outlook: Outlook, choices: Sequence[Choice]) -> Iterator[Weighed]:
    """Shares are scored by their gain in percent, what is new by a mixture of it with the gain itself (3.2)."""
    bought = [weighed for choice in choices if (weighed := _purchase(outlook, choice))]
    yield from bought
    for choice in choices:
        if isinstance(choice, SellShares):
            yield _sale(outlook, choice)


def _purchase(outlook: Outlook, choice: Choice) -> Weighed | None:
    match choice:
        case BuyShare():
            return _share(outlook, choice)
        case FoundRailway():
            return _railway(outlook, choice)
        case FoundWorks():
            return _merger(outlook, choice)
        case UseOption():
            cost = choice.shares * price(outlook.table, choice.company)
            worth = choice.shares * outlook.share(choice.company) + CONTROL
            score = 100 * (worth - cost) / cost + choice.shares
            return Weighed(choice, score, (_is_worth(outlook, choice.company, worth / choice.shares),))
    return None


def _is_worth(outlook: Outlook, company: str, worth: float) -> Reason:
    return brings_until_the_end(outlook.estimates, company, worth)


def _share(outlook: Outlook, action: BuyShare) -> Weighed:
    table, company = outlook.table, action.company
    cost = price(table, company)
    worth = outlook.share(company)
    reasons = [_is_worth(outlook, company, worth)]
    floating = is_railway(table, company) and company not in table.state.in_operation
    mine = table.state.directors.get(company) == outlook.seat
    if payee(table, action) == company:
        worth += TREASURY * cost * (outlook.part(company) + unit(table, company) / 100)
    if _becomes_director(outlook, company):
        worth += CONTROL
        reasons.append(reason("directs", company=company, worth=round(CONTROL)))
    score = 100 * (worth - cost) / cost
    if floating and mine:
        score += PUSH
    elif cost > free_money(outlook):
        score -= 100  # a railway that stays on the shelf brings nothing; its founder must see to it
    elif floating:
        score /= 2
    return Weighed(action, score, tuple(reasons), Measure.PERCENT)


def _becomes_director(outlook: Outlook, company: str) -> bool:
    director = outlook.table.state.directors.get(company)
    if director is None or director == outlook.seat:
        return False
    mine = percent(outlook.table, company, outlook.seat) + unit(outlook.table, company)
    return mine > percent(outlook.table, company, director)


def _railway(outlook: Outlook, action: FoundRailway) -> Weighed:
    """Three shares bring a railway into operation: who cannot buy them all must hope for others (3.2.3.1)."""
    worth = outlook.new_railway(action.company, action.price)
    money = max(0, free_money(outlook, action.company))
    chance = min(1.0, money / (SHARES_TO_FLOAT * action.price)) ** 6
    score = 100 * (chance * worth - action.price) / action.price
    gain = SHARES_TO_FLOAT * (worth - action.price) * chance
    return Weighed(
        action,
        score + gain / 20 + action.shares,
        (_is_worth(outlook, action.company, worth),),
    )


def _sale(outlook: Outlook, action: SellShares) -> Weighed:
    """Sell what will bring less than its price; what it does to the rest that is kept counts as well."""
    table, company = outlook.table, action.company
    brings = proceeds(table, action)
    number = sold_part(table, action) / unit(table, company)
    keeps = number * outlook.share(company)
    rest = percent(table, company, outlook.seat) / unit(table, company) - number
    fall = 0.0 if company == external(table) else 0.06 * price(table, company) * number * rest
    score = 100 * (brings - keeps - fall) / max(1, brings) - MARGIN
    return Weighed(
        action,
        score,
        (
            _is_worth(outlook, company, keeps / number),
            sale_brings(company, brings),
        ),
        Measure.PERCENT,
    )


# Works companies --------------------------------------------------------------------------------------------


def merger_gains(outlook: Outlook, action: FoundWorks) -> dict[str, float]:
    """What each of two works gains its owner if they become a company (3.2.5)."""
    faces = sum(outlook.printed.works[work].face for work in action.works)
    row, column = field_of(outlook.table, faces // 2)
    start = outlook.printed.sheet.rows[row][column]
    half = outlook.founded_share(action.company, action.works, start)
    return {work: half - outlook.work_alone(work) for work in action.works}


def _merger(outlook: Outlook, action: FoundWorks) -> Weighed | None:
    """Of one's own works, or with somebody who gains by it as well."""
    gains = merger_gains(outlook, action)
    first, second = action.works
    if outlook.table.state.papers[second] == outlook.seat:
        gain = sum(gains.values())
    elif gains[second] <= 0:
        return None
    else:
        gain = gains[first] - RIVALRY * gains[second]
    score = gain / 4 + (FREE if gain > 0 else 0.0)
    return Weighed(action, score, (reason("merger_brings", company=action.company, amount=round(gain)),))


def answer_merger(outlook: Outlook, step: MergerStep, action: AnswerOffer) -> Weighed:
    """A half of the company for the work, less what that is worth to the founder."""
    gains = merger_gains(outlook, step.merger)
    first, second = step.merger.works
    gain = gains[second] - RIVALRY * gains[first]
    company = step.merger.company
    return Weighed(
        action,
        gain if action.accept else 0.0,
        (reason("merger_brings", company=company, amount=round(gain)),),
        Measure.MONEY,
    )


def auction_choice(outlook: Outlook, step: object, choice: Choice) -> Weighed | None:
    """Bids and nominations."""
    if not isinstance(choice, Range):
        return None
    action: Action = choice.action
    if isinstance(action, Nominate):
        return bids(outlook, action.lot, choice)
    if isinstance(action, Bid) and isinstance(step, LotAuction):
        return bids(outlook, step.lot, choice)
    return None
