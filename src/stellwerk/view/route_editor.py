"""A run of trains put together on the board, stop by stop.

Everything that a click would lead to is a sketch that the page sends back as it is: nothing is kept here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from stellwerk import draw, words
from stellwerk.board.grid import PLACES
from stellwerk.play.game import Game
from stellwerk.play.runs import Running, RunTrains, Way
from stellwerk.play.typed import decode
from stellwerk.routes import Network
from stellwerk.words.sentences import writer_for
from stellwerk.words.values import Writer

from . import drawn_runs
from .faults import Fault, Missing

LONGEST = 4000
"""Letters of a sketch that is read."""


class Draft(Struct, frozen=True):
    """One route so far: where it begins, and the links it follows."""

    train: str
    start: int
    links: tuple[int, ...] = ()


class Sketch(Struct, frozen=True, omit_defaults=True):
    """Routes so far; one of them may be `open`, or a train waits for the `start` of its next one."""

    routes: tuple[Draft, ...] = ()
    open: int = -1
    start: str = ""


class Line(Struct, frozen=True):
    """A route as the page lists it, with what taking it up or away leads to."""

    text: str
    value: str
    number: int
    open: bool
    take_up: str
    take_away: str
    shorter: str
    others: tuple[str, ...]
    """The same with its last stretch on other track."""


class Engine(Struct, frozen=True):
    """A train with its routes; `more` begins another one, where it may run more."""

    name: str
    most: int
    lines: tuple[Line, ...]
    waits: bool
    more: str


class Composed(Struct, frozen=True):
    """A sketch with everything that can be done with it."""

    engines: tuple[Engine, ...]
    total: str
    refusal: str
    rule: str
    """The paragraph behind the refusal."""
    action: str
    company: str
    done: str
    """The same with no route open."""
    hexes: dict[str, list[str]]
    """Where the open route may go on, or the next one begin, each as the sketches it leads to."""
    board: str


def told(sketch: Sketch) -> str:
    """A sketch as pages carry it."""
    return msgspec.json.encode(sketch).decode()


def sketch_of(game: Game, action: RunTrains) -> Sketch:
    """A run that is offered, to be changed."""
    step = game.step
    assert isinstance(step, Running)
    network = step.problem(game.position).network
    return Sketch(tuple(Draft(way.train, network.along(way.links)[0], way.links) for way in action.ways))


def composed(game: Game, seat: int, raw: str, language: str) -> Composed:
    """What a sketch comes to, and where it can go on."""
    step = game.step
    if not isinstance(step, Running) or seat not in game.waiting_for():
        raise Missing("fault.no_run")
    engines = dict(step.engines(game.position))
    network = step.problem(game.position).network
    sketch = _read(raw, engines, network)
    ways = tuple(Way(draft.train, draft.links) for draft in sketch.routes if draft.links)
    action = RunTrains(seat, step.company, ways)
    against = step.refusal(game.position, action)
    writer = writer_for(game, language)
    values, total = _values(step, game, action)
    names = game.rules.printed.box.grid.names
    lines = [_line(writer, names, network, sketch, number, values) for number in range(len(sketch.routes))]
    return Composed(
        tuple(_engine(writer, sketch, lines, *engine) for engine in engines.items()),
        writer.money(total),
        words.refusal(against, game, language) if against else "",
        against.rule if against else "",
        "" if against else msgspec.json.encode(action).decode(),
        step.company,
        told(replace(sketch, open=-1, start="")),
        _onward(names, network, sketch),
        _board(game, language, network, sketch, step),
    )


def _read(raw: str, engines: Iterable[str], network: Network) -> Sketch:
    """A sketch whose links follow one another on this network; the rest is for the rules to judge."""
    try:
        sketch = decode(raw[:LONGEST] or "{}", Sketch)
        for draft in sketch.routes:
            _stops(network, draft)
    except (msgspec.DecodeError, IndexError, StopIteration):
        raise Fault("fault.json") from None
    known = all(train in (*engines, "") for train in (sketch.start, *(draft.train for draft in sketch.routes)))
    if not known or not -1 <= sketch.open < len(sketch.routes):
        raise Fault("fault.json")
    return sketch


def _stops(network: Network, draft: Draft) -> list[int]:
    """The stops of a route, in order."""
    if draft.start not in network.index:
        raise IndexError(draft.start)
    stops = [draft.start]
    for number in draft.links:
        if number < 0:
            raise IndexError(number)
        stops.append(_beyond(network, number, stops[-1]))
    return stops


def _beyond(network: Network, link: int, stop: int) -> int:
    """The other end of a link."""
    ends = network.links[link].a, network.links[link].b
    if stop not in ends:
        raise IndexError(stop)
    return ends[1] if stop == ends[0] else ends[0]


def _values(step: Running, game: Game, action: RunTrains) -> tuple[dict[Any, Any], int]:
    """What each route would bring at each of its stops, legal or not, and all of it."""
    try:
        run = step.run(game.position, action)
    except (KeyError, ValueError):
        return {}, 0
    return {(route.train, route.links): route for route in run.routes}, run.total


def _line(
    writer: Writer,
    names: Sequence[str],
    network: Network,
    sketch: Sketch,
    number: int,
    values: dict[Any, Any],
) -> Line:
    draft = sketch.routes[number]
    route = values.get((draft.train, draft.links))
    stops = _stops(network, draft)
    worths = route.values if route else (None,) * len(stops)
    parts = []
    for stop, worth in zip(stops, worths, strict=True):
        place = writer.place(names[stop // PLACES]).split(" (")[0]
        parts.append(place if worth is None else f"{place} {worth}")
    shorter = replace(draft, links=draft.links[:-1])
    return Line(
        " – ".join(parts),
        writer.money(route.total) if route else "",
        number,
        number == sketch.open,
        told(replace(sketch, open=number, start="")),
        told(Sketch(sketch.routes[:number] + sketch.routes[number + 1 :])),
        told(_with(sketch, number, shorter)) if draft.links else "",
        _other_track(network, sketch, number) if number == sketch.open else (),
    )


def _other_track(network: Network, sketch: Sketch, number: int) -> tuple[str, ...]:
    """The same route with its last stretch on other track between the same stops."""
    draft = sketch.routes[number]
    if not draft.links:
        return ()
    before, last = _stops(network, draft)[-2:]
    others = [
        link
        for link in range(len(network.links))
        if {network.links[link].a, network.links[link].b} == {before, last} and link not in draft.links
    ]
    return tuple(told(_with(sketch, number, replace(draft, links=(*draft.links[:-1], link)))) for link in others)


def _with(sketch: Sketch, number: int, draft: Draft) -> Sketch:
    routes = (*sketch.routes[:number], draft, *sketch.routes[number + 1 :])
    return Sketch(routes, number)


def _engine(writer: Writer, sketch: Sketch, lines: Sequence[Line], train: str, most: int) -> Engine:
    mine = tuple(line for line, draft in zip(lines, sketch.routes, strict=True) if draft.train == train)
    more = "" if most and len(mine) >= most else told(Sketch(sketch.routes, start=train))
    return Engine(writer.train(train), most, mine, sketch.start == train, more)


def _onward(names: Sequence[str], network: Network, sketch: Sketch) -> dict[str, list[str]]:
    """Hexes that can be clicked next, with what that leads to."""
    found: dict[str, list[str]] = {}
    if sketch.start:
        for stop in network.stops:
            begun = (*sketch.routes, Draft(sketch.start, stop))
            found.setdefault(names[stop // PLACES], []).append(told(Sketch(begun, len(sketch.routes))))
    elif sketch.open >= 0:
        draft = sketch.routes[sketch.open]
        stops = _stops(network, draft)
        for number, link in enumerate(network.links):
            if stops[-1] in (link.a, link.b) and number not in draft.links:
                goal = _beyond(network, number, stops[-1])
                longer = _with(sketch, sketch.open, replace(draft, links=(*draft.links, number)))
                if goal not in stops:
                    found.setdefault(names[goal // PLACES], []).append(told(longer))
    return found


def _board(game: Game, language: str, network: Network, sketch: Sketch, step: Running) -> str:
    """The board with the routes so far; where one only begins its hex is marked."""
    board = draw.board_of(game)
    assert board is not None
    names = board.box.grid.names
    runs, begun = [], []
    for number, draft in enumerate(sketch.routes):
        places = [step.place(stop) for stop in _stops(network, draft)]
        stops = tuple((names[place // PLACES], place % PLACES, 0) for place in places)
        bits = 0
        for link in draft.links:
            bits |= network.links[link].bits
        colour = drawn_runs.TRAINS[number % len(drawn_runs.TRAINS)]
        runs.append(
            (
                colour,
                drawn_runs.segments(
                    board, drawn_runs.Route(step.company, draft.train, 0, colour, number, stops, bits)
                ),
            )
        )
        if number == sketch.open:
            begun.append(stops[-1][0])
    return draw.game_board(game, draw.look_of(game.title, language), draw.marks(begun, runs))
