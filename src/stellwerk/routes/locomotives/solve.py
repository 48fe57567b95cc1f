"""The one question: which run has the most routes and, of these, the most money?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from ..model import Budget
from ..plain import Clock, OutOfBudgetError
from .choosing import Choosing, share_columns
from .model import Part, Problem, Route, Run
from .parts import Task, diesel_earnings, earnings
from .prices import SCALE, priced
from .table import Table

Judge = Callable[[list[int]], int | None]


class Answer(Struct):
    """What is known so far: the columns chosen, what they earn, and what no choice exceeds."""

    chosen: list[int] | None
    money: int
    most_routes: int
    bound: int


def best_run(problem: Problem, budget: float | Budget | None = None) -> Run:
    """Find the run with the most routes and, of these, one that earns most.

    >>> from stellwerk.routes import Link, Network
    >>> from .model import Locomotive, Place, Stop
    >>> net = Network([Link(0, 1, bits=0b01), Link(1, 2, bits=0b10)])
    >>> stops = {n: Stop(n, may_end=True, home=True) for n in range(3)}
    >>> places = {n: Place(30) for n in range(3)}
    >>> run = best_run(Problem(net, stops, places, (Locomotive("2", 2),)))
    >>> [route.stops for route in run.standard.routes], run.total, run.optimal
    ([(0, 1), (1, 2)], 90, True)
    """
    clock = Clock(budget if isinstance(budget, Budget) else Budget(seconds=budget))
    return Run(best_part(problem, False, clock), best_part(problem, True, clock))


def best_part(problem: Problem, diesel: bool, clock: Clock) -> Part:
    """Find what the standard locomotives, or the diesel, run best."""
    if problem.diesel is None if diesel else not problem.locomotives:
        return Part()
    task = Task(problem, diesel, clock.tick)
    table = Table(task.ways, task.compulsory, task.fleets, task.worths)
    answer = settle(table, clock)
    shares = share_columns(table, answer.chosen or [])
    routes = task.routes(shares or [])
    earned = diesel_earnings(problem, routes) if diesel else earnings(problem, routes)
    total = sum(earning.amount for earning in earned)
    return Part(routes, earned, total, answer.most_routes, answer.bound)


def settle(table: Table, clock: Clock) -> Answer:
    """Find the best choice, or the best until the budget is spent."""
    capacity = sum(fleet.routes * fleet.number for fleet in table.fleets)
    answer = Answer(None, 0, min(capacity, len(table.ways)), table.money)
    try:
        _settle_number(table, answer, clock)
        _settle_money(table, answer, clock)
    except OutOfBudgetError:
        pass
    return answer


def money_of(table: Table, chosen: Sequence[int]) -> int:
    """Add up what the items that these columns cover are worth, each once."""
    covered = {item for column in chosen for item in table.items_of[column]}
    return sum(table.items[item] for item in covered)


def _settle_number(table: Table, answer: Answer, clock: Clock) -> None:
    """Find the most routes that can be run, and a choice with so many."""
    columns, items = table.priced_by_number()
    limits = table.limits(answer.most_routes)
    prices = priced(columns, limits, items, clock.tick)
    offset = sum(items)
    answer.most_routes = min(answer.most_routes, prices.bound // SCALE - offset)
    while True:
        choosing = Choosing(table, columns, items, prices, answer.most_routes, clock.tick)
        found = choosing.first(prices.bound - SCALE * (answer.most_routes + offset))
        if found is not None:
            answer.chosen = found
            answer.money = money_of(table, found)
            return
        answer.most_routes -= 1
        if answer.most_routes < table.compulsory:
            raise ValueError("these locomotives cannot run all compulsory routes")


def _settle_money(table: Table, answer: Answer, clock: Clock) -> None:
    """Find the choice of so many routes that earns most."""
    routes = answer.most_routes
    columns, items = table.priced_by_money()
    prices = priced(columns, table.limits(routes), items, clock.tick)
    offset = table.whole * (routes + table.compulsory)
    step = table.step
    answer.bound = min(answer.bound, (prices.bound // SCALE - offset) // step * step)
    choosing = Choosing(table, columns, items, prices, routes, clock.tick)

    def loss_for(money: int) -> int:
        return prices.bound - SCALE * (offset + money)

    def judge(chosen: list[int]) -> int | None:
        money = money_of(table, chosen)
        if money <= answer.money or share_columns(table, chosen) is None:
            return None
        answer.chosen, answer.money = chosen, money
        return loss_for(money + step)

    wide = step
    floor = answer.bound
    while answer.money < answer.bound:
        floor = max(floor, answer.money + step)
        choosing.search(loss_for(floor), judge)
        answer.bound = max(answer.money, floor - step)
        floor -= wide
        wide *= 2
