"""Running routes to their possible end: nothing stops short where free track leads on to a further end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .listing import Ground
from .model import Problem, Route


def continuations(ground: Ground, route: Route, used: int) -> Iterator[Route]:
    """Go through the longer routes that free track allows from the last stop on, and then from the first.

    `used` is the track that is not free, that of the route itself included. The route must be legal.
    """
    back = Route(route.locomotive, route.stops[::-1], route.links[::-1])
    for given in (route, back):
        yield from _onward(ground, given, used)


def _onward(ground: Ground, route: Route, used: int) -> Iterator[Route]:
    network = ground.network
    called = once = 0
    for stop in route.stops:
        called |= 1 << ground.place[network.index[stop]]
    for link in route.links:
        once |= network.once[link]

    def go(here: int, mask: int, marks: int, places: int, stops: list[int], links: list[int]) -> Iterator[Route]:
        if not ground.may_pass[here]:
            return
        for link, there in network.arms[here]:
            if mask & network.masks[link] or marks & network.once[link] or ground.place[there] < 0:
                continue
            if places >> ground.place[there] & 1:
                continue
            longer, further = [*stops, network.stops[there]], [*links, link]
            if ground.may_end[there]:
                yield Route(route.locomotive, tuple(longer), tuple(further))
            yield from go(
                there,
                mask | network.masks[link],
                marks | network.once[link],
                places | 1 << ground.place[there],
                longer,
                further,
            )

    yield from go(network.index[route.stops[-1]], used, once, called, list(route.stops), list(route.links))


def is_compulsory(problem: Problem, route: Route) -> bool:
    """Say whether this is one of the compulsory routes, in either direction.

    >>> from stellwerk.routes import Network
    >>> problem = Problem(Network([]), {}, {}, (), compulsory=((4, 7, 2),))
    >>> is_compulsory(problem, Route("5", (), (2, 7, 4))), is_compulsory(problem, Route("5", (), (2, 7)))
    (True, False)
    """
    return any(route.links in (links, links[::-1]) for links in problem.compulsory)


def track_of(ground: Ground, routes: Sequence[Route]) -> int:
    """Collect the track that routes use."""
    used = 0
    for route in routes:
        for link in route.links:
            used |= ground.network.masks[link]
    return used


def stopping_short(problem: Problem, ground: Ground, routes: Sequence[Route]) -> list[int]:
    """List which of these legal routes could run on to a further end over track that none of them uses."""
    used = track_of(ground, routes)
    return [
        number
        for number, route in enumerate(routes)
        if not is_compulsory(problem, route) and next(continuations(ground, route, used), None) is not None
    ]


def run_to_their_ends(problem: Problem, ground: Ground, routes: Sequence[Route]) -> tuple[Route, ...]:
    """Lengthen routes, one after another and each as often as it can be, until none stops short."""
    longer = list(routes)
    for number, route in enumerate(longer):
        while not is_compulsory(problem, route):
            further = next(continuations(ground, route, track_of(ground, longer)), None)
            if further is None:
                break
            route = longer[number] = _from_lower_end(further)
    return tuple(longer)


def _from_lower_end(route: Route) -> Route:
    if route.stops[0] < route.stops[-1]:
        return route
    return Route(route.locomotive, route.stops[::-1], route.links[::-1])
