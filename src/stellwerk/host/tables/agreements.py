"""What people at a table agree on: taking back, seats that change hands."""

from __future__ import annotations

from stellwerk.bots import usual_level
from stellwerk.view.faults import Forbidden, Stale
from stellwerk.view.names import GUEST

from ..host import Host
from ..live import LiveGame
from ..storage.rows import BOT, Person, Seat
from . import asking
from .sitting_down import let_in


def ask_back(host: Host, id_: str, person: Person, keep: int) -> LiveGame:
    """Ask the others to take back all moves but the first so many."""
    with host.held(id_) as live:
        if live.closed:
            raise live.closed
        asking.to_take_back(host.storage, live, person, keep)
    host.changed(live)
    return live


def ask_seat(host: Host, id_: str, person: Person, seat: int, invitation: str = "") -> LiveGame:
    """Ask the others for a seat of a game that is being played."""
    with host.held(id_) as live:
        let_in(host, live, person, invitation)
        asking.to_take_a_seat(host.storage, live, person, person.name or GUEST, seat)
    host.changed(live)
    return live


def ask_bot(host: Host, id_: str, person: Person, seat: int) -> LiveGame:
    """Ask the others to let a bot play on for somebody who has not been there for long."""
    with host.held(id_) as live:
        if live.closed:
            raise live.closed
        asking.to_let_a_bot_play(host.storage, live, person, seat)
    host.changed(live)
    return live


def answer(host: Host, id_: str, person: Person, ask: int, grant: bool) -> LiveGame:
    """Grant or decline what another one asks, or withdraw what one has asked."""
    with host.held(id_) as live:
        if live.closed and grant:
            raise live.closed
        asking.answer(host.storage, live, person, ask, grant)
    host.changed(live)
    return live


def resign(host: Host, id_: str, person: Person, seat: int) -> LiveGame:
    """Let a bot play on in one's own seat."""
    with host.held(id_) as live:
        if seat not in live.seats_of(person.id):
            raise Forbidden("fault.not_your_seat")
        if live.waits_for_people or live.game.over:
            raise Stale("fault.not_begun" if live.waits_for_people else "fault.stale")
        level = usual_level(live.title)
        asking.give(host.storage, live, Seat(seat, BOT, live.seats[seat].name, None, level))
    host.changed(live)
    return live
