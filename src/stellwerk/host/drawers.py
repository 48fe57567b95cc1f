"""Has this process hold its share of all games as long as it serves, and knows who holds the others.

Each process says in the database now and then that it is there (`storage/lease_rows.py`); what one held that does
not say so any more, the others share among themselves. Who joins gets a share of everybody. Before a drawer is
left to others its games leave memory here, whatever is being done to them being finished first; and one that comes
has none in memory of an earlier time. Whoever could not say in time that it is there answers nothing about games
by itself, since it cannot know who has them.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Collection, Mapping
from contextlib import suppress

import msgspec

from stellwerk.play.errors import StellwerkError
from stellwerk.view.faults import Fault

from .host import Host
from .places import Place, drawer_of
from .settings import Settings
from .storage import lease_rows
from .storage.data_dir import open_storage
from .storage.lease_rows import Member
from .storage.postgres import Postgres

BEATS = 5
"""How often everybody says that they are there, until they would be believed to be gone."""
MARGIN = 0.8
"""The part of that time for which one relies on it oneself; clocks do not run alike."""
_log = logging.getLogger(__name__)


class Drawers:
    """Those of one process, in a thread of its own."""

    def __init__(self, host: Host, socket: str) -> None:
        self._host, self._place, self._lease = host, host.place, host.settings.lease
        assert isinstance(host.storage.keeper, Postgres)
        self._socket, self._keeper = socket, host.storage.keeper
        self.me = self._new()
        self._mine: frozenset[int] = frozenset()
        self._holders: Mapping[int, Member] = {}
        self._wanted, self._ended = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="drawers", daemon=True)
        self._waking: threading.Thread | None = None

    def _new(self) -> Member:
        return Member(secrets.token_hex(8), self._place.name, self._socket, self._host.settings.peers_at)

    def start(self) -> None:
        """Take a share."""
        self._join()
        self._renew()
        self._thread.start()

    def stop(self) -> None:
        """Take no more; what is held is left to others at the very end, when nothing of it is written any more."""
        self._ended.set()
        self._wanted.set()
        self._thread.join()
        self._place.hold((), 0.0)
        if self._waking is not None:
            self._waking.join()
        self._host.parting = self._leave

    def look_again(self) -> None:
        """Somebody has come or gone."""
        self._wanted.set()

    def holder(self, drawer: int) -> Member | None:
        """Who holds a drawer, as far as it is known."""
        return self._holders.get(drawer)

    def others(self) -> list[Member]:
        """Who else holds anything."""
        found = {member.id: member for member in self._holders.values() if member.id != self.me.id}
        return list(found.values())

    def away(self, member: Member) -> bool:
        """Whether another process is on another machine."""
        return member.socket.rpartition("/")[0] != self._socket.rpartition("/")[0]

    def _run(self) -> None:
        while not self._ended.is_set():
            self._wanted.wait(self._lease / BEATS)
            self._wanted.clear()
            if self._ended.is_set():
                return
            try:
                self._renew()
            except Fault as fault:
                _log.warning("others are not told that we serve: %s", fault.values.get("problem", fault))
            except Exception:
                _log.exception("others are not told that we serve")

    def _join(self) -> None:
        lease_rows.join(self._host.storage, self.me, self._lease)
        self._keeper.member = self.me.id

    def _renew(self) -> None:
        asked = time.monotonic()
        held = lease_rows.renew(self._host.storage, self.me, self._lease)
        if held is None:
            _log.warning("others have taken over the games of this process; it begins anew")
            self._place.hold((), 0.0)
            self._mine = frozenset()
            self._host.hand_over(lambda game: True)
            self.me = self._new()
            self._join()
            self._wanted.set()
            return
        came, self._mine = held.mine - self._mine, held.mine - held.surplus
        self._let_go(came)
        self._place.hold(self._mine, asked + MARGIN * self._lease)
        self._holders = held.holders
        if held.surplus:
            self._let_go(held.surplus)
            lease_rows.give_up(self._host.storage, self.me, held.surplus)
        if came and self._thread.is_alive() and (self._waking is None or not self._waking.is_alive()):
            self._waking = threading.Thread(target=self._host.wake, name="wake again")
            self._waking.start()

    def _let_go(self, drawers: Collection[int]) -> None:
        if drawers:
            self._host.hand_over(lambda game: drawer_of(game) in drawers)

    def _leave(self) -> None:
        with suppress(Fault):  # others find out
            lease_rows.leave(self._host.storage, self.me)


def prepare(settings: Settings) -> None:
    """See to the database before the first process of this computer starts; what is wrong is said once."""
    apart = not settings.peers_at
    storage = open_storage(settings if apart else msgspec.structs.replace(settings, place=Place("all")))
    try:
        if apart:  # the database is ours alone
            lease_rows.clear(storage)
            return
        assert isinstance(storage.keeper, Postgres)
        with storage.keeper.without_others() as alone:
            if alone:
                lease_rows.clear(storage)
        if any(not member.address for member in lease_rows.members(storage)):
            raise StellwerkError(
                "Others serve from this database who do not say where to reach them (--peers-at)."
            )
    finally:
        storage.close()
