"""All routes that a company might run, listed once: simple ways from one end to another with an own marker."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from .model import Problem, Stop


class Way(Struct, frozen=True, gc=False):
    """A possible route; `mask`, `places` and `halts` are sets of track, of places and of stops, as bits."""

    stops: tuple[int, ...]
    links: tuple[int, ...]
    mask: int
    places: int
    halts: int


class Ground:
    """The problem as the search reads it, by index of stop and place; for standard locomotives or the diesel."""

    def __init__(self, problem: Problem, diesel: bool = False) -> None:
        network = problem.network
        self.network = network
        numbers = sorted({number for stop in problem.stops.values() for number in stop.places})
        self.place_numbers = numbers
        self.place_index = {number: index for index, number in enumerate(numbers)}
        facts = [problem.stops.get(number) for number in network.stops]
        self.place = [-1 if fact is None else self.place_index[fact.place] for fact in facts]
        self.counts = [0 if fact is None else self.places_at(fact) for fact in facts]
        self.may_pass = [fact is not None and fact.may_pass for fact in facts]
        self.home = [fact is not None and fact.home for fact in facts]
        self.may_end = self.home if diesel else [fact is not None and fact.may_end for fact in facts]

    def way(self, links: tuple[int, ...]) -> Way:
        """Describe a row of links that follow one another.

        >>> from stellwerk.routes import Link, Network
        >>> from .model import Stop
        >>> net = Network([Link(4, 5, bits=1), Link(5, 6, bits=2)])
        >>> Ground(Problem(net, {n: Stop(n) for n in (4, 5, 6)}, {}, ())).way((1, 0)).stops
        (6, 5, 4)
        """
        stops = self.network.along(links)
        mask = places = halts = 0
        for link in links:
            mask |= self.network.masks[link]
        for number in stops:
            stop = self.network.index[number]
            halts |= 1 << stop
            places |= self.counts[stop]
        return Way(stops, links, mask, places, halts)

    def places_at(self, stop: Stop) -> int:
        """All that calling at a stop counts for, as a set of places."""
        return sum(1 << self.place_index[number] for number in stop.places)

    def halt(self, stop: int) -> int:
        """The stop as a set of stops; one without track, where no route calls, has a bit of its own."""
        return 1 << self.network.index.get(stop, len(self.network.stops))


def listed(ground: Ground, used: int, tick: Callable[[], None]) -> list[Way]:
    """List every route on track that is not used, each in the direction from its lower end, in a fixed order."""
    network, place, counts, may_pass, may_end, home = (
        ground.network,
        ground.place,
        ground.counts,
        ground.may_pass,
        ground.may_end,
        ground.home,
    )
    arms, masks, once = network.arms, network.masks, network.once
    numbers = network.stops
    found: list[Way] = []
    stops: list[int] = []
    links: list[int] = []

    def go(start: int, here: int, mask: int, marks: int, places: int, halts: int, own: bool) -> None:
        tick()
        for link, there in arms[here]:
            if mask & masks[link] or marks & once[link] or not (may_pass[there] or may_end[there]):
                continue
            if places >> place[there] & 1:
                continue
            stops.append(numbers[there])
            links.append(link)
            longer, larger = mask | masks[link], places | counts[there]
            calls, owned = halts | 1 << there, own or home[there]
            if owned and may_end[there] and start < there:
                found.append(Way(tuple(stops), tuple(links), longer & ~used, larger, calls))
            if may_pass[there]:
                go(start, there, longer, marks | once[link], larger, calls, owned)
            stops.pop()
            links.pop()

    for start, end in enumerate(may_end):
        if end:
            stops.append(numbers[start])
            go(start, start, used, 0, counts[start], 1 << start, home[start])
            stops.pop()
    return found
