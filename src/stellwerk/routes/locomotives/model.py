"""What is asked and what is answered, where a locomotive runs many routes and a place counts once for all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from ..network import Network


class Work(Struct, frozen=True):
    """An open work: it earns a fixed amount, or so much for each size of the largest locomotive that calls.

    >>> Work("12", multiplier=20).earns(5), Work("SB", amount=60).earns(5)
    (100, 60)
    """

    id: str
    amount: int = 0
    multiplier: int = 0

    def earns(self, size: int) -> int:
        """Say what a call by a locomotive of this size earns.

        >>> Work("3", multiplier=20).earns(2)
        40
        """
        return self.amount + self.multiplier * size


class Place(Struct, frozen=True):
    """What a settlement, or a work that stands alone, earns for the company that runs now; each only once.

    `value` is for all standard locomotives together, `diesel` for the diesel. A blocked place has neither value
    nor works.

    >>> Place(10, (Work("SB", amount=50),)).earns(3)
    60
    """

    value: int = 0
    works: tuple[Work, ...] = ()
    diesel: int = 0

    def earns(self, size: int) -> int:
        """Say what place and works earn if the largest locomotive to call has this size.

        >>> Place(40, (Work("12", multiplier=20),)).earns(2)
        80
        """
        return self.value + sum(work.earns(size) for work in self.works)


class Stop(Struct, frozen=True):
    """A stop as the company that runs now sees it; a place may have several that are not joined.

    Cities may not be passed; blocked stops may be neither passed nor an end. Where there is an own active marker
    (`home`) or an open work a route may end. Where calling at one stop of a place earns more than at the others,
    it counts for a further place, `besides`, which earns the difference.

    >>> Stop(place=7, may_end=True).home
    False
    """

    place: int
    may_pass: bool = True
    may_end: bool = False
    home: bool = False
    besides: int | None = None

    @property
    def places(self) -> tuple[int, ...]:
        """All that calling here counts for.

        >>> Stop(place=7).places, Stop(place=7, besides=8).places
        ((7,), (7, 8))
        """
        return (self.place,) if self.besides is None else (self.place, self.besides)


class Locomotive(Struct, frozen=True):
    """A standard locomotive: it runs up to `size` routes that hang together.

    >>> Locomotive("5a", 5).size
    5
    """

    id: str
    size: int


class Diesel(Struct, frozen=True):
    """A diesel: besides the others it runs the compulsory routes and all that hangs together with them.

    A company without compulsory routes names the stop where its diesel always calls instead.

    >>> Diesel("D", start=3).start
    3
    """

    id: str
    start: int | None = None


class Problem(Struct, frozen=True):
    """One running decision: track, stops and places as the company sees them, and what it has to run.

    Compulsory routes are given as links in order from one end to the other.

    >>> from stellwerk.routes import Link
    >>> net = Network([Link(0, 1, bits=1)])
    >>> stops = {0: Stop(0, may_end=True, home=True), 1: Stop(1, may_end=True)}
    >>> Problem(net, stops, {0: Place(40), 1: Place(10)}, (Locomotive("1", 1),), ((0,),)).stops[1].place
    1
    """

    network: Network
    stops: Mapping[int, Stop]
    """By the number of the stop; one that is missing is closed."""
    places: Mapping[int, Place]
    """By the number of the place; one that is missing earns nothing."""
    locomotives: tuple[Locomotive, ...]
    compulsory: tuple[tuple[int, ...], ...] = ()
    diesel: Diesel | None = None


class NoRunError(ValueError):
    """The locomotives cannot run all compulsory routes."""


class Route(Struct, frozen=True):
    """One route of a locomotive, from end to end."""

    locomotive: str
    stops: tuple[int, ...]
    links: tuple[int, ...]


class Earning(Struct, frozen=True):
    """What a place (`work` is None) or a work in it earned, and the locomotive for which it counts."""

    place: int
    work: str | None
    locomotive: str
    amount: int


class Part(Struct, frozen=True):
    """What the standard locomotives run, or what the diesel runs.

    No legal choice has more than `most_routes` routes; none with that many or with as many as this one earns
    more than `bound`.
    """

    routes: tuple[Route, ...] = ()
    earnings: tuple[Earning, ...] = ()
    total: int = 0
    most_routes: int = 0
    bound: int = 0

    @property
    def optimal(self) -> bool:
        """Say whether it is proved that there are not more routes and, with so many, not more money.

        >>> Part((), (), 30, 1, 30).optimal
        False
        """
        return len(self.routes) == self.most_routes and self.total == self.bound


class Run(Struct, frozen=True):
    """All routes of a company's locomotives and what they earn.

    >>> Run(Part(), Part()).total
    0
    """

    standard: Part
    diesel: Part

    @property
    def total(self) -> int:
        """Add up what standard locomotives and diesel earn.

        >>> Run(Part(total=210), Part(total=30)).total
        240
        """
        return self.standard.total + self.diesel.total

    @property
    def optimal(self) -> bool:
        """Say whether both parts are proved to be the best.

        >>> Run(Part(), Part(most_routes=1)).optimal
        False
        """
        return self.standard.optimal and self.diesel.optimal

    def __iter__(self) -> Iterator[Route]:
        """Go through all routes, those of the diesel last."""
        yield from self.standard.routes
        yield from self.diesel.routes
