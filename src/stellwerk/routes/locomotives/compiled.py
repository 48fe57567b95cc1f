"""The search of the kernel: hands problems to it and tells its answers, which are those of `Settling`."""

from __future__ import annotations

from .. import compiled
from ..model import Budget
from ..plain import OutOfBudgetError
from .ends import run_to_their_ends
from .listing import Ground
from .model import NoRunError, Part, Problem, Route
from .parts import part_of
from .settling import Settling
from .trust import makeshift

_FINE, _SPENT = 0, 1  # why a search of the kernel ended; otherwise there is no run


class Yard:
    """A problem in the kernel, with the budget of all that is asked about it."""

    def __init__(self, problem: Problem, handle: object) -> None:
        self.problem = problem
        self.handle = handle
        self.steps = 0

    def begun(self, diesel: bool) -> CompiledSettling:
        """Count the routes of the standard locomotives, or of the diesel; OutOfBudgetError if none was seen."""
        return CompiledSettling(self, diesel)


def ready(problem: Problem, budget: Budget) -> Yard | None:
    """Hand a problem to the kernel; None if there is none or it does not serve this problem.

    >>> from stellwerk.routes import Network
    >>> yard = ready(Problem(Network([]), {}, {}, ()), Budget())
    >>> yard is None or yard.steps == 0
    True
    """
    network = problem.network
    net = compiled.packed(network) if compiled.locomotives is not None else None
    if net is None or compiled.locomotives is None:
        return None
    try:
        handle = compiled.locomotives.locomotives_ready(
            net,
            network.index,
            network.stops,
            dict(problem.stops),
            dict(problem.places),
            tuple([engine.size for engine in problem.locomotives]),
            problem.compulsory,
            problem.diesel is not None,
            problem.diesel.start if problem.diesel is not None else None,
            -1.0 if budget.seconds is None else max(0.0, budget.seconds),
            -1 if budget.nodes is None else budget.nodes,
        )
    except OverflowError:  # more money or locomotives than any game has: Python has no limits
        return None
    return Yard(problem, handle)


class CompiledSettling:
    """The twin of `Settling`."""

    def __init__(self, yard: Yard, diesel: bool) -> None:
        self.yard = yard
        self.diesel = diesel
        self.routes = self.further = self.bound = 0
        self.counted = self._settle(pay=False) == _FINE

    def _settle(self, pay: bool) -> int:
        assert compiled.locomotives is not None
        told = compiled.locomotives.locomotives_settle(self.yard.handle, self.diesel, pay, Settling.patience)
        ended: int = told[0]
        _, self.further, self.routes, self.bound, self.yard.steps = told
        if ended == _SPENT and self.further < 0:
            raise OutOfBudgetError
        if ended not in (_FINE, _SPENT):
            raise NoRunError("these locomotives cannot run all compulsory routes")
        return ended

    def pay(self) -> None:
        """Settle the money too, unless that was done; OutOfBudgetError if there is no time for it."""
        if self._settle(pay=True) == _SPENT:
            raise OutOfBudgetError

    def best(self) -> Part:
        """Tell the best choice; if none was found in time, a quick one."""
        assert compiled.locomotives is not None
        problem, diesel = self.yard.problem, self.diesel
        found = compiled.locomotives.locomotives_best(self.yard.handle, diesel)
        if found is not None:
            return self._told(found)
        routes = run_to_their_ends(problem, Ground(problem, diesel), makeshift(problem, diesel))
        return part_of(problem, diesel, routes, self.routes, self.bound)

    def variant(self, stop: int, visit: bool) -> Part | None:
        """Find a choice as good as the best that visits a stop, or one that does not; None if there is none."""
        assert compiled.locomotives is not None
        at = self.yard.problem.network.index.get(stop, -1)
        ended, found = compiled.locomotives.locomotives_variant(self.yard.handle, self.diesel, at, visit)
        if ended == _SPENT:
            raise OutOfBudgetError
        return None if found is None else self._told(found)

    def _told(self, found: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]) -> Part:
        problem = self.yard.problem
        if self.diesel:
            names = [problem.diesel.id if problem.diesel else ""]
        else:
            names = [engine.id for engine in problem.locomotives]
        routes = tuple([Route(names[engine], stops, links) for engine, stops, links in found])
        return part_of(problem, self.diesel, routes, self.routes, self.bound)
