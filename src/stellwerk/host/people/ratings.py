"""How people stand who want to be rated: OpenSkill by title, worked out anew from the games that are kept.

Nothing of it is kept: games that everybody finds, laid out after all at the table had said that they want to be
rated, in the order in which they ended. Whoever has these games gets the same figures.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from msgspec import Struct

from stellwerk.bots.arena import model

from ..storage.people.profile_rows import Counted, among
from ..storage.storage import Storage

EDITION = 3
"""Of which games count, and how; raised when that changes."""
MOST = 5000
"""Games of a title that are counted, the last ones."""


class Rated(Struct, frozen=True):
    """Where somebody stands in a title: OpenSkill's mean and deviation, and after how many games."""

    person: int
    name: str
    shown: bool
    games: int
    rating: float
    uncertainty: float

    @property
    def order(self) -> float:
        """What is beyond much doubt: by this the list is ordered."""
        return self.rating - 3 * self.uncertainty


class Standings(Struct, frozen=True):
    """All who are rated in a title, the best first, and the games it follows from."""

    title: str
    people: tuple[Rated, ...]
    games: tuple[Counted, ...]
    edition: str


def edition() -> str:
    """By what it was worked out."""
    return f"{EDITION}, PlackettLuce of openskill {version('openskill')}"


def rate(games: Sequence[Counted]) -> dict[int, tuple[int, float, float]]:
    """Games, mean and deviation of everybody after these games in their order; equal worth is an equal place."""
    rater = model()
    stands: dict[int, Any] = {}  # whatever the model keeps of somebody
    many: dict[int, int] = {}
    for game in games:
        before = [[stands.get(person) or rater.rating()] for person in game.people]
        places = [1 + sum(other > worth for other in game.worth) for worth in game.worth]
        for person, (after,) in zip(game.people, rater.rate(before, ranks=places), strict=True):
            stands[person], many[person] = after, many.get(person, 0) + 1
    return {person: (many[person], one.mu, one.sigma) for person, one in stands.items()}


class Ratings:
    """Works ratings out, once for as long as no game ends and nobody says otherwise."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._known: dict[str, tuple[object, Standings]] = {}
        self._lock = threading.Lock()

    def of(self, title: str) -> Standings:
        """Where everybody stands in a title."""
        people = self._storage.rated_people()
        state = (people, self._storage.last_finished(title))
        with self._lock:
            known = self._known.get(title)
            if known is None or known[0] != state:
                since = {person: rated for person, (_, rated, _) in people.items()}
                games = among(self._storage.ended_games(title, MOST), since) if people else []
                found = [
                    Rated(person, people[person][0], people[person][2], many, round(mean, 2), round(deviation, 2))
                    for person, (many, mean, deviation) in rate(games).items()
                ]
                found.sort(key=lambda one: (-one.order, one.name))
                known = state, Standings(title, tuple(found), tuple(games), edition())
                self._known[title] = known
        return known[1]
