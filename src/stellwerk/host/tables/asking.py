"""Consent: taking back further than one may alone, and seats that change hands, where all others agree.

Who has not been there for long is not waited for, so that one who vanished does not end the game of all others.
Callers hold the game's lock.
"""

from __future__ import annotations

import msgspec

from stellwerk.bots import usual_level
from stellwerk.view.faults import Forbidden, Missing, Stale

from .. import moves
from ..live import LiveGame
from ..programs import programs
from ..storage.people import presence
from ..storage.rows import BOT, PERSON, Person, Seat
from ..storage.storage import Storage
from ..storage.tables import ask_rows, clock_rows
from .asks import A_BOT, DECLINED, EXPIRED, GRANTED, HAND_ON, LAPSED, OPEN, SUBSTITUTE, UNDO, WITHDRAWN, Ask
from .seating import hand_over

EACH, EACH_STRANGER = 100, 3
"""How often somebody may ask the same in one game, and ask for a seat."""
AT_ONCE, KEPT = 10, 100
"""Requests for seats that may stand in one game, and those that are kept when they are over."""
DAYS = 7
"""Who has not been there for so many days is missing; what is asked stands for as long."""
STALLS = 2 * DAYS
"""After so many days somebody for whom a game without a clock waits has kept it waiting for too long."""
DAY = 86_400


def patience(live: LiveGame) -> int:
    """After how many days somebody is missing: where more time was agreed on, after that."""
    bank = live.terms.bank // DAY if live.terms is not None and live.terms.kind == "bank" else 0
    return max(DAYS, bank)


def _long_ago(live: LiveGame) -> float:
    return moves.now() - patience(live) * DAY


def earliest(live: LiveGame) -> int:
    """So many moves stay, whoever agrees: what came to light is not taken back."""
    return max(live.game.irrevocable, live.course.begun if live.course else 0)


def missing(storage: Storage, live: LiveGame) -> set[int]:
    """People at a table who have not been there for long, vacations apart, or who can never come back."""
    since = _long_ago(live)
    return {person for person, at in presence.last_here(storage, _people(live), moves.now()).items() if at < since}


def stalling(storage: Storage, live: LiveGame) -> set[int]:
    """People for whom a game has waited for long, wherever else they were; a clock sees to that itself."""
    now = moves.now()
    since = now - STALLS * DAY
    if live.terms is not None or live.row.changed >= since:
        return set()
    waiting = live.game.waiting_for()
    asked = {seat.person for seat in live.seats if seat.seat in waiting and seat.person is not None}
    away = clock_rows.away(storage, asked)
    return asked - {one.person for one in away if one.start <= now and one.until >= since}


def _people(live: LiveGame) -> set[int]:
    return {seat.person for seat in live.seats if seat.kind == PERSON and seat.person is not None}


def voters(live: LiveGame, ask: Ask) -> set[int]:
    """The people who must agree: all others who are still there."""
    if ask.kind == HAND_ON:
        return set()
    replaced = {live.seats[ask.seat].person} if ask.kind == A_BOT else set()
    return _people(live) - {ask.person} - replaced - live.missing()


def deserted(live: LiveGame) -> list[int]:
    """Seats of people who have not been there for long, or have kept the game waiting."""
    gone = live.missing() | live.stalling()
    return [
        seat.seat for seat in live.seats if seat.kind == PERSON and (seat.person is None or seat.person in gone)
    ]


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


def to_let_a_bot_play(storage: Storage, live: LiveGame, person: Person, seat: int) -> Ask:
    """Ask for a bot to play on in the seat of somebody who is missing or keeps the game waiting.

    It is done at once where nobody is left to be asked.
    """
    mine = live.seat_for(person.id)
    if mine is None or live.waits_for_people:
        raise Forbidden("fault.not_your_seat")
    if live.game.over or seat not in deserted(live):
        raise Forbidden("fault.not_missing", days=patience(live), stalls=STALLS)
    return _asked(storage, live, Ask(0, A_BOT, person.id, live.game.players[mine], seat, len(live.game.actions)))


def to_hand_on(storage: Storage, live: LiveGame, person: Person, seat: int, to: int | None) -> Ask:
    """Offer one's own seat."""
    for ask in live.asks.values():
        if ask.status == OPEN and (ask.kind, ask.seat) == (HAND_ON, seat):
            ask.status = WITHDRAWN
            _settle(storage, live, ask)
    name, moves_now = live.game.players[seat], len(live.game.actions)
    return _asked(storage, live, Ask(0, HAND_ON, person.id, name, seat, moves_now, to=to))


def hand_on(storage: Storage, live: LiveGame, ask: Ask, place: Seat) -> None:
    """Let somebody have a seat that was offered."""
    ask.status = GRANTED if live.seats[ask.seat].person == ask.person and not live.game.over else LAPSED
    if ask.status == GRANTED:
        give(storage, live, place)
    _settle(storage, live, ask)


def _asked(storage: Storage, live: LiveGame, ask: Ask) -> Ask:
    same = [one for one in live.asks.values() if (one.kind, one.person) == (ask.kind, ask.person)]
    if ask.kind != HAND_ON and any(one.status == OPEN for one in same):
        raise Stale("fault.asked_already")
    most = EACH_STRANGER if ask.kind == SUBSTITUTE else EACH
    if len(same) >= most:
        raise Forbidden("fault.many_asks", most=most)
    if ask.kind == SUBSTITUTE:
        _make_room(storage, live)
    alone = ask.kind != SUBSTITUTE and (ask.kind in (A_BOT, HAND_ON) or not _people(live) - {ask.person})
    if not alone and not voters(live, ask):
        raise Forbidden("fault.nobody_to_ask")
    ask.id = max(live.asks, default=0) + 1
    ask.at = moves.now()
    live.asks[ask.id] = ask
    _settle(storage, live, ask)
    return ask


def _make_room(storage: Storage, live: LiveGame) -> None:
    """Have strangers' requests for seats take up no more than so much."""
    seats = [ask for ask in live.asks.values() if ask.kind == SUBSTITUTE]
    if sum(ask.status == OPEN for ask in seats) >= AT_ONCE:
        raise Forbidden("fault.many_strangers")
    for ask in [ask for ask in seats if ask.status != OPEN][:-KEPT]:
        ask_rows.forget(storage, live.row.id, ask.id)
        del live.asks[ask.id]


def springs(live: LiveGame, ask: Ask) -> bool:
    """Whether something asked is news that opens a page's panel by itself, and not asked again and again."""
    return not any(
        (one.kind, one.person) == (ask.kind, ask.person) and (ask.kind == SUBSTITUTE or one.mark == ask.mark)
        for one in live.asks.values()
        if one.id < ask.id
    )


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


def review(storage: Storage, live: LiveGame) -> None:
    """See what became of what is asked, as people go missing and time goes by."""
    for ask in [] if live.closed else list(live.asks.values()):
        if ask.status == OPEN and (_agreed(live, ask) or ask.at < _long_ago(live)):
            try:
                _settle(storage, live, ask)
            except Forbidden:  # the log has no room for it
                ask.status = LAPSED
                ask_rows.keep(storage, live.row.id, ask)


def _settle(storage: Storage, live: LiveGame, ask: Ask) -> None:
    """See what the answers come to, and do what was granted."""
    if ask.status == OPEN and False in ask.answers.values():
        ask.status = DECLINED
    if ask.status == OPEN and _agreed(live, ask):
        may = _may_still(live, ask)
        if may:
            _do(storage, live, ask)
        ask.status = GRANTED if may else LAPSED
    if ask.status == OPEN and ask.at < _long_ago(live):
        ask.status = EXPIRED
    ask_rows.keep(storage, live.row.id, ask)
    live.news_beside_the_log()


def _agreed(live: LiveGame, ask: Ask) -> bool:
    """Whether all have agreed who must, and one of them at least where there are others."""
    if ask.kind == HAND_ON:
        return False
    alone = ask.kind == A_BOT or not _people(live) - {ask.person}
    return (alone or True in ask.answers.values()) and all(ask.answers.get(one) for one in voters(live, ask))


def _may_still(live: LiveGame, ask: Ask) -> bool:
    """Whether what was asked for can still be done."""
    if ask.kind == A_BOT:
        return not live.game.over and ask.seat in deserted(live)
    if ask.kind == SUBSTITUTE:
        return not live.game.over
    there = ask.move < len(live.game.actions) and live.marks[ask.move] == ask.mark
    return there and earliest(live) <= ask.move


def _do(storage: Storage, live: LiveGame, ask: Ask) -> None:
    if ask.kind == UNDO:
        programs.take_back(storage, live, ask.move)
    elif ask.kind == A_BOT:
        level = usual_level(live.title)
        give(storage, live, Seat(ask.seat, BOT, live.seats[ask.seat].name, None, level))
    else:
        program = ask.person in storage.programs_among([ask.person])
        give(storage, live, Seat(ask.seat, PERSON, ask.name, ask.person, program=program))


def give(storage: Storage, live: LiveGame, place: Seat) -> None:
    """Let somebody else, or a bot, have a seat from now on; orders that were given there are over."""
    before = live.seats[place.seat]
    if place.kind == BOT and before.kind == PERSON and before.person is not None:
        storage.resign(live.row.id, before.person, place.seat)  # also who was late so that it came to this
        place = msgspec.structs.replace(place, program=before.program)  # a game that a program was in stays one
    elif place.person is not None:
        storage.resign(live.row.id, place.person, None)
    programs.stop_all(storage, live, place.seat)
    hand_over(storage, live, place)
    moves.restart_clock(storage, live, place.seat)
