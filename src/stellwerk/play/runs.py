"""How a company's trains run where that is its director's to say.

Of runs that earn the same, some may be more to a director's liking: a first visit can open something. The rules
of a title say what it is that matters; one run is offered for each difference, and whoever names another that
the rules allow may run that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from stellwerk.routes import Budget, Problem, Route, Run, Verdict, alternatives, check, rescored

from .core import Action, Choice, Decision, Event
from .errors import Refusal, refuse


class Way(Struct, frozen=True, gc=False):
    """What one train runs: links by their number in the network, and which stops on the way do not count."""

    train: str
    links: tuple[int, ...]
    uncounted: tuple[int, ...] = ()


EFFORT = Budget(nodes=10_000_000)
"""Steps for which a best run is looked for: seconds, which only long trains on boards without a free hex need."""


class TrainRan(Event, frozen=True):
    """One train's route: the stops as hex and city with their values, and the hex sides it used."""

    company: str
    train: str
    stops: tuple[tuple[str, int, int], ...]
    bits: str
    value: int


class RunUnproved(Event, frozen=True):
    """The search for the best run ended before it was proved that none earns more; `bound` no run exceeds."""

    company: str
    bound: int


class Income(Event, frozen=True):
    """What somebody took in, were it nothing: what tells it in a title is one of these."""

    def earned(self) -> tuple[str, int]:
        """Who, and how much."""
        raise NotImplementedError


class RunIncome(Income, frozen=True):
    """The income of a company's whole run."""

    company: str
    income: int

    def earned(self) -> tuple[str, int]:
        return self.company, self.income


class RunTrains(Action, frozen=True):
    """Run the company's trains like this; those that are not named stay where they are."""

    company: str
    ways: tuple[Way, ...]


class Running(Decision, frozen=True):
    """The director says how the trains run; where all best runs come to the same thing, they just run.

    A title adds who decides (`waiting`), the `problem`, what `matters`, and what `earn` does with the run. Where a
    train runs many routes it begins with `locomotives.RunningLocomotives`, which asks another search.
    """

    company: str

    rule: ClassVar[str] = ""
    """The paragraph on running, named where a run is refused."""
    paragraphs: ClassVar[Mapping[str, str]] = {}
    """The paragraph for what is wrong with a run, by its key, where that is another."""
    compulsory: ClassVar[bool] = True
    """Whether it has to be a best run; else any legal run will do, and best ones are only proposed."""
    effort: ClassVar[Budget] = EFFORT
    """How long the best run is looked for, in nodes, so that every machine finds the same. Where it is not proved
    by then, the best that was found is what counts as the best."""

    def problem(self, position: Any) -> Any:
        """What the trains could run now, as the search that is asked reads it."""
        raise NotImplementedError

    def matters(self, position: Any) -> tuple[Sequence[int], Sequence[int]]:
        """The stops and links that make equal runs differ."""
        return (), ()

    def engines(self, position: Any) -> tuple[tuple[str, int], ...]:
        """The trains that a run may name, and how many routes those of a name may run; 0 is any number."""
        return tuple(Counter(train.id for train in self.problem(position).trains).items())

    def place(self, stop: int) -> int:
        """The stop of the board that a stop of the network stands for."""
        return stop

    def earn(self, turn: Any, run: Run) -> None:
        """What the run brings about."""
        raise NotImplementedError

    def offered(self, position: Any) -> tuple[Run, ...]:
        """Best runs that differ in what matters, in a fixed order."""
        return alternatives(self.problem(position), *self.matters(position), budget=self.effort)

    def choices(self, position: Any, seat: int) -> Iterator[Choice]:
        """One run of each sort; others like them are legal too."""
        for run in self.offered(position):
            yield RunTrains(seat, self.company, ways_of(run))

    def refusal(self, position: Any, action: Any) -> Refusal | None:
        if not isinstance(action, RunTrains) or action.company != self.company:
            return refuse(self.cited(position, "trains_must_run"), "trains_must_run", company=self.company)
        try:
            verdict = self.examined(position, action.ways)
        except ValueError:
            return refuse(self.cited(position, "no_such_track"), "no_such_track", company=self.company)
        for fault in verdict.faults:
            return refuse(self.cited(position, fault.reason), "no_route", train=fault.train, fault=fault.reason)
        if self.compulsory and verdict.total < verdict.best:
            return refuse(
                self.cited(position, "not_the_best_run"),
                "not_the_best_run",
                total=verdict.total,
                best=verdict.best,
            )
        return None

    def cited(self, position: Any, reason: str) -> str:
        """The paragraph behind a reason to refuse a run, or a fault of one."""
        return self.paragraphs.get(reason, self.rule)

    def examined(self, position: Any, ways: Iterable[Way]) -> Verdict:
        """Whether a run may be run; what it earns need not be told where any legal run will do."""
        return self.judged(position, ways)

    def judged(self, position: Any, ways: Iterable[Way]) -> Verdict:
        """Whether a run is legal, and what it earns; ValueError if links do not follow one another."""
        problem = self.problem(position)
        return check(problem, routes_of(problem, ways), self.effort)

    def run(self, position: Any, action: RunTrains) -> Run:
        """The run that an action names, with what it brings."""
        problem = self.problem(position)
        trains = {train.id: train for train in problem.trains}
        routes = tuple(rescored(problem, trains[route.train], route) for route in routes_of(problem, action.ways))
        total = sum(route.total for route in routes)
        return Run(routes, total, total, True)

    def apply(self, turn: Any, action: RunTrains) -> None:
        self.earn(turn, self.run(turn, action))

    def idle(self, position: Any) -> bool:
        return self.compulsory and not self.differs(position)

    def waits_for(self, action: Action) -> bool:
        """A company runs once: whether it was asked is told by what was taken."""
        return isinstance(action, RunTrains) and action.company == self.company

    def differs(self, position: Any) -> bool:
        """Whether best runs differ in what matters; the second one tells."""
        matters = self.matters(position)
        return any(matters) and len(alternatives(self.problem(position), *matters, self.effort, most=2)) > 1

    def skip(self, turn: Any) -> None:
        self.earn(turn, self.offered(turn)[0])


def ways_of(run: Run) -> tuple[Way, ...]:
    """A run as an action names it; what calls somewhere without a route does so whatever is named.

    >>> ways_of(Run((Route("2E", (4, 7, 9), (0, 5), (10, None, 20), (), 30),), 30, 30, True))
    (Way(train='2E', links=(0, 5), uncounted=(7,)),)
    """
    return tuple(
        Way(
            route.train,
            route.links,
            tuple(stop for stop, value in zip(route.stops, route.values, strict=True) if value is None),
        )
        for route in run.routes
        if route.links
    )


def routes_of(problem: Problem, ways: Iterable[Way]) -> tuple[Route, ...]:
    """The routes that an action names, not yet judged; ValueError if their links do not follow one another.

    >>> from stellwerk.routes import Link, Network
    >>> problem = Problem(Network([Link(4, 7, bits=1)]), {}, ())
    >>> routes_of(problem, [Way("2", (0,), uncounted=(7,))])[0].values
    (0, None)
    """
    routes = []
    for way in ways:
        stops = problem.network.along(way.links)
        values = tuple(None if stop in way.uncounted else 0 for stop in stops)
        routes.append(Route(way.train, stops, way.links, values, (), 0))
    return tuple(routes)
