"""Programs of people who are away: set up, asked after every move, ended, stopped.

They are no part of the game and of nobody else's page. What one of them decides is played as if its owner had
clicked; that it did is told to the owner at once, and to the others when it is over.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from stellwerk.play import programs
from stellwerk.play.core import Action
from stellwerk.play.programs import Ended
from stellwerk.play.typed import decode
from stellwerk.view.faults import Fault, Forbidden, Stale

from .. import moves
from ..live import LiveGame
from ..storage.storage import Storage
from ..storage.tables import program_rows
from ..storage.tables.program_rows import ProgramRow
from .orders import Order

_log = logging.getLogger(__name__)
MOST = 1000
"""Programs that may be set up in one game."""
AT_ONCE = 1000
"""Moves that programs make before somebody else must act."""


def load(storage: Storage, live: LiveGame) -> None:
    """Take up what was set up before; what cannot be read any more is over."""
    rows, live.orders.moves = program_rows.read(storage, live.row.id)
    for row in rows:
        try:
            program = programs.read(msgspec.json.decode(row.body), live.title)
        except msgspec.MsgspecError:
            continue
        ended = decode(row.ended, Ended) if row.ended else None
        live.orders.all[row.id] = Order(row.id, program, row.since, ended)


def set_up(storage: Storage, live: LiveGame, raw: Any) -> None:
    """Set a program up, if it may be now; one that it replaces makes room for it."""
    try:
        wanted = programs.read(raw, live.title)
    except msgspec.ValidationError as error:
        raise Fault("fault.unreadable", problem=str(error)) from None
    if not any(form.fits(wanted) for form in programs.forms(live.game.position, wanted.seat)):
        raise Stale("fault.no_order")
    if len(live.orders.all) >= MOST:
        raise Forbidden("fault.many_orders", most=MOST)
    for order in live.orders.standing():
        if order.program.seat == wanted.seat and wanted.replaces(order.program):
            _end(storage, live, order, Ended("replaced"))
    id_, since = max(live.orders.all, default=0) + 1, len(live.game.actions)
    program_rows.add(storage, live.row.id, ProgramRow(id_, msgspec.json.encode(wanted), since))
    live.orders.all[id_] = Order(id_, wanted, since)


def stop(storage: Storage, live: LiveGame, id_: int, mine: tuple[int, ...]) -> None:
    """End one of one's own programs at once."""
    order = live.orders.all.get(id_)
    if order is None or order.program.seat not in mine:
        raise Forbidden("fault.not_your_seat")
    if order.ended is None:
        _end(storage, live, order, Ended("stopped"))


def stop_all(storage: Storage, live: LiveGame, seat: int) -> None:
    """End all programs of a seat, which somebody else has from now on."""
    for order in live.orders.standing():
        if order.program.seat == seat:
            _end(storage, live, order, Ended("other_player"))


def run(storage: Storage, live: LiveGame) -> None:
    """Ask all programs, and play what they decide, until none of them has anything to do."""
    for _ in range(AT_ONCE):
        if live.waits_for_people or live.closed or not _one(storage, live):
            return


def _one(storage: Storage, live: LiveGame) -> bool:
    """One move of a program, if any of them makes one."""
    for order in live.orders.standing():
        said = _asked(live, order)
        if isinstance(said, Ended):
            _end(storage, live, order, said)
        elif said is not None:
            try:
                moves.play(storage, live, said, order=order.id)
            except Forbidden:  # the log is full
                return False
            return True
    return False


def _asked(live: LiveGame, order: Order) -> Action | Ended | None:
    try:
        said = programs.asked(live.game, order.program, order.since)
        if isinstance(said, Action) and live.game.refusal(said) is not None:
            return Ended("failed")
    except Exception:  # whatever a program does, the game goes on
        _log.exception("a program of game %s failed", live.row.id)
        return Ended("failed")
    return said


def take_back(storage: Storage, live: LiveGame, keep: int, by: tuple[int, ...] | None = None) -> None:
    """Take back all actions but the first so many, with what orders had made of them; `by` these seats alone.

    What was set up later is over, and what made one of the moves does not make it again. Where somebody has taken
    back alone, for their seats, orders of others stand: they answer what is done instead.
    """
    gone = set(live.marks[keep + 1 :])
    again = {order for number, order in live.orders.moves.items() if number in gone}
    over = [
        order
        for order in live.orders.standing()
        if order.since > keep or ((by is None or order.program.seat in by) and order.id in again)
    ]
    why = Ended("taken_back")
    ending = [program_rows.ending(live.row.id, order.id, msgspec.json.encode(why)) for order in over]
    moves.take_back(storage, live, keep, ending)
    for order in over:
        order.ended = why


def _end(storage: Storage, live: LiveGame, order: Order, why: Ended) -> None:
    program_rows.end(storage, live.row.id, order.id, msgspec.json.encode(why))
    order.ended = why
