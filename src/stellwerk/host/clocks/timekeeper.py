"""Keeps the time of games with a clock: whose is up, what is done then, and who is away."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from stellwerk.view.faults import Fault, Forbidden

from . import moves
from .clock import Away, deadline, started
from .live import LiveGame
from .storage import clock_rows
from .storage.clock_rows import Vacation
from .storage.rows import PERSON
from .storage.storage import Storage

_log = logging.getLogger(__name__)
LOOKS = 5.0
"""Seconds between two looks for whose time is up."""
AT_ONCE = 50
DAY = 86_400
LONGEST, A_YEAR = 28, 42
"""Days of a vacation, and of all of them in a year."""


class Timekeeper:
    """Looks for games in which somebody's time is up, in a thread of its own."""

    def __init__(self, storage: Storage, late: Callable[[str], None]) -> None:
        self._storage, self._late = storage, late
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(LOOKS):
            self.look()

    def look(self) -> None:
        """See to all games in which somebody's time may be up."""
        try:
            for game in clock_rows.overdue(self._storage, moves.now(), AT_ONCE):
                if self._ended.is_set():
                    return
                self._see_to(game)
        except Fault as fault:
            _log.warning("nobody looks at the clocks: %s", fault.key)

    def _see_to(self, game: str) -> None:
        try:
            self._late(game)
        except Fault as fault:
            _log.warning("time is up in game %s, and nothing can be done: %s", game, fault.key)
        except Exception:  # one game must not keep the others from being seen to
            _log.exception("time is up in game %s, and nothing can be done", game)


def load(storage: Storage, live: LiveGame) -> None:
    """What was agreed about time, and where the clock stands: by the log, or since play began."""
    terms, began = clock_rows.read(storage, live.row.id)
    if terms is None:
        return
    live.terms = terms
    live.away = lambda: _away(storage, live)
    if live.clock is None and began is not None:
        live.clock = started(terms, len(live.seats), _people(live), began)


def begin(storage: Storage, live: LiveGame) -> None:
    """Start the clock, if play has begun and there is one."""
    if live.terms is not None and live.clock is None and not live.waits_for_people:
        now = moves.now()
        clock_rows.begin(storage, live.row.id, now)
        live.clock = started(live.terms, len(live.seats), _people(live), now)


def note(storage: Storage, live: LiveGame) -> None:
    """Have it known when the next one's time is up."""
    if live.terms is None or live.clock is None:
        return
    ends = [end for seat in _people(live) if (end := ends_at(live, seat)) is not None]
    clock_rows.note_due(storage, live.row.id, min(ends, default=None) if not live.closed else None)


def ends_at(live: LiveGame, seat: int) -> float | None:
    """When a seat's time is up."""
    if live.clock is None or live.terms is None or live.game.over:
        return None
    return deadline(live.clock, live.terms, seat, live.away())


def whose_is_up(live: LiveGame) -> int | None:
    """The first person asked whose time is up."""
    now = moves.now()
    for seat in _people(live):
        end = ends_at(live, seat)
        if end is not None and end <= now:
            return seat
    return None


def _people(live: LiveGame) -> list[int]:
    """Seats of people that are asked."""
    return [seat for seat in live.game.waiting_for() if live.seats[seat].kind == PERSON]


def _away(storage: Storage, live: LiveGame) -> Away:
    persons = {seat.person: seat.seat for seat in live.seats if seat.kind == PERSON and seat.person is not None}
    found = clock_rows.away(storage, list(persons))
    return {persons[one.person]: (one.start, one.until) for one in found}


# Vacations ----------------------------------------------------------------------------------------------------


def leave(storage: Storage, person: int, days: int) -> Vacation:
    """Go on vacation for so many days, 0 comes back: clocks stand still meanwhile, within bounds."""
    now, last = moves.now(), clock_rows.vacation(storage, person)
    year, used = time.gmtime(now).tm_year, 0.0
    if last is not None and last.year == year:
        used = last.used + max(0.0, min(now, last.until) - last.start)
    if days > LONGEST or used + days * DAY > A_YEAR * DAY:
        raise Forbidden("fault.long_vacation", longest=LONGEST, most=A_YEAR)
    kept = Vacation(person, now, now + days * DAY, year, used)
    if days == 0 and last is not None and last.start <= now < last.until:
        kept = Vacation(person, last.start, now, last.year, last.used)  # what was away so far was away
    clock_rows.leave(storage, kept)
    return kept
