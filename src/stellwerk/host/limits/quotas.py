"""How much one person, and one address, may take up: games, seats, bots, files and guests, each with a limit."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, structs

from stellwerk.view.faults import Fault, Forbidden, TooMany

from ..storage.rows import BOT, FREE, PERSON, Person, Seat
from ..storage.storage import Storage
from .buckets import Buckets
from .lanes import Asker

HOUR = 3600.0
OWN = ("games", "tables", "places", "seats", "bots", "files", "reports")
"""Those of a person, which an operator may set otherwise."""
LEAST, MOST = 1, 10_000


class Quotas(Struct, frozen=True):
    """The limits. Those of a person count what is not finished yet, those of an address what is new in an hour."""

    games: int = 50
    """Games that somebody has laid out and that are not finished."""
    tables: int = 6
    """Of these, tables that still wait for people."""
    places: int = 10
    """Tables at which somebody waits for the others."""
    seats: int = 200
    """Seats in games that are not finished; hot-seat has several in one."""
    bots: int = 200
    """Bots in games that somebody has laid out and that are not finished."""
    files: int = 30
    """Games that somebody brings in an hour."""
    reports: int = 10
    """What somebody reports in an hour."""
    address_games: int = 240
    address_seats: int = 480
    address_bots: int = 960
    address_files: int = 60
    address_guests: int = 240


def otherwise(quotas: Quotas, chosen: Mapping[str, int]) -> Quotas:
    """The limits as an operator wants them.

    >>> otherwise(Quotas(), {"tables": 9, "address_games": 9, "files": 0}).tables
    9
    >>> otherwise(Quotas(), {"address_games": 9, "files": 0}) == Quotas()
    True
    """
    known = {name: most for name, most in chosen.items() if name in OWN and LEAST <= most <= MOST}
    return structs.replace(quotas, **known)


class Allowances:
    """Says no where somebody would have too much. Called in threads, before something is kept."""

    def __init__(self, now: Callable[[], Quotas], storage: Storage) -> None:
        """`now` says what the limits are; those of an address stay as they are."""
        self._now, self._storage = now, storage
        quotas = now()
        kinds = {"games": quotas.address_games, "seats": quotas.address_seats, "bots": quotas.address_bots,
                 "files": quotas.address_files, "guests": quotas.address_guests}  # fmt: skip
        self._hourly = {kind: Buckets(most / HOUR, most) for kind, most in kinds.items()}
        self._reports = Buckets(quotas.reports / HOUR, quotas.reports)
        self._files = Buckets(quotas.files / HOUR, quotas.files)

    @property
    def quotas(self) -> Quotas:
        """The limits."""
        return self._now()

    @property
    def named(self) -> dict[str, Buckets]:
        """What is counted in memory, for processes that count together."""
        return {**self._hourly, "reports": self._reports, "own files": self._files}

    def new_game(self, person: Person, asker: Asker, seats: Sequence[Seat]) -> None:
        """A game with these seats is to be laid out."""
        there, quotas = self._storage.standing(person.id), self.quotas
        mine, bots = (sum(seat.kind == kind for seat in seats) for kind in (PERSON, BOT))
        _within("games", there.games + 1, quotas.games)
        if any(seat.kind == FREE for seat in seats):
            _within("tables", there.tables + 1, quotas.tables)
        _within("seats", there.seats + mine, quotas.seats)
        _within("bots", there.bots + bots, quotas.bots)
        self._of_the_hour("games", asker)
        self._of_the_hour("bots", asker, bots)

    def seat(self, person: Person, asker: Asker) -> None:
        """Somebody is to sit down at a table."""
        there = self._storage.standing(person.id)
        _within("places", there.places + 1, self.quotas.places)
        _within("seats", there.seats + 1, self.quotas.seats)
        self._of_the_hour("seats", asker)

    def more_bots(self, person: Person, asker: Asker, bots: int) -> None:
        """Bots are to have the free seats of a table."""
        _within("bots", self._storage.standing(person.id).bots + bots, self.quotas.bots)
        self._of_the_hour("bots", asker, bots)

    def file(self, asker: Asker) -> None:
        """A file is to be read."""
        self._of_ones_own("files", self._files, self.quotas.files, asker)
        self._of_the_hour("files", asker)

    def brought(self, person: Person, asker: Asker, seats: int, games: int = 1) -> None:
        """A game from a file is to be kept, perhaps with others that were tried out from it."""
        there = self._storage.standing(person.id)
        _within("games", there.games + games, self.quotas.games)
        _within("seats", there.seats + seats * games, self.quotas.seats)
        self._of_the_hour("games", asker, games)

    def guest(self, asker: Asker) -> None:
        """Somebody is to get a name."""
        self._of_the_hour("guests", asker)

    def report(self, asker: Asker) -> None:
        """Something is to be reported."""
        self._of_ones_own("reports", self._reports, self.quotas.reports, asker)

    def _of_ones_own(self, kind: str, bucket: Buckets, most: int, asker: Asker) -> None:
        bucket.rate, bucket.burst, now = most / HOUR, most, time.monotonic()
        if not bucket.grant(asker.visitor, now):
            raise _later(f"quota.{kind}", most, bucket.seconds(asker.visitor, now, 1))

    def _of_the_hour(self, kind: str, asker: Asker, cost: int = 1) -> None:
        bucket, now = self._hourly[kind], time.monotonic()
        if cost and not bucket.grant(asker.address, now, cost):
            raise _later(f"quota.address_{kind}", int(bucket.burst), bucket.seconds(asker.address, now, cost))


def _within(kind: str, wanted: int, limit: int) -> None:
    if wanted > limit:
        raise Forbidden(f"quota.{kind}", limit=limit)


def _later(key: str, limit: int, seconds: float) -> Fault:
    fault = TooMany(key, limit=limit)
    fault.seconds = max(1, math.ceil(seconds))
    return fault
