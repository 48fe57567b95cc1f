"""What whoever runs the place does; a server that runs hears of it by the log of all this (`bulletin.py`)."""

from __future__ import annotations

import time
from types import TracebackType

from stellwerk.play.errors import StellwerkError
from stellwerk.view.faults import Forbidden

from .limits.quotas import LEAST, MOST, OWN, Quotas, otherwise
from .people.accounts import hashed
from .people.look_alikes import likeness
from .settings import Settings
from .storage.data_dir import open_beside
from .storage.rows import FINISHED, LISTED, OPEN, RUNNING, UNLISTED, Account, GameRow
from .storage.storage import Storage
from .written import plain

PROGRAM, PERSON = "program", "person"
"""What is noted where an account is a program's from now on, or a person's again."""
LONGEST = 500
"""Signs of a reason, and of an announcement."""


class Acts:
    """What an operator does, each thing noted."""

    def __init__(self, storage: Storage, name: str) -> None:
        self.storage, self.name = storage, name

    def _account(self, who: str) -> Account:
        found = self.storage.account(int(who)) if who.isdecimal() else self.storage.account_like(likeness(who))
        if found is None:
            raise StellwerkError(f"There is no account of {who}.")
        return found

    def suspend(self, who: str, why: str) -> str:
        """Close an account; whose it is."""
        account = self._account(who)
        self._may_close(account)
        self.storage.suspend(account.person, time.time())
        return self._noted("suspend", account, why)

    def readmit(self, who: str, why: str) -> str:
        """Open it again; whose it is."""
        account = self._account(who)
        self.storage.suspend(account.person, None)
        return self._noted("readmit", account, why)

    def set_password(self, who: str, password: str, why: str) -> str:
        """Another password for somebody who has lost theirs; whose it is. All sessions end."""
        account = self._account(who)
        self.storage.set_password(account.person, hashed(password, account.name))
        self.storage.end_keys(account.person)
        return self._noted("password", account, why)

    def _noted(self, what: str, account: Account, why: str) -> str:
        self.storage.note(self.name, what, str(account.person), plain(why, LONGEST))
        return account.name

    def appoint(self, who: str, why: str) -> str:
        """Let an account look after the place by its page; whose it is."""
        account = self._account(who)
        self.storage.set_operator(account.person, time.time())
        return self._noted("appoint", account, why)

    def dismiss(self, who: str, why: str) -> str:
        """Let it do so no more; whose it is."""
        account = self._account(who)
        self.storage.set_operator(account.person, None)
        return self._noted("dismiss", account, why)

    def mark(self, who: str, program: bool, why: str) -> str:
        """Have an account be a program's, or a person's again, also in games that have ended; whose it is."""
        account = self._account(who)
        self.storage.set_program(account.person, program, ended=True)
        return self._noted(PROGRAM if program else PERSON, account, why)

    def _may_close(self, account: Account) -> None:
        """Whether it is this one's to close an account."""

    def games(self, status: str, many: int = 200) -> list[GameRow]:
        """Games of a status, also those that no list has."""
        if status not in (OPEN, RUNNING, FINISHED):
            raise StellwerkError(f"A game is {OPEN}, {RUNNING} or {FINISHED}.")
        ids = self.storage.last_changed(status, many)
        return [row for row in map(self.storage.game, ids) if row is not None]

    def unlist(self, game: str, why: str) -> None:
        """Take a game out of all lists."""
        if not self.storage.set_access(game, UNLISTED):
            raise StellwerkError(f"There is no game {game}.")
        self.storage.note(self.name, "unlist", game, plain(why, LONGEST))

    def relist(self, game: str, why: str) -> None:
        """Have it in the lists again, if an operator took it out: what its owner keeps to friends stays so."""
        if game not in self.storage.noted("unlist", [game]) or not self.storage.set_access(game, LISTED):
            raise StellwerkError(f"There is no game {game}.")
        self.storage.note(self.name, "list", game, plain(why, LONGEST))

    def close_report(self, number: int, why: str) -> None:
        """A report was looked at."""
        if not self.storage.close_report(number):
            raise StellwerkError(f"There is no report {number}.")
        self.storage.note(self.name, "report", str(number), plain(why, LONGEST))

    def limit(self, name: str, most: int | None, why: str) -> None:
        """Let everybody have so much at most of something, or as much as usual."""
        if name not in OWN:
            raise StellwerkError(f"There is no limit {name}; there are {', '.join(OWN)}.")
        if most is not None and not LEAST <= most <= MOST:
            raise StellwerkError(f"A limit is from {LEAST} to {MOST}.")
        self.storage.set_limit(name, most)
        self.storage.note(self.name, "limit", f"{name} {'-' if most is None else most}", plain(why, LONGEST))

    def limits(self) -> list[tuple[str, int, int]]:
        """The limits, each with what is usual."""
        usual = Quotas()
        now = otherwise(usual, self.storage.limits())
        return [(name, getattr(now, name), getattr(usual, name)) for name in OWN]

    def announce(self, english: str, german: str, until: float) -> int:
        """Tell everybody something; its number."""
        number = self.storage.announce(plain(german, LONGEST), plain(english, LONGEST), until)
        self.storage.note(self.name, "announce", str(number))
        return number

    def withdraw(self, number: int) -> None:
        """Tell it no more."""
        if not self.storage.withdraw(number):
            raise StellwerkError(f"There is no announcement {number}.")
        self.storage.note(self.name, "withdraw", str(number))


class Operator(Acts):
    """Somebody at the command line, with the storage of a server."""

    def __init__(self, settings: Settings, name: str) -> None:
        super().__init__(open_beside(settings), name)

    def __enter__(self) -> Operator:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.storage.close()


class OnPage(Acts):
    """Somebody whose account was marked, at the page of operators."""

    def _may_close(self, account: Account) -> None:
        """Operators close no operators: whoever has stolen one account would have the place to themselves."""
        if self.storage.is_operator(account.person):
            raise Forbidden("fault.operator")
