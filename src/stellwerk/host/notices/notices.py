"""Telling people who are not here of their turn, and of what others ask of them or where they are named: one
message an hour at most, with all games that wait. Where time runs short they are told again."""

from __future__ import annotations

import hmac
import logging
import math
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from stellwerk.titles.registry import find_title
from stellwerk.view.faults import Fault, Missing, Unkept
from stellwerk.view.names import called
from stellwerk.view.texts import span, text

from ..host import Host
from ..live import barred, is_turn_of
from ..people.visitors import Visitors
from ..storage.people.notice_rows import Notice
from ..storage.people.push_rows import Push
from ..storage.rows import RUNNING, Account, GameRow, Person
from ..storage.tables import clock_rows
from .called_for import Call, calls
from .errands import Errands
from .mailing import mailer
from .pushing import Sender, encrypted, good_push
from .webhooks import good_webhook

HOUR = 3600.0
AWAY = 180.0
"""Seconds without a request after which somebody does not look any more."""
SECONDS = 30.0
"""Between two looks for who has to be told."""
MOST = 40
"""Games that a message names."""
LOOKED_AT = 1000
"""Games of a person that are looked at: more than anybody may sit in."""
LETTERS, CALLS = 2, 8
"""Letters, and messages to others' servers, that are on their way at once."""
PUSHED = 600
"""Signs of a message that a browser shows."""
SHORT = 6 * HOUR
"""Before one's time is up, one is told again."""
GONE = (404, 410)
"""What a service answers that has forgotten a browser."""
_log = logging.getLogger(__name__)


class Notices:
    """Looks who has to be told, in a thread of its own, since others' servers may take long."""

    def __init__(
        self,
        host: Host,
        visitors: Visitors,
        post: Callable[[str, bytes], bool],
        send: Callable[[str, bytes, Mapping[str, str]], int] = lambda url, body, headers: 0,
    ) -> None:
        """`post` sends a message to an address; whether it was taken. `send` does so with headers; how it was."""
        self.post, self.send = post, send
        self.sender = Sender(host.storage.secret("push"), host.settings.address)
        self.host, self.storage, self.visitors = host, host.storage, visitors
        self.mailer = mailer(host.settings.mail)
        self._secret = host.storage.secret()
        self._letters, self._calls = Errands("letters", LETTERS), Errands("calls", CALLS)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, without waiting for a message that is on its way."""
        self._ended.set()
        self._letters.stop()
        self._calls.stop()
        self._thread.join(1.0)

    def _run(self) -> None:
        while not self._ended.wait(SECONDS):
            try:
                if self.host.place.first:
                    self._look(time.time())
            except Unkept as fault:
                _log.warning("nobody is told of their turn: %s", fault.values["problem"])
            except Exception:  # games go on without
                _log.exception("nobody is told of their turn")

    def look(self, now: float) -> int:
        """Tell whoever has to be told, and wait until it has left; how many these are."""
        told = self._look(now)
        self._letters.wait()
        self._calls.wait()
        return told

    def _look(self, now: float) -> int:
        told = 0
        for notice, address in self.storage.noticed(now - HOUR):
            if self._ended.is_set():
                break
            try:
                told += self._look_for(notice, address, now)
            except Unkept as fault:
                _log.warning("person %s is not told of their turn: %s", notice.person, fault.values["problem"])
            except Exception:  # all others are told
                _log.exception("person %s is not told of their turn", notice.person)
        return told

    def _look_for(self, notice: Notice, address: str | None, now: float) -> bool:
        """Tell one of them, if they are not here and there is something to tell."""
        if self.visitors.idle(notice.person) < AWAY:
            return False
        mine = [row for row in self.storage.list_games(RUNNING, LOOKED_AT, notice.person) if not barred(row)]
        ends = clock_rows.ends(self.storage, [row.id for row in mine])
        waiting = _waiting(mine, notice, ends, now)
        called_for = calls(self.storage, notice, mine, now - AWAY)
        if not waiting and not called_for:
            return False
        self.storage.note_sent(notice.person, now)  # first, so that nobody is told twice whatever happens
        self._tell(notice, address, waiting, called_for, ends, now)
        return True

    def _tell(
        self,
        notice: Notice,
        address: str | None,
        waiting: list[GameRow],
        called_for: list[Call],
        ends: Mapping[str, float],
        now: float,
    ) -> None:
        # What was said at a table stays there: a message tells who and where.
        lines = [f"{self._called(one, notice)} {self._line(one.row, notice)}" for one in called_for[:MOST]]
        if waiting:
            short = sum(_short(row, ends) <= now for row in waiting)
            kind, count = ("notice.short", short) if short else ("notice.subject", len(waiting))
            subject = text(kind, notice.language, count=count)
            told = [_left(row, ends, notice, now) + self._line(row, notice) for row in waiting[:MOST]]
            lines = [*told, *([""] if lines else []), *lines]
        else:
            subject = self._called(called_for[0], notice)
        words = "\n".join((subject, "", *lines))
        if notice.webhook:
            games = [{"id": row.id, "title": row.title, "url": self._url(row)} for row in waiting[:MOST]]
            asked = [
                {"game": one.row.id, "kind": one.kind, "url": self._url(one.row)} for one in called_for[:MOST]
            ]
            body = msgspec.json.encode({"text": words, "content": words[:1900], "games": games, "called": asked})
            self._calls.put(partial(self._call, notice.person, notice.webhook, body))
        for push in self.storage.pushes_of(notice.person):
            self._calls.put(partial(self._push, push, subject, "\n".join(lines), now))
        if notice.email and address and self.mailer is not None:
            end = text("notice.stop", notice.language)
            self._letters.put(partial(self._write, notice.person, address, subject, f"{words}\n\n{end}\n"))

    def _write(self, person: int, address: str, subject: str, words: str) -> None:
        if self.mailer is not None and not self.mailer.send(address, subject, words):
            _log.warning("a letter to person %s was not taken", person)

    def _call(self, person: int, address: str, body: bytes) -> None:
        try:
            taken = self.post(address, body)
        except Fault:
            taken = False
        if not taken:
            _log.info("a message to the address of person %s was not taken", person)

    def _called(self, one: Call, notice: Notice) -> str:
        return text(f"notice.called.{one.kind}", notice.language, name=called(one.name, notice.language))

    def _push(self, push: Push, subject: str, words: str, now: float) -> None:
        """Tell a browser; one that its service knows no more is told nothing again."""
        told = {"title": subject, "body": words[:PUSHED], "url": "/mine"}
        try:
            body = encrypted(msgspec.json.encode(told), push.public, push.auth)
            status = self.send(push.address, body, self.sender.headers(push.address, now))
        except Fault:  # the address leads into our own network
            status = 0
        if status in GONE:
            self.storage.end_push(push.person, push.digest)
        elif not 200 <= status < 300:
            _log.info("a message to a browser of person %s was not taken (%s)", push.person, status)

    def _line(self, row: GameRow, notice: Notice) -> str:
        others = [called(seat.name, notice.language) for seat in row.seats if seat.person != notice.person]
        return f"{find_title(row.title).name} ({', '.join(others)}) {self._url(row)}".rstrip()

    def _url(self, row: GameRow) -> str:
        address = self.host.settings.address
        return f"{address.rstrip('/')}/games/{row.id}" if address else ""

    # What people ask for ------------------------------------------------------------------------------------

    def push_to(self, person: Person, address: object, keys: object, label: str, language: str) -> None:
        """Tell somebody in a browser, too."""
        given = keys if isinstance(keys, dict) else {}
        kept, public, auth = good_push(address, given.get("p256dh"), given.get("auth"))
        self.storage.add_push(person.id, kept, public, auth, label)
        was = self.storage.notice(person.id)
        self.storage.set_notice(msgspec.structs.replace(was, language=language))

    def choose(
        self,
        person: Person,
        account: Account,
        email: bool,
        webhook: str,
        language: str,
        asks: bool = True,
        talk: bool = True,
    ) -> bool:
        """How somebody wants to be told; whether a letter was written to ask whether the address is theirs."""
        was = self.storage.notice(person.id)
        kept = Notice(person.id, was.email and email, good_webhook(webhook), language, was.sent, asks, talk)
        self.storage.set_notice(kept)
        if not email or was.email or self.mailer is None or not account.email:
            return False
        link = f"{self.host.settings.address.rstrip('/')}/confirm/{self._code(person.id, account.email)}"
        words = text("notice.confirm", language, name=account.name, link=link)
        return self.mailer.send(account.email, text("notice.confirm_subject", language), words)

    def confirm(self, person: Person, account: Account, code: str) -> None:
        """Write to an address from now on, whose owner has the letter to prove it."""
        right = self._code(person.id, account.email or "")
        if not account.email or not hmac.compare_digest(code.encode("utf-8", "replace"), right.encode()):
            raise Missing("fault.no_link")
        self.storage.set_notice(msgspec.structs.replace(self.storage.notice(person.id), email=True))

    def _code(self, person: int, email: str) -> str:
        return hmac.new(self._secret, f"confirm {person} {email}".encode(), "sha256").hexdigest()[:32]


def _waiting(mine: list[GameRow], notice: Notice, ends: Mapping[str, float], now: float) -> list[GameRow]:
    """Games that wait for somebody, if one has begun to since they were told last, or time runs short; the
    longest-waiting first."""
    found = sorted((row for row in mine if is_turn_of(row, notice.person)), key=lambda row: row.changed)
    begun = any(notice.sent < row.changed <= now - AWAY for row in found)
    return found if begun or any(notice.sent < _short(row, ends) <= now for row in found) else []


def _short(row: GameRow, ends: Mapping[str, float]) -> float:
    """When time begins to run short in a game; never where one has little from the beginning."""
    short = ends.get(row.id, math.inf) - SHORT
    return short if short > row.changed + HOUR else math.inf


def _left(row: GameRow, ends: Mapping[str, float], notice: Notice, now: float) -> str:
    """How much time is left, where there is a clock."""
    left = ends.get(row.id, 0.0) - now
    return text("mine.left", notice.language, time=span(left, notice.language)) + ": " if left > 0 else ""
