"""Decisions that only 1881 has, weighed with the common estimates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from stellwerk.bank.papers import POOL
from stellwerk.board.board import stop_number
from stellwerk.bots.api import (
    RIVALRY,
    TO_AND_FRO,
    Estimates,
    LayTrack,
    Measure,
    Reason,
    Weighed,
    lasts,
    paper_is_worth,
    reason,
    sale_brings,
)
from stellwerk.eighteen.actions import (
    AnswerOffer,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    OfferForTrain,
    TakePapers,
)
from stellwerk.eighteen.shares import unsold
from stellwerk.eighteen.state import held, percent, price
from stellwerk.eighteen.trains import OfferStep, ware_of
from stellwerk.play.core import Action, Choice, Pass, Range
from stellwerk.play.runs import RunTrains

from ..actions import (
    BuyOnCredit,
    BuySbahnShare,
    GiveForChair,
    OfferForDepot,
    PlaceDepot,
    SealBid,
    SellSbahnShares,
    TakeProvision,
    Veto,
    Vote,
)
from ..companies.income import KEEP, PAY, IncomeStep
from ..companies.trains import as_purchase, help_for
from ..data import TRAM
from ..lines.depots import DepotOffer, DepotStep, spot_for
from ..lines.depots import cost as chip_cost
from ..lines.networks import known_as_seen, seen
from ..lines.track import joined_to_centre
from ..sbahn.provision import amount, manager
from ..sbahn.votes import UnderVeto, VetoStep, VoteStep
from ..state import Table, director, is_sbahn
from . import scoring_sbahn
from .scoring_companies import Outlook
from .trams import arrivals

SHARING = 2  # players whose first papers come from one company
INTEREST = 0.3  # of what an S-Bahn share brings a company, for who directs it
NOW = 4.0  # rounds for which a better run counts
USED = 0.5  # of a bonus that is built for, for the director's part


def weigh(table: Table, seat: int, choices: Sequence[Choice], estimates: Estimates) -> Iterator[Weighed]:
    """All that the common judgement leaves to the title."""
    step: Any = table.state.agenda[-1]
    step = step.under if isinstance(step, UnderVeto) else step
    match step:
        case VetoStep() | VoteStep():
            for choice in choices:
                if isinstance(choice, Pass | Veto | Vote):
                    yield scoring_sbahn.objection(table, choice, step, seat, estimates)
            return
        case DepotStep():
            yield from _depot_offers(table, choices, step, estimates)
    lays = [choice for choice in choices if isinstance(choice, LayTile) and is_sbahn(table, choice.company)]
    yield from scoring_sbahn.lays(table, lays, estimates)
    must = not any(isinstance(choice, Pass) for choice in choices)
    for choice in choices:
        weighed = _of_range(table, choice, estimates) if isinstance(choice, Range) else None
        if isinstance(choice, Action):
            weighed = _of_action(table, choice, step, estimates, must)
        if weighed:
            yield weighed


def _of_range(table: Table, choice: Range, estimates: Estimates) -> Weighed | None:
    match choice.action:
        case SealBid():
            return _bid(table, choice, estimates)
        case OfferForTrain():
            return _offer(table, choice, estimates)
    return None


def _of_action(table: Table, action: Action, step: Any, estimates: Estimates, must: bool) -> Weighed | None:
    match action:
        case RunTrains():
            told = reason("trains_run", company=action.company) if action.ways else reason("nothing_counted")
            return Weighed(action, float(bool(action.ways)), (told,))
        case TakePapers():
            told = reason("fewer_papers", number=len(action.papers))
            return Weighed(action, -len(action.papers), (told,), Measure.PAPERS)
        case Dividend() if is_sbahn(table, action.company):
            return scoring_sbahn.dividend(table, action, step, action.seat, estimates)
        case Dividend():
            return _dividend(table, action, step, estimates)
        case GiveForChair():
            return scoring_sbahn.given_for_chair(table, action, estimates)
        case TakeProvision():
            return _provision(table, action)
        case BuyTrain() if is_sbahn(table, action.company):
            return scoring_sbahn.train(table, action, estimates)
        case BuyTrain():
            lacks = help_for(table, action.company, _price(table, action))
            return _train(table, action, action, lacks, estimates)
        case BuyOnCredit():
            return _train(table, action, as_purchase(action), 0, estimates)
        case AnswerOffer() if isinstance(step, OfferStep):
            return _answer(table, action, step.offer, estimates)
        case AnswerOffer() if isinstance(step, DepotOffer):
            return _depot_answer(table, action, step.offer, estimates)
        case DiscardTrain() if is_sbahn(table, action.company):
            return scoring_sbahn.surplus(table, action)
        case BuyShare() if is_sbahn(table, action.company):
            return scoring_sbahn.purchase(table, action, estimates)
        case BuySbahnShare():
            return _investment(table, action, estimates)
        case SellSbahnShares() if action.company:
            return _for_a_tram(table, action, estimates)
        case SellSbahnShares():
            return scoring_sbahn.sale(table, action, estimates, must)
        case PlaceDepot():
            return scoring_sbahn.depot(table, action)
    return None


# Opening ----------------------------------------------------------------------------------------------------


def _bid(table: Table, choice: Range, estimates: Estimates) -> Weighed:
    """All that being first is worth, as the highest bid pays no more than its difference to the lowest (2.7).

    Equal bids are won by who sits nearest to the auctioneer: who sits far from him bids the next amount (2.8).
    """
    seat, low, step = choice.action.seat, choice.low, choice.step
    first = _worth_of_first(table, seat, estimates)
    steps, rest = divmod(max(0.0, first - low), step)
    distance = (seat - table.state.auctioneer) % table.state.seats / table.state.seats
    bid = low + step * (int(steps) + (rest / step > 1 - distance))
    return Weighed(choice.at(min(choice.high, bid)), 0.0, (reason("first_choice", amount=round(first)),))


def _worth_of_first(table: Table, seat: int, estimates: Estimates) -> float:
    """What papers of the best company bring a hand that can pay them, beyond those left to the last (2.9)."""
    firms, cash = estimates.survey.firms, table.state.cash[seat]
    gains: list[float] = []
    for company in table.rules.printed.trams:
        each = firms[company].price
        papers = min(table.rules.printed.title["opening"]["papers"], cash // each)
        gains.append(papers * (estimates.share_value(company) - each))
    gains.sort(reverse=True)
    return gains[0] - gains[(table.state.seats - 1) // SHARING]


# Track ------------------------------------------------------------------------------------------------------


def lay_brings(table: Table, seat: int, move: LayTrack) -> float:
    """Bonuses of the hex and for joining the periphery, as far as they come to a player (6.16, 9.4)."""
    printed, board = table.rules.printed, table.state.board
    view = seen(board, TRAM)
    bonus = printed.bonuses.get(move.hex, 0) if not board.tracks[move.hex].tile else 0
    view = view.lay(move.hex, move.track)
    known_as_seen(view, TRAM)
    new = joined_to_centre(table, view, TRAM) - joined_to_centre(table, board, TRAM) - table.state.joined
    each: int = printed.title["bonus"]["periphery"]
    bonus += each * len(new)
    return USED * bonus * max(0.2, percent(table, move.company, seat) / 100)


# Incomes and trams ------------------------------------------------------------------------------------------


def outlook(table: Table, company: str, seat: int, estimates: Estimates) -> Outlook:
    """A tram company's future for a player."""
    return Outlook(table, estimates.survey.firms[company], seat, estimates)


def _dividend(table: Table, action: Dividend, step: IncomeStep, estimates: Estimates) -> Weighed:
    """What comes to the director now and later, by what the company then has for trams (9.6–9.9)."""
    view = outlook(table, action.company, action.seat, estimates)
    firm, sheet, zones = view.firm, table.rules.printed.sheet, table.rules.printed.zones
    kept = {PAY: 0, KEEP: step.income + step.bonus}.get(action.kind, step.bonus)
    paid = step.income + step.bonus - kept
    field = sheet.follow(view.field, "down" if paid else "up")
    treasury = firm.treasury + kept + paid * percent(table, firm.id, POOL) // 100
    alive = zones.bankrupt < sheet.price(field) < zones.end and not estimates.survey.ending
    later = view.worth(treasury, firm.trains, field) if alive else view.shares * sheet.price(field)
    score = view.part * paid + later
    if paid:
        rise = sheet.price(field) - sheet.price(view.field)
        why = reason("payout_brings", company=firm.id, amount=round(view.part * paid + view.shares * rise))
    else:
        useful = later - view.worth(firm.treasury, firm.trains, field) if alive else 0.0
        why = reason("money_for_a_train", company=firm.id, amount=round(useful))
    return Weighed(action, score, (why,), Measure.MONEY)


def _provision(table: Table, action: TakeProvision) -> Weighed:
    """Money of one's own, or of a company of which one has a part, against money of the network (12.5)."""
    owner, provision = manager(table, action.company), amount(table)
    own = 1.0 if isinstance(owner, int) else percent(table, owner, action.seat) / 100
    told = reason("provision_brings", amount=round(own * provision))
    return Weighed(action, own * provision, (told,), Measure.MONEY)


def _price(table: Table, action: BuyTrain) -> int:
    ware = ware_of(table, action)
    assert ware is not None
    return ware.price


def _train(table: Table, named: Action, action: BuyTrain, helped: int, estimates: Estimates) -> Weighed:
    """A tram against none in this round; what the director adds is his own money, credit the company's debt.

    Its price is paid for certain, so it is taken to go as soon as a rush for the next kinds can bring that; but
    income that is kept too soon costs more than a tram too late, so dividends go by the usual pace.
    """
    view = Outlook(table, estimates.survey.firms[action.company], action.seat, estimates, arrivals(estimates))
    firm = view.firm
    scrapped = [train for train in firm.trains if view.kinds[train].ends_with == action.train]
    kept = tuple(train for train in firm.trains if train not in scrapped or action.source == POOL)
    after = view.worth(firm.treasury + helped - _price(table, action), (*kept, action.train), view.field)
    before = view.worth(firm.treasury, firm.trains, view.field, buys=False)
    gain = after - before - helped
    earns = view.earns((*kept, action.train), 0) - view.earns(firm.trains, 0)
    return Weighed(
        named,
        gain,
        (
            reason("train_earns", company=firm.id, train=action.train, amount=round(earns)),
            lasts(estimates, action.train),
        ),
        Measure.MONEY,
    )


def _offer(table: Table, choice: Range, estimates: Estimates) -> Weighed | None:
    """Trams are asked for only among companies of one director, for what is best for both."""
    offer = choice.action
    assert isinstance(offer, OfferForTrain)
    if is_sbahn(table, offer.company) or director(table, offer.seller) != offer.seat:
        return None
    half = table.rules.printed.trains[offer.train].price // 2
    prices = sorted({choice.low, max(choice.low, min(half, choice.high)), choice.high})
    gains = {each: _moved(table, offer, each, estimates) - TO_AND_FRO for each in prices}
    best = max(prices, key=lambda each: gains[each])
    buyer = outlook(table, offer.company, offer.seat, estimates)
    earns = buyer.earns((*buyer.firm.trains, offer.train), 0) - buyer.earns(buyer.firm.trains, 0)
    told = (
        reason("train_earns", company=offer.company, train=offer.train, amount=round(earns)),
        _worth_to_seller(table, offer, offer.seat, estimates),
    )
    return Weighed(choice.at(best), gains[best], told, Measure.MONEY)


def _worth_to_seller(table: Table, offer: OfferForTrain, seat: int, estimates: Estimates) -> Reason:
    loss = -_sold(table, offer, 0, seat, estimates)
    return reason("train_is_worth", train=offer.train, amount=round(max(0.0, loss)))


def _moved(table: Table, offer: OfferForTrain, amount: int, estimates: Estimates) -> float:
    """What a player gains if a tram changes hands."""
    buyer = outlook(table, offer.company, offer.seat, estimates)
    trains = (*buyer.firm.trains, offer.train)
    gain = buyer.worth(buyer.firm.treasury - amount, trains, buyer.field)
    gain -= buyer.worth(buyer.firm.treasury, buyer.firm.trains, buyer.field)
    return gain + _sold(table, offer, amount, offer.seat, estimates)


def _sold(table: Table, offer: OfferForTrain, amount: int, seat: int, estimates: Estimates) -> float:
    """What a player gains if a company of his sells a tram."""
    seller = outlook(table, offer.seller, seat, estimates)
    place = seller.firm.trains.index(offer.train)
    rest = seller.firm.trains[:place] + seller.firm.trains[place + 1 :]
    gain = seller.worth(seller.firm.treasury + amount, rest, seller.field)
    return gain - seller.worth(seller.firm.treasury, seller.firm.trains, seller.field)


def _answer(table: Table, action: AnswerOffer, offer: OfferForTrain, estimates: Estimates) -> Weighed:
    """Sell a tram for more than it is worth to both sides."""
    if is_sbahn(table, offer.seller):  # networks keep what they have
        return Weighed(action, -1.0 if action.accept else 0.0, (reason("nothing_better"),))
    buyer = estimates.survey.firms[offer.company]
    adds = estimates.train_adds(offer.company, offer.train) * (1 - buyer.parts[action.seat] / 100)
    gain = _sold(table, offer, offer.price, action.seat, estimates) - RIVALRY * adds
    score = gain if action.accept else 0.0
    return Weighed(action, score, (_worth_to_seller(table, offer, action.seat, estimates),), Measure.MONEY)


# Shares of the S-Bahn in companies' hands -------------------------------------------------------------------


def _investment(table: Table, action: BuySbahnShare, estimates: Estimates) -> Weighed | None:
    """Only money that no tram will want soon; it comes back when the share is sold (10.9)."""
    firm, sbahn = estimates.survey.firms[action.company], table.rules.printed.sbahn
    pool = action.source == POOL
    paper = next(iter(held(table, sbahn, POOL)), None) if pool else unsold(table, sbahn)
    assert paper is not None
    each = price(table, sbahn) if pool else table.rules.printed.companies[sbahn].price
    number = paper.percent // table.rules.printed.companies[sbahn].unit
    cost = number * each
    depot = estimates.survey.depot
    wanted = table.rules.printed.trains[depot[0]].price if depot and firm.room > 0 else 0
    if firm.treasury - cost < wanted:
        return None
    value = number * scoring_sbahn.share_value(table, estimates)
    score = INTEREST * firm.parts[action.seat] / 100 * (value - cost)
    return Weighed(action, score, (paper_is_worth(estimates, value, cost),), Measure.MONEY)


def _for_a_tram(table: Table, action: SellSbahnShares, estimates: Estimates) -> Weighed | None:
    """A company sells S-Bahn shares if that pays for a tram."""
    view, sbahn = outlook(table, action.company, action.seat, estimates), table.rules.printed.sbahn
    firm, number = view.firm, action.shares + len(action.seats)
    brings = price(table, sbahn) * number
    depot = table.state.depot
    cost = table.rules.printed.trains[depot[0]].price if depot else 0
    if not depot or firm.room <= 0 or not firm.treasury < cost <= firm.treasury + brings:
        return None
    after = view.worth(firm.treasury + brings, firm.trains, view.field)
    gain = after - view.worth(firm.treasury, firm.trains, view.field)
    lost = INTEREST * view.part * scoring_sbahn.share_value(table, estimates) * number
    told = sale_brings(sbahn, brings)
    return Weighed(action, gain - lost, (told,), Measure.MONEY)


# Depots of others -------------------------------------------------------------------------------------------


def _depot_offers(
    table: Table, choices: Sequence[Choice], step: DepotStep, estimates: Estimates
) -> Iterator[Weighed]:
    """A tram company asks once for each depot that opens a better run, for the least that may be offered (7.8)."""
    for choice in choices:
        if not isinstance(choice, Range) or not isinstance(choice.action, OfferForDepot):
            continue
        offer = choice.action
        if is_sbahn(table, offer.company) or is_sbahn(table, offer.seller) or step.refused(offer):
            continue
        gain = _depot_gain(table, offer, offer.company, offer.seat, estimates)
        gain += _depot_gain(table, offer, offer.seller, offer.seat, estimates)
        gain -= estimates.spending(offer.company, choice.low + chip_cost(table, spot_for(table, offer)))
        told = reason("depot_brings", hex=offer.hex, amount=round(gain))
        yield Weighed(choice.at(choice.low), gain, (told,), Measure.MONEY)


def _depot_gain(table: Table, offer: OfferForDepot, company: str, seat: int, estimates: Estimates) -> float:
    """What a better or worse run brings a player if a depot changes hands."""
    firm = estimates.survey.firms[company]
    view = seen(table.state.board, TRAM)
    stop = stop_number(table.rules.printed.box.grid.index[offer.hex], 0)
    after = view.without_station(offer.seller, stop).with_station(offer.company, stop)
    change = estimates.run(company, firm.trains, after) - estimates.run(company, firm.trains)
    return firm.parts[seat] / 100 * min(NOW, estimates.rounds_left()) * change


def _depot_answer(table: Table, action: AnswerOffer, offer: OfferForDepot, estimates: Estimates) -> Weighed:
    """Accept what is more than the run loses, and what the other gains by it."""
    seat, gain = action.seat, 0.0
    if not is_sbahn(table, offer.seller) and not is_sbahn(table, offer.company):
        gain = _depot_gain(table, offer, offer.seller, seat, estimates)
        gain += (1 - RIVALRY) * _depot_gain(table, offer, offer.company, seat, estimates)
        director_ = director(table, offer.company)
        if director_ is not None:
            gain -= RIVALRY * max(0.0, _depot_gain(table, offer, offer.company, director_, estimates))
        gain += -estimates.spending(offer.seller, -offer.price)
    score = gain if action.accept else 0.0
    told = reason("depot_brings", hex=offer.hex, amount=round(gain))
    return Weighed(action, score, (told,), Measure.MONEY)
