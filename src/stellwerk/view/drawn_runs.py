"""Runs of trains, found again in the log and drawn on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from stellwerk import draw
from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.board.links import Link
from stellwerk.play.core import Event
from stellwerk.play.game import Game
from stellwerk.play.runs import Running, RunTrains, RunUnproved, TrainRan
from stellwerk.words.values import Writer

TRAINS = ("#d5278f", "#1769d2", "#e06c00", "#0c8a6a", "#7a3fc4", "#9c2a2a")
"""A colour a train; each is told from tiles and markers by day and by night."""


class Route(Struct, frozen=True):
    """What one train ran."""

    company: str
    train: str
    value: int
    colour: str
    number: int
    stops: tuple[tuple[str, int, int], ...]
    bits: int


def board_scene(game: Game, language: str, routes: tuple[Route, ...] = ()) -> draw.Scene | None:
    """What a board with track is drawn from, with what trains ran."""
    return draw.game_scene(game, draw.look_of(game.title, language), _marks(game, routes))


def board_drawing(game: Game, language: str, routes: tuple[Route, ...] = ()) -> draw.BoardDrawing:
    """The board with what trains ran."""
    return draw.game_drawing(game, draw.look_of(game.title, language), _marks(game, routes))


def _marks(game: Game, routes: tuple[Route, ...]) -> draw.Marks:
    board = draw.board_of(game)
    runs = [(route.colour, segments(board, route)) for route in routes] if board is not None else []
    return draw.marks((), runs)


def drawn(routes: Iterable[TrainRan]) -> tuple[Route, ...]:
    """Routes with their colours, a colour a train."""
    return tuple(
        Route(each.company, each.train, each.value, TRAINS[n % len(TRAINS)], n, each.stops, int(each.bits, 16))
        for n, each in enumerate(routes)
    )


def routes_in(events: tuple[Event, ...]) -> tuple[Route, ...]:
    """The routes that some events tell of."""
    return drawn(event for event in events if isinstance(event, TrainRan))


def stops(writer: Writer, route: Route) -> str:
    """A route's places, with what they bring."""
    return " – ".join(f"{writer.place(hex_).split(' (')[0]} {worth}" for hex_, _, worth in route.stops)


def is_proved(events: tuple[Event, ...], company: str) -> bool:
    """Whether nothing among some events says that a company's run may not be the best."""
    return not any(isinstance(event, RunUnproved) and event.company == company for event in events)


def routes_offered(game: Game, action: RunTrains) -> tuple[Route, ...]:
    """The routes of a run that a director may choose."""
    step, board = game.step, draw.board_of(game)
    assert isinstance(step, Running)
    assert board is not None
    names, links = board.box.grid.names, step.problem(game.position).network.links
    found = []
    for number, route in enumerate(step.run(game.position, action).routes):
        stops = tuple(
            (names[stop // PLACES], stop % PLACES, value or 0)
            for stop, value in zip(route.stops, route.values, strict=True)
        )
        bits = 0
        for link in route.links:
            bits |= links[link].bits
        colour = TRAINS[number % len(TRAINS)]
        found.append(Route(action.company, route.train, route.total, colour, number, stops, bits))
    return tuple(found)


def segments(board: Board, route: Route) -> tuple[draw.Segment, ...]:
    """The track of a route, found again on a board that may have grown since; a ring where it only calls.

    A tile that was replaced keeps its track, but its stops may have grown together or changed their numbers.
    """
    index = board.box.grid.index
    stops = [index[hex_] * PLACES + place for hex_, place, _ in route.stops]
    if len(stops) == 1 and not route.bits:
        hex_, place = divmod(stops[0], PLACES)
        return (draw.ring(hex_, min(place, len(board.tracks[hex_].stops) - 1)),)
    for same in (_same_stops, _same_hexes):
        chains = list(_chains(board.links(), stops, route.bits, same))
        if chains:
            return draw.run_segments(board, max(chains, key=_length))
    return ()


def _length(chain: Iterable[Link]) -> int:
    return sum(link.bits.bit_count() for link in chain)


Same = Callable[[Link, int, int], bool]


def _same_stops(link: Link, one: int, other: int) -> bool:
    return {link.a, link.b} == {one, other}


def _same_hexes(link: Link, one: int, other: int) -> bool:
    return {link.a // PLACES, link.b // PLACES} == {one // PLACES, other // PLACES}


def _chains(
    links: Sequence[Link], stops: Sequence[int], bits: int, same: Same, ends: frozenset[int] = frozenset()
) -> Iterator[tuple[Link, ...]]:
    """Every row of links from stop to stop over nothing but these sides, each going on where the last one ends."""
    if len(stops) < 2:
        yield ()
        return
    one, other = stops[:2]
    for link in links:
        both = {link.a, link.b}
        if same(link, one, other) and link.bits and not link.bits & ~bits and (not ends or both & ends):
            onward = frozenset(end for end in both if end // PLACES == other // PLACES)
            for rest in _chains(links, stops[1:], bits & ~link.bits, same, onward):
                yield link, *rest
