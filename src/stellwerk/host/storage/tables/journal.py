"""The log of a game as it is kept: actions, what was taken back, and marks; and what of it still stands.

The log is only ever added to. An entry is an action, `UNDO`, a clock (`clocks/clock.py`), or a mark: the rules by
which all before it was read, with a digest of the position. What was taken back is not played when a log is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.play.core import Action
from stellwerk.play.following import LEFT_OUT, SETTLED, Correction
from stellwerk.play.game import Game
from stellwerk.play.typed import decode

from ...clocks.clock import Clock

UNDO = b'{"type":"undo"}'
"""The log entry that takes the last action back; the log itself is never shortened."""
LONGEST = 20_000
"""Entries of a log."""
MARK_EVERY = 100
"""Entries after which the next one is followed by a mark."""


class Mark(Struct, frozen=True, tag_field="type", tag="mark", omit_defaults=True):
    """All before it was read by these rules, with these corrections, and led to this position."""

    rules: int
    digest: str
    shape: str
    corrections: tuple[Correction, ...] = ()


class _Kind(Struct):
    """What every entry has."""

    type: str


class Standing(Struct):
    """An action that was not taken back: the number of its entry (below zero if it has none), and its rules."""

    number: int
    body: bytes
    rules: int
    marks: tuple[Mark, ...] = ()
    """Marks of the position after it."""


class Damage(Struct, frozen=True):
    """Where a log cannot be read any further, and why."""

    number: int
    problem: str


def mark(game: Game, corrections: Sequence[Correction] = ()) -> bytes:
    """A mark of the present position."""
    made = Mark(game.title.rules_version, game.digest(), game.shape(), tuple(corrections))
    try:
        return msgspec.json.encode(made)
    except (TypeError, ValueError):  # a refusal may name things that no file can hold
        bare = tuple(msgspec.structs.replace(each, refusal=None) for each in corrections)
        return msgspec.json.encode(msgspec.structs.replace(made, corrections=bare))


class Journal:
    """Entries taken together: how many actions before them they take back, and what stands after that."""

    def __init__(self, read: Callable[[bytes], Action], before: Sequence[Action], number: int, rules: int) -> None:
        """`before` are the actions at hand, `number` the entries that led to them, the last by these rules."""
        self._read, self._before = read, before
        self.number, self.rules = number, rules
        self.back = 0
        """So many of the actions before are taken back."""
        self.standing: list[Standing] = []
        self.first: tuple[Mark, ...] = ()
        """Marks of the position before all that stands."""
        self.taken_back: list[Action | bytes] = []
        self.corrections: list[Correction] = []
        """Those that marks tell of."""
        self.unmarked = 0
        """Entries since the last mark."""
        self.clock: Clock | None = None
        """The last one that was told."""
        self.late: set[int] = set()
        """Entries that were made because somebody's time was up."""
        self.damage: Damage | None = None

    def take(self, entries: Sequence[bytes]) -> None:
        """Take in entries, up to one that is damaged."""
        for entry in entries:
            if self.damage is None:
                try:
                    self._take(self.number + 1, entry)
                except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
                    self.damage = Damage(self.number + 1, str(error))
            self.number += 1

    def _take(self, number: int, entry: bytes) -> None:
        self.unmarked += 1
        if entry == UNDO:
            self._undo(number)
            return
        kind = decode(entry, _Kind).type
        if kind == "mark":
            self._mark(decode(entry, Mark))
            return
        if kind == "clock":
            self.unmarked -= 1
            self.clock = decode(entry, Clock)
            if self.clock.late is not None and self.standing:
                self.late.add(self.standing[-1].number)
            return
        if self.taken_back and self._same(self.taken_back[-1], entry):
            self.taken_back.pop()
        else:
            self.taken_back.clear()
        self.standing.append(Standing(number, entry, self.rules))

    def _undo(self, number: int) -> None:
        if self.standing:
            self.taken_back.append(self.standing.pop().body)
        elif self.back < len(self._before):
            self.back += 1
            self.taken_back.append(self._before[-self.back])
            self.first = ()
        else:
            self.damage = Damage(number, "there is nothing to take back")

    def _mark(self, made: Mark) -> None:
        self.unmarked = 0
        if made.rules != self.rules:
            self._reread(made)
        if self.standing:
            self.standing[-1].marks += (made,)
        else:
            self.first += (made,)
        self.corrections += (_with_tuples(each) for each in made.corrections)

    def _reread(self, made: Mark) -> None:
        """From here on it counts how other rules have read what stands."""
        left_out = {each.entry for each in made.corrections if each.kind == LEFT_OUT}
        settled: dict[int, list[bytes]] = {}
        for note in made.corrections:
            if note.kind == SETTLED:
                settled.setdefault(note.entry, []).append(msgspec.json.encode(note.action))
        before, self.standing, self.rules = self.standing, [], made.rules
        kept = len(self._before) - self.back
        for each in before:
            for body in settled.get(each.number, ()):
                self.standing.append(Standing(unwritten(kept + len(self.standing) + 1), body, made.rules))
            if each.number not in left_out:
                self.standing.append(msgspec.structs.replace(each, rules=made.rules, marks=()))

    def _same(self, one: Action | bytes, other: bytes) -> bool:
        if one == other:
            return True
        try:
            return (self._read(one) if isinstance(one, bytes) else one) == self._read(other)
        except msgspec.MsgspecError:
            return False


def unwritten(move: int) -> int:
    """What stands for the number of an entry where a move has none."""
    return -move


def _with_tuples(correction: Correction) -> Correction:
    """As it was before it was written: lists are what tuples become."""
    if correction.refusal is None:
        return correction
    values = {name: _tupled(value) for name, value in correction.refusal.values.items()}
    return msgspec.structs.replace(correction, refusal=msgspec.structs.replace(correction.refusal, values=values))


def _tupled(value: Any) -> Any:
    return tuple(map(_tupled, value)) if isinstance(value, list) else value
