"""What a route earns beside the values of its stops. Every kind can say how much it may add at most.

A search proves its answer by bounds, so a bonus that is only a function would make the proof false: it is
refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct


class AtStop(Struct, frozen=True):
    """Add an amount for each of these stops that the route counts; a shuttle counts it `again`, or not.

    >>> AtStop("ferry", {3: 40}).most(5)
    40
    """

    name: str
    amounts: dict[int, int]
    again: bool = True

    def most(self, counted: int) -> int:
        """Bound what the bonus adds to a route that counts so many stops."""
        return sum(sorted((amount for amount in self.amounts.values() if amount > 0), reverse=True)[:counted])


class OnLink(Struct, frozen=True):
    """Add an amount for each of these links that the route uses.

    >>> OnLink("ferry", {3: -10, 4: 20}).most(5)
    20
    """

    name: str
    amounts: dict[int, int]

    def most(self, counted: int) -> int:
        """Bound what the bonus adds to a route that counts so many stops."""
        return sum(amount for amount in self.amounts.values() if amount > 0)


class EachStop(Struct, frozen=True):
    """Add an amount for every counted stop, once, if one of these links lies between counted stops.

    >>> EachStop("tunnel", 10, frozenset({7})).most(5)
    50
    """

    name: str
    amount: int
    links: frozenset[int]

    def most(self, counted: int) -> int:
        """Bound what the bonus adds to a route that counts so many stops."""
        return self.amount * counted


class Through(Struct, frozen=True):
    """Add both amounts if the route counts a stop of `first` and another of `second`; the best pair once.

    >>> Through("transit", {0: 40}, {5: 30, 6: 20}).most(2)
    70
    """

    name: str
    first: dict[int, int]
    second: dict[int, int]

    def most(self, counted: int) -> int:
        """Bound what the bonus adds to a route that counts so many stops."""
        return max((x + y for a, x in self.first.items() for b, y in self.second.items() if a != b), default=0)


class Shuttle(Struct, frozen=True):
    """Count each stop between the ends a second time, with what is added there, if all links are among these.

    A title names the links that are double track from one stop to the next. Trains that skip stops cannot
    shuttle.

    >>> Shuttle("shuttle", frozenset({1, 2})).name
    'shuttle'
    """

    name: str
    links: frozenset[int]


class Special(Struct, frozen=True):
    """Add whatever a function says of the stops and links run, in either direction; never more than `limit`.

    The search cannot see inside it, so prefer the other kinds.

    >>> Special("long haul", lambda stops, links: 50 if len(stops) > 6 else 0, limit=50).most(8)
    50
    """

    name: str
    amount: Callable[[tuple[int, ...], tuple[int, ...]], int]
    limit: int

    def most(self, counted: int) -> int:
        """Bound what the bonus adds to a route that counts so many stops."""
        return max(0, self.limit)


Bonus = AtStop | OnLink | EachStop | Through | Shuttle | Special


def refuse_unbounded(bonuses: Iterable[object]) -> None:
    """Raise TypeError for a bonus that cannot be bounded, ValueError for one that would break the bounds.

    >>> refuse_unbounded([lambda route: 10])
    Traceback (most recent call last):
    TypeError: function is no bonus with an upper bound: use AtStop, OnLink, EachStop, Through, Shuttle or Special
    """
    for bonus in bonuses:
        if not isinstance(bonus, Bonus):
            known = "AtStop, OnLink, EachStop, Through, Shuttle or Special"
            raise TypeError(f"{type(bonus).__name__} is no bonus with an upper bound: use {known}")
        if isinstance(bonus, EachStop) and bonus.amount < 0:
            raise ValueError(f"{bonus.name}: an amount on every stop cannot be negative")
        if isinstance(bonus, Through) and min([0, *bonus.first.values(), *bonus.second.values()]) < 0:
            raise ValueError(f"{bonus.name}: amounts cannot be negative")
