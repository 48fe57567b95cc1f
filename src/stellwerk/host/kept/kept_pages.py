"""Pages kept between two looks at a game, for when it is no longer in memory."""

from __future__ import annotations

import logging

from stellwerk.view.faults import Unkept

from ..live import LiveGame, Look, barred, seat_for
from ..storage.page_cache import KeptView, View, edition, pack, unpack
from ..storage.rows import OPEN, GameRow
from ..storage.storage import Storage

_log = logging.getLogger(__name__)


def keep(storage: Storage, live: LiveGame, leaving: bool = False) -> None:
    """Keep the views that were made of a game as it stands, for when it is no longer in memory.

    Those of which only some parts were looked at are made whole when it is `leaving`.
    """
    with live.lock:
        made = {
            (look.seat, look.language): view.whole()
            for (number, _, look), view in live.memo.items()
            if number == live.number and look == Look(look.seat, look.language) and look not in live.kept
            if leaving or view.complete
        }
        waiting, number = live.game.waiting_for(), live.number
    if not made or live.waits_for_people or live.branch:
        return
    tag = edition(live.row.title)
    views = [KeptView(seat, language, number, waiting, tag, pack(view)) for (seat, language), view in made.items()]
    try:
        storage.keep_views(live.row.id, views)
    except Unkept as fault:  # a page that is not kept is made again
        _log.warning("a page of game %s cannot be kept: %s", live.row.id, fault.values["problem"])
        return
    with live.lock:
        if live.number == number:
            live.kept.update(Look(seat, language) for seat, language in made)


def kept_view(storage: Storage, id_: str, person: int | None, language: str) -> tuple[GameRow, View] | None:
    """A page of a game that is not in memory, if it was kept and nothing has happened since."""
    row = storage.game(id_)
    if row is None or row.status == OPEN or barred(row):
        return None
    for kept in (views := storage.kept_views(id_, language, edition(row.title))):
        if kept.seat == seat_for(row.seats, views[0].waiting, person) and (view := unpack(kept.body)):
            return row, view
    return None
