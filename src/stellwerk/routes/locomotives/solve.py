"""The one question: which run has the most routes and, of these, the most money?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

from msgspec import Struct

from ..model import Budget
from ..plain import Clock, OutOfBudgetError
from .assigning import Sharing
from .choosing import Choosing
from .model import Part, Problem, Run
from .parts import Task, diesel_earnings, earnings
from .prices import SCALE, Column, Prices, priced
from .table import Fleet, Table, rows_of_ways


class Answer(Struct):
    """What is known so far: the best sharing, and what no choice exceeds."""

    best: Sharing | None
    routes: int
    most_routes: int
    bound: int


class Disposition(Struct):
    """Locomotives sent to areas, as fleets, and the most routes that they could run there."""

    fleets: list[Fleet]
    routes: int


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
    diesel = best_part(problem, True, clock)  # first, as it is soon done
    return Run(best_part(problem, False, clock), diesel)


def best_part(problem: Problem, diesel: bool, clock: Clock) -> Part:
    """Find what the standard locomotives, or the diesel, run best."""
    if problem.diesel is None if diesel else not problem.locomotives:
        return Part()
    task = Task(problem, diesel, clock.tick)
    answer = Settling(task, clock).answer
    routes = task.routes(answer.best)
    earned = diesel_earnings(problem, routes) if diesel else earnings(problem, routes)
    total = sum(earning.amount for earning in earned)
    return Part(routes, earned, total, answer.most_routes, answer.bound)


class Settling:
    """Settles first the number of routes, then the money; stops when the budget is spent."""

    def __init__(self, task: Task, clock: Clock) -> None:
        self.task = task
        self.clock = clock
        self.rows_of_way = rows_of_ways(task.ways, task.compulsory)
        most = sum(max(row.values(), default=0) for row in task.worths)
        self.answer = Answer(None, 0, min(sum(task.routes_of), len(task.ways)), most)
        try:
            self.number()
            self.money()
        except OutOfBudgetError:
            pass

    def number(self) -> None:
        """Find the most routes that can be run, and a choice with so many."""
        task, answer, tick = self.task, self.answer, self.clock.tick
        rows = 1 + max((row for rows in self.rows_of_way for row in rows), default=-1)
        columns = [Column(1, tuple(rows), ()) for rows in self.rows_of_way]
        prices = priced(columns, [1] * rows, (), tick)
        self.packing = prices.rows
        self.dispositions = list(self.disposed(self.packings(prices)))
        target = max((each.routes for each in self.dispositions), default=-1)
        while target >= task.compulsory:
            answer.most_routes = target
            for each in self.dispositions:
                if each.routes < target:
                    continue
                table = self.table(each.fleets)
                ways = sorted(set(table.way_of))
                slacks = [prices.slacks[way] for way in ways]
                choosing = Choosing(table, ways, slacks, [()] * len(ways), (), prices, prices.rows, tick)
                choosing.search(target, prices.bound - SCALE * target, self.first)
                if answer.best is not None:
                    return
                each.routes = target - 1
            target -= 1
        raise ValueError("these locomotives cannot run all compulsory routes")

    def first(self, chosen: list[int]) -> int | None:
        """Take the first choice that can be shared out."""
        sharing = self.task.roundhouse.share(chosen, 0)
        if sharing is None:
            return None
        self.answer.best, self.answer.routes = sharing, len(chosen)
        return -1

    def table(self, fleets: Sequence[Fleet]) -> Table:
        task = self.task
        return Table(task.ways, task.compulsory, task.areas, fleets, task.worths, self.rows_of_way)

    def packings(self, prices: Prices) -> list[int]:
        """Bound the number of routes in each area by the prices of its track."""
        areas = self.task.areas
        used: list[set[int]] = [set() for _ in range(1 + max(areas, default=-1))]
        for way, rows in enumerate(self.rows_of_way):
            used[areas[way]].update(rows)
        return [sum(prices.rows[row] for row in rows) // SCALE for rows in used]

    def disposed(self, packings: list[int]) -> Iterator[Disposition]:
        """Send the locomotives to the areas in every way that serves the compulsory routes."""
        task = self.task
        areas = range(len(packings))
        compulsory = [task.areas[: task.compulsory].count(area) for area in areas]
        kinds = sorted(set(zip(task.sizes, task.routes_of, strict=True)), reverse=True)
        numbers = [list(zip(task.sizes, task.routes_of, strict=True)).count(kind) for kind in kinds]
        for sent in product(*(combinations_with_replacement(areas, number) for number in numbers)):
            fleets = [
                Fleet(size, routes, where.count(area), area)
                for (size, routes), where in zip(kinds, sent, strict=True)
                for area in sorted(set(where))
            ]
            capacity = [sum(fleet.capacity for fleet in fleets if fleet.area == area) for area in areas]
            if all(room >= need for room, need in zip(capacity, compulsory, strict=True)):
                yield Disposition(fleets, sum(map(min, capacity, packings)))

    def money(self) -> None:
        """Find the choice of so many routes that earns most."""
        answer = self.answer
        routes, tick = answer.most_routes, self.clock.tick
        tables = []
        for each in self.dispositions:
            if each.routes >= routes:
                table = self.table(each.fleets)
                columns = table.columns()
                prices = priced(columns, table.limits(routes), table.items, tick)
                offset = table.whole * (routes + table.compulsory)
                bound = (prices.bound // SCALE - offset) // table.step * table.step
                choosing = Choosing(
                    table, table.way_of, prices.slacks, table.items_of, table.items, prices, self.packing, tick
                )
                tables.append((bound, offset, prices.bound, table.step, choosing))
        tables.sort(key=lambda entry: -entry[0])
        answer.bound = min(answer.bound, max(entry[0] for entry in tables))
        for at, (bound, offset, whole, step, choosing) in enumerate(tables):
            below = max((entry[0] for entry in tables[at + 1 :]), default=0)
            self.deepen(choosing, bound, below, step, whole - SCALE * offset)
            if answer.best is not None and answer.best.money >= below:
                answer.bound = answer.best.money
                break

    def deepen(self, choosing: Choosing, bound: int, below: int, step: int, whole: int) -> None:
        """Search what loses little first, then ever more."""
        answer = self.answer

        def judge(chosen: list[int]) -> int | None:
            assert answer.best is not None
            sharing = self.task.roundhouse.share(chosen, answer.best.money + 1)
            if sharing is None:
                return None
            answer.best = sharing
            return whole - SCALE * (sharing.money + step)

        floor, wide = bound, step
        while answer.best is not None and answer.best.money < bound:
            floor = max(floor, answer.best.money + step)
            choosing.search(answer.most_routes, whole - SCALE * floor, judge)
            bound = max(answer.best.money, floor - step)
            answer.bound = min(answer.bound, max(bound, below))
            floor -= wide
            wide *= 2
