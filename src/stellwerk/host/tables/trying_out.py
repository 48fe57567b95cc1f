"""Going on from a position of another game, to see what would have been, or to play on."""

from __future__ import annotations

import time

import msgspec

from stellwerk.view.faults import Forbidden
from stellwerk.view.names import GUEST, guest

from ..host import Host
from ..storage.expiring import delete_game
from ..storage.rows import BOT, FINISHED, PERSON, RUNNING, UNLISTED, GameRow, Person, Seat
from ..storage.tables import ask_rows
from .asks import Branch
from .table_setup import DOWN_THE_LINE


def branch(host: Host, id_: str, person: Person, move: int, level: str, alone: bool) -> str:
    """A game of one's own that goes on from a position of another, as far as one knows it; others are bots
    of a level, or one plays for them, too."""
    live = host.open(id_)
    with live.lock:
        seat = live.seat_for(person.id)
        known = live.game.known(seat)
        if known is None:
            raise Forbidden("fault.secret_file")
        actions, mine = known.actions[:move], seat or 0
        seats = tuple(_place(each, person, mine, level, alone) for each in live.seats)
        now, over = time.time(), known.over and len(actions) == len(known.actions)
        row = GameRow(
            host.place.new_id(), live.row.title, live.title.rules_version, live.game.options,
            live.game.seed, person.id, FINISHED if over else RUNNING, now, now, None, seats,
            drawn=live.game.drawn, access=UNLISTED if alone else live.row.access,
        )  # fmt: skip
    host.storage.add_game(row, [msgspec.json.encode(action) for action in actions])
    if alone:
        ask_rows.note_branch(host.storage, row.id, Branch(id_, len(actions), person.id))
    return row.id


def _place(was: Seat, person: Person, mine: int, level: str, alone: bool) -> Seat:
    """A seat of the new game; others find a copy in lists, so that nobody's name stays there but one's own."""
    if was.seat == mine or not level:
        own = person.name or GUEST
        name = was.name if alone else own if was.seat == mine else guest(was.seat + 1)
        return Seat(was.seat, PERSON, name, person.id, program=person.program)
    name = was.name if alone else DOWN_THE_LINE[was.seat % len(DOWN_THE_LINE)]
    return Seat(was.seat, BOT, name, None, level)


def discard(host: Host, id_: str, person: Person) -> str:
    """Throw away what one has tried out; the game that it came from."""
    with host.held(id_) as live:
        branch = live.branch
        if branch is None or branch.person != person.id:
            raise Forbidden("fault.not_owner")
        delete_game(host.storage, id_, live.row.status, time.time())
        host.drop(live)
    host.news.tell(live)
    return branch.source
