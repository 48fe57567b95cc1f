"""Decisions that only 1844 has, weighed with the common estimates.

What may be done at any time is taken only in a step of one's own, and only where it changes something: loans are
paid back in a stock turn, privates sold after trains have been bought, P4's line is laid before the trains run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from stellwerk.board.board import Board, stop_number
from stellwerk.board.grid import PLACES
from stellwerk.board.tiles import Track
from stellwerk.bots.api import (
    NEEDED,
    RIVALRY,
    Estimates,
    Firm,
    Measure,
    Weighed,
    brings_until_the_end,
    paper_is_worth,
    reason,
    sale_brings,
)
from stellwerk.eighteen.actions import LayTile, SellShares, TakePapers
from stellwerk.eighteen.classic.actions import BuyPrivate
from stellwerk.eighteen.classic.stock import StockTurn
from stellwerk.eighteen.running import network
from stellwerk.eighteen.shares import proceeds, sold_part
from stellwerk.eighteen.track import LayStep, lay_of
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Choice, Position, Range
from stellwerk.play.runs import RunTrains, routes_of
from stellwerk.routes import Run, used, visited

from ..actions import BuyMountain, BuyTunnel, GiveEva, KeepMarker, LayFurka, Repay, TakeLoan
from ..auction import PrivateAuction
from ..data import SBB, VALUE_COLOURS
from ..loans import RaiseMoney, lacking
from ..privates import EVA, furka_board
from ..running import colour_now, running_problem, tunnel_links
from ..state import Table, director
from ..track import TUNNEL, tunnel_hexes, unused_tunnel

PACE = 2.0  # trains that leave the bank in a round
POWERS = {"P2": 10, "P3": 20, "P4": 25, "P5": 50, "P6": 220, "P7": 120}  # what comes along, beside the income
KEPT = 0.5  # of the highest price that a company may pay for a private, for who may sell it
PATIENCE = 0.28  # of what comes later, in money at the start, when shares bring several times their price
PURSE = 180  # cash that is kept for a first company
SURE, PERHAPS = 0.95, 0.3  # that a train will visit what it gains by, or what it only reaches
LATER = 2  # rounds until what has been bought or built brings something
NOW = 4.0  # rounds for which a better run counts
BLOCKED = 0.25  # of a loan, as nobody buys shares while he owes
CROSSED = 128  # boards with a tunnel to come that are kept


def rounds_until(table: Table, card: str) -> float:
    """Operating rounds until the first of a card leaves the bank."""
    depot = table.state.depot
    return depot.index(card) / PACE if card in depot and not table.state.sbb_due else 0.0


def weigh(table: Table, seat: int, choices: Sequence[Choice], estimates: Estimates) -> Iterator[Weighed]:
    """All that the common judgement leaves to the title."""
    step = table.state.agenda[-1]
    if isinstance(step, RaiseMoney):
        yield from _raising(table, step, choices, estimates)
        return
    for choice in choices:
        weighed = _of_range(table, choice, estimates) if isinstance(choice, Range) else None
        if isinstance(choice, Action):
            weighed = _of_action(table, choice, estimates)
        if weighed:
            yield weighed
    yield from _mountains(table, seat, choices, estimates)


def _of_range(table: Table, choice: Range, estimates: Estimates) -> Weighed | None:
    step = table.state.agenda[-1]
    match choice.action:
        case Bid() if isinstance(step, PrivateAuction):
            return _bid(table, choice, step, estimates)
        case Repay() if isinstance(step, StockTurn):
            return _repayment(table, choice, estimates)
        case BuyPrivate() if isinstance(step, TrainStep):
            return _sale_to_company(table, choice, estimates)
    return None


def _of_action(table: Table, action: Action, estimates: Estimates) -> Weighed | None:
    match action:
        case TakePapers():
            told = reason("fewer_papers", number=len(action.papers))
            return Weighed(action, -len(action.papers), (told,), Measure.PAPERS)
        case RunTrains():
            return _run(table, action, estimates)
        case BuyTunnel():
            return _tunnel_paper(table, action, estimates)
        case LayTile() if action.permit == TUNNEL:
            return _tunnel(table, action, estimates)
        case LayFurka() if isinstance(table.state.agenda[-1], LayStep):
            return _furka(table, action, estimates)
        case GiveEva():
            return _eva(action, estimates)
        case KeepMarker():
            return _marker(table, action, estimates)
    return None


# Privates ---------------------------------------------------------------------------------------------------


def private_worth(table: Table, private: str) -> float:
    """Income until phase 5, what comes along, and what a company may pay for it (Privatgesellschaften)."""
    return PATIENCE * private_brings(table, private) + POWERS.get(private, 0)


def private_brings(table: Table, private: str) -> float:
    """Income until phase 5, and what a company is likely to pay for it."""
    each = table.rules.printed.privates[private]
    rounds = rounds_until(table, "5")
    income = each.income * (min(rounds, LATER) if private == "P6" else rounds)
    return income + (KEPT * 2 * each.price if each.sold_to_companies else 0.0)


def _bid(table: Table, choice: Range, step: PrivateAuction, estimates: Estimates) -> Weighed:
    """The least that counts, up to what the private is worth; money for a first company is kept."""
    bid, worth = choice.low, private_worth(table, step.lot)
    left = table.state.cash[choice.action.seat] - bid
    score = worth - bid - max(0, PURSE - left)
    return Weighed(choice.at(bid), score, (paper_is_worth(estimates, worth, bid),), Measure.MONEY)


def _sale_to_company(table: Table, choice: Range, estimates: Estimates) -> Weighed | None:
    """What a company pays its director, less what it cannot do with the money and the income that he gives up."""
    action = choice.action
    assert isinstance(action, BuyPrivate)
    firm = estimates.survey.firms[action.company]
    train = _next_train(table, firm)
    kept = train if firm.room > 0 and train <= firm.treasury else 0
    price = min(choice.high, firm.treasury - kept)
    if price < choice.low:
        return None
    stays = 1 - firm.parts[action.seat] / 200  # what the company gets instead is worth half to its holders
    lost = stays * table.rules.printed.privates[action.private].income * rounds_until(table, "5")
    gain = price - lost - estimates.spending(firm.id, price)
    told = reason("private_brings", private=action.private, amount=price)
    return Weighed(choice.at(price), gain, (told,), Measure.MONEY)


def _next_train(table: Table, firm: Firm) -> int:
    """What the next train costs a company."""
    regular, turned = table.rules.printed.faces[table.state.depot[0]]
    return table.rules.printed.trains[turned if firm.only_hexes else regular].price


def _furka(table: Table, action: LayFurka, estimates: Estimates) -> Weighed:
    """P4 pays until phase 5: its line is laid sooner only if it brings one's own companies more than that."""
    board, seat = furka_board(table), action.seat
    rounds, gain = rounds_until(table, "5"), 0.0
    for firm in estimates.survey.firms.values():
        if firm.running and firm.trains:
            change = estimates.run(firm.id, firm.trains, board) - estimates.run(firm.id, firm.trains)
            others = (sum(firm.parts) - firm.parts[seat]) / max(1, estimates.survey.seats - 1)
            gain += change * (firm.parts[seat] - RIVALRY * others) / 100
    score = (gain - table.rules.printed.privates["P4"].income) * rounds
    return Weighed(action, score, (reason("line_brings", amount=round(gain)),), Measure.MONEY)


def _eva(action: GiveEva, estimates: Estimates) -> Weighed:
    """To the company that earns its director most with it (P7)."""
    firm = estimates.survey.firms[action.company]
    worth = firm.parts[action.seat] / 100 * estimates.train_adds(firm.id, EVA)
    needed = firm.must_own and not firm.trains
    if needed:
        worth += NEEDED
    income = round(estimates.train_adds(firm.id, EVA) / max(1.0, estimates.rounds_left() - 1))
    told = reason("train_earns", company=firm.id, train=EVA, amount=income)
    return Weighed(action, worth, (told,), Measure.DUTY if needed else Measure.MONEY)


# Tunnels and mountain railways ------------------------------------------------------------------------------


def income_of(table: Table, paper: str) -> int:
    """What a tunnel or mountain railway brings in a round."""
    income: int = _terms(table, paper)["income"]
    return income


def _terms(table: Table, paper: str) -> dict[str, int]:
    title = table.rules.printed.title
    terms: dict[str, int] = title["tunnels" if paper in table.rules.printed.tunnel_papers else "mountains"]
    return terms


def _paper_worth(terms: dict[str, int], rounds: float) -> float:
    """What a paper that a train has used brings until the end, its worth then included."""
    return terms["income"] * max(0.0, rounds) + terms["worth"]


def _run(table: Table, action: RunTrains, estimates: Estimates) -> Weighed:
    """Of equal runs the one that opens what one owns oneself, and not what others own."""
    routes = routes_of(running_problem(table, action.company), action.ways)
    gain = 0.0
    for paper in opened(table, Run(routes, 0, 0, True)):
        worth = _paper_worth(_terms(table, paper), estimates.rounds_left() - 1)
        mine = table.state.papers[paper] == action.seat
        gain += worth if mine else -worth / max(1, estimates.survey.seats - 1)
    return Weighed(action, gain, (reason("run_opens", amount=round(gain)),), Measure.MONEY)


def opened(table: Table, run: Run) -> list[str]:
    """Tunnels and mountain railways that a run would be the first to use."""
    state = table.state
    sites, through = {stop // PLACES for stop in visited(run)}, used(run)
    papers = [paper for paper, (site, _) in state.mountains.items() if site in sites]
    links = tunnel_links(table, state.board, network(state.board))
    papers += [paper for paper, numbers in links.items() if numbers & through]
    return [paper for paper in papers if paper not in state.earning]


def _tunnel(table: Table, action: LayTile, estimates: Estimates) -> Weighed:
    lay = lay_of(table, action)
    assert lay is not None
    gain = _tunnel_gain(table, action.company, lay.hex, lay.track, estimates)
    gain -= estimates.spending(action.company, table.rules.printed.title["tunnels"]["cost"])
    told = reason("tunnel_brings", company=action.company, amount=round(gain))
    return Weighed(action, gain, (told,), Measure.MONEY)


@lru_cache(maxsize=CROSSED)
def _crossed(board: Board, hex_: int, track: Track) -> Board:
    """A board with a tunnel: the same object each time, so that what trains run on it is known."""
    return board.cross(hex_, track)


def _tunnel_gain(table: Table, company: str, hex_: int, track: Track, estimates: Estimates) -> float:
    """A better run for the company, and income for the director if its trains use the tunnel."""
    state, firm = table.state, estimates.survey.firms[company]
    paper = unused_tunnel(table, company) or "T"
    board = _crossed(state.board, hex_, track)
    tunnels = {**state.tunnels, paper: hex_}
    after = estimates.built_on(Position(table.rules, replace(state, board=board, tunnels=tunnels)))
    better = after.run(company, firm.trains) - estimates.run(company, firm.trains)
    ahead = after.site_value(company, board) - estimates.site_value(company, state.board)
    chance = SURE if better > 0 else PERHAPS if ahead > 0 else 0.0
    income = _paper_worth(table.rules.printed.title["tunnels"], estimates.rounds_left() - LATER)
    seat = director(table, company)
    part = max(0.2, firm.parts[seat] / 100) if seat is not None else 0.0
    return part * min(NOW, estimates.rounds_left()) * ahead + chance * income


def _tunnel_paper(table: Table, action: BuyTunnel, estimates: Estimates) -> Weighed | None:
    """A certificate is bought for a tunnel that a company of one's own can build in its next turn."""
    terms, state, seat = table.rules.printed.title["tunnels"], table.state, action.seat
    held = [paper for paper in table.rules.printed.tunnel_papers if state.papers[paper] == seat]
    if any(paper not in state.tunnels for paper in held):
        return None
    gain = 0.0
    for firm in estimates.survey.firms.values():
        if firm.running and firm.director == seat and firm.trains and firm.treasury >= terms["cost"]:
            cost = estimates.spending(firm.id, terms["cost"])
            for hex_, tracks in tunnel_hexes(table, firm.id):
                for track in tracks if hex_ not in state.tunnels.values() else ():
                    gain = max(gain, _tunnel_gain(table, firm.id, hex_, track, estimates) - cost)
    score, measure = estimates.measured(seat, gain - terms["price"], terms["price"])
    return Weighed(action, score, (paper_is_worth(estimates, gain, terms["price"]),), measure)


def _mountains(table: Table, seat: int, choices: Sequence[Choice], estimates: Estimates) -> Iterator[Weighed]:
    """A site that trains reach, and the income board that brings one's own companies most there."""
    terms, index = table.rules.printed.title["mountains"], table.rules.printed.box.grid.index
    offers = [choice for choice in choices if isinstance(choice, BuyMountain)]
    chances = {name: _visit(table, index[name], estimates) for name in {offer.hex for offer in offers}}
    rounds = estimates.rounds_left()
    for offer in offers:
        chance, own = chances[offer.hex], _own_part(table, seat, index[offer.hex], estimates)
        if chance:
            worth = chance * _paper_worth(terms, rounds - LATER)
            worth += chance * own * _board_value(table, offer.board) * min(NOW, rounds)
            score, measure = estimates.measured(seat, worth - terms["price"], terms["price"])
            yield Weighed(offer, score, (paper_is_worth(estimates, worth, terms["price"]),), measure)


def _visit(table: Table, site: int, estimates: Estimates) -> float:
    """How likely it is that some train goes to a mountain railway there: best runs are compulsory."""
    state = table.state
    mountains = {**state.mountains, "B": (site, _best_board(table))}
    after = estimates.built_on(Position(table.rules, replace(state, mountains=mountains)))
    chance = 0.0
    for firm in estimates.survey.firms.values():
        if firm.running and firm.trains and stop_number(site, 0) in state.board.reach(firm.id).stops:
            if after.run(firm.id, firm.trains) > estimates.run(firm.id, firm.trains):
                return SURE
            chance = PERHAPS
    return chance


def _own_part(table: Table, seat: int, site: int, estimates: Estimates) -> float:
    """One's part of the companies that reach a site, the largest."""
    firms = [firm for firm in estimates.survey.firms.values() if firm.running]
    near = [firm for firm in firms if stop_number(site, 0) in table.state.board.reach(firm.id).stops]
    return max((firm.parts[seat] / 100 for firm in near), default=0.0)


def _board_value(table: Table, board: int) -> float:
    """What an income board brings a visiting train now and in the colours to come."""
    values = table.rules.printed.boards[board]
    number = VALUE_COLOURS.index(colour_now(table))
    ahead = values[number : number + 2]
    return sum(ahead) / len(ahead)


def _best_board(table: Table) -> int:
    return max(range(len(table.rules.printed.boards)), key=lambda board: _board_value(table, board))


# Loans ------------------------------------------------------------------------------------------------------


def _repayment(table: Table, choice: Range, estimates: Estimates) -> Weighed:
    """As much as one can before interest falls due at the end of the stock round (Loks kaufen)."""
    saved = choice.high * estimates.survey.interest / 100
    sets = 1 + estimates.rounds_left() / max(1, estimates.survey.rounds)
    score = 100 * ((1 + estimates.survey.interest / 100) ** min(4, sets) - 1)
    told = reason("interest_saved", amount=round(saved))
    return Weighed(choice.at(choice.high), score, (told,), Measure.PERCENT)


def _raising(table: Table, step: RaiseMoney, choices: Sequence[Choice], estimates: Estimates) -> Iterator[Weighed]:
    """Sell what brings less than a loan of the same sum would cost, else borrow (Loks kaufen)."""
    lacks = lacking(table, step.company, step.price)
    dear = _loan_costs(lacks, estimates)
    for choice in choices:
        if isinstance(choice, TakeLoan):
            cost = dear * lacks
            yield Weighed(choice, -cost, (reason("loan_costs", amount=round(cost)),), Measure.MONEY)
        elif isinstance(choice, SellShares):
            brings = proceeds(table, choice)
            unit = estimates.survey.firms[choice.company].unit
            keeps = estimates.share_value(choice.company) * sold_part(table, choice) / unit
            score = brings - keeps - dear * max(0, lacks - brings)
            yield Weighed(
                choice,
                score,
                (
                    brings_until_the_end(estimates, choice.company, keeps),
                    sale_brings(choice.company, brings),
                ),
                Measure.MONEY,
            )


def _loan_costs(amount: int, estimates: Estimates) -> float:
    """For a franc: interest at once, again on what a set of rounds will not bring in, and no shares meanwhile."""
    rate = estimates.survey.interest / 100
    if estimates.survey.ending:
        return rate
    flow = sum(estimates.income(firm.id) for firm in estimates.survey.firms.values() if firm.running)
    soon = flow * estimates.survey.rounds / estimates.survey.seats
    owed = amount * (1 + rate)
    return rate + rate * (1 + rate) * max(0.0, owed - soon) / max(1.0, owed) + BLOCKED


# The SBB ----------------------------------------------------------------------------------------------------


def _marker(table: Table, action: KeepMarker, estimates: Estimates) -> Weighed:
    """The city from which the SBB can run most."""
    board: Board = table.state.board
    hex_ = table.rules.printed.box.grid.index[action.hex]
    for stop in board.stops_of(SBB):
        if stop // PLACES == hex_ and stop != stop_number(hex_, action.city):
            board = board.without_station(SBB, stop)
    score = estimates.site_value(SBB, board)
    return Weighed(action, score, (reason("runs_from_there", company=SBB, amount=round(score)),), Measure.INCOME)
