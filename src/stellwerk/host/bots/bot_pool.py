"""Where bots think: in processes of their own, so that pages never wait for them.

A game is always thought about by the same worker, which keeps it as it was. Only what has happened since is sent:
the log's length after an action (`LiveGame.marks`) tells which past of a game a worker knows.
"""

from __future__ import annotations

import logging
import random
import secrets
import threading
import time
import zlib
from collections import Counter, OrderedDict
from contextlib import suppress
from typing import Any, Union

import msgspec
from msgspec import Struct

from stellwerk import bots
from stellwerk.play.core import Action
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game
from stellwerk.play.game import Game
from stellwerk.play.typed import decode
from stellwerk.titles.registry import find_title

from ..live import LiveGame
from .workers import Lost, Occupied, Worker

KEPT = 200
"""Games that a worker keeps; the server remembers of so many what their worker knows."""
REPLAY = 0.02
"""Seconds that a worker gets for each action that it has to catch up with."""
ADVICE = bots.Budget(playouts=48, seconds=1.0)
"""What is played on for advice, where a title looks ahead, and how long whoever asks waits for it at most."""
_log = logging.getLogger(__name__)


class Head(Struct, frozen=True):
    """What a game follows from, besides its actions."""

    id: str
    title: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seed: int
    luck: str
    """What a bot's lots follow from; the seed may be known, and a bot's sealed bid is a secret too."""


class Known(Struct, frozen=True):
    """A past of a game: so many actions, the last of them with this mark."""

    actions: int = 0
    mark: int = 0


class Question(Struct, frozen=True):
    """What is asked of a worker: `new` actions follow on those that it knows. No level asks for advice."""

    head: Head
    past: Known
    new: bytes
    now: Known
    seat: int
    level: str = ""
    waited: float = 0.0
    """Seconds that have gone by before anybody was free to think: they count for the cap of who looks ahead."""


class Advice(Struct, frozen=True):
    """A choice that a bot thinks well of: what it would bring by which measure, reasons as keys with values."""

    action: dict[str, Any]
    score: float
    reasons: tuple[tuple[str, dict[str, Any]], ...]
    measure: str = ""
    compared: tuple[str, dict[str, Any]] | None = None
    """How it stands to other choices."""


class Chosen(Struct, frozen=True):
    """What a bot does, and whether its time was up before it had looked ahead as far as it wanted."""

    action: dict[str, Any]
    cut: bool = False


class Forgotten(Struct, frozen=True):
    """The answer of a worker that does not know the past it was asked about."""


class Cuts:
    """Counts decisions that were cut short, by level, and tells them in the log."""

    def __init__(self) -> None:
        self._counts = Counter({level: 0 for level in bots.levels() if bots.ponders(level)})
        self._lock = threading.Lock()

    def note(self, level: str, title: str) -> None:
        """One more."""
        with self._lock:
            self._counts[level] += 1
        _log.warning("a bot had too little time to look ahead as far as it wanted (%s, %s)", level, title)

    def counts(self) -> dict[str, int]:
        """How many there were since the start."""
        with self._lock:
            return dict(self._counts)


class Robots:
    """Asks bots."""

    def __init__(self, processes: int) -> None:
        self._workers = [Worker(Desk) for _ in range(processes)]
        self._here = Desk()
        self._here_turn = threading.Lock()
        self._known: OrderedDict[tuple[int, str], Known] = OrderedDict()
        self._lock = threading.Lock()
        self._luck = secrets.token_hex(8)
        self.cuts = Cuts()

    def choose(self, live: LiveGame, seat: int, level: str) -> Action | None:
        """What a bot does now; nothing where it need not decide any more, since something was taken back."""
        chosen = self.decide(live, seat, level)
        return None if chosen is None else live.read(chosen.action)

    def decide(self, live: LiveGame, seat: int, level: str) -> Chosen | None:
        """The same as plain data, with whether it was cut short."""
        chosen: Chosen | None = self._ask(live, seat, level)
        if chosen is not None and chosen.cut:
            self.cuts.note(level, live.game.title.id)
        return chosen

    def advise(self, live: LiveGame, seat: int) -> list[Advice]:
        """What a bot thinks of a seat's choices, best first."""
        found: list[Advice] = self._ask(live, seat, "")
        return found

    def _ask(self, live: LiveGame, seat: int, level: str) -> Any:
        """Ask the worker that knows the game; while it does not come to an end with another, one that is free."""
        since = time.monotonic()
        if not self._workers:
            with self._here_turn:
                return self._asked(live, seat, level, 0, since)
        places = len(self._workers)
        home = zlib.crc32(live.row.id.encode()) % places
        for number in range(places):
            place = (home + number) % places
            with suppress(Occupied), self._workers[place].turn():
                return self._asked(live, seat, level, place, since)
        with self._workers[home].turn(whatever_happens=True):
            return self._asked(live, seat, level, home, since)

    def _asked(self, live: LiveGame, seat: int, level: str, place: int, since: float) -> Any:
        key = (place, live.row.id)
        with self._lock:
            past = self._known.pop(key, Known())
        try:
            answer = self._answer(_question(live, past, seat, level, self._luck, since), key)
        except Lost:
            answer = Forgotten()
        if isinstance(answer, Forgotten):
            answer = self._answer(_question(live, Known(), seat, level, self._luck, since), key)
        return answer

    def _answer(self, question: Question, key: tuple[int, str]) -> Any:
        place, _ = key
        if self._workers:
            new = question.now.actions - question.past.actions
            answer = self._workers[place].ask(question, new * REPLAY)
        else:
            answer = self._here(question)
        if not isinstance(answer, Forgotten):
            with self._lock:
                self._known[key] = question.now
                if len(self._known) > KEPT * max(1, len(self._workers)):
                    self._known.popitem(last=False)
        return answer

    def close(self) -> None:
        """Send everybody home."""
        for worker in self._workers:
            worker.close()


def _question(live: LiveGame, past: Known, seat: int, level: str, luck: str, since: float) -> Question:
    with live.lock:
        game = live.game
        if past.actions > len(game.actions) or live.marks[past.actions] != past.mark:
            past = Known()
        return Question(
            Head(live.row.id, game.title.id, game.players, game.options, game.seed, luck),
            past,
            msgspec.json.encode(game.actions[past.actions :]),
            Known(len(game.actions), live.marks[-1]),
            seat,
            level,
            time.monotonic() - since,
        )


# In the worker ----------------------------------------------------------------------------------------------


class Desk:
    """Answers questions about games, and keeps those it was asked about last."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, tuple[Known, Game]] = OrderedDict()
        self._regretted: set[tuple[str, str]] = set()

    def __call__(self, question: Question) -> Any:
        """An action as plain data, or advice."""
        game = self._game(question)
        if game is None:
            return Forgotten()
        if not question.level:
            return _advice(game, question)
        if question.seat not in game.waiting_for():
            return None
        found = self._choice(game, question)
        return Chosen(msgspec.to_builtins(found.action), found.cut)

    def _game(self, question: Question) -> Game | None:
        """The game as it stands, from what is known already; None where that is not what was thought."""
        head, past = question.head, question.past
        known, game = self._games.pop(head.id, (Known(), None))
        title = find_title(head.title)
        if not past.actions:
            game = new_game(title, list(head.players), head.options, head.seed)
        elif game is None or known != past:
            return None
        kinds: Any = Union[title.actions]  # noqa: UP007  # a tuple, known only at run time
        game.follow(*decode(question.new, list[kinds]))  # they were played
        self._games[head.id] = question.now, game
        if len(self._games) > KEPT:
            self._games.popitem(last=False)
        return game

    def _choice(self, game: Game, question: Question) -> bots.Found:
        """What a bot chooses; one that fails plays by lot, so that people can go on."""
        head = question.head
        lots = random.Random(f"{head.luck}/{head.id}/{len(game.actions)}/{question.seat}")
        budget = bots.Budget(seconds=bots.Budget().seconds - question.waited)
        try:
            return bots.decide(game, question.seat, question.level, lots, budget)
        except (ModuleNotFoundError, StellwerkError):
            self._regret(question, "there is none")
        except Exception as error:
            self._regret(question, f"{type(error).__name__}: {error}", error)
        return bots.Found(game.legal_actions(question.seat).pick(lots), 0)

    def _regret(self, question: Question, cause: str, error: Exception | None = None) -> None:
        """Tell once that a bot cannot be asked."""
        level, title = question.level, question.head.title
        if (title, cause) not in self._regretted and len(self._regretted) < KEPT:
            self._regretted.add((title, cause))
            _log.warning("bot %s in %s plays by lot (%s)", level, title, cause, exc_info=error)


def _advice(game: Game, question: Question) -> list[Advice]:
    budget = bots.Budget(ADVICE.playouts, ADVICE.seconds - question.waited)
    try:
        found = bots.advise(game, question.seat, budget=budget, by_place=True)
    except ModuleNotFoundError:
        return []
    return [
        Advice(
            msgspec.to_builtins(each.action),
            float(each.score),
            tuple((reason.key, dict(reason.values)) for reason in each.reasons),
            each.measure.value,
            (each.compared.key, dict(each.compared.values)) if each.compared else None,
        )
        for each in found
    ]
