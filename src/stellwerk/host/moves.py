"""Playing and taking back: first the log, then memory. What the log does not have has not happened.

Callers hold the game's lock, through `Host.held`, which reads the game again where the log could not be written.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

import msgspec
import sqlalchemy as sa

from stellwerk.play.core import Action
from stellwerk.play.errors import IllegalAction
from stellwerk.play.forced import forced_pass
from stellwerk.play.game import Game
from stellwerk.view.faults import Forbidden, Refused

from .clocks.clock import Clock, moved
from .live import LiveGame, public_result
from .storage.rows import FINISHED, RUNNING
from .storage.storage import Storage
from .storage.tables.journal import MARK_EVERY, UNDO, mark
from .storage.tables.program_rows import making
from .tables.asks import SHOWN
from .tables.undone import going

now = time.time
"""What clocks go by."""


def play(
    storage: Storage, live: LiveGame, action: Action, late: bool = False, order: int | None = None
) -> None:
    """Play an action and keep it, and so every pass after it that is no choice.

    `late` says that it is played because somebody's time was up, `order` which of the orders has decided it.
    """
    _play(storage, live, action, late, order is not None, order)
    pass_on(storage, live)


def pass_on(storage: Storage, live: LiveGame) -> None:
    """Pass for those who can do nothing else, for as long as there is such a step."""
    while (only := forced_pass(live.game)) is not None:
        _play(storage, live, only, alone=True)


def _play(
    storage: Storage,
    live: LiveGame,
    action: Action,
    late: bool = False,
    alone: bool = False,
    order: int | None = None,
) -> None:
    game = live.game.copy()
    try:
        game.play(action)
    except IllegalAction as error:
        raise Refused(error.refusal) from None
    acted = {action.seat}
    entry = msgspec.json.encode(game.actions[-1])  # as it is listed
    first = _keep(storage, live, game, [entry], acted, action.seat if late else None, alone, order)
    live.marks.append(first)
    live.went_on()


def play_again(storage: Storage, live: LiveGame, actions: Sequence[Action]) -> None:
    """Play what was taken back, in one go."""
    game = live.game.copy()
    try:
        for action in actions:
            game.play(action)
    except IllegalAction as error:  # it was played by other rules
        raise Refused(error.refusal) from None
    entries = [msgspec.json.encode(action) for action in actions]
    first = _keep(storage, live, game, entries, {action.seat for action in actions})
    live.marks += range(first, first + len(actions))
    del live.taken_back[-len(actions) :]
    pass_on(storage, live)


def take_back(storage: Storage, live: LiveGame, keep: int, beside: Sequence[sa.Executable] = ()) -> None:
    """Take back all actions but the first `keep`, in one go, with what else that ends."""
    game = live.game.copy()
    gone = going(game, keep) if live.undone is not None else []
    entries, taken = [], []
    while len(game.actions) > keep:
        taken.append(game.undo())
        entries.append(UNDO)
    _keep(storage, live, game, entries, beside=beside)
    live.taken_back += taken
    if live.undone is not None:
        live.undone = [*live.undone, *gone][-SHOWN:]
    del live.marks[keep + 1 :]
    live.corrections = [each for each in live.corrections if each.move <= keep]


def restart_clock(storage: Storage, live: LiveGame, seat: int) -> None:
    """Let whoever has a seat from now on have all the time there is."""
    clock, terms = live.clock, live.terms
    if clock is None or terms is None:
        return
    asked = {**clock.asked, seat: now()} if seat in clock.asked else clock.asked
    left = {**clock.left, seat: float(terms.bank)} if seat in clock.left else clock.left
    live.clock = Clock(asked, left, overdue=tuple(one for one in clock.overdue if one != seat))
    _keep(storage, live, live.game.copy(), [])


def _keep(
    storage: Storage, live: LiveGame, game: Game, entries: Sequence[bytes], acted: Collection[int] = (),
    late: int | None = None, alone: bool = False, order: int | None = None, beside: Sequence[sa.Executable] = (),
) -> int:  # fmt: skip
    """Write what leads to `game`, and only then let it be the one that everybody sees.

    Returns the number of the first of these entries. A game of older rules gets a mark before them: how it was
    read until now counts from now on.
    """
    if live.number + len(entries) > (live.longest if UNDO not in entries else live.reserve):
        key = "fault.long_log" if UNDO not in entries else "fault.long_undo"
        raise Forbidden(key, number=live.number, limit=live.longest, reserve=live.reserve)
    result, rules = public_result(game), game.title.rules_version
    lead = [mark(live.game, live.unwritten)] if live.rules < rules and live.number else []
    if live.rules < rules and not live.number:
        storage.renew(live.row.id, rules)  # nothing was played by the older ones
    unmarked = len(entries) if lead else live.unmarked + len(entries)
    tail = [mark(game)] if unmarked >= MARK_EVERY else []
    first = live.number + len(lead) + 1
    clock = None
    if live.clock is not None and live.terms is not None:
        alone = alone or late is not None
        clock = moved(live.clock, live.terms, acted, game.waiting_for(), now(), live.away(), late, alone)
        tail.append(msgspec.json.encode(clock))
    written = [*lead, *entries, *tail]
    if order is not None:
        beside = [*beside, making(live.row.id, first, order)]
    storage.extend(live.row.id, live.number + 1, written, result, game.over, game.waiting_for(), beside)
    game.thin()
    live.game = game
    live.number += len(written)
    live.rules, live.unwritten, live.unmarked = rules, [], 0 if unmarked >= MARK_EVERY else unmarked
    live.clock = clock or live.clock
    if late is not None:
        live.late.add(first)
    if order is not None:
        live.orders.moves[first] = order
    status = FINISHED if game.over else RUNNING
    live.row = msgspec.structs.replace(live.row, status=status, result=result, changed=time.time())
    live.kept.clear()
    live.memo.clear()
    live.previews.clear()
    return first
