"""Decisions that only 1873 has, each handed to where it is weighed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.bots.api import Estimates, Measure, Weighed, reason
from stellwerk.eighteen.actions import AnswerOffer, DiscardTrain, LayTile
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.trains import OfferStep
from stellwerk.play.core import Action, Choice
from stellwerk.play.runs import RunTrains

from ..actions import AssignSwitchers, IssueShares, OfferForEngine
from ..companies.buying_in import BuyWorkStep, WorkOfferStep
from ..companies.equipment import EquipStep
from ..companies.running import RunLocomotives, may_fall_asleep
from ..papers.auction import AuctionTurn, LotAuction, OpeningSale
from ..papers.founding import MergerStep
from ..papers.stock import StockTurn
from ..state import Table, is_work
from . import scoring_equipment, scoring_papers
from .scoring_outlook import Outlook
from .scoring_track import lay_of_work

MARKER = 8.0  # a marker that stays active


def weigh(table: Table, seat: int, choices: Sequence[Choice], estimates: Estimates) -> Iterator[Weighed]:
    """All that the common judgement leaves to the title."""
    step, outlook = table.state.agenda[-1], Outlook(table, seat, estimates)
    match step:
        case OpeningSale():
            yield from scoring_papers.lots(outlook, step, choices)
        case AuctionTurn() | LotAuction():
            weighed = (scoring_papers.auction_choice(outlook, step, choice) for choice in choices)
            yield from filter(None, weighed)
        case StockTurn():
            yield from scoring_papers.stock_turn(outlook, choices)
        case BuyWorkStep():
            yield from scoring_equipment.buy_in(outlook, step.company, choices)
        case EquipStep():
            yield from scoring_equipment.equip(outlook, step.company, choices)
        case DividendStep():
            yield from scoring_equipment.dividend(outlook, step, choices)
        case _:
            actions = [choice for choice in choices if isinstance(choice, Action)]
            yield from filter(None, (_of_action(outlook, action) for action in actions))


def _of_action(outlook: Outlook, action: Action) -> Weighed | None:
    step = outlook.table.state.agenda[-1]
    match action:
        case AnswerOffer() if isinstance(step, MergerStep):
            return scoring_papers.answer_merger(outlook, step, action)
        case AnswerOffer() if isinstance(step, WorkOfferStep):
            return scoring_equipment.answer_work(outlook, step.offer, action)
        case AnswerOffer() if isinstance(step, OfferStep) and isinstance(step.offer, OfferForEngine):
            return scoring_equipment.answer_engine(outlook, step.offer, action)
        case AssignSwitchers():
            return scoring_equipment.assign(outlook, action)
        case IssueShares():
            return scoring_equipment.issue(outlook, action)
        case DiscardTrain():
            return scoring_equipment.discard(outlook, action)
        case RunTrains() if isinstance(step, RunLocomotives):
            return _run(outlook, step, action)
        case LayTile() if is_work(outlook.table, action.company):
            return lay_of_work(outlook.table, action)
    return None


def _run(outlook: Outlook, step: RunLocomotives, action: RunTrains) -> Weighed:
    """Of equal runs the one that keeps most markers awake (4.4.3)."""
    run = step.run(outlook.table, action)
    called = {stop for route in run.routes for stop in route.stops}
    awake = sum(stop in called for stop in may_fall_asleep(outlook.table, action.company))
    told = reason("run_brings", amount=run.total)
    return Weighed(action, run.total + MARKER * awake, (told,), Measure.INCOME)
