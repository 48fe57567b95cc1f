"""The exact search in plain Python: list all routes, then choose the best that share no track.

It is the twin of the compiled search and stands in for it where that could not be built. Both find the same
run: of all that are best, the one that comes first in the order of trains and, for each train, of routes
(dearest first, then fewest links, then lowest link numbers).
"""

from __future__ import annotations

import time

from .facts import Facts
from .listing import Column, listed_routes
from .model import Budget, Problem, Route, Run
from .scoring import scored
from .skipping import SkippingSearch


class OutOfBudgetError(Exception):
    """The search has used up what it was given."""


class Clock:
    """Counts steps and raises `OutOfBudgetError` when the budget is spent."""

    def __init__(self, budget: Budget) -> None:
        self.left = budget.nodes if budget.nodes is not None else -1
        self.until = time.monotonic() + budget.seconds if budget.seconds is not None else None
        self.steps = 0

    def tick(self) -> None:
        """Count one step."""
        self.steps += 1
        if 0 <= self.left < self.steps:  # again at every further step: a search of several parts has one budget
            raise OutOfBudgetError
        if self.until is not None and not self.steps & 63 and time.monotonic() > self.until:
            raise OutOfBudgetError


def plain_best_run(problem: Problem, budget: Budget, above: int = 0) -> Run:
    """Find the best run without the compiled kernel.

    >>> from stellwerk.routes import Link, Network, Stop, Train
    >>> net = Network([Link(0, 1, bits=1)])
    >>> problem = Problem(net, (Stop(20, home=True), Stop(30)), (Train.counting("2", 2),))
    >>> plain_best_run(problem, Budget()).total
    50
    """
    search = _Search(problem, Clock(budget), above)
    return search.run()


class _Search:
    def __init__(self, problem: Problem, clock: Clock, above: int) -> None:
        self.facts = Facts(problem)
        self.clock = clock
        self.best = above
        self.best_choice: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []
        self.listed = [i for i, kind in enumerate(self.facts.kinds) if kind.best is None]
        self.order = [i for i, places in enumerate(self.facts.members) for _ in places]
        self.skipping = SkippingSearch(self.facts, clock.tick)
        self.worth: list[int] = []

    def run(self) -> Run:
        facts = self.facts
        bound = sum(facts.crude_bound(facts.kinds[kind]) for kind in self.order)
        done = False
        try:
            columns = sorted(
                listed_routes(facts, self.clock.tick), key=lambda c: (-c.value, len(c.links), c.links)
            )
            lists = [[c for c in columns if c.kinds >> kind & 1] for kind in self.listed]
            tops = [items[0].value if items else 0 for items in lists]
            tops += [facts.crude_bound(kind) for kind in facts.kinds[len(lists) :]]
            bound = sum(tops[kind] for kind in self.order)
            self.choose(0, 0, 0, lists, [])
            done = True
        except OutOfBudgetError:
            pass
        routes = self.routes()
        total = sum(route.total for route in routes)
        bound = max(total, self.best) if done else max(total, bound)
        return Run(routes, total, bound, total == bound)

    def routes(self) -> tuple[Route, ...]:
        facts = self.facts
        free = [list(places) for places in facts.members]
        chosen = []
        for kind, stops, links in self.best_choice:
            place = free[kind].pop(0)
            chosen.append((place, scored(facts.problem, facts.problem.trains[place], stops, links)))
        return tuple(route for _, route in sorted(chosen, key=lambda pair: pair[0]))

    def choose(
        self,
        position: int,
        earned: int,
        used: int,
        lists: list[list[Column]],
        chosen: list[tuple[int, tuple[int, ...], tuple[int, ...]]],
    ) -> None:
        """Try all routes of the train at `position`, dearest first; `lists` hold what is still free."""
        self.clock.tick()
        if position == len(self.order):
            if earned > self.best:
                self.best = earned
                self.best_choice = list(chosen)
            return
        kind = self.order[position]
        if kind >= len(lists):
            self.choose_skipping(position, earned, used, lists, chosen)
            return
        rest = self.rest(position + 1, lists, used)
        items = lists[kind]
        again = position + 1 < len(self.order) and self.order[position + 1] == kind
        for at, column in enumerate(items):
            # a second train of the kind takes a route that comes later, so earns no more
            limit = column.value + (self.rest_same(position, column.value, rest, lists, used) if again else rest)
            if earned + limit <= self.best:
                break
            mask = column.mask
            later = [
                [c for c in (items[at + 1 :] if other == kind else lists[other]) if not c.mask & mask]
                if other in self.order[position + 1 :]
                else []
                for other in range(len(lists))
            ]
            chosen.append((kind, column.stops, column.links))
            self.choose(position + 1, earned + column.value, used | mask, later, chosen)
            chosen.pop()
        lists = [[] if other == kind else items for other, items in enumerate(lists)]
        skip_to = position + 1
        while skip_to < len(self.order) and self.order[skip_to] == kind:
            skip_to += 1
        if earned + self.rest(skip_to, lists, used) > self.best:
            self.choose(skip_to, earned, used, lists, chosen)

    def rest_same(self, position: int, value: int, rest: int, lists: list[list[Column]], used: int) -> int:
        same = self.order[position + 1 :].count(self.order[position])
        return min(rest, same * value + self.rest(position + 1 + same, lists, used))

    def rest(self, position: int, lists: list[list[Column]], used: int) -> int:
        """Bound what the trains from `position` on can add."""
        total = 0
        for kind in self.order[position:]:
            if kind < len(lists):
                total += lists[kind][0].value if lists[kind] else 0
            else:
                total += self.skipping.bound(kind)
        return total

    def choose_skipping(
        self,
        position: int,
        earned: int,
        used: int,
        lists: list[list[Column]],
        chosen: list[tuple[int, tuple[int, ...], tuple[int, ...]]],
    ) -> None:
        """Search the routes of a skipping train on the track that is left."""
        rest = self.rest(position + 1, lists, used)
        kind = self.order[position]
        # of equal trains the first earns most, and if one stays idle, so do the others
        again = position > 0 and self.order[position - 1] == kind
        most = self.worth[-1] if again else None
        for value, mask, stops, links in self.skipping.routes(kind, used, lambda: self.best - earned - rest):
            if most is None or value <= most:
                chosen.append((kind, stops, links))
                self.worth.append(value)
                self.choose(position + 1, earned + value, used | mask, lists, chosen)
                self.worth.pop()
                chosen.pop()
        skip_to = position + 1
        while skip_to < len(self.order) and self.order[skip_to] == kind:
            skip_to += 1
        if earned + self.rest(skip_to, lists, used) > self.best:
            self.choose(skip_to, earned, used, lists, chosen)
