"""What is asked and what is answered: stops, trains, the problem, routes and runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from .bonus import Bonus, Shuttle, refuse_unbounded
from .network import Network


class Stop(Struct, frozen=True, gc=False):
    """What one stop of the network is worth to the company that runs now.

    `cross` is added to the value if a route arrives and leaves by different gates. Of the stops of one
    `group` a route visits at most one. A stop that may be neither passed nor an end is closed.

    >>> Stop(30, home=True).may_pass
    True
    """

    value: int
    town: bool = False
    may_pass: bool = True
    may_end: bool = True
    home: bool = False
    group: int = -1
    cross: int = 0


CLOSED = Stop(0, may_pass=False, may_end=False)


class Train(Struct, frozen=True, gc=False):
    """A train and what it can run; use the constructors below, which say what the kinds mean.

    >>> Train.plus("3+3", 3, 3).fits(cities=2, towns=4, hexes=9)
    True
    >>> Train.plus("3+3", 3, 3).fits(cities=4, towns=0, hexes=4)
    False
    """

    id: str
    cities: int | None = None
    towns: int | None = None
    hexes: int | None = None
    best: int | None = None
    avoid: frozenset[int] = frozenset()
    """Stops that this train may not visit."""

    @classmethod
    def counting(cls, id: str, n: int, avoid: frozenset[int] = frozenset()) -> Train:
        """Run up to `n` stops of any kind.

        >>> Train.counting("3", 3).fits(cities=1, towns=2, hexes=9)
        True
        """
        return cls(id, n, 0, avoid=avoid)

    @classmethod
    def plus(cls, id: str, n: int, m: int, avoid: frozenset[int] = frozenset()) -> Train:
        """Run up to `n` cities and up to `n + m` stops in all.

        >>> Train.plus("2+2", 2, 2).fits(cities=0, towns=4, hexes=9)
        True
        """
        return cls(id, n, m, avoid=avoid)

    @classmethod
    def tram(cls, id: str, n: int, avoid: frozenset[int] = frozenset()) -> Train:
        """Run up to `n` cities and any number of towns.

        >>> Train.tram("2", 2).fits(cities=2, towns=17, hexes=30)
        True
        """
        return cls(id, n, None, avoid=avoid)

    @classmethod
    def hexed(cls, id: str, n: int, avoid: frozenset[int] = frozenset()) -> Train:
        """Run up to `n` hexes, the first one counted, whatever lies in them.

        >>> Train.hexed("3H", 3).fits(cities=3, towns=0, hexes=3)
        True
        """
        return cls(id, hexes=n, avoid=avoid)

    @classmethod
    def skipping(cls, id: str, k: int, avoid: frozenset[int] = frozenset()) -> Train:
        """Run any length and count the best `k` stops, one of them a stop with an own station.

        >>> Train.skipping("8E", 8).fits(cities=20, towns=20, hexes=90)
        True
        """
        return cls(id, best=k, avoid=avoid)

    def fits(self, cities: int, towns: int, hexes: int) -> bool:
        """Say whether a route with so many cities, towns and hexes is within the train's reach.

        >>> Train.counting("2", 2).fits(cities=2, towns=1, hexes=3)
        False
        """
        if self.hexes is not None and hexes > self.hexes:
            return False
        if self.cities is None:
            return True
        return cities <= self.cities and (self.towns is None or cities + towns <= self.cities + self.towns)


class Problem(Struct, frozen=True):
    """One running decision: the track, the stops as the company sees them, its trains, and the bonuses.

    >>> from stellwerk.routes import Link, Network
    >>> net = Network([Link(0, 1, bits=1)])
    >>> Problem(net, (Stop(20, home=True), Stop(30)), (Train.counting("2", 2),)).trains[0].id
    '2'
    """

    network: Network
    stops: Mapping[int, Stop] | Sequence[Stop]
    """By the number of the stop; one that is missing is closed."""
    trains: tuple[Train, ...]
    bonuses: tuple[Bonus, ...] = ()

    def __post_init__(self) -> None:
        if self.bonuses:
            refuse_unbounded(self.bonuses)
            if any(isinstance(bonus, Shuttle) for bonus in self.bonuses) and any(
                train.best is not None for train in self.trains
            ):
                raise ValueError("a train that skips stops cannot shuttle")

    def describe(self, stop: int) -> Stop:
        """Look up a stop; one that is not described is closed.

        >>> from stellwerk.routes import Network
        >>> Problem(Network([]), {}, ()).describe(3).may_end
        False
        """
        if isinstance(self.stops, Mapping):
            return self.stops.get(stop, CLOSED)
        return self.stops[stop] if stop < len(self.stops) else CLOSED


class Route(Struct, frozen=True, gc=False):
    """What one train runs. `values` go with `stops`; a stop that a skipping train does not count has None."""

    train: str
    stops: tuple[int, ...]
    links: tuple[int, ...]
    values: tuple[int | None, ...]
    bonuses: tuple[tuple[str, int], ...]
    total: int


class Run(Struct, frozen=True, gc=False):
    """The routes of a company's trains, in the order of the trains; a train that stays idle has none.

    No run earns more than `bound`; `optimal` says that `total` reaches it.
    """

    routes: tuple[Route, ...]
    total: int
    bound: int
    optimal: bool


class Budget(Struct, frozen=True, gc=False):
    """How long a search may take; None is without limit.

    >>> Budget(seconds=0.5).nodes is None
    True
    """

    seconds: float | None = None
    nodes: int | None = None
