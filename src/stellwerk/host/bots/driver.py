"""Lets bots move in the background: a few threads take games in turn and make one move each time."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from stellwerk.view.faults import Missing

from .bot_queue import Turns

_log = logging.getLogger(__name__)


class Driver:
    """Asks `move` for one move of a game, which answers whether a bot has more to do there.

    Nothing that goes wrong with one game ends a thread or touches another game: it is told once in the log for
    each cause, and the game is tried again after a while.
    """

    def __init__(
        self,
        move: Callable[[str], bool],
        attended: Callable[[str], bool],
        played: Callable[[str], bool],
        pace: float,
        threads: int,
    ) -> None:
        self._move = move
        self._turns = Turns(pace, attended, played)
        self._change = threading.Condition()
        self._closing = False
        self._wanted_threads = threads
        self._threads: list[threading.Thread] = []

    def want(self, game: str) -> None:
        """Bots may have something to do in a game."""
        with self._change:
            if self._closing:
                return
            self._turns.want(game, time.monotonic())
            if len(self._threads) < self._wanted_threads:
                thread = threading.Thread(target=self._work, name=f"bots {len(self._threads)}", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._change.notify_all()

    def wanted(self, game: str) -> bool:
        """Whether bots have something to do in a game."""
        with self._change:
            return game in self._turns

    def many(self) -> int:
        """In how many games bots have something to do."""
        with self._change:
            return len(self._turns)

    def wait(self, game: str) -> None:
        """Return when bots have nothing more to do in a game, or will never do it."""
        with self._change:
            self._change.wait_for(lambda: self._closing or game not in self._turns)

    def stop(self) -> None:
        """Begin no further move."""
        with self._change:
            self._closing = True
            self._change.notify_all()

    def join(self) -> None:
        """Wait for the moves that were being made when it was stopped."""
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (game := self._next()) is not None:
            try:
                more = self._move(game)
            except Missing:
                with self._change:
                    self._turns.drop(game)
                    self._change.notify_all()
            except Exception as error:
                self._failed(game, error)
            else:
                with self._change:
                    self._turns.done(game, more, time.monotonic())
                    self._change.notify_all()

    def _next(self) -> str | None:
        """The next game, as soon as it is due; None when there will be none."""
        with self._change:
            while not self._closing:
                now = time.monotonic()
                game = self._turns.take(now)
                if game is not None:
                    return game
                due = self._turns.due()
                self._change.wait(None if due is None else max(0.0, due - now))
        return None

    def _failed(self, game: str, error: Exception) -> None:
        with self._change:
            if self._closing:
                return
            news = self._turns.failed(game, _cause(error), time.monotonic())
            self._change.notify_all()
        if news:
            _log.error("bots could not go on in game %s; it will be tried again", game, exc_info=error)


def _cause(error: Exception) -> str:
    """What went wrong, the same for every game: SQL and its values stand in further lines of a message."""
    return f"{type(error).__name__}: {error}".partition("\n")[0]
