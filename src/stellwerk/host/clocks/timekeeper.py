"""Keeps the time of games with a clock: whose is up, what is done then, and who is away."""

from __future__ import annotations

import calendar
import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from itertools import pairwise

from stellwerk.view.faults import Fault, Forbidden

from .. import moves
from ..bots.driver import Driver
from ..live import LiveGame
from ..storage.rows import PERSON
from ..storage.storage import Storage
from ..storage.tables import clock_rows
from ..storage.tables.clock_rows import Vacation
from .clock import Away, deadline, started

_log = logging.getLogger(__name__)
LOOKS = 5.0
"""Seconds between two looks for whose time is up."""
THREADS = 2
"""So many games are seen to at once."""
DAY = 86_400
LONGEST, A_YEAR = 28, 42
"""Days of a vacation, and of all of them in a year."""
AHEAD = 300
"""So many days ahead a vacation can be planned, which ends within the year and the next."""
FORGOTTEN = 400
"""Days after which a vacation is forgotten: no bank lasts so long, even with the vacations of two years."""


class Timekeeper:
    """Looks for games in which somebody's time is up, in a thread of its own.

    What is done there is done by others, one decision of each game in turn: bots may have to think about it, and a
    game where it fails is tried again later and keeps none from being seen to.
    """

    def __init__(self, storage: Storage, mine: Callable[[str], bool], late: Callable[[str], bool]) -> None:
        """`mine` says which games are seen to here, `late` takes one decision and whether there may be another."""
        self._storage, self._mine = storage, mine
        self.seen_to = Driver(late, lambda game: True, lambda game: True, 0.0, THREADS)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clock", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._ended.set()
        self.seen_to.stop()
        self._thread.join()
        self.seen_to.join()

    def _run(self) -> None:
        while not self._ended.wait(LOOKS):
            self.look()

    def look(self) -> None:
        """Have all games seen to in which somebody's time may be up."""
        try:
            for game in filter(self._mine, clock_rows.overdue(self._storage, moves.now())):
                self.seen_to.want(game)
        except Fault as fault:
            _log.warning("nobody looks at the clocks: %s", fault.key)


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
    persons = {seat.seat: seat.person for seat in live.seats if seat.kind == PERSON and seat.person is not None}
    found = clock_rows.away(storage, set(persons.values()))
    return {
        seat: [(one.start, one.until) for one in found if one.person == person] for seat, person in persons.items()
    }


# Vacations ----------------------------------------------------------------------------------------------------


def leave(storage: Storage, person: int, days: int, start: float = 0.0) -> Vacation:
    """Go on vacation for so many days, from a time on or from now; 0 comes back, or stays. Clocks stand still
    meanwhile, within bounds.

    Who is away already is so for that many days from now on. What was away counts by the day, also one that was
    only begun. One vacation is planned at most, and a new one takes its place.
    """
    now, before = moves.now(), clock_rows.vacations_of(storage, person)
    present, planned = on_vacation(before, now), coming(before, now)
    if present is not None:
        kept = Vacation(person, present.start, now + days * DAY)
    elif not days and planned is not None:
        kept = Vacation(person, planned.start, planned.start)
    else:
        kept = Vacation(person, max(now, start), max(now, start) + days * DAY)
    others = [one for one in before if one not in (present, planned)]
    in_one = kept.until - kept.start > LONGEST * DAY
    if days and (in_one or kept.start > now + AHEAD * DAY or _most_in_a_year((*others, kept), now) > A_YEAR):
        raise Forbidden("fault.long_vacation", longest=LONGEST, most=A_YEAR)
    if days or present is not None or planned is not None:
        clock_rows.leave(storage, kept, now - FORGOTTEN * DAY, now)
    return kept


def on_vacation(vacations: Sequence[Vacation], now: float) -> Vacation | None:
    """The vacation on which somebody is now."""
    return next((one for one in vacations if one.start <= now < one.until), None)


def coming(vacations: Sequence[Vacation], now: float) -> Vacation | None:
    """The vacation that somebody has planned."""
    return next((one for one in vacations if one.start > now), None)


def _most_in_a_year(vacations: Sequence[Vacation], now: float) -> int:
    """Days of vacation in this year or the next, whichever has more."""
    this = time.gmtime(now).tm_year
    begins = [calendar.timegm((this + more, 1, 1, 0, 0, 0)) for more in range(3)]
    return max(
        sum(math.ceil(max(0.0, min(one.until, end) - max(one.start, begin)) / DAY) for one in vacations)
        for begin, end in pairwise(begins)
    )
