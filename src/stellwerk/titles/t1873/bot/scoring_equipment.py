"""What works, works companies and railways do with money: machines, engines, works, dividends, new shares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.board.kept import kept
from stellwerk.bots.api import NEEDED, TO_AND_FRO, Measure, Reason, Weighed, paper_is_worth, reason
from stellwerk.eighteen.actions import AnswerOffer, BuyTrain, DiscardTrain, Dividend
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.state import price
from stellwerk.eighteen.stations import cities_in_reach
from stellwerk.play.core import Action, Choice, Range

from ..actions import (
    AssignSwitchers,
    BuyMachine,
    BuyWork,
    CloseWork,
    DeclareInsolvency,
    IssueShares,
    OfferForEngine,
    OfferForWork,
    ScrapEngine,
)
from ..companies.buying_in import why_not_buy_in
from ..companies.equipment import BUYER, switcher_for_sale
from ..companies.running import station_value
from ..companies.upkeep import engine_upkeep
from ..companies.works import produced
from ..data import RAILCAR
from ..papers.issues import next_size
from ..state import director, is_railway, is_work, phase73, slots, unit, works_of
from .scoring_outlook import RIVALRY, Gear, Outlook
from .scoring_time import KEPT_BY_WORKS, pace, rounds_until

PRICE = 1.35  # what a mark of profit is worth with what it does to the price
MONEY = 0.35  # what a mark in a treasury is worth to all shareholders together
LONG = 5  # rounds before the end from which on it is worth less and less: treasuries count for nobody
IDLE = 0.05  # the same for what no wish needs
SOONER = 0.25  # of a wish that the treasury cannot pay yet, for money that brings it nearer
CITIES = 3  # in which a further marker is tried
SOON = 1.0  # rounds before railcars come in which money is kept for one
FAIR = 1.15  # of what a work is worth to its owner, offered for it
SPLIT_EARNS = 0.12  # what a mark of new capital earns a company in a round
WORKS_JOIN = 0.35  # the same where it makes room for more works, which one machine serves together


def weight(outlook: Outlook, owner: str) -> float:
    """What a mark of an owner's profit is worth to the seat."""
    if is_work(outlook.table, owner):
        return outlook.part(owner) * (1 + KEPT_BY_WORKS) / 2
    return PRICE * outlook.part(owner)


def costs(outlook: Outlook, owner: str, amount: int) -> float:
    """What it costs the seat that an owner has so much less."""
    if is_work(outlook.table, owner):
        return KEPT_BY_WORKS * outlook.part(owner) * amount
    return MONEY * min(1.0, outlook.rounds / LONG) * outlook.part(owner) * amount


def better(outlook: Outlook, before: Gear, after: Gear) -> float:
    """What the seat gains by a change of what an owner has, its money included."""
    owner = before.owner
    earned = weight(outlook, owner) * (outlook.stream(after) - outlook.stream(before))
    saved = outlook.holding(owner) * (outlook.ruin(before) - outlook.ruin(after))
    return earned + saved - costs(outlook, owner, before.cash - after.cash)


# Machines and engines ---------------------------------------------------------------------------------------


def equip(outlook: Outlook, company: str, choices: Sequence[Choice]) -> Iterator[Weighed]:
    """What pays until the end, upkeep included (4.2.4, 4.3.5, 4.4.7)."""
    for choice in choices:
        weighed = _of_range(outlook, choice) if isinstance(choice, Range) else _of_action(outlook, company, choice)
        if weighed:
            yield weighed


def _of_action(outlook: Outlook, company: str, action: Action) -> Weighed | None:
    before = outlook.gear(company)
    match action:
        case BuyMachine():
            after = with_machine(outlook, before, action.works)
            score = better(outlook, before, after) + hastens(outlook)
            return Weighed(action, score, (_earns(outlook, before, after),), Measure.MONEY)
        case BuyTrain():
            after = with_train(outlook, before, action.train, outlook.printed.trains[action.train].price)
            score = better(outlook, before, after)
            first = action.train in outlook.table.state.depot[:1]
            needed = first and not before.trains
            if first:
                score += hastens(outlook) + (NEEDED if needed else 0.0)
            measure = Measure.DUTY if needed else Measure.MONEY
            return Weighed(action, score, (_earns(outlook, before, after),), measure)
        case ScrapEngine():
            after = replace(before, trains=without(before.trains, action.train))
            # What costs nothing yet can still be scrapped when it does, and streams count on that.
            now = outlook.income(after) - outlook.income(before) + engine_upkeep(outlook.table, action.train)
            score = weight(outlook, company) * now * min(1, outlook.rounds)
            if now <= 0:
                score = min(score, better(outlook, before, after)) - 1
            return Weighed(action, score, (_earns(outlook, before, after),), Measure.MONEY)
        case CloseWork():
            capital, keeps = before.cash, kept_open(outlook, action.work)
            return Weighed(
                action, capital - keeps - 1, (reason("work_keeps", amount=round(keeps)),), Measure.MONEY
            )
        case DeclareInsolvency():
            return Weighed(action, -10 * NEEDED, (reason("shares_are_lost", company=company),))
    return None


def kept_open(outlook: Outlook, work: str) -> float:
    """What a single work brings that is not closed now; after the last round its face value only (7)."""
    face = outlook.printed.works[work].face
    return outlook.work_alone(work) if outlook.rounds else float(face)


def _earns(outlook: Outlook, before: Gear, after: Gear) -> Reason:
    more = outlook.income(after) - outlook.income(before)
    return reason("equipment_earns", company=before.owner, amount=round(more))


def with_machine(outlook: Outlook, gear: Gear, works: Sequence[str]) -> Gear:
    """The bank's next unit as machines."""
    kind = outlook.printed.trains[outlook.table.state.depot[0]]
    return replace(
        gear, machines={**gear.machines, **dict.fromkeys(works, kind.size)}, cash=gear.cash - kind.machine
    )


def with_train(outlook: Outlook, gear: Gear, train: str, cost: int) -> Gear:
    """One more engine; works have one switcher each at most, the smallest goes (4.1)."""
    trains = (*gear.trains, train)
    room = len(gear.machines)
    if not is_railway(outlook.table, gear.owner) and len(trains) > room:
        trains = tuple(sorted(trains, key=lambda each: -outlook.printed.trains[each].size)[:room])
    return replace(gear, trains=trains, cash=gear.cash - cost)


def without(trains: tuple[str, ...], train: str) -> tuple[str, ...]:
    """All but one of a kind."""
    place = trains.index(train)
    return trains[:place] + trains[place + 1 :]


def hastens(outlook: Outlook) -> float:
    """What it means that the bank's next unit begins a phase now and not a little later: upkeep for all."""
    table, card = outlook.table, outlook.table.state.depot[0]
    now, phases = phase73(table), outlook.printed.phases
    new = next((phase for phase in phases[table.state.phase + 1 :] if phase.train == card), None)
    if new is None:
        return 0.0
    total, sooner = 0.0, min(2.0, 1 / pace(table))
    for owner in table.state.in_operation:
        gear = outlook.gear(owner)
        more = outlook.upkeep(gear, new) - outlook.upkeep(gear, now)
        if more and director(table, owner) is not None:
            mine = outlook.part(owner)
            others = (1 - mine) / max(1, table.state.seats - 1)
            total += more * sooner * (RIVALRY * others - mine)
    return total


def _of_range(outlook: Outlook, choice: Range) -> Weighed | None:
    """Engines are asked for only among one's own companies, for what is fair."""
    offer = choice.action
    if not isinstance(offer, OfferForEngine) or director(outlook.table, offer.seller) != outlook.seat:
        return None
    fair = min(choice.high, max(choice.low, outlook.printed.trains[offer.train].price // 2))
    due = engine_upkeep(outlook.table, offer.train) if offer.upkeep else 0
    buyer, seller = outlook.gear(offer.company), outlook.gear(offer.seller)
    bought = with_train(outlook, buyer, offer.train, fair + (due if offer.upkeep == BUYER else 0))
    paid = seller.cash + fair - (0 if offer.upkeep == BUYER else due)
    sold = replace(seller, trains=without(seller.trains, offer.train), cash=paid)
    score = better(outlook, buyer, bought) + better(outlook, seller, sold) - TO_AND_FRO
    return Weighed(choice.at(fair), score, (_earns(outlook, buyer, bought),), Measure.MONEY)


def answer_engine(outlook: Outlook, offer: OfferForEngine, action: AnswerOffer) -> Weighed:
    """Sell for more than it is worth here, and the more the better it serves a rival."""
    due = engine_upkeep(outlook.table, offer.train) if offer.upkeep else 0
    seller, buyer = outlook.gear(offer.seller), outlook.gear(offer.company)
    paid = offer.price - (0 if offer.upkeep == BUYER else due)
    rest = replace(seller, trains=without(seller.trains, offer.train))
    brings = better(outlook, seller, replace(rest, cash=seller.cash + paid))
    bought = with_train(outlook, buyer, offer.train, offer.price)
    helped = max(0.0, outlook.stream(bought) - outlook.stream(buyer))
    gain = brings + (weight(outlook, offer.company) - RIVALRY * (1 - outlook.part(offer.company))) * helped
    loss = round(outlook.stream(seller) - outlook.stream(rest))
    return Weighed(
        action,
        gain if action.accept else 0.0,
        (reason("train_is_worth", train=offer.train, amount=loss),),
        Measure.MONEY,
    )


def discard(outlook: Outlook, action: DiscardTrain) -> Weighed:
    """The smallest switcher goes (4.3.5)."""
    kind = outlook.printed.trains[action.train]
    return Weighed(action, -float(kind.size), (reason("least_missed", train=action.train, cost=kind.price),))


def assign(outlook: Outlook, action: AssignSwitchers) -> Weighed:
    """Where switchers bring most (4.3.1)."""
    made = produced(outlook.table, action.company, dict(action.at))
    told = reason("works_earn", company=action.company, amount=made.income)
    return Weighed(action, float(made.income), (told,), Measure.INCOME)


# Works that join --------------------------------------------------------------------------------------------


def buy_in(outlook: Outlook, company: str, choices: Sequence[Choice]) -> Iterator[Weighed]:
    """Works that a company buys: closed ones, one's own for as much as possible, others' for a fair price."""
    for choice in choices:
        if isinstance(choice, BuyWork):
            face = outlook.printed.works[choice.work].face
            before = outlook.gear(company)
            after = with_work(outlook, before, choice.work, face)
            gain = refitted(outlook, before, after)
            yield Weighed(choice, gain, (_earns(outlook, before, after),), Measure.MONEY)
        elif isinstance(choice, Range) and isinstance(choice.action, OfferForWork):
            weighed = _offer_for_work(outlook, choice, choice.action)
            if weighed:
                yield weighed


def _offer_for_work(outlook: Outlook, choice: Range, offer: OfferForWork) -> Weighed | None:
    """Others' works for a fair price; one's own for as much as possible, or for what a new machine leaves."""
    own = outlook.table.state.papers[offer.work] == outlook.seat
    alone, before = outlook.work_alone(offer.work), outlook.gear(offer.company)
    amounts = {round(FAIR * alone)}
    if own:
        larger = with_work(outlook, before, offer.work, 0)
        machine = outlook.printed.trains[outlook.table.state.depot[0]].machine
        amounts = {choice.high, min(choice.high, larger.cash - machine)}
    best: Weighed | None = None
    for amount in sorted(amounts):
        if choice.low <= amount <= choice.high:
            after = with_work(outlook, before, offer.work, amount)
            gain = refitted(outlook, before, after)
            gain += amount - alone if own else -RIVALRY * (amount - alone)
            if best is None or gain > best.score:
                best = Weighed(choice.at(amount), gain, (_earns(outlook, before, after),), Measure.MONEY)
    return best


def refitted(outlook: Outlook, before: Gear, after: Gear) -> float:
    """What a further work gains, with a machine for it if the company can pay one: an old one only costs."""
    gain = better(outlook, before, after)
    new = modern(outlook, after)
    if new is None or new.cash < 0:
        return gain
    without_work = modern(outlook, before)
    other = better(outlook, before, without_work) if without_work and without_work.cash >= 0 else 0.0
    return max(gain, better(outlook, before, new) - max(0.0, other))


def modern(outlook: Outlook, gear: Gear) -> Gear | None:
    """The bank's next unit for as many works as it serves, those with the smallest machines first."""
    kind = outlook.printed.trains[outlook.table.state.depot[0]]
    old = sorted(gear.machines, key=lambda work: gear.machines[work])
    works = [work for work in old if gear.machines[work] < kind.size][: kind.size]
    return with_machine(outlook, gear, works) if works and kind.machine else None


def with_work(outlook: Outlook, gear: Gear, work: str, cost: int) -> Gear:
    """A company with a further work and all that belongs to it (4.3.4)."""
    state = outlook.table.state
    return Gear(
        gear.owner,
        gear.trains + state.trains[work],
        {**gear.machines, work: state.machines[work]},
        gear.cash + state.cash[work] - cost,
    )


def answer_work(outlook: Outlook, offer: OfferForWork, action: AnswerOffer) -> Weighed:
    """Sell a work for more than it brings, and for more still if that helps others."""
    alone = outlook.work_alone(offer.work)
    before = outlook.gear(offer.company)
    after = with_work(outlook, before, offer.work, offer.price)
    others = (1 - outlook.part(offer.company)) * max(0.0, outlook.stream(after) - outlook.stream(before))
    gain = offer.price - alone + better(outlook, before, after) - RIVALRY * max(0.0, others - offer.price)
    return Weighed(
        action,
        gain if action.accept else 0.0,
        (paper_is_worth(outlook.estimates, alone, offer.price),),
        Measure.MONEY,
    )


# Money ------------------------------------------------------------------------------------------------------


def wishes(outlook: Outlook, company: str) -> list[tuple[int, float]]:
    """What a company would like to buy: cost, and what it brings all shareholders until the end."""
    gear, state = outlook.gear(company), outlook.table.state
    rich = replace(gear, cash=gear.cash + 10_000)
    card = state.depot[0]
    kind, found = outlook.printed.trains[card], []
    if is_railway(outlook.table, company):
        found.append((kind.price, with_train(outlook, rich, card, kind.price)))
        if RAILCAR not in gear.trains and rounds_until(outlook.table, outlook.printed.phases[-1]) <= SOON:
            cost = outlook.printed.trains[RAILCAR].price
            found.append((cost, with_train(outlook, rich, RAILCAR, cost)))
    else:
        new = modern(outlook, rich)
        if new:
            found.append((kind.machine, new))
        switcher = switcher_for_sale(outlook.table)
        if switcher:
            cost = outlook.printed.trains[switcher].price
            found.append((cost, with_train(outlook, rich, switcher, cost)))
        for work in outlook.printed.works:
            if work not in works_of(outlook.table, company) and not why_not_buy_in(outlook.table, company, work):
                larger = with_work(outlook, rich, work, outlook.printed.works[work].face)
                new = modern(outlook, larger) or larger
                found += [(rich.cash - each.cash, each) for each in (larger, new)]
    more = [(cost, PRICE * gain * outlook.rounds) for cost, gain in _station(outlook, gear)]
    before, risk = outlook.stream(gear), outlook.ruin(gear)
    value = price(outlook.table, company) * 100 / unit(outlook.table, company)
    gains = [
        (
            cost,
            PRICE * (outlook.stream(after) - before)
            + value * (risk - outlook.ruin(replace(after, cash=gear.cash))),
        )
        for cost, after in found
    ]
    return sorted(gains + more, key=lambda wish: -wish[1] / max(1, wish[0]))  # some works bring their price along


def _station(outlook: Outlook, gear: Gear) -> Iterator[tuple[int, float]]:
    """The marker that would raise a railway's run most: its cost, and by how much in a round (4.4.2, 4.4.4)."""
    table, board, company = outlook.table, outlook.table.state.board, gear.owner
    if not is_railway(table, company) or company not in table.state.complete:
        return
    known = {stop // PLACES for stop in board.stops_of(company)}
    cities = [stop for stop in cities_in_reach(table, company) if stop // PLACES not in known]
    cities.sort(key=lambda stop: (-station_value(table, stop), stop))
    engines = tuple(train for train in gear.trains if not outlook.printed.trains[train].switcher)
    boards = [_with_station(board, company, stop) for stop in cities[:CITIES]]
    runs = [outlook.estimates.run(company, engines, after) for after in boards]
    if runs:
        yield outlook.printed.title["stations"]["cost"], float(max(runs) - outlook.estimates.run(company, engines))


def _with_station(board: Board, company: str, stop: int) -> Board:
    """The board with a further marker: one object, so that what has been run on it is known."""
    return kept(board.memo, ("with station", company, stop), partial(board.with_station, company, stop))


def treasury_worth(wanted: Sequence[tuple[int, float]], cash: float) -> float:
    """What money is worth to all shareholders, spent on the best wishes first; saving for one counts less."""
    total = 0.0
    for cost, gain in wanted:
        if gain <= 0:
            continue
        if cash >= cost:
            total, cash = total + gain, cash - cost
        else:
            total += SOONER * gain * cash / cost
            return total
    return total + IDLE * cash


def dividend(outlook: Outlook, step: DividendStep, choices: Sequence[Choice]) -> Iterator[Weighed]:
    """Dividend and price against what the company could buy with the money (4.3.2, 4.3.3)."""
    company, profit = step.company, step.income
    wanted, cash = wishes(outlook, company), outlook.table.state.cash[company]
    row, now = outlook.printed.sheet.rows[0], price(outlook.table, company)
    part, number = outlook.part(company), outlook.part(company) * 100 / unit(outlook.table, company)
    for choice in choices:
        if not isinstance(choice, Dividend):
            continue
        paid = {"pay": profit, "half": profit - profit // 2, "keep": 0}[choice.kind]
        steps = min(3, paid // now) if paid else -1
        column = min(len(row) - 1, max(0, row.index(now) + steps))
        use = part * (treasury_worth(wanted, cash + profit - paid) - treasury_worth(wanted, cash))
        brings = part * paid + number * (outlook.walk_from(company, row[column]) - outlook.walk_from(company, now))
        reasons = [reason("payout_brings", company=company, amount=round(brings))] if paid else []
        if paid < profit:
            reasons.append(reason("money_for_a_train", company=company, amount=round(use)))
        yield Weighed(choice, brings + use, tuple(reasons), Measure.MONEY)


def issue(outlook: Outlook, action: IssueShares) -> Weighed:
    """Smaller shares for the same price: good for who has money for new ones, and a use for it (4.3.6)."""
    company, table = action.company, outlook.table
    size, now = next_size(table, company), price(table, company)
    assert size is not None
    old = unit(table, company)
    held, fresh = round(outlook.part(company) * 100 / old), 100 // size - 100 // old
    bought = min(fresh, table.state.cash[outlook.seat] // now)
    use = sum(gain for _, gain in wishes(outlook, company)[:3] if gain > 0)
    capital = min(float(fresh * now) * 0.7, bought * now + 0.3 * (fresh - bought) * now)
    more = min(SPLIT_EARNS * capital, use / PRICE / max(1, outlook.rounds) + SPLIT_EARNS * capital / 2)
    if not is_railway(table, company) and len(works_of(table, company)) == slots(table, company):
        more = WORKS_JOIN * capital
    after = (held + bought) * outlook.split_walk(company, size, more) - bought * now
    before = held * outlook.split_walk(company, old, 0.0)
    gain = after - before
    return Weighed(action, gain, (reason("split_brings", company=company, amount=round(gain)),), Measure.MONEY)
