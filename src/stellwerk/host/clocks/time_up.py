"""What is done for those whose time is up."""

from __future__ import annotations

from stellwerk.bots import usual_level

from . import asking, moves, programs, timekeeper
from .clock import BOT_STAYS, MOVE, safe_move
from .host import Host
from .storage.rows import BOT, Seat

LATE = 20
"""Decisions that are taken at once for those whose time is up."""


def see_to(host: Host, id_: str) -> None:
    """See to a game in which somebody's time may be up: do what was agreed, one decision after another."""
    if not host.place.has(id_):
        return
    for _ in range(LATE):
        with host.held(id_) as live:
            seat, number = timekeeper.whose_is_up(live), live.number
            if seat is None or live.terms is None or live.closed:
                break
            level, late = usual_level(live.title), live.terms.late
            if late == BOT_STAYS:
                asking.give(host.storage, live, Seat(seat, BOT, live.seats[seat].name, None, level))
                continue
            action = safe_move(live.game, seat) if late == MOVE else None
        if action is None:
            action = host.robots.choose(live, seat, level)
        with host.held(id_) as live:
            if live.number != number or action is None:
                break
            moves.play(host.storage, live, action, late=True)
            programs.run(host.storage, live)
    host.changed(host.open(id_))
