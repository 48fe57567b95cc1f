"""What happened since a seat's last turn: in a few words for each player and company, and what is said large.

Everything is read from the game as the seat may know it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from stellwerk import draw, words
from stellwerk.bank.papers import Owner
from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.play.core import Event, Paid, Position
from stellwerk.play.game import Game
from stellwerk.play.runs import TrainRan
from stellwerk.show.face import face_of
from stellwerk.words.sentences import writer

SHORT, LONG = 12, 40
"""Moves that those are told of who only watch: at least so many, back to the beginning of a round, and at most."""
FAR = 150
"""Moves that anybody is told of: who has had nothing to decide for longer reads the log."""


class Said(Struct, frozen=True):
    """Something in a few words, with the move that brought it about and the sentence of the log."""

    move: int
    text: str
    full: str


class Row(Struct, frozen=True):
    """What a player or a company did; nobody's name where it concerns all."""

    name: str
    company: str
    parts: tuple[Said, ...]


class Section(Struct, frozen=True):
    """What happened in a round."""

    heading: str
    rows: tuple[Row, ...]


class Gain(Struct, frozen=True):
    """How a player's money has changed."""

    name: str
    amount: str
    more: bool


class Since(Struct, frozen=True):
    """What happened after move `first`; `hexes` have changed since the seat last acted, `loud` is said large."""

    first: int
    acted: int
    sections: tuple[Section, ...]
    gains: tuple[Gain, ...]
    hexes: tuple[str, ...]
    loud: tuple[tuple[int, str], ...]
    watching: bool


def since(game: Game, seat: int | None, language: str) -> Since:
    """What a seat is told of what others did; `game` is the game as it may know it."""
    first, acted = _last_turn(game, seat)
    return Since(
        first,
        acted,
        tuple(_sections(game, language, first)),
        tuple(_gains(game, language, first, seat)),
        changed(game, acted),
        tuple(_loud(game, language, seat, max(acted, first))),
        seat is None,
    )


def _last_turn(game: Game, seat: int | None) -> tuple[int, int]:
    """The move with which a seat's last turn ended, and its last move: in the midst of a turn these differ."""
    now = len(game.actions)
    if seat is None:
        first = _round_before(game)
        return first, first
    acted = _last_move(game, seat, now)
    if seat in game.waiting_for():
        while now and game.actions[now - 1].seat == seat:
            now -= 1
    return max(_last_move(game, seat, now), len(game.actions) - FAR), acted


def _last_move(game: Game, seat: int, before: int) -> int:
    moves = range(before, 0, -1)
    return next((move for move in moves if game.actions[move - 1].seat == seat), 0)


def _round_before(game: Game) -> int:
    """The move before one with which a round began, not too long ago."""
    now = len(game.actions)
    for move in range(now - SHORT, max(0, now - LONG), -1):
        if any(words.heading(event, game, "en") for event in game.events_of(move)):
            return move - 1
    return max(0, now - LONG)


# In a few words -----------------------------------------------------------------------------------------------


class _Open:
    """A section in the making."""

    def __init__(self, heading: str) -> None:
        self.heading = heading
        self.rows: dict[Owner | None, list[Said]] = {}


def _sections(game: Game, language: str, first: int) -> Iterator[Section]:
    """Round by round, with a row for everybody who did something."""
    made = [_Open(_round_of(game, language, first))]
    for move in range(first + 1, len(game.actions) + 1):
        _tell_move(game, language, move, made)
    hand = writer(game, language)
    liveries = {livery.company for livery in face_of(game.title).look().liveries}
    for section in made:
        rows = tuple(
            Row("" if who is None else hand.name(who), str(who) if who in liveries else "", tuple(parts))
            for who, parts in section.rows.items()
        )
        if rows:
            yield Section(section.heading, rows)


def _round_of(game: Game, language: str, move: int) -> str:
    """The heading of a round that began with a move; what happened next belongs there."""
    found = (words.heading(event, game, language) for event in reversed(game.events_of(move)))
    return next(filter(None, found), "")


def _tell_move(game: Game, language: str, move: int, made: list[_Open]) -> None:
    """Put what a move brought about under the names of those that it is about.

    What concerns a company or paper that a player has just dealt with is told of that player, and what concerns
    nobody of whoever brought it about.
    """
    who: Owner | None = None
    dealt: dict[str, Owner] = {}
    for event in game.events_of(move):
        if isinstance(event, Paid):  # all of it is told by everybody's gain
            continue
        heading = words.heading(event, game, language)
        if heading:
            made.append(_Open(heading))
            who, dealt = None, {}
            continue
        about = words.about(event)
        if not isinstance(about, int):
            about = who if about is None else dealt.get(about, about)
        text = words.brief(event, game, language, about)
        who = about if text else None  # what need not be told ends something: what follows concerns all
        if text:
            if isinstance(about, int):
                dealt.update((getattr(event, name, ""), about) for name in ("company", "paper", "lot"))
            said = Said(move, text, words.tell(event, game, language))
            made[-1].rows.setdefault(who, []).append(said)


def _gains(game: Game, language: str, first: int, seat: int | None) -> Iterator[Gain]:
    """By how much everybody's money has changed, one's own first."""
    then, now = game.state_after(first).cash, game.state.cash
    hand = writer(game, language)
    for each in sorted(range(len(game.players)), key=lambda each: each != seat):
        change = now.get(each, 0) - then.get(each, 0)
        if change:
            yield Gain(hand.name(each), hand.money(abs(change)), change > 0)


# On the board -------------------------------------------------------------------------------------------------


def changed(game: Game, first: int) -> tuple[str, ...]:
    """Hexes on which something has changed after a move: track, markers, or what events tell of."""
    found: dict[str, None] = {}
    for move in range(first + 1, len(game.actions) + 1):
        for event in game.events_of(move):
            found.update(dict.fromkeys(_places(event)))
    board = draw.board_of(game)
    if board is not None and first < len(game.actions):
        before = face_of(game.title).board(Position(game.rules, game.state_after(first)))
        assert before is not None
        found.update(dict.fromkeys(_differing(before, board)))
    return tuple(found)


def _places(event: Event) -> Sequence[str]:
    hex_: str = getattr(event, "hex", "")
    hexes: Sequence[str] = getattr(event, "hexes", ())
    return (hex_, *hexes) if hex_ else hexes


def _differing(before: Board, now: Board) -> Iterator[str]:
    names = now.box.grid.names
    for number, name in enumerate(names):
        if before.tracks[number] is not now.tracks[number]:
            yield name
    for stop in {*before.stations, *now.stations}:
        if before.stations.get(stop) != now.stations.get(stop):
            yield names[stop // PLACES]


# Said large ---------------------------------------------------------------------------------------------------


def _loud(game: Game, language: str, seat: int | None, first: int) -> Iterator[tuple[int, str]]:
    """What is said large of the seat's last move and of all after it."""
    start = max(1, first)
    held = _looming(game, start - 1)
    for move in range(start, len(game.actions) + 1):
        for event in game.events_of(move):
            text = words.loud(event, game, language, seat)
            if text:
                yield move, text
        before, held = held, _looming(game, move)
        for key, fact in held.items():
            if key not in before:
                yield move, words.loud(fact, game, language, seat)


def _looming(game: Game, move: int) -> dict[str, Any]:
    position: Position[Any, Any] = Position(game.rules, game.state_after(move))
    return {fact.key: fact for fact in face_of(game.title).warnings(position)}


# Watching -----------------------------------------------------------------------------------------------------


def next_move(game: Game, after: int) -> int:
    """The next move to look at: one that changed something on the table, or the last."""
    last = len(game.actions)
    moves = (move for move in range(after + 1, last) if not all(event.idle for event in game.events_of(move)))
    return next(moves, last)


def told_after(game: Game, after: int, language: str) -> list[str]:
    """The sentences of the log after a move, without routes: these are drawn on the board."""
    moves = range(after + 1, len(game.actions) + 1)
    events = (event for move in moves for event in game.events_of(move) if not isinstance(event, TrainRan))
    return words.log(game, events, language)
