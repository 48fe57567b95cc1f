"""The one question: what is the best run?"""

from __future__ import annotations

from .compiled import available, compiled_best_run, warn_once
from .model import Budget, Problem, Run
from .plain import plain_best_run


def best_run(problem: Problem, budget: float | Budget | None = None, above: int = 0) -> Run:
    """Find the run that earns most; with a budget (seconds, or a `Budget`) perhaps stop early and say so.

    Who only wants a run that earns more than `above` is told sooner that there is none: the run is empty.

    >>> from stellwerk.routes import Link, Network, Stop, Train
    >>> net = Network([Link(0, 1, bits=0b01), Link(1, 2, bits=0b10)])
    >>> stops = (Stop(20, home=True), Stop(10, town=True), Stop(40))
    >>> run = best_run(Problem(net, stops, (Train.counting("2", 2), Train.plus("2+2", 2, 2))))
    >>> run.total, run.optimal
    (70, True)
    >>> run.routes[0].train, run.routes[0].stops, run.routes[0].values
    ('2+2', (0, 1, 2), (20, 10, 40))
    """
    if not problem.trains and not above:
        return _STANDSTILL
    if budget is None:
        limit = _UNLIMITED
    elif isinstance(budget, Budget):
        limit = budget
    else:
        limit = Budget(seconds=budget)
    run = compiled_best_run(problem, limit, above=above)
    if run is None:
        if not available():
            warn_once()
        run = plain_best_run(problem, limit, above)
    return run


_UNLIMITED = Budget()
_STANDSTILL = Run((), 0, 0, True)
"""Of a company without trains: nothing need be looked at."""
