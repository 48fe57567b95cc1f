"""Whose bots move next: a fair queue of games, without threads and without a clock of its own."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable

from msgspec import Struct

FIRST_DELAY, LONGEST_DELAY = 1.0, 60.0
"""Seconds until a game that could not go on is tried again: twice as many each time, up to a limit."""
SHARE = 4
"""Moves in games with people for one in a game without, while both kinds wait."""
LONGEST_WAIT = 10.0
"""Seconds of waiting that speak for a game; more do not, or one whose bots never end would let nobody pass."""


class Entry(Struct):
    """A game in the queue."""

    since: float
    """When it came, or began anew: people wait since then."""
    moving: bool = False
    taken: float = 0.0
    """When it began to move."""
    again: bool = False
    """Somebody asked for it while it was moving."""
    failures: int = 0
    cause: str = ""


class Turns:
    """Games in turn, one move each time.

    Of those in which people play comes first whose people have waited longest, through all moves of bots since
    their own; the others go to the back after every move.

    >>> turns = Turns(pace=0.0, attended=lambda game: True, played=lambda game: True)
    >>> for now, game in enumerate(("a", "b")): turns.want(game, now)
    >>> [turns.take(2), turns.take(2), turns.take(2)]
    ['a', 'b', None]
    >>> for game in ("b", "a"): turns.done(game, more=True, now=3)
    >>> turns.take(3)
    'a'
    """

    def __init__(self, pace: float, attended: Callable[[str], bool], played: Callable[[str], bool]) -> None:
        self._pace = pace
        self._attended = attended
        self._played = played
        self._entries: dict[str, Entry] = {}
        self._later: list[tuple[float, int, str]] = []
        self._tickets = 0
        self._people: list[tuple[float, int, str]] = []
        """Games with people that are due: since when they wait, in which order they lined up."""
        self._alone: deque[str] = deque()
        self._favoured = 0

    def __contains__(self, game: str) -> bool:
        return game in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def want(self, game: str, now: float) -> None:
        """Put a game into the queue, unless it is there; a failing one keeps its delay."""
        entry = self._entries.get(game)
        if entry is None:
            self._entries[game] = Entry(now)
            self._line_up(game, now + self._pace)
        elif entry.moving:
            entry.again = True

    def take(self, now: float) -> str | None:
        """The game that moves now, if any is due; it comes back with `done` or `failed`."""
        while self._later and self._later[0][0] <= now:
            due, ticket, game = heapq.heappop(self._later)
            if self._attended(game):
                since = max(self._entries[game].since, due - LONGEST_WAIT)
                heapq.heappush(self._people, (since, ticket, game))
            else:
                self._alone.append(game)
        first = self._people and (self._favoured < SHARE or not self._alone)
        if not first and not self._alone:
            return None
        self._favoured = self._favoured + 1 if first else 0
        game = heapq.heappop(self._people)[2] if first else self._alone.popleft()
        entry = self._entries[game]
        entry.moving, entry.taken = True, now
        return game

    def due(self) -> float | None:
        """When the next game that is not ready will be."""
        return self._later[0][0] if self._later else None

    def done(self, game: str, more: bool, now: float) -> None:
        """A game has moved; it leaves unless there is more to do.

        Thinking counts for the pace, so that nobody waits for both, but half of it lies between any two moves.
        """
        entry = self._entries.pop(game)
        if more or entry.again:
            self._entries[game] = Entry(entry.since if more and self._played(game) else now)
            self._line_up(game, max(entry.taken + self._pace, now + self._pace / 2))

    def failed(self, game: str, cause: str, now: float) -> bool:
        """A game could not move and will be tried again; whether nobody has heard of this cause yet."""
        entry = self._entries[game]
        known = any(cause == other.cause for other in self._entries.values())
        entry.cause, entry.moving, entry.again = cause, False, False
        entry.failures += 1
        entry.since = now + min(LONGEST_DELAY, FIRST_DELAY * 2 ** (entry.failures - 1))
        self._line_up(game, entry.since)
        return not known

    def drop(self, game: str) -> None:
        """A game is gone."""
        del self._entries[game]

    def _line_up(self, game: str, due: float) -> None:
        self._tickets += 1
        heapq.heappush(self._later, (due, self._tickets, game))
