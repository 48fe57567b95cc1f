"""The search in plain Python: the reference of the kernel's, and what runs where that was not built."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

from msgspec import Struct

from ..plain import Clock, OutOfBudgetError
from .assigning import Sharing
from .choosing import Choosing
from .ends import run_to_their_ends
from .model import NoRunError, Part, Problem, Route
from .parts import Task, part_of
from .prices import SCALE, Column, Prices, priced
from .table import Fleet, Table, bits_of, rows_of_ways
from .trust import makeshift


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


class Settling:
    """Settles first the number of routes, then the money; stops when the budget is spent.

    An *area* is all that could ever hang together. Locomotives are sent to areas in every way that could be best.
    """

    patience = 1000
    """Steps to look for a good choice before all are tried."""

    def __init__(self, problem: Problem, diesel: bool, clock: Clock) -> None:
        task = self.task = Task(problem, diesel, clock.tick)
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
        except OutOfBudgetError:
            pass

    @property
    def routes(self) -> int:
        """How many routes have to be told."""
        return self.answer.most_routes - self.task.silent

    @property
    def further(self) -> int:
        """How many routes there are to choose from besides the compulsory ones."""
        return len(self.task.ways) - self.task.compulsory

    def pay(self) -> None:
        """Settle the money too, unless that was done; OutOfBudgetError if there is no time for it."""
        if self.task.ways and not self.tables:
            self.money()

    def best(self) -> Part:
        """Tell the best choice; if none was found in time, a quick one."""
        best, task = self.answer.best, self.task
        return self.told(task.routes(best) if best is not None else makeshift(task.problem, task.diesel))

    def told(self, routes: tuple[Route, ...]) -> Part:
        """Tell routes, each run to its end, with what they earn."""
        task = self.task
        routes = run_to_their_ends(task.problem, task.ground, routes)
        return part_of(task.problem, task.diesel, routes, self.routes, self.answer.bound)

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
            part = self.told(task.routes(sharing))
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
