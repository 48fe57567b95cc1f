"""Clocks of games: how long people may take, by what was agreed at the start. Nothing here asks the time.

After every move the clock is an entry of the log (`storage/tables/journal.py`): since when each seat is asked, and
what is left to it. So a restart changes nothing, and what is late is late whether a server ran meanwhile or not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from stellwerk.play.core import Action, Pass
from stellwerk.play.game import Game
from stellwerk.play.typed import convert
from stellwerk.view.faults import Fault

DAY = 86_400
MOVE, BOT_STAYS = "move", "seat"
Away = Mapping[int, Sequence[tuple[float, float]]]
"""Vacations by seat, the oldest first: from, until."""


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed: a bank of seconds with so many more for every decision, or so many decisions a day."""

    kind: Literal["bank", "daily"]
    bank: Annotated[int, Meta(ge=60, le=90 * DAY)] = DAY
    increment: Annotated[int, Meta(ge=0, le=7 * DAY)] = 0
    moves: Annotated[int, Meta(ge=1, le=48)] = 1
    late: Literal["move", "bot", "seat"] = "move"
    """Who is late: the safe move is made or a bot decides until others are asked, or a bot has the seat."""


class Clock(Struct, frozen=True, tag_field="type", tag="clock", omit_defaults=True):
    """Where the clocks stand after a move."""

    asked: dict[int, float] = {}
    """Seats that are asked, and since when."""
    left: dict[int, float] = {}
    """What is left of each bank."""
    late: int | None = None
    """Whose time was up, if the move before was made for that reason."""
    overdue: tuple[int, ...] = ()
    """Whose time was up and who has not come back: they have no new time until others have been asked."""


def read_terms(raw: Any) -> Terms | None:
    """Terms from outside; nothing is no clock."""
    if raw is None or raw == "":
        return None
    try:
        return convert(raw, Terms)
    except msgspec.ValidationError as error:
        raise Fault("fault.unreadable", problem=str(error)) from None


def spoken_terms(text: str, late: str) -> Terms | None:
    """Terms as a form has them: `daily:2`, or `bank:3600:60`.

    >>> spoken_terms("bank:3600:60", "bot")
    Terms(kind='bank', bank=3600, increment=60, moves=1, late='bot')
    """
    kind, *amounts = text.split(":")
    names = {"daily": ("moves",), "bank": ("bank", "increment")}.get(kind, ())
    if not kind or not all(each.isdecimal() and len(each) < 9 for each in amounts):
        return None
    values = dict(zip(names, map(int, amounts), strict=False))
    return read_terms({"kind": kind, "late": late or MOVE, **values})


def started(terms: Terms, seats: int, waiting: Collection[int], now: float) -> Clock:
    """The clock when play begins."""
    left = dict.fromkeys(range(seats), float(terms.bank)) if terms.kind == "bank" else {}
    return Clock(dict.fromkeys(waiting, now), left)


def moved(
    clock: Clock, terms: Terms, acted: Collection[int], waiting: Collection[int], now: float, away: Away,
    late: int | None = None, alone: bool = False,
) -> Clock:  # fmt: skip
    """The clock after a move: who acted, or is no longer asked, is charged; who is still asked goes on.

    `alone` says that nobody was there for it: it was made because time was up, by an order, or as nothing else
    could be done.

    >>> clock = moved(Clock({0: 100.0}, {0: 60.0, 1: 60.0}), Terms("bank", increment=5), {0}, (1,), 110.0, {})
    >>> clock.asked, clock.left
    ({1: 110.0}, {0: 55.0, 1: 60.0})
    """
    left = dict(clock.left)
    before = (*clock.overdue, *(() if late is None else (late,)))
    overdue = tuple(sorted({seat for seat in before if seat in waiting and (alone or seat not in acted)}))
    for seat, since in clock.asked.items():
        if seat in acted or seat not in waiting:
            used = now - since - _overlap(away.get(seat, ()), since, now)
            if seat in left:
                left[seat] = max(0.0, left[seat] - max(0.0, used)) + (
                    terms.increment if seat in acted and seat not in overdue else 0
                )
    asked = {seat: now if seat in acted else clock.asked.get(seat, now) for seat in waiting}
    return Clock(asked, left, late, overdue)


def deadline(clock: Clock, terms: Terms, seat: int, away: Away) -> float | None:
    """When a seat's time is up; none where it is not asked.

    >>> deadline(Clock({0: 100.0}), Terms("daily", moves=2), 0, {}) - 100
    43200.0
    >>> deadline(Clock({0: 100.0}, {0: 60.0}), Terms("bank"), 0, {0: [(120.0, 220.0), (250.0, 300.0)]})
    310.0
    """
    since = clock.asked.get(seat)
    if since is None:
        return None
    end = since + (clock.left.get(seat, 0.0) if terms.kind == "bank" else DAY / terms.moves)
    if seat in clock.overdue:
        end = since
    for start, until in away.get(seat, ()):
        if start < end and until > since:
            end += until - max(start, since)
    return end


def _overlap(vacations: Sequence[tuple[float, float]], since: float, now: float) -> float:
    return sum(max(0.0, min(until, now) - max(start, since)) for start, until in vacations)


def safe_move(game: Game, seat: int) -> Action | None:
    """What changes least: to pass, or to decline what is offered; none where something must be decided."""
    listed = [choice for choice in game.position.choices(seat) if isinstance(choice, Action)]
    passes = [action for action in listed if isinstance(action, Pass)]
    declines = [action for action in listed if getattr(action, "accept", None) is False]
    return next(iter((*passes, *declines)), None)
