"""Trains of any length that count their best stops: depth first, bounded by what can still be reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .bonus import AtStop, Shuttle
from .facts import Facts
from .scoring import scored

Found = tuple[int, int, tuple[int, ...], tuple[int, ...]]


class SkippingSearch:
    """The routes of skipping trains on whatever track is left."""

    def __init__(self, facts: Facts, tick: Callable[[], None]) -> None:
        self.facts = facts
        self.tick = tick
        stops = facts.stops
        self.high = [facts.weight[at] + max(0, stop.cross) for at, stop in enumerate(stops)]
        self.bounds: dict[int, int] = {}

    def bound(self, kind: int) -> int:
        """Bound what a train of this kind can earn on an empty board."""
        if kind not in self.bounds:
            self.bounds[kind] = self.facts.crude_bound(self.facts.kinds[kind])
        return self.bounds[kind]

    def routes(self, kind: int, blocked: int, floor: Callable[[], int]) -> Iterator[Found]:
        """Yield routes worth more than `floor()`, which may rise, as (value, mask, stops, links)."""
        facts = self.facts
        problem = facts.problem
        net, stops = problem.network, facts.stops
        train = facts.kinds[kind]
        closed = sum(1 << net.index[stop] for stop in train.avoid if stop in net.index)
        k = train.best or 0
        extra = sum(bonus.most(k) for bonus in problem.bonuses if not isinstance(bonus, AtStop | Shuttle))
        low = (1 << net.width) - 1
        order = [sorted(arms, key=lambda arm: (-self.high[arm[1]], arm[0])) for arms in net.arms]
        own, conflict, high = facts.own, facts.conflict, self.high

        def hopeful(heads: tuple[int, ...], path: tuple[int, ...], visited: int, used: int) -> bool:
            values = [high[at] for at in path]
            seen = visited
            stack = list(heads)
            while stack:
                at = stack.pop()
                for link, to in net.arms[at]:
                    if not seen >> to & 1 and not own[link] & used:
                        seen |= 1 << to
                        values.append(high[to])
                        if stops[to].may_pass:
                            stack.append(to)
            values.sort(reverse=True)
            return sum(value for value in values[:k] if value > 0) + extra > floor()

        def arms(
            home: int,
            at: int,
            path: tuple[int, ...],
            way: tuple[int, ...],
            visited: int,
            used: int,
            hexes: int,
            first: int,
            left: tuple[tuple[int, ...], tuple[int, ...]] | None,
        ) -> Iterator[Found]:
            self.tick()
            if (at != home or left is not None) and not stops[at].may_pass:
                return
            whole = (home, *path, *(left[0] if left is not None else ()))
            heads = (at,) if left is not None or at == home else (at, home)
            if not hopeful(heads, whole, visited, used):
                return
            for link, to in order[at]:
                if own[link] & used or visited >> to & 1 or (at == home and link <= first):
                    continue
                length = hexes + net.links[link].hexes
                if train.hexes is not None and length > train.hexes:
                    continue
                seen, track = visited | conflict[to], used | own[link]
                new_path, new_way = (*path, to), (*way, link)
                if stops[to].may_end and (left is not None or stops[home].may_end):
                    before = left if left is not None else ((), ())
                    full = tuple([net.stops[i] for i in (*before[0][::-1], home, *new_path)])
                    links = (*before[1][::-1], *new_way)
                    value = scored(problem, train, full, links).total
                    if value > floor():
                        yield value, track & low & ~blocked, full, links
                yield from arms(home, to, new_path, new_way, seen, track, length, -1, left)
                if left is None and stops[to].may_end:
                    yield from arms(home, home, (), (), seen, track, length, new_way[0], (new_path, new_way))

        banned = closed
        for home in facts.homes:
            if not closed >> home & 1 and (stops[home].may_end or stops[home].may_pass):
                yield from arms(home, home, (), (), conflict[home] | banned, blocked, 1, -1, None)
            banned |= 1 << home
