"""Best runs that earn the same but visit other stops or use other track: a choice that may be the player's.

In some titles a first visit opens something, or pays somebody; then equal runs are not the same to the players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import gcd
from threading import Lock

from msgspec import Struct
from msgspec.structs import replace

from .bonus import AtStop, Bonus, EachStop, OnLink, Shuttle, Special, Through
from .model import Budget, Problem, Route, Run, Stop
from .scoring import rescored
from .solve import best_run


class Mark(Struct, frozen=True, order=True):
    """Something that it matters to have visited: a stop, or else a link.

    >>> Mark(stop=3) == Mark(3)
    True
    """

    stop: int = -1
    link: int = -1


def visited(run: Run) -> frozenset[int]:
    """Collect the stops that the trains of a run count.

    >>> visited(Run((Route("2", (4, 7), (0,), (10, 20), (), 30),), 30, 30, True)) == {4, 7}
    True
    """
    return frozenset(
        stop
        for route in run.routes
        for stop, value in zip(route.stops, route.values, strict=True)
        if value is not None
    )


def used(run: Run) -> frozenset[int]:
    """Collect the links that a run uses between stops that it counts.

    >>> used(Run((Route("2E", (4, 7, 9), (0, 5), (10, 20, None), (), 30),), 30, 30, True))
    frozenset({0})
    """
    return frozenset(link for route in run.routes for link in _used_by(route))


def _used_by(route: Route) -> Sequence[int]:
    counted = [at for at, value in enumerate(route.values) if value is not None]
    return route.links[counted[0] : counted[-1]]


def preferring(
    problem: Problem,
    stops: Mapping[int, int],
    links: Mapping[int, int] | None = None,
    budget: float | Budget | None = None,
) -> Run:
    """Find, among the best runs, the one that meets most of what is wished for (or least, if negative).

    Each visit by a train counts its stop's wish, each link that is run its own. With a budget the run may be
    less than the best, and says so.

    >>> from stellwerk.routes import Link, Network, Train
    >>> net = Network([Link(0, 1, bits=1), Link(0, 2, bits=2)])
    >>> problem = Problem(net, (Stop(20, home=True), Stop(30), Stop(30)), (Train.counting("2", 2),))
    >>> [preferring(problem, {stop: 1}).routes[0].stops for stop in (1, 2)]
    [(0, 1), (0, 2)]
    >>> preferring(problem, {}, links={0: -1}).routes[0].stops
    (0, 2)
    """
    wishes: list[Bonus] = [AtStop("wish", dict(stops), again=False), OnLink("wish", dict(links or {}))]
    weight = sum(map(abs, stops.values())) + sum(map(abs, (links or {}).values()))
    return _wished(problem, _common(problem), wishes, weight, budget)


def alternatives(
    problem: Problem,
    stops: Iterable[int] = (),
    links: Iterable[int] = (),
    budget: float | Budget | None = None,
    most: int = 32,
) -> tuple[Run, ...]:
    """Find best runs that differ in which of these stops they visit and which of these links they use.

    The first is `best_run`'s own, and the order of the others is fixed. For each stop or link that some best
    run visits and another does not, there is one of either sort; and if no train skips stops and none of these
    is visited by two trains of a run, there is one for every set of them that a best run can visit (up to `most`
    runs are told). With a budget, only what was proved best in time is told.

    >>> from stellwerk.routes import Link, Network, Train
    >>> net = Network([Link(0, 1, bits=1), Link(0, 2, bits=2)])
    >>> problem = Problem(net, (Stop(20, home=True), Stop(30), Stop(30)), (Train.counting("2", 2),))
    >>> [run.routes[0].stops for run in alternatives(problem, stops=[1, 2])]
    [(0, 1), (0, 2)]
    >>> len(alternatives(problem, stops=[0]))
    1
    """
    asked = [Mark(stop=stop) for stop in sorted(set(stops)) if stop in problem.network.index]
    asked += [Mark(link=link) for link in sorted(set(links)) if 0 <= link < len(problem.network.links)]
    # The same is asked to see whether there is a choice, to offer it, and to take it.
    question = problem, asked, budget
    kept: _Found | None = problem.network.__dict__.get("_alternatives")
    if kept is None or kept.question != question:
        kept = problem.network.__dict__["_alternatives"] = _Found(*question)
    return kept.first(most)


class _Found:
    """What was found so far in answer to a question; more is looked for when it is asked for."""

    def __init__(self, problem: Problem, asked: Sequence[Mark], budget: float | Budget | None) -> None:
        self.question = problem, asked, budget
        self.runs: list[Run] = []
        self.further = _alternatives(*self.question)
        self.lock = Lock()

    def first(self, most: int) -> tuple[Run, ...]:
        with self.lock:
            self.runs.extend(islice(self.further, max(0, most - len(self.runs))))
            return tuple(self.runs[:most])


def _alternatives(problem: Problem, asked: Sequence[Mark], budget: float | Budget | None) -> Iterator[Run]:
    first = best_run(problem, budget)
    yield first
    if not first.optimal or not asked:
        return
    search = _Alternatives(problem, asked, budget)
    search.is_new(first)
    for mark in asked:
        yield from search.both_ways(mark, first)
    yield from search.branch(0, frozenset(), frozenset(), first)


class _Alternatives:
    """Decides mark by mark whether it is visited, and asks for a best run that keeps to it."""

    def __init__(self, problem: Problem, asked: Sequence[Mark], budget: float | Budget | None) -> None:
        self.problem, self.asked, self.budget = problem, asked, budget
        self.common = _common(problem)
        self.found: set[frozenset[Mark]] = set()
        self.known: dict[tuple[frozenset[Mark], frozenset[Mark]], Run | None] = {}
        """What was wanted and what was not, with what came of it: the first mark is asked about twice."""
        self.skipping = any(train.best is not None for train in problem.trains)
        self.near = _near(problem, asked)
        """What some track joins to a home: nothing else is ever met."""

    def marks(self, run: Run) -> frozenset[Mark]:
        places, track = visited(run), used(run)
        return frozenset(mark for mark in self.asked if mark.stop in places or mark.link in track)

    def is_new(self, run: Run) -> bool:
        """Note the run, if none like it was found before."""
        marks = self.marks(run)
        new = marks not in self.found
        self.found.add(marks)
        return new

    def both_ways(self, mark: Mark, first: Run) -> Iterator[Run]:
        """See to it that the mark is met in one run and left in another, if there are such best runs."""
        for wanted in (True, False):
            if not any((mark in marks) == wanted for marks in self.found):
                one = frozenset({mark})
                run = self.keeping(one if wanted else frozenset(), frozenset() if wanted else one, first)
                if run is not None and self.is_new(run):
                    yield run

    def branch(self, at: int, wanted: frozenset[Mark], unwanted: frozenset[Mark], witness: Run) -> Iterator[Run]:
        """Go through runs for every set of marks that goes with what is decided; the witness keeps to that."""
        if at == len(self.asked):
            if self.is_new(witness):
                yield witness
            return
        mark = self.asked[at]
        meets = mark in self.marks(witness)
        for yes in (meets, not meets):
            now = (wanted | {mark}, unwanted) if yes else (wanted, unwanted | {mark})
            run = witness if yes == meets else self.keeping(*now, witness)
            if run is not None:
                yield from self.branch(at + 1, *now, run)

    def keeping(self, wanted: frozenset[Mark], unwanted: frozenset[Mark], like: Run) -> Run | None:
        """Find a run as good as another that meets all that is wanted and nothing that is not."""
        asked = wanted, unwanted
        if asked not in self.known:
            self.known[asked] = self._found(wanted, unwanted, like)
        return self.known[asked]

    def _found(self, wanted: frozenset[Mark], unwanted: frozenset[Mark], like: Run) -> Run | None:
        if any(mark not in self.near for mark in wanted):
            return None
        # one mark that is not wanted weighs more than all visits of what is
        against = 1 + len(self.problem.trains) * len(wanted)
        wishes: list[Bonus] = []
        for sign, marks in ((1, wanted), (-against, unwanted)):
            wishes.append(AtStop("wish", {mark.stop: sign for mark in marks if mark.stop >= 0}, again=False))
            wishes.append(OnLink("wish", {mark.link: sign for mark in marks if mark.link >= 0}))
        weight = len(wanted) + against * len(unwanted)
        if self.skipping:
            # to use a link a skipping train must count stops on both sides of it; to run over it is not enough
            tracks = [mark.link for mark in wanted if mark.link >= 0]
            wishes += [EachStop("wish", 1, frozenset({link})) for link in tracks]
            weight += len(tracks) * len(self.problem.network.stops)
        # trains that skip stops may run over track that they do not use
        least = len(wanted) - (against * sum(mark.link >= 0 for mark in unwanted) if self.skipping else 0)
        run = _wished(self.problem, self.common, wishes, weight, self.budget, (like.total, least))
        marks = self.marks(run)
        good = run.total == like.total and marks >= wanted and not marks & unwanted
        return run if good else None


def _wished(
    problem: Problem,
    common: int,
    wishes: list[Bonus],
    weight: int,
    budget: float | Budget | None,
    least: tuple[int, int] | None = None,
) -> Run:
    """Solve with wishes whose amounts sum to `weight`, each of which a train meets at most once.

    Where `least` says how much money and what sum of wishes is wanted, the run is empty if there is none such.
    """
    # each unit of money is worth more than all wishes together
    unit = 1 + len(problem.trains) * weight
    above = max(0, least[0] // common * unit + least[1] - 1) if least else 0
    run = best_run(_enlarged(problem, unit, common, wishes), budget, above)
    by_id = {train.id: train for train in problem.trains}
    routes = tuple(rescored(problem, by_id[route.train], route) for route in run.routes)
    total = sum(route.total for route in routes)
    bound = total if run.optimal else max(total, (run.bound + unit - 1) // unit * common)
    return Run(routes, total, bound, total == bound)


def _near(problem: Problem, marks: Sequence[Mark]) -> frozenset[Mark]:
    """The marks that some train might come to from a home, were it long enough."""
    network = problem.network
    described = [problem.describe(stop) for stop in network.stops]
    new = [at for at, stop in enumerate(described) if stop.home]
    seen = set(new)
    while new:
        for _, there in network.arms[new.pop()]:
            if there not in seen:
                seen.add(there)
                if described[there].may_pass:
                    new.append(there)
    near = {network.stops[at] for at in seen}
    ends = {mark: network.links[mark.link] for mark in marks if mark.stop < 0}
    return frozenset(
        mark
        for mark in marks
        if mark.stop in near or (mark in ends and not near.isdisjoint((ends[mark].a, ends[mark].b)))
    )


def _common(problem: Problem) -> int:
    """The common divisor of all amounts: money is counted in these, so that wishes keep numbers small."""
    described = [problem.describe(stop) for stop in problem.network.stops]
    amounts = [amount for stop in described for amount in (stop.value, stop.cross)]
    for bonus in problem.bonuses:
        if isinstance(bonus, AtStop | OnLink):
            amounts += bonus.amounts.values()
        elif isinstance(bonus, EachStop):
            amounts.append(bonus.amount)
        elif isinstance(bonus, Through):
            amounts += [*bonus.first.values(), *bonus.second.values()]
        elif isinstance(bonus, Special):
            return 1
    return gcd(*amounts) or 1


def _enlarged(problem: Problem, unit: int, common: int, wishes: list[Bonus]) -> Problem:
    """Multiply all money by `unit`, counted in units of `common`, and add the wishes."""

    def larger(stop: Stop) -> Stop:
        return replace(stop, value=stop.value // common * unit, cross=stop.cross // common * unit)

    stops = {number: larger(problem.describe(number)) for number in problem.network.stops}
    bonuses = [_enlarged_bonus(bonus, unit, common) for bonus in problem.bonuses]
    return Problem(problem.network, stops, problem.trains, (*bonuses, *wishes))


def _enlarged_bonus(bonus: Bonus, unit: int, common: int) -> Bonus:
    def times(amounts: dict[int, int]) -> dict[int, int]:
        return {key: amount // common * unit for key, amount in amounts.items()}

    if isinstance(bonus, AtStop):
        return AtStop(bonus.name, times(bonus.amounts), bonus.again)
    if isinstance(bonus, OnLink):
        return OnLink(bonus.name, times(bonus.amounts))
    if isinstance(bonus, EachStop):
        return EachStop(bonus.name, bonus.amount // common * unit, bonus.links)
    if isinstance(bonus, Through):
        return Through(bonus.name, times(bonus.first), times(bonus.second))
    if isinstance(bonus, Shuttle):
        return bonus
    inner = bonus.amount
    return Special(bonus.name, lambda stops, links: inner(stops, links) * unit, bonus.limit * unit)
