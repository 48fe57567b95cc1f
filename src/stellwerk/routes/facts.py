"""A problem prepared for searching in Python: kinds of trains, masks, weights and bounds."""

from __future__ import annotations

from .bonus import AtStop, EachStop, OnLink, Shuttle, Special, Through
from .model import Problem, Train


class Facts:
    """What both Python searches look up; made once for each problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        net = problem.network
        index = net.index
        stops = self.stops = [problem.describe(stop) for stop in net.stops]
        self.kinds, self.members = kinds_of(problem.trains)
        self.weight = [stop.value for stop in stops]
        self.once = [0] * len(stops)
        self.on_link = [0] * len(net.links)
        self.each: list[tuple[int, frozenset[int]]] = []
        self.throughs: list[Through] = []
        self.shuttles: list[Shuttle] = []
        self.specials: list[Special] = []
        for bonus in problem.bonuses:
            if isinstance(bonus, AtStop):
                for stop_number, amount in bonus.amounts.items():
                    if stop_number in index:
                        self.weight[index[stop_number]] += amount
                        self.once[index[stop_number]] += 0 if bonus.again else amount
            elif isinstance(bonus, OnLink):
                for number, amount in bonus.amounts.items():
                    self.on_link[number] += amount
            elif isinstance(bonus, EachStop):
                self.each.append((bonus.amount, bonus.links))
            elif isinstance(bonus, Through):
                self.throughs.append(bonus)
            elif isinstance(bonus, Shuttle):
                self.shuttles.append(bonus)
            else:
                self.specials.append(bonus)
        self.flags = [
            sum(1 << i for i, (_, links) in enumerate(self.each) if number in links)
            for number in range(len(net.links))
        ]
        self.each_amount = [
            sum(amount for i, (amount, _) in enumerate(self.each) if flags >> i & 1)
            for flags in range(1 << len(self.each))
        ]
        groups: dict[int, int] = {}
        for at, stop in enumerate(stops):
            if stop.group >= 0:
                groups[stop.group] = groups.get(stop.group, 0) | 1 << at
        self.conflict = [1 << at | groups.get(stop.group, 0) for at, stop in enumerate(stops)]
        self.homes = [at for at, stop in enumerate(stops) if stop.home and net.arms[at]]
        self.own = [mask | once << net.width for mask, once in zip(net.masks, net.once, strict=True)]
        self.gates: list[dict[int, int] | None] = [{} if stop.cross else None for stop in stops]
        for number, link in enumerate(net.links):
            for at, gate in ((index[link.a], link.gate_a), (index[link.b], link.gate_b)):
                doors = self.gates[at]
                if doors is not None:
                    doors[number] = gate

    def crude_bound(self, kind: Train) -> int:
        """Bound what a train of a kind earns, without looking at the track.

        Each stop is taken at its highest, and every bonus as if it were had in full.
        """
        stops = self.stops
        tops = sorted(
            (
                (self._most_at(at), stop.town)
                for at, stop in enumerate(stops)
                if self.problem.network.stops[at] not in kind.avoid and (stop.may_end or stop.may_pass)
            ),
            reverse=True,
        )
        cities = towns = total = 0
        for value, town in tops:
            if value <= 0:
                break
            if kind.best is not None:
                if cities + towns == kind.best:
                    break
            elif not kind.fits(cities + (not town), towns + town, 1):
                continue
            cities, towns, total = cities + (not town), towns + town, total + value
        for bonus in self.problem.bonuses:
            if not isinstance(bonus, AtStop | Shuttle):
                total += bonus.most(kind.best if kind.best is not None else len(stops))
        return total

    def _most_at(self, at: int) -> int:
        """Bound what a stop brings, counted again by every shuttle."""
        value = self.weight[at] + max(0, self.stops[at].cross)
        return value + max(0, value - self.once[at]) * len(self.shuttles)


def kinds_of(trains: tuple[Train, ...]) -> tuple[list[Train], list[list[int]]]:
    """Group trains that can run the same: each kind once, with the positions of its trains; skipping last.

    >>> kinds, members = kinds_of((Train.counting("a", 2), Train.counting("b", 3), Train.counting("c", 2)))
    >>> [kind.cities for kind in kinds], members
    ([2, 3], [[0, 2], [1]])
    """
    table: dict[tuple[object, ...], list[int]] = {}
    for at, train in enumerate(trains):
        key = (train.best is not None, train.cities, train.towns, train.hexes, train.best, train.avoid)
        table.setdefault(key, []).append(at)
    members = sorted(table.values(), key=lambda places: (trains[places[0]].best is not None, places[0]))
    return [trains[places[0]] for places in members], members
