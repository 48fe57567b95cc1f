"""The exact search in plain Python: list all routes, then choose the best that share no track.

It is the twin of the compiled search and stands in for it where that could not be built. Both find the same
run: of all that are best, the one that comes first in the order of trains and, for each train, of routes
(dearest first, then fewest links, then lowest link numbers).
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from msgspec import Struct

from .facts import Facts
from .model import Budget, Problem, Route, Run
from .scoring import counted_again, scored, stop_values
from .skipping import SkippingSearch


class Column(Struct, frozen=True):
    """A route as the choice between routes sees it."""

    value: int
    mask: int
    kinds: int
    stops: tuple[int, ...]
    links: tuple[int, ...]


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
        if self.steps == self.left + 1:
            raise OutOfBudgetError
        if self.until is not None and not self.steps & 63 and time.monotonic() > self.until:
            raise OutOfBudgetError


def plain_best_run(problem: Problem, budget: Budget) -> Run:
    """Find the best run without the compiled kernel.

    >>> from stellwerk.routes import Link, Network, Stop, Train
    >>> net = Network([Link(0, 1, bits=1)])
    >>> problem = Problem(net, (Stop(20, home=True), Stop(30)), (Train.counting("2", 2),))
    >>> plain_best_run(problem, Budget()).total
    50
    """
    search = _Search(problem, Clock(budget))
    return search.run()


class _Search:
    def __init__(self, problem: Problem, clock: Clock) -> None:
        self.facts = Facts(problem)
        self.clock = clock
        self.best = 0
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
            columns = sorted(listed_routes(facts, self.clock), key=lambda c: (-c.value, len(c.links), c.links))
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
        bound = total if done else max(total, bound)
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


def listed_routes(facts: Facts, clock: Clock) -> Iterator[Column]:
    """List every route worth something that some train with a limited reach can run, each once.

    A route is found from the first of its own stations, as two arms that start there.
    """
    problem = facts.problem
    net, stops = problem.network, facts.stops
    names = net.stops
    kinds = [kind for kind in facts.kinds if kind.best is None]
    if not kinds:
        return
    everyone = (1 << len(kinds)) - 1
    allowed = [sum(1 << i for i, kind in enumerate(kinds) if name not in kind.avoid) for name in names]
    reach: dict[tuple[int, int, int], int] = {}
    banned = 0
    tick = clock.tick

    def within(cities: int, towns: int, hexes: int) -> int:
        key = (cities, towns, hexes)
        mask = reach.get(key)
        if mask is None:
            mask = reach[key] = sum(1 << i for i, kind in enumerate(kinds) if kind.fits(cities, towns, hexes))
        return mask

    weight, own, conflict, flags = facts.weight, facts.own, facts.conflict, facts.flags
    each_amount, gates, on_link = facts.each_amount, facts.gates, facts.on_link
    slow = bool(facts.throughs or facts.shuttles or facts.specials)
    low = (1 << net.width) - 1

    def column(
        a: tuple[int, ...],
        al: tuple[int, ...],
        b: tuple[int, ...],
        bl: tuple[int, ...],
        worth: int,
        used: int,
        alive: int,
    ) -> Column | None:
        path, way = a[::-1] + b, al[::-1] + bl
        if way[::-1] < way:
            path, way = path[::-1], way[::-1]
        path = tuple([names[at] for at in path])
        if slow:
            worth += facts_extra(facts, path, way)
        return Column(worth, used & low, alive, path, way) if worth > 0 else None

    def arms(
        home: int,
        at: int,
        path: tuple[int, ...],
        way: tuple[int, ...],
        visited: int,
        used: int,
        worth: int,
        cities: int,
        towns: int,
        hexes: int,
        flag: int,
        alive: int,
        first: int,
        left: tuple[tuple[int, ...], ...] | None,
    ) -> Iterator[Column]:
        """Extend an arm by every link; `left` is the finished other arm, if this is the second one."""
        tick()
        arrived = way[-1] if way else (left[1][0] if left and left[1] else -1)
        doors = gates[at]
        passing = at != home or left is not None
        if passing and not stops[at].may_pass:
            return
        for link, to in net.arms[at]:
            if own[link] & used or visited >> to & 1 or (at == home and link <= first):
                continue
            town = stops[to].town
            c, t, h = cities + (not town), towns + town, hexes + net.links[link].hexes
            fitting = alive & allowed[to] & within(c, t, h)
            if not fitting:
                continue
            w = worth + weight[to] + on_link[link]
            if doors is not None and arrived >= 0 and doors[arrived] != doors[link]:
                w += stops[at].cross
            f = flag | flags[link]
            seen, track = visited | conflict[to], used | own[link]
            new_path, new_way = (*path, to), (*way, link)
            if stops[to].may_end:
                gain = w + each_amount[f] * (c + t)
                if left is None:
                    if stops[home].may_end:
                        found = column((), (), (home, *new_path), new_way, gain, track, fitting)
                        if found is not None:
                            yield found
                else:
                    found = column(left[0], left[1], (home, *new_path), new_way, gain, track, fitting)
                    if found is not None:
                        yield found
                if left is None:
                    yield from arms(
                        home,
                        home,
                        (),
                        (),
                        seen,
                        track,
                        w,
                        c,
                        t,
                        h,
                        f,
                        fitting,
                        new_way[0],
                        (new_path, new_way),
                    )
            yield from arms(home, to, new_path, new_way, seen, track, w, c, t, h, f, fitting, -1, left)

    for home in facts.homes:
        stop = stops[home]
        cities, towns = int(not stop.town), int(stop.town)
        alive = everyone & allowed[home] & within(cities, towns, 1)
        if alive and (stop.may_end or stop.may_pass):
            yield from arms(
                home,
                home,
                (),
                (),
                conflict[home] | banned,
                0,
                weight[home],
                cities,
                towns,
                1,
                0,
                alive,
                -1,
                None,
            )
        banned |= 1 << home


def facts_extra(facts: Facts, path: tuple[int, ...], way: tuple[int, ...]) -> int:
    """Add up the bonuses that only the whole route can tell, all its stops being counted."""
    total = 0
    for through in facts.throughs:
        firsts = [stop for stop in path if stop in through.first]
        seconds = [stop for stop in path if stop in through.second]
        total += max((through.first[a] + through.second[b] for a in firsts for b in seconds if a != b), default=0)
    for shuttle in facts.shuttles:
        worth = stop_values(facts.problem, path, way)
        total += counted_again(shuttle, facts.problem.bonuses, path, way, worth)
    for bonus in facts.specials:
        total += bonus.amount(path, way)
    return total
