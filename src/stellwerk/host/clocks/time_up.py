"""What is done for those whose time is up."""

from __future__ import annotations

from stellwerk.bots import usual_level

from .. import moves
from ..host import Host
from ..programs import programs
from ..storage.rows import BOT, Seat
from ..tables import asking
from . import timekeeper
from .clock import BOT_STAYS, MOVE, safe_move


def see_to(host: Host, id_: str) -> bool:
    """See to a game in which somebody's time may be up: do what was agreed, for one decision.

    Whether there may be another one.
    """
    if not host.place.has(id_):
        return False
    done = _one(host, id_)
    host.changed(host.open(id_))
    return done


def _one(host: Host, id_: str) -> bool:
    """One decision, if any is due."""
    with host.held(id_) as live:
        seat, number = timekeeper.whose_is_up(live), live.number
        if seat is None or live.terms is None or live.closed:
            return False
        level, late = usual_level(live.title), live.terms.late
        if late == BOT_STAYS:
            asking.give(host.storage, live, Seat(seat, BOT, live.seats[seat].name, None, level))
            return True
        action = safe_move(live.game, seat) if late == MOVE else None
    if action is None:
        action = host.robots.choose(live, seat, level)
    with host.held(id_) as live:
        if live.number != number or action is None:
            return False
        moves.play(host.storage, live, action, late=True)
        programs.run(host.storage, live)
    return True
