"""A password that was lost: a letter with a link that sets another one, once and for a short time.

Whoever asks is told the same at once, whether there is such an account or not: all that depends on it is done
afterwards, in a thread of its own.
"""

from __future__ import annotations

import hashlib
import logging
import queue
import secrets
import threading
import time

from stellwerk.view.faults import Missing, TooMany, Unkept
from stellwerk.view.texts import text

from ..host import Host
from ..limits.attempts import Attempts
from ..notices.mailing import mailer
from ..storage.rows import Account
from .accounts import hashed
from .look_alikes import likeness
from .visitors import Visitors, clean_name

GOOD = 1800.0
"""Seconds for which a link is good."""
HOUR = 3600.0
LINKS = 3
"""Links an hour for an account."""
SAME_ADDRESS = 5
"""Accounts at an address that a letter names."""
WAITING = 200
"""Letters that may wait to be written."""
_log = logging.getLogger(__name__)


class Recovery:
    """Writes letters to those who have lost their password, and takes their links."""

    def __init__(self, host: Host, visitors: Visitors) -> None:
        self.storage, self._visitors = host.storage, visitors
        self._address = host.settings.address.rstrip("/")
        self.mailer = mailer(host.settings.mail) if self._address else None
        self._attempts = Attempts()
        self._asked: queue.Queue[tuple[str, str] | None] = queue.Queue(WAITING)
        self._thread = threading.Thread(target=self._run, name="recovery", daemon=True)

    @property
    def writes(self) -> bool:
        """Whether letters are written here."""
        return self.mailer is not None

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, without waiting for a letter that is on its way."""
        try:
            self._asked.put_nowait(None)
        except queue.Full:
            return
        self._thread.join(1.0)

    def ask(self, who: str, language: str, address: str) -> None:
        """Somebody at an address has lost their password, and tells a name or where letters reach them."""
        self._attempts.letter(address)
        if not self.writes:
            raise Missing("fault.no_letters")
        try:
            self._asked.put_nowait((who.strip(), language))
        except queue.Full:
            raise TooMany("fault.attempts") from None

    def _run(self) -> None:
        while (asked := self._asked.get()) is not None:
            try:
                self.answer(*asked)
            except Unkept as fault:
                _log.warning("a lost password cannot be helped: %s", fault.values["problem"])
            except Exception:  # the next one shall be helped all the same
                _log.exception("a lost password cannot be helped")
            finally:
                self._asked.task_done()

    def settle(self) -> None:
        """Wait until nobody waits for a letter: for tests."""
        self._asked.join()

    def answer(self, who: str, language: str) -> None:
        """Write to whoever it is, if anybody."""
        if "@" in who:
            found = self.storage.accounts_at(who, SAME_ADDRESS)
        else:
            name = clean_name(who)
            account = self.storage.account_called(name, likeness(name))
            found = [account] if account and account.email else []
        lines = [
            f"{one.name}: {link}"
            for one in found
            if one.suspended is None and (link := self._link(one)) is not None
        ]
        if lines and found[0].email and self.mailer is not None:
            words = text("recovery.letter", language, links="\n".join(lines), minutes=round(GOOD / 60))
            if not self.mailer.send(found[0].email, text("recovery.subject", language), words):
                _log.warning("a letter to person %s was not taken", found[0].person)

    def _link(self, account: Account) -> str | None:
        key, now = secrets.token_urlsafe(32), time.time()
        if self.storage.add_recovery(_digest(key), account.person, now, now + GOOD, LINKS, now - HOUR):
            return f"{self._address}/lost/{key}"
        return None

    def whose(self, key: str) -> Account:
        """Whose password a link is for; looking does not use it up."""
        found = self.storage.recovered(_digest(key), time.time())
        if found is None:
            raise Missing("fault.lost_link")
        return found

    def renew(self, key: str, password: str, address: str, keep_passkeys: bool = False) -> None:
        """Set another password by a link, which all sessions end with, and passkeys unless they shall stay."""
        self._attempts.letter(address)
        account = self.whose(key)
        digest = hashed(password, account.name)
        if not self.storage.recover(_digest(key), time.time(), account.person, digest, keep_passkeys):
            raise Missing("fault.lost_link")
        self._visitors.forget([account.person])


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "backslashreplace")).hexdigest()
