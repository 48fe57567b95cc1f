"""Sitting down at a table and rising from it before play has begun."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Sequence

from stellwerk.view.faults import Forbidden, Stale
from stellwerk.view.names import GUEST

from ..host import Host
from ..live import LiveGame
from ..storage.expiring import delete_game
from ..storage.rows import BOT, FREE, INVITED, OPEN, PERSON, Person, Seat
from ..storage.tables.wish_rows import Wish
from .seating import free_seat, reseat


def invitation_to(host: Host, id_: str) -> str:
    """What a link must carry that lets one sit down at a table for those who are invited."""
    return hmac.new(host.secret, f"invitation {id_}".encode(), "sha256").hexdigest()[:20]


def sit(
    host: Host,
    id_: str,
    person: Person,
    seat: int | None = None,
    invitation: str = "",
    may: Callable[[], None] = lambda: None,
) -> LiveGame:
    """Take a free seat, if `may` does not say no; with the last one play begins.

    Who sits there already has it: whoever asks again has not heard the answer.
    """
    with host.held(id_) as live:
        mine_already = live.seats_of(person.id)
        if mine_already and seat in (None, *mine_already):
            return live
        if mine_already:
            raise Stale("fault.seated")
        may()
        let_in(host, live, person, invitation)
        if host.storage.was_removed(id_, person.id):
            raise Forbidden("fault.removed")
        free = free_seat(live, seat)
        mine = Seat(free, PERSON, person.name or GUEST, person.id, program=person.program)
        reseat(host.storage, live, lambda place: mine if place.seat == mine.seat else place)
    host.changed(live)
    return live


def let_in(host: Host, live: LiveGame, person: Person, invitation: str = "", invited: bool = False) -> None:
    """Refuse whoever is not invited to a table that asks for it, or somebody there does not want to meet, and
    programs at a table for people."""
    row = live.row
    given, right = invitation.encode("utf-8", "replace"), invitation_to(host, row.id).encode()
    if not invited and row.access == INVITED and row.owner != person.id and not hmac.compare_digest(given, right):
        raise Forbidden("fault.not_invited")
    if person.program and host.storage.wishes_of([row.id]).get(row.id, Wish()).people:
        raise Forbidden("fault.people_only")
    there = {place.person for place in live.seats if place.person is not None} | {row.owner}
    if host.storage.apart(person.id, [one for one in there if one is not None]):
        raise Forbidden("fault.apart")


def fill(host: Host, id_: str, person: Person, level: str, seat: int | None = None) -> LiveGame:
    """Let a bot have a free seat, or all of them; its owner decides that."""

    def filled(place: Seat) -> Seat:
        wanted = place.kind == FREE and seat in (None, place.seat)
        return Seat(place.seat, BOT, f"Bot {place.seat + 1}", None, level) if wanted else place

    with host.held(id_) as live:
        _owned(live, person)
        if live.waits_for_people:
            reseat(host.storage, live, filled)
    host.changed(live)
    return live


def rise(host: Host, id_: str, person: Person) -> LiveGame:
    """Leave before play has begun."""
    with host.held(id_) as live:
        mine = live.seats_of(person.id)
        if mine:
            reseat(host.storage, live, lambda p: Seat(p.seat, FREE, "") if p.seat in mine else p)
    host.changed(live)
    return live


def remove(host: Host, id_: str, owner: Person, seat: int) -> LiveGame:
    """Free a seat before play has begun; who sat there may not come back. The table's owner decides that."""
    with host.held(id_) as live:
        gone = _owned(live, owner)[seat] if seat < len(live.seats) else None
        if gone is None or gone.kind == FREE or gone.person == owner.id:
            raise Stale("fault.nobody_there")
        if live.waits_for_people and gone.person is not None:
            host.storage.remove_person(id_, gone.person)
        reseat(host.storage, live, lambda p: Seat(p.seat, FREE, "") if p.seat == seat else p)
    host.changed(live)
    return live


def shut(host: Host, id_: str, owner: Person) -> None:
    """Close a table at which play has not begun."""
    with host.held(id_) as live:
        _owned(live, owner)
        if not live.waits_for_people or not delete_game(host.storage, id_, OPEN, time.time()):
            raise Stale("fault.begun")
        live.version += 1
        host.drop(live)
    host.news.tell(live)


def _owned(live: LiveGame, person: Person) -> Sequence[Seat]:
    """The seats of a table that is this person's."""
    if live.row.owner != person.id:
        raise Forbidden("fault.not_owner")
    return live.seats
