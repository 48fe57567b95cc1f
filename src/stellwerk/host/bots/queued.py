"""Bots that are asked through the database by whoever serves; they think in processes that may stand elsewhere.

A question names a game and the length of its log; who thinks reads the log there and keeps the game as it was, so
that only what is new is read the next time. Both sides hear of each other by NOTIFY, and look for themselves after
a second, should something have been missed.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from stellwerk.play.core import Action
from stellwerk.play.typed import convert, decode
from stellwerk.view.faults import Busy, Fault, Missing

from ..live import LiveGame, barred
from ..storage import question_rows
from ..storage.postgres import ears
from ..storage.question_rows import Asked
from ..storage.storage import Storage
from .bot_pool import Advice, Cuts, Robots

LOOK = 1.0
"""Seconds after which it is looked whether something was not heard."""
WAIT = 45.0
"""Seconds that an answer is waited for, a worker's start and a long game's replay among them."""
KEPT = 100
"""Games that whoever thinks keeps."""
TIDY = 60.0
"""Seconds between two looks for questions that nobody waits for."""
_log = logging.getLogger(__name__)


class Thinking(Protocol):
    """Whoever can be asked what a bot does."""

    cuts: Cuts

    def choose(self, live: LiveGame, seat: int, level: str) -> Action | None:
        """What a bot does now; nothing where it need not decide any more."""

    def advise(self, live: LiveGame, seat: int) -> list[Advice]:
        """What a bot thinks of a seat's choices, best first."""

    def close(self) -> None:
        """Ask nobody any more."""


class Answer(Struct, frozen=True):
    """What came of a question: an action or advice as plain data, or what went wrong."""

    found: Any = None
    problem: str = ""
    cut: bool = False
    """Whether there was too little time to look ahead."""


class Queued:
    """Asks through the database."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._waiting: dict[int, threading.Event] = {}
        self._closed = False
        self.cuts = Cuts()

    def choose(self, live: LiveGame, seat: int, level: str) -> Action | None:
        """What a bot does now; nothing where it need not decide any more."""
        answer = self._ask(live, seat, level)
        if answer.cut:
            self.cuts.note(level, live.game.title.id)
        return None if answer.found is None else live.read(answer.found)

    def advise(self, live: LiveGame, seat: int) -> list[Advice]:
        """What a bot thinks of a seat's choices, best first."""
        return convert(self._ask(live, seat, "").found, list[Advice])

    def heard(self, about: str) -> None:
        """A question was answered, perhaps one of ours."""
        event = self._waiting.get(int(about)) if about.isdecimal() else None
        if event is not None:
            event.set()

    def close(self) -> None:
        """Wait for nothing any more."""
        self._closed = True
        for event in list(self._waiting.values()):
            event.set()

    def _ask(self, live: LiveGame, seat: int, level: str) -> Answer:
        asked = Asked(secrets.randbits(62), live.row.id, live.number, seat, level)
        event = self._waiting[asked.id] = threading.Event()
        try:
            question_rows.ask(self._storage, asked)
            body = self._answer(asked, event)
        finally:
            del self._waiting[asked.id]
        if body is None:
            question_rows.drop(self._storage, asked.id)
            raise Busy("fault.restarting")
        answer = decode(body, Answer)
        if answer.problem:
            raise RuntimeError(answer.problem)
        return answer

    def _answer(self, asked: Asked, event: threading.Event) -> bytes | None:
        end = time.monotonic() + WAIT
        while not self._closed and time.monotonic() < end:
            event.wait(LOOK)
            event.clear()
            body = question_rows.answered(self._storage, asked)
            if body is not None:
                return body
        return None


class Thinker:
    """Takes questions out of the database and answers them: some threads, each with a process of its own."""

    def __init__(self, storage: Storage, channel: str, processes: int) -> None:
        """`channel` is where whoever asks hears that there is an answer; 0 processes think in a thread."""
        self._storage, self._channel = storage, channel
        self._number = 0
        self._news = threading.Condition()
        self._heard = 0
        self._ended = threading.Event()
        self.listening = threading.Event()
        """Whether it is heard that somebody asks."""
        self._threads = [threading.Thread(target=self._listen, name="questions", daemon=True)]
        for number in range(max(1, processes)):
            desk = _Desk(storage, min(1, processes))
            thread = threading.Thread(target=self._work, args=(desk,), name=f"thinking {number}", daemon=True)
            self._threads.append(thread)

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End, with what is being thought about; others will take it."""
        self._ended.set()
        self._wake()
        for thread in self._threads:
            thread.join()

    def _wake(self) -> None:
        with self._news:
            self._heard += 1
            self._news.notify_all()

    def _listen(self) -> None:
        tidied = 0.0
        while not self._ended.is_set():
            number = 1 + secrets.randbelow(2**31 - 1)
            try:
                with ears(self._storage.engine, question_rows.CHANNEL, number) as heard:
                    self._number = number
                    self.listening.set()
                    while not self._ended.is_set():
                        self._wake()  # also for what was not heard, or whose worker has ended
                        heard(LOOK)
                        if time.monotonic() - tidied > TIDY:
                            tidied = time.monotonic()
                            question_rows.clear(self._storage)
            except Exception as error:  # such as a database that is started anew
                _log.warning("nobody is heard who asks for bots: %s", str(error).partition("\n")[0])
            finally:
                self.listening.clear()
                self._number = 0
            self._ended.wait(LOOK)

    def _work(self, desk: _Desk) -> None:
        seen = 0
        while not self._ended.is_set():
            with self._news:
                while self._heard == seen:
                    self._news.wait()
                seen = self._heard
            try:
                while (number := self._number) and not self._ended.is_set():
                    asked = question_rows.take(self._storage, number)
                    if asked is None:
                        break
                    body = msgspec.json.encode(desk.answer(asked))
                    question_rows.answer(self._storage, self._channel, asked.id, number, body)
            except Fault as fault:
                _log.warning("questions about bots wait: %s", str(fault.values.get("problem", fault)))
        desk.close()


class _Desk:
    """Games as one who thinks knows them, and the process that does it."""

    def __init__(self, storage: Storage, processes: int) -> None:
        self._storage = storage
        self._robots = Robots(processes)
        self._games: OrderedDict[str, LiveGame] = OrderedDict()

    def close(self) -> None:
        """Send the process home."""
        self._robots.close()

    def answer(self, asked: Asked) -> Answer:
        """What came of a question."""
        try:
            live = self._game(asked)
            if not asked.level:
                return Answer(msgspec.to_builtins(self._robots.advise(live, asked.seat)))
            chosen = self._robots.decide(live, asked.seat, asked.level)
            return Answer() if chosen is None else Answer(chosen.action, cut=chosen.cut)
        except Exception as error:  # whoever asks tries again after a while
            _log.warning("game %s cannot be thought about", asked.game, exc_info=error)
            return Answer(problem=f"{type(error).__name__}: {error}".partition("\n")[0])

    def _game(self, asked: Asked) -> LiveGame:
        """The game as far as the question goes, from what is known already."""
        live = self._games.pop(asked.game, None)
        if live is None or live.number > asked.number:
            row = self._storage.game(asked.game)
            if row is None:
                raise Missing("fault.no_game")
            bar = barred(row)
            if bar is not None:
                raise bar
            live = LiveGame(row)
        live.follow(*self._storage.entries(asked.game, live.number, asked.number))
        live.game.thin()
        if live.broken or live.number != asked.number:
            raise Missing("fault.no_game")
        self._games[asked.game] = live
        if len(self._games) > KEPT:
            self._games.popitem(last=False)
        return live
