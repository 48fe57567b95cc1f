"""How a company's locomotives run where each of them runs many routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from stellwerk.routes import Fault, Run, Verdict, locomotives
from stellwerk.routes.locomotives import (
    Count,
    Problem,
    Route,
    alternatives,
    check,
    counted,
    faults_of,
    is_forced,
    told,
    valued,
)

from .runs import Running, RunTrains, Way


class RunningLocomotives(Running, frozen=True):
    """The director names every route of every locomotive; best runs are only proposed, any legal one will do.

    It passes by itself where there is nothing to choose: all legal runs come to the same.
    """

    compulsory: ClassVar[bool] = False

    def problem(self, position: Any) -> Problem:
        """What the locomotives could run now."""
        raise NotImplementedError

    def matters(self, position: Any) -> tuple[Sequence[int], Sequence[int]]:
        """The stops that make equal runs differ."""
        return (), ()

    def engines(self, position: Any) -> tuple[tuple[str, int], ...]:
        problem = self.problem(position)
        railcar = ((problem.diesel.id, 0),) if problem.diesel else ()
        return (*((engine.id, engine.size) for engine in problem.locomotives), *railcar)

    def best_runs(self, position: Any) -> tuple[locomotives.Run, ...]:
        """Best runs that differ in what matters, in a fixed order; a title may keep them."""
        stops, _ = self.matters(position)
        return alternatives(self.problem(position), stops, self.effort, self.count(position))

    def count(self, position: Any) -> Count | None:
        """How many routes have to be run, which is known long before what they earn; a title may keep it."""
        return counted(self.problem(position), self.effort)

    def told(self, position: Any, run: locomotives.Run) -> Run:
        """A run with all it earns, each amount where it counted."""
        return told(self.problem(position), run)

    def offered(self, position: Any) -> tuple[Run, ...]:
        return tuple(self.told(position, run) for run in self.best_runs(position))

    def examined(self, position: Any, ways: Iterable[Way]) -> Verdict:
        count = self.count(position)
        if count is None:
            return self.judged(position, ways)
        problem, ways = self.problem(position), tuple(ways)
        numbers = count.routes(diesel=False), count.routes(diesel=True)
        return Verdict(_faults(ways, faults_of(problem, many_routes_of(problem, ways), *numbers)), 0, 0, 0)

    def judged(self, position: Any, ways: Iterable[Way]) -> Verdict:
        problem, best = self.problem(position), self.best_runs(position)[0]
        ways = tuple(ways)
        verdict = check(problem, many_routes_of(problem, ways), best=best)
        total, best_total = (self.told(position, run).total for run in (verdict.run, verdict.best))
        return Verdict(_faults(ways, verdict.faults), total, max(total, best_total), max(total, best_total))

    def run(self, position: Any, action: RunTrains) -> Run:
        problem = self.problem(position)
        return self.told(position, valued(problem, many_routes_of(problem, action.ways)))

    def idle(self, position: Any) -> bool:
        problem, count = self.problem(position), self.count(position)
        if count is not None and count.is_free:
            return False
        return is_forced(problem, self.best_runs(position)[0])


def _faults(ways: Iterable[Way], found: Iterable[locomotives.Fault]) -> tuple[Fault, ...]:
    """What is wrong with a run: every call counts, and what the search says."""
    skipping = [Fault(way.train, "wrong_count") for way in ways if way.uncounted]
    return (*skipping, *(Fault(fault.locomotive or "", fault.reason) for fault in found))


def many_routes_of(problem: Problem, ways: Iterable[Way]) -> tuple[Route, ...]:
    """The routes that an action names, not yet judged; ValueError if their links do not follow one another.

    >>> from stellwerk.routes import Link, Network
    >>> problem = Problem(Network([Link(4, 7, bits=1)]), {}, {}, ())
    >>> many_routes_of(problem, [Way("2", (0,))])[0].stops
    (4, 7)
    """
    return tuple(Route(way.train, problem.network.along(way.links), way.links) for way in ways)
