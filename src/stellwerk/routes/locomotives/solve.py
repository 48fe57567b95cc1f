"""The one question: which run has the most routes and, of these, the most money?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

from msgspec import Struct

from ..model import Budget
from ..plain import Clock, OutOfBudgetError
from .assigning import Sharing
from .choosing import Choosing
from .ends import is_compulsory, run_to_their_ends
from .model import Part, Problem, Route, Run
from .parts import Task, diesel_earnings, earnings
from .prices import SCALE, Column, Prices, priced
from .table import Fleet, Table, bits_of, rows_of_ways
from .trust import next_routes


class NoRunError(ValueError):
    """The locomotives cannot run all compulsory routes."""


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


class Priced(Struct):
    """A disposition ready for the search: what no choice exceeds, in thousandths, and the steps of money."""

    whole: int
    step: int
    choosing: Choosing

    @property
    def bound(self) -> int:
        """The most money that is not ruled out."""
        return self.whole // SCALE // self.step * self.step


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
    _, diesel = settled(problem, True, clock)  # first, as it is soon done
    _, standard = settled(problem, False, clock)
    return Run(standard, diesel)


def settled(problem: Problem, diesel: bool, clock: Clock) -> tuple[Settling | None, Part]:
    """Find what the standard locomotives, or the diesel, run best; with it the search, if there was one."""
    if problem.diesel is None if diesel else not problem.locomotives:
        return None, Part()
    try:
        task = Task(problem, diesel, clock.tick)
    except OutOfBudgetError:
        return None, Part((), (), 0, *_crude_bounds(problem, diesel))
    settling = Settling(task, clock)
    return settling, settling.told(settling.answer.best)


class Count:
    """How many routes standard locomotives and diesel have to run; the money is settled when it is asked for.

    >>> from stellwerk.routes import Link, Network
    >>> from .model import Locomotive, Place, Stop
    >>> net = Network([Link(0, 1, bits=0b01), Link(1, 2, bits=0b10)])
    >>> stops = {n: Stop(n, may_end=True, home=True) for n in range(3)}
    >>> count = Count(Problem(net, stops, {}, (Locomotive("2", 2),)), Clock(Budget()))
    >>> count.routes(diesel=False), count.routes(diesel=True), count.settled() is not None
    (2, 0, True)
    """

    def __init__(self, problem: Problem, clock: Clock) -> None:
        self.settlings: dict[bool, Settling | None] = {}
        for diesel in (True, False):  # the diesel first, as it is soon done
            idle = problem.diesel is None if diesel else not problem.locomotives
            self.settlings[diesel] = (
                None if idle else Settling(Task(problem, diesel, clock.tick), clock, pay=False)
            )

    def routes(self, diesel: bool) -> int:
        """The routes of the diesel, or of the standard locomotives."""
        settling = self.settlings[diesel]
        return 0 if settling is None else settling.routes

    @property
    def proved(self) -> bool:
        """Say whether no run has more routes."""
        return all(settling is None or settling.counted for settling in self.settlings.values())

    def settled(self) -> dict[bool, tuple[Settling | None, Part]] | None:
        """Settle the money too, and tell both parts; None if the budget ends before."""
        try:
            for settling in self.settlings.values():
                if settling is not None and settling.task.ways and not settling.tables:
                    settling.money()
        except OutOfBudgetError:
            return None
        return {
            diesel: (settling, Part() if settling is None else settling.told(settling.answer.best))
            for diesel, settling in self.settlings.items()
        }


def counted(problem: Problem, budget: Budget | None) -> Count | None:
    """Count the routes that have to be run, without asking what they earn; None if that takes too long."""
    try:
        count = Count(problem, Clock(budget or Budget()))
    except OutOfBudgetError:
        return None
    return count if count.proved else None


def _crude_bounds(problem: Problem, diesel: bool) -> tuple[int, int]:
    """Bound routes and money without having seen a single route."""
    routes = len(problem.network.links)
    if diesel:
        return routes, sum(place.diesel for place in problem.places.values())
    sizes = [engine.size for engine in problem.locomotives]
    return min(routes, sum(sizes)), sum(place.earns(max(sizes)) for place in problem.places.values())


class Settling:
    """Settles first the number of routes, then the money; stops when the budget is spent.

    An *area* is all that could ever hang together. Locomotives are sent to areas in every way that could be best.
    """

    patience = 1000
    """Steps to look for a good choice before all are tried."""

    def __init__(self, task: Task, clock: Clock, pay: bool = True) -> None:
        self.task = task
        self.clock = clock
        self.rows_of_way = rows_of_ways(task.ways, task.compulsory)
        most = sum(max(row.values(), default=0) for row in task.worths)
        self.answer = Answer(None, 0, min(sum(task.routes_of), len(task.ways)), most)
        self.tables: list[Priced] = []
        if not task.ways:
            self.answer = Answer(None, 0, 0, 0)
            self.counted = True
            return
        self.counted = False
        try:
            self.number()
            self.counted = True
            if pay:
                self.money()
        except OutOfBudgetError:
            pass

    @property
    def routes(self) -> int:
        """How many routes have to be told."""
        return self.answer.most_routes - self.task.silent

    def told(self, sharing: Sharing | None) -> Part:
        """Tell a choice as routes, each run to its end, with what they earn; if there is none, a quick one."""
        task, answer = self.task, self.answer
        routes = task.routes(sharing) if sharing is not None else self.makeshift()
        routes = run_to_their_ends(task.problem, task.ground, routes)
        earned = (diesel_earnings if task.diesel else earnings)(task.problem, routes)
        total = sum(earning.amount for earning in earned)
        return Part(routes, earned, total, self.routes, max(total, answer.bound))

    def makeshift(self) -> tuple[Route, ...]:
        """Find some run without a search: compulsory routes, then for standard locomotives what adds most."""
        task, problem = self.task, self.task.problem
        if task.diesel:
            ways = [way for way in task.ways[: task.compulsory] if way.links]
            return tuple(Route(task.names[0], way.stops, way.links) for way in ways)
        done: list[Route] = []
        while options := next_routes(problem, done):
            done.append(options[0])
        served = sum(is_compulsory(problem, route) for route in done) == len(problem.compulsory)
        return tuple(route for name in task.names for route in done if route.locomotive == name) if served else ()

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
        raise NoRunError("these locomotives cannot run all compulsory routes")

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
            self.clock.tick()
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
        tables: list[Priced] = []
        for each in self.dispositions:
            if each.routes >= routes and answer.best is not None and self.reach(each) >= answer.best.money:
                table = self.table(each.fleets)
                columns = table.columns()
                prices = priced(columns, table.limits(routes), table.items, tick)
                whole = prices.bound - SCALE * table.whole * (routes + table.compulsory)
                choosing = Choosing(
                    table, table.way_of, prices.slacks, table.items_of, table.items, prices, self.packing, tick
                )
                tables.append(Priced(whole, table.step, choosing))
        tables.sort(key=lambda priced: -priced.bound)
        self.tables = tables
        answer.bound = min(answer.bound, tables[0].bound)
        for at, table_at in enumerate(tables):
            below = max((other.bound for other in tables[at + 1 :]), default=0)
            self.deepen(table_at, below)
            if answer.best is not None and answer.best.money >= below:
                answer.bound = answer.best.money
                break

    def reach(self, disposition: Disposition) -> int:
        """Bound the money by all places in the areas where there are locomotives."""
        task = self.task
        largest: dict[int, int] = {}
        for fleet in disposition.fleets:
            largest[fleet.area] = max(fleet.size, largest.get(fleet.area, 0))
        called: dict[int, int] = {}
        for way, area in zip(task.ways, task.areas, strict=True):
            for place in bits_of(way.places) if area in largest else ():
                called[place] = max(largest[area], called.get(place, 0))
        return sum(task.worths[place][size] for place, size in called.items())

    def deepen(self, table: Priced, below: int) -> None:
        """Look for a good choice for a while; then search all that loses little, then ever more."""
        answer, step = self.answer, table.step

        def judge(chosen: list[int]) -> int | None:
            assert answer.best is not None
            sharing = self.task.roundhouse.share(chosen, answer.best.money + 1)
            if sharing is None:
                return None
            answer.best = sharing
            return table.whole - SCALE * better()

        def better() -> int:
            """The next amount that could be earned here above the best so far."""
            assert answer.best is not None
            return (answer.best.money // step + 1) * step

        bound = floor = table.bound
        wide = step
        if better() > bound:
            return
        loss = table.whole - SCALE * better()
        if table.choosing.search(answer.most_routes, loss, judge, patience=self.patience):
            assert answer.best is not None
            answer.bound = min(answer.bound, max(answer.best.money, below))
            return
        while answer.best is not None and answer.best.money < bound:
            floor = max(floor, better())
            table.choosing.search(answer.most_routes, table.whole - SCALE * floor, judge)
            bound = max(answer.best.money, floor - step)
            answer.bound = min(answer.bound, max(bound, below))
            floor -= wide
            wide *= 2

    def variant(self, stop: int, visit: bool) -> Part | None:
        """Find a choice as good as the best that visits a stop, or one that does not; None if there is none."""
        answer, task = self.answer, self.task
        if answer.best is None:
            return None
        money = answer.best.money
        found: list[Part] = []

        def calls(way: int) -> bool:
            return stop in task.ways[way].stops

        def judge(chosen: list[int]) -> int | None:
            sharing = task.roundhouse.share(chosen, money)
            if sharing is None:
                return None
            part = self.told(sharing)
            if any(stop in route.stops for route in part.routes) != visit:
                return None
            found.append(part)
            return -1

        if not visit and any(calls(way) for way in range(task.compulsory)):
            return None
        for table in self.tables:
            if not found:
                loss = table.whole - SCALE * money
                table.choosing.search(answer.most_routes, loss, judge, calls, among=visit)
        return found[0] if found else None
