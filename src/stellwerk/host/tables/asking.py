"""Consent: taking back further than one may alone, and taking over a seat, where all others at the table agree.

Callers hold the game's lock.
"""

from __future__ import annotations

import time

from stellwerk.view.faults import Forbidden, Missing, Stale

from . import moves, programs
from .asks import DECLINED, GRANTED, LAPSED, OPEN, SUBSTITUTE, UNDO, WITHDRAWN, Ask
from .live import LiveGame
from .seating import hand_over
from .storage import ask_rows
from .storage.rows import PERSON, Person, Seat
from .storage.storage import Storage

MOST = 300
"""What may be asked in one game."""


def earliest(live: LiveGame) -> int:
    """So many moves stay, whoever agrees: what came to light is not taken back."""
    return max(live.game.irrevocable, live.course.begun if live.course else 0)


def voters(live: LiveGame, ask: Ask) -> set[int]:
    """The people who must agree."""
    return {seat.person for seat in live.seats if seat.kind == PERSON and seat.person is not None} - {ask.person}


def to_take_back(storage: Storage, live: LiveGame, person: Person, keep: int) -> Ask:
    """Ask for all moves but the first so many to be taken back; where nobody else plays that is done at once."""
    mine = live.seats_of(person.id)
    if not mine or live.waits_for_people:
        raise Forbidden("fault.not_your_seat")
    if not earliest(live) <= keep < len(live.game.actions) or live.long:
        raise Forbidden("fault.no_undo")
    seat = live.seat_for(person.id)
    assert seat is not None
    return _asked(storage, live, Ask(0, UNDO, person.id, live.game.players[seat], seat, keep, live.marks[keep]))


def to_take_a_seat(storage: Storage, live: LiveGame, person: Person, name: str, seat: int) -> Ask:
    """Ask for a seat, a person's or a bot's."""
    if live.seats_of(person.id):
        raise Stale("fault.seated")
    if seat >= len(live.seats) or live.waits_for_people or live.game.over:
        raise Missing("fault.nobody_there")
    if storage.was_removed(live.row.id, person.id):
        raise Forbidden("fault.removed")
    return _asked(storage, live, Ask(0, SUBSTITUTE, person.id, name, seat, len(live.game.actions)))


def _asked(storage: Storage, live: LiveGame, ask: Ask) -> Ask:
    if any(one.status == OPEN and (one.kind, one.person) == (ask.kind, ask.person) for one in live.asks.values()):
        raise Stale("fault.asked_already")
    if len(live.asks) >= MOST:
        raise Forbidden("fault.many_asks", most=MOST)
    if ask.kind == SUBSTITUTE and not voters(live, ask):
        raise Forbidden("fault.nobody_to_ask")
    ask.id = max(live.asks, default=0) + 1
    ask.at = time.time()
    live.asks[ask.id] = ask
    _settle(storage, live, ask)
    return ask


def answer(storage: Storage, live: LiveGame, person: Person, id_: int, grant: bool) -> Ask:
    """Grant or decline; who asked withdraws it by declining."""
    ask = live.asks.get(id_)
    if ask is None:
        raise Missing("fault.nothing_asked")
    if ask.status != OPEN:
        raise Stale("fault.stale")
    if person.id == ask.person and not grant:
        ask.status = WITHDRAWN
    elif person.id in voters(live, ask):
        ask.answers[person.id] = grant
    else:
        raise Forbidden("fault.not_your_seat")
    _settle(storage, live, ask)
    return ask


def _settle(storage: Storage, live: LiveGame, ask: Ask) -> None:
    """See what the answers come to, and do what was granted."""
    if ask.status == OPEN and False in ask.answers.values():
        ask.status = DECLINED
    if ask.status == OPEN and all(ask.answers.get(voter) for voter in voters(live, ask)):
        ask.status = GRANTED if _may_still(live, ask) else LAPSED
        if ask.status == GRANTED:
            _do(storage, live, ask)
    ask_rows.keep(storage, live.row.id, ask)
    live.news_beside_the_log()


def _may_still(live: LiveGame, ask: Ask) -> bool:
    """Whether what was asked for can still be done."""
    if ask.kind == SUBSTITUTE:
        return not live.game.over
    there = ask.move < len(live.game.actions) and live.marks[ask.move] == ask.mark
    return there and earliest(live) <= ask.move


def _do(storage: Storage, live: LiveGame, ask: Ask) -> None:
    if ask.kind == UNDO:
        take_back(storage, live, ask.move)
    else:
        give(storage, live, Seat(ask.seat, PERSON, ask.name, ask.person))


def take_back(storage: Storage, live: LiveGame, keep: int) -> None:
    """Take back all actions but the first so many, with what programs had made of them."""
    gone = set(live.marks[keep + 1 :])
    moves.take_back(storage, live, keep)
    programs.taken_back(storage, live, keep, gone)


def give(storage: Storage, live: LiveGame, place: Seat) -> None:
    """Let somebody else, or a bot, have a seat from now on; orders that were given there are over."""
    programs.stop_all(storage, live, place.seat)
    hand_over(storage, live, place)
    moves.restart_clock(storage, live, place.seat)
