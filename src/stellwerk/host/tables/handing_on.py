"""Handing one's own seat on: to whoever has a link, or to somebody with an account who is named.

The others are not asked, as little as they are who sits at somebody's screen; they read of it, and nobody gets a
seat so who could not sit down at that table.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable

from stellwerk.view.faults import Forbidden, Missing, Stale
from stellwerk.view.names import GUEST

from ..host import Host
from ..live import LiveGame
from ..people.look_alikes import likeness
from ..storage.rows import PERSON, Person, Seat
from . import asking
from .asks import HAND_ON, OPEN, Ask
from .sitting_down import let_in


def key_to(host: Host, id_: str, ask: int) -> str:
    """What the link to a seat that is handed on must carry."""
    return hmac.new(host.secret, f"seat {id_} {ask}".encode(), "sha256").hexdigest()[:20]


def offer(host: Host, id_: str, person: Person, seat: int, name: str = "") -> LiveGame:
    """Hand one's own seat on, to the account of this name if one is given; an earlier offer is over."""
    named = host.storage.account_like(likeness(name)) if name else None
    if name and named is None:
        raise Missing("fault.no_account_named")
    with host.held(id_) as live:
        if seat not in live.seats_of(person.id):
            raise Forbidden("fault.not_your_seat")
        if live.waits_for_people or live.game.over:
            raise Stale("fault.not_begun" if live.waits_for_people else "fault.stale")
        asking.to_hand_on(host.storage, live, person, seat, named.person if named else None)
    host.changed(live)
    return live


def take(
    host: Host, id_: str, person: Person, number: int, key: str, may: Callable[[], None] = lambda: None
) -> LiveGame:
    """Take a seat that is handed on, if `may` does not say no. Who has it already has not heard the answer."""
    with host.held(id_) as live:
        ask = _offered(host, live, person.id, number, key)
        if ask is None:
            raise Forbidden("fault.not_handed_on")
        if ask.seat in live.seats_of(person.id):
            return live
        if ask.status != OPEN:
            raise Stale("fault.stale")
        if live.seats_of(person.id):
            raise Stale("fault.seated")
        may()
        let_in(host, live, person, invited=True)
        if host.storage.was_removed(id_, person.id):
            raise Forbidden("fault.removed")
        place = Seat(ask.seat, PERSON, person.name or GUEST, person.id, program=person.program)
        asking.hand_on(host.storage, live, ask, place)
    host.changed(live)
    return live


def _offered(host: Host, live: LiveGame, person: int | None, number: int, key: str) -> Ask | None:
    """What is offered by such a link, or to somebody who was named."""
    ask = live.asks.get(number)
    if ask is None or ask.kind != HAND_ON:
        return None
    if ask.to is not None:
        return ask if ask.to == person else None
    right = hmac.compare_digest(key.encode("utf-8", "replace"), key_to(host, live.row.id, number).encode())
    return ask if right else None
