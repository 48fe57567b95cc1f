"""What people say at a table, spectators apart, and what they write down; all of it within bounds."""

from __future__ import annotations

import time

from stellwerk.view.faults import Fault, Forbidden, Missing, TooMany
from stellwerk.view.names import GUEST

from ..limits.buckets import Buckets
from ..live import LiveGame
from ..storage.rows import Person
from ..storage.storage import Storage
from ..storage.tables import talk_rows
from ..storage.tables.talk_rows import Message
from ..written import plain

TABLE, WATCHERS = "table", "watchers"
LONGEST, LONGEST_NOTE = 500, 4000
"""Characters of a message, and of a note."""
KEPT, SHOWN = 2000, 200
"""Messages of a game that are kept, and that are told at once."""
SPEAKERS = 50
"""People who have said something and are named where one can block and report them, the last first."""
PLACES = 200
"""Notes of a seat."""
LONGEST_PLACE = 24


class Talk:
    """The talk of all tables: how fast people may speak is the same for all of them."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._pace = Buckets(rate=0.5, burst=8)

    def rooms(self, live: LiveGame, person: int | None) -> tuple[str, ...]:
        """What somebody hears: who plays hears no spectators before the end."""
        plays = bool(live.seats_of(person)) and not live.game.over
        return (TABLE,) if plays else (TABLE, WATCHERS)

    def say(self, live: LiveGame, person: Person, text: str) -> Message:
        """Say something, at the table if one sits there, else among those who watch."""
        body = plain(text, LONGEST)
        if not body:
            raise Fault("fault.nothing_said")
        if not self._pace.take(str(person.id), time.monotonic()):
            raise TooMany("fault.talks_too_fast")
        seats = live.seats_of(person.id)
        seat = live.seat_for(person.id) if seats else None
        name = live.game.players[seat] if seat is not None else person.name or GUEST
        with live.lock:
            number = max(live.said.values(), default=0) + 1
            room = TABLE if seats else WATCHERS
            message = Message(number, room, person.id, seat, name, body, time.time())
            talk_rows.say(self._storage, live.row.id, message, KEPT)
            live.said[room] = number
        return message

    def heard(self, live: LiveGame, person: int | None, since: int = 0) -> tuple[list[Message], list[Message]]:
        """What somebody hears, and one message of each whom they do not want to hear."""
        said = talk_rows.said(self._storage, live.row.id, self.rooms(live, person), since, SHOWN)
        deaf = talk_rows.muted(self._storage, live.row.id, person) if person is not None else set()
        deaf |= self._storage.blocked_by(person).keys() if person is not None else set()
        silent = {one.person: one for one in said if one.person in deaf}
        return [one for one in said if one.person not in deaf], list(silent.values())

    def speakers(self, live: LiveGame, person: int | None) -> list[Message]:
        """The last message of each whom somebody hears, or would hear if they wanted to."""
        return talk_rows.speakers(self._storage, live.row.id, self.rooms(live, person), SPEAKERS)

    def speaker(self, live: LiveGame, person: int | None, number: int) -> int:
        """Who has said something that somebody hears, or would hear."""
        found = talk_rows.who_said(self._storage, live.row.id, number, self.rooms(live, person))
        if found is None:
            raise Missing("fault.nobody_there")
        return found

    def mute(self, live: LiveGame, person: Person, number: int, wanted: bool) -> None:
        """Hear whoever said something no more, or again."""
        other = self.speaker(live, person.id, number)
        if other == person.id:
            raise Forbidden("fault.own_voice")
        talk_rows.mute(self._storage, live.row.id, person.id, other, wanted)

    def notes(self, live: LiveGame, person: int | None) -> dict[str, str]:
        """What the seat whose view a person has wrote down, by place; empty is the table as a whole."""
        seat = live.seat_for(person)
        return {} if seat is None else talk_rows.written(self._storage, live.row.id, seat)

    def write(self, live: LiveGame, person: Person, place: str, text: str) -> None:
        """Write something down beside the board, or at a hex or a company."""
        seat = live.seat_for(person.id)
        if seat is None:
            raise Forbidden("fault.not_your_seat")
        where, body = plain(place, LONGEST_PLACE), plain(text, LONGEST_NOTE, lines=True)
        if not self._pace.take(f"notes {person.id}", time.monotonic()):
            raise TooMany("fault.talks_too_fast")
        there = talk_rows.written(self._storage, live.row.id, seat)
        if where not in there and len(there) >= PLACES:
            raise Forbidden("fault.many_notes", most=PLACES)
        talk_rows.write(self._storage, live.row.id, seat, where, body)
