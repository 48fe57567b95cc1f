"""The one question: which run has the most routes and, of these, the most money?"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from ..model import Budget
from ..plain import Clock, OutOfBudgetError
from . import compiled
from .model import Part, Problem, Run
from .settling import Settling


class Search(Protocol):
    """How the standard locomotives, or the diesel, look for their run: by the kernel or in plain Python."""

    counted: bool
    """Whether it is known how many routes have to be run."""

    @property
    def routes(self) -> int: ...
    @property
    def further(self) -> int: ...
    def pay(self) -> None: ...
    def best(self) -> Part: ...
    def variant(self, stop: int, visit: bool) -> Part | None: ...


def begun(problem: Problem, budget: float | Budget | None) -> Callable[[bool], Search]:
    """What begins the search of the diesel, or of the standard locomotives, all within one budget."""
    given = budget if isinstance(budget, Budget) else Budget(seconds=budget)
    yard = compiled.ready(problem, given)
    if yard is not None:
        return yard.begun
    clock = Clock(given)
    return lambda diesel: Settling(problem, diesel, clock)


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
    begin = begun(problem, budget)
    _, diesel = settled(problem, True, begin)  # first, as it is soon done
    _, standard = settled(problem, False, begin)
    return Run(standard, diesel)


def settled(problem: Problem, diesel: bool, begin: Callable[[bool], Search]) -> tuple[Search | None, Part]:
    """Find what the standard locomotives, or the diesel, run best; with it the search, if there was one."""
    if _is_idle(problem, diesel):
        return None, Part()
    try:
        search = begin(diesel)
    except OutOfBudgetError:
        return None, Part((), (), 0, *_crude_bounds(problem, diesel))
    with suppress(OutOfBudgetError):
        if search.counted:
            search.pay()
    return search, search.best()


class Count:
    """How many routes standard locomotives and diesel have to run; the money is settled when it is asked for.

    >>> from stellwerk.routes import Link, Network
    >>> from .model import Locomotive, Place, Stop
    >>> net = Network([Link(0, 1, bits=0b01), Link(1, 2, bits=0b10)])
    >>> stops = {n: Stop(n, may_end=True, home=True) for n in range(3)}
    >>> count = Count(Problem(net, stops, {}, (Locomotive("2", 2),)), Budget())
    >>> count.routes(diesel=False), count.routes(diesel=True), count.settled() is not None
    (2, 0, True)
    """

    def __init__(self, problem: Problem, budget: Budget) -> None:
        begin = begun(problem, budget)
        self.compulsory = len(problem.compulsory)
        self.searches: dict[bool, Search | None] = {}
        for diesel in (True, False):  # the diesel first, as it is soon done
            self.searches[diesel] = None if _is_idle(problem, diesel) else begin(diesel)

    def routes(self, diesel: bool) -> int:
        """The routes of the diesel, or of the standard locomotives."""
        search = self.searches[diesel]
        return 0 if search is None else search.routes

    @property
    def proved(self) -> bool:
        """Say whether no run has more routes."""
        return all(search is None or search.counted for search in self.searches.values())

    @property
    def is_free(self) -> bool:
        """Say whether there is a choice for certain: neither all routes are run nor the compulsory ones alone."""
        return any(
            search is not None and search.routes not in (self.compulsory, self.compulsory + search.further)
            for search in self.searches.values()
        )

    def settled(self) -> dict[bool, tuple[Search | None, Part]] | None:
        """Settle the money too, and tell both parts; None if the budget ends before."""
        try:
            for search in self.searches.values():
                if search is not None:
                    search.pay()
        except OutOfBudgetError:
            return None
        return {
            diesel: (search, Part() if search is None else search.best())
            for diesel, search in self.searches.items()
        }


def counted(problem: Problem, budget: Budget | None) -> Count | None:
    """Count the routes that have to be run, without asking what they earn; None if that takes too long."""
    try:
        count = Count(problem, budget or Budget())
    except OutOfBudgetError:
        return None
    return count if count.proved else None


def _is_idle(problem: Problem, diesel: bool) -> bool:
    return problem.diesel is None if diesel else not problem.locomotives


def _crude_bounds(problem: Problem, diesel: bool) -> tuple[int, int]:
    """Bound routes and money without having seen a single route."""
    routes = len(problem.network.links)
    if diesel:
        return routes, sum(place.diesel for place in problem.places.values())
    sizes = [engine.size for engine in problem.locomotives]
    return min(routes, sum(sizes)), sum(place.earns(max(sizes)) for place in problem.places.values())
