"""What happened since a seat's last turn: in a few words for each player and company, and what is said large.

Everything is read from the game as the seat may know it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from stellwerk import draw, words
from stellwerk.bank.papers import Owner
from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.play.core import Event, Paid, Position
from stellwerk.play.game import Game
from stellwerk.play.runs import TrainRan
from stellwerk.show.face import face_of
from stellwerk.show.tables import Fact
from stellwerk.words.sentences import writer_for

SHORT, LONG = 12, 40
"""Moves that those are told of who only watch: at least so many, back to the beginning of a round, and at most."""
FAR = 150
"""Moves that anybody is told of: who has had nothing to decide for longer reads the log."""
THING = 420
"""Bytes that an event takes, and each thing that is told of it."""


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
    """What happened after move `first`; `hexes` changed since the seat last acted, `announced` is said large."""

    first: int
    acted: int
    sections: tuple[Section, ...]
    gains: tuple[Gain, ...]
    hexes: tuple[str, ...]
    announced: tuple[tuple[int, str], ...]
    watching: bool


class Memo(Protocol):
    """Where something is kept from one look at a game to the next."""

    def get(self, key: Any) -> Any | None:
        """What is kept under a key."""
        ...

    def put(self, key: Any, value: Any, size: int | None = None) -> None:
        """Keep something, which takes so many bytes."""
        ...


class ToldMove(Struct, frozen=True):
    """What one move brought about; `parts` are headings, or whose something is, and what, in a few words."""

    events: tuple[Event, ...]
    parts: tuple[tuple[str, Owner | None, Said | None], ...]
    places: tuple[str, ...]
    announced: tuple[Event, ...]
    """Events that may be said large: whom they concern, reads other words."""
    warnings: Mapping[str, Fact]


class _Moves:
    """The moves of a game as a seat is told of them, each worked out once."""

    def __init__(self, game: Game, seat: int | None, language: str, memo: Memo | None) -> None:
        self.game, self.seat, self.language, self._memo = game, seat, language, memo
        self._key = None if game.all_open else seat, language
        self._at_hand: dict[int, ToldMove] = {}

    def __getitem__(self, move: int) -> ToldMove:
        found = self._at_hand.get(move)
        if found is None:
            found = self._at_hand[move] = self._told(move)
        return found

    def _told(self, move: int) -> ToldMove:
        events, key = self.game.events_of(move), (*self._key, move)
        known: ToldMove | None = None if self._memo is None else self._memo.get(key)
        if known is None or known.events != events:
            known = _told_move(self.game, self.language, move)
            if self._memo is not None:
                self._memo.put(key, known, THING * (len(events) + len(known.parts)))
        return known

    def after(self, first: int) -> Iterator[tuple[int, ToldMove]]:
        """All moves after one."""
        return ((move, self[move]) for move in range(first + 1, len(self.game.actions) + 1))


def since(game: Game, seat: int | None, language: str, memo: Memo | None = None) -> Since:
    """What a seat is told of what others did; `game` is the game as it may know it."""
    moves = _Moves(game, seat, language, memo)
    first, acted = _last_turn(moves)
    return Since(
        first,
        acted,
        tuple(_sections(moves, first)),
        tuple(_gains(game, language, first, seat)),
        _changed(moves, acted),
        tuple(_announced(moves, max(acted, first))),
        seat is None,
    )


def _last_turn(moves: _Moves) -> tuple[int, int]:
    """The move with which a seat's last turn ended, and its last move: in the midst of a turn these differ."""
    game, seat, now = moves.game, moves.seat, len(moves.game.actions)
    if seat is None:
        first = _round_before(moves)
        return first, first
    acted = _last_move(game, seat, now)
    if seat in game.waiting_for():
        while now and game.actions[now - 1].seat == seat:
            now -= 1
    return max(_last_move(game, seat, now), len(game.actions) - FAR), acted


def _last_move(game: Game, seat: int, before: int) -> int:
    for move in range(before, 0, -1):
        if game.actions[move - 1].seat == seat:
            return move
    return 0


def _round_before(moves: _Moves) -> int:
    """The move before one with which a round began, not too long ago."""
    now = len(moves.game.actions)
    for move in range(now - SHORT, max(0, now - LONG), -1):
        if any(heading for heading, _, _ in moves[move].parts):
            return move - 1
    return max(0, now - LONG)


# In a few words -----------------------------------------------------------------------------------------------


class _Open:
    """A section in the making."""

    def __init__(self, heading: str) -> None:
        self.heading = heading
        self.rows: dict[Owner | None, list[Said]] = {}


def _sections(moves: _Moves, first: int) -> Iterator[Section]:
    """Round by round, with a row for everybody who did something."""
    made = [_Open(_round_of(moves, first))]
    for _, told in moves.after(first):
        for heading, who, said in told.parts:
            if said is None:
                made.append(_Open(heading))
            else:
                made[-1].rows.setdefault(who, []).append(said)
    writer = writer_for(moves.game, moves.language)
    liveries = {livery.company for livery in face_of(moves.game.title).look().liveries}
    for section in made:
        rows = tuple(
            Row("" if who is None else writer.name(who), str(who) if who in liveries else "", tuple(parts))
            for who, parts in section.rows.items()
        )
        if rows:
            yield Section(section.heading, rows)


def _round_of(moves: _Moves, move: int) -> str:
    """The heading of a round that began with a move; what happened next belongs there."""
    return next((heading for heading, _, _ in reversed(moves[move].parts) if heading), "")


def _told_move(game: Game, language: str, move: int) -> ToldMove:
    events = game.events_of(move)
    position: Position[Any, Any] = Position(game.rules, game.state_after(move))
    return ToldMove(
        events,
        tuple(_parts(game, language, move, events)),
        tuple(dict.fromkeys(place for event in events for place in _places(event))),
        tuple(event for event in events if words.may_be_announced(event, game, language)),
        {fact.key: fact for fact in face_of(game.title).warnings(position)},
    )


def _parts(
    game: Game, language: str, move: int, events: Sequence[Event]
) -> Iterator[tuple[str, Owner | None, Said | None]]:
    """What a move brought about, with those that it is about.

    What concerns a company or paper that a player has just dealt with is told of that player, and what concerns
    nobody of whoever brought it about.
    """
    who: Owner | None = None
    dealt: dict[str, Owner] = {}
    for event in events:
        if isinstance(event, Paid):  # all of it is told by everybody's gain
            continue
        heading = words.heading(event, game, language)
        if heading:
            yield heading, None, None
            who, dealt = None, {}
            continue
        about = words.about(event)
        if not isinstance(about, int):
            about = who if about is None else dealt.get(about, about)
        text = words.brief(event, game, language, about)
        if not event.befalls:
            who = about if text else None  # what need not be told ends something: what follows concerns all
        if text:
            if isinstance(about, int):
                dealt.update((getattr(event, name, ""), about) for name in ("company", "paper", "lot"))
            yield "", about, Said(move, text, words.tell(event, game, language))


def _gains(game: Game, language: str, first: int, seat: int | None) -> Iterator[Gain]:
    """By how much everybody's money has changed, one's own first."""
    then, now = game.state_after(first).cash, game.state.cash
    writer = writer_for(game, language)
    for each in sorted(range(len(game.players)), key=lambda each: each != seat):
        change = now.get(each, 0) - then.get(each, 0)
        if change:
            yield Gain(writer.name(each), writer.money(abs(change)), change > 0)


# On the board -------------------------------------------------------------------------------------------------


def changed(game: Game, first: int) -> tuple[str, ...]:
    """Hexes on which something has changed after a move: track, markers, or what events tell of."""
    moves = range(first + 1, len(game.actions) + 1)
    told = (place for move in moves for event in game.events_of(move) for place in _places(event))
    return _with_board(game, first, dict.fromkeys(told))


def _changed(moves: _Moves, first: int) -> tuple[str, ...]:
    """The same, of moves that have been told."""
    told = (place for _, each in moves.after(first) for place in each.places)
    return _with_board(moves.game, first, dict.fromkeys(told))


def _with_board(game: Game, first: int, found: dict[str, None]) -> tuple[str, ...]:
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
    for name, old, new in zip(names, before.tracks, now.tracks, strict=True):
        if old is not new:
            yield name
    for stop in {*before.stations, *now.stations}:
        if before.stations.get(stop) != now.stations.get(stop):
            yield names[stop // PLACES]


# Said large ---------------------------------------------------------------------------------------------------


def _announced(moves: _Moves, first: int) -> Iterator[tuple[int, str]]:
    """What is said large of the seat's last move and of all after it."""
    start = max(1, first)
    if start > len(moves.game.actions):
        return
    held = moves[start - 1].warnings
    for move, told in moves.after(start - 1):
        for event in told.announced:
            text = words.announced(event, moves.game, moves.language, moves.seat)
            if text:
                yield move, text
        before, held = held, told.warnings
        for key, fact in held.items():
            if key not in before:
                yield move, words.announced(fact, moves.game, moves.language, moves.seat)


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
