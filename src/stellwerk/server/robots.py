"""Where bots think: in processes of their own, so that pages never wait for them.

A worker keeps the games it has thought about. It gets a game's head and all its actions, takes back what differs
and plays on what is new, which costs next to nothing from one decision to the next.
"""

from __future__ import annotations

import logging
import multiprocessing
import random
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Union

import msgspec
from msgspec import Struct

from stellwerk import bots
from stellwerk.play.core import Action
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game
from stellwerk.play.game import Game
from stellwerk.titles.registry import find_title

from .live import LiveGame

DEFAULT = "steady"
KEPT = 50
_games: OrderedDict[str, Game] = OrderedDict()
_regretted: set[tuple[str, str]] = set()
_log = logging.getLogger(__name__)


class Head(Struct, frozen=True):
    """What a game follows from, besides its actions."""

    id: str
    title: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seed: int


class Advice(Struct, frozen=True):
    """A choice that a bot thinks well of: what it would bring, and reasons as keys with values."""

    action: dict[str, Any]
    score: float
    reasons: tuple[tuple[str, dict[str, Any]], ...]


class Robots:
    """Asks bots."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: Executor | None = None

    def choose(self, live: LiveGame, seat: int, level: str) -> Action:
        """What a bot does now."""
        head, actions = _packed(live)
        return live.read(self._ask(_choose, head, actions, seat, level, len(live.game.actions)))

    def advise(self, live: LiveGame, seat: int) -> list[Advice]:
        """What a bot thinks of a seat's choices, best first."""
        head, actions = _packed(live)
        found: list[Advice] = self._ask(_advise, head, actions, seat)
        return found

    def _ask(self, question: Callable[..., Any], *values: Any) -> Any:
        for attempt in (1, 2):
            try:
                return self._executor().submit(question, *values).result()
            except BrokenProcessPool:
                self._pool = None
                if attempt == 2:
                    raise
        raise AssertionError

    def _executor(self) -> Executor:
        if self._pool is None:
            if self._processes:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self._processes, context)
            else:
                self._pool = ThreadPoolExecutor(1, "bots")
        return self._pool

    def close(self) -> None:
        """Send everybody home."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


def _packed(live: LiveGame) -> tuple[Head, bytes]:
    with live.lock:
        game = live.game
        head = Head(live.row.id, game.title.id, game.players, game.options, game.seed)
        return head, msgspec.json.encode(game.actions)


# In the worker ----------------------------------------------------------------------------------------------


def _game(head: Head, packed: bytes) -> Game:
    """The game as it stands, from what this worker knows already."""
    title = find_title(head.title)
    kinds: Any = Union[title.actions]  # noqa: UP007  # a tuple, known only at run time
    actions: list[Action] = msgspec.json.decode(packed, type=list[kinds])
    game = _games.pop(head.id, None)
    if game is None or game.players != head.players:
        game = new_game(title, list(head.players), head.options, head.seed)
    same = 0
    for mine, theirs in zip(game.actions, actions, strict=False):
        if mine != theirs:
            break
        same += 1
    while len(game.actions) > same:
        game.undo()
    for action in actions[same:]:
        game.play(action)
    _games[head.id] = game
    if len(_games) > KEPT:
        _games.popitem(last=False)
    return game


def _choose(head: Head, packed: bytes, seat: int, level: str, number: int) -> Any:
    game = _game(head, packed)
    lots = random.Random(f"{head.seed}/{number}/{seat}")
    try:
        action = bots.choose(game, seat, level, lots)
    except (ModuleNotFoundError, StellwerkError):
        if (level, head.title) not in _regretted:
            _regretted.add((level, head.title))
            _log.warning("no bot %s for %s; it plays by lot", level, head.title)
        action = game.legal_actions(seat).pick(lots)
    return msgspec.to_builtins(action)


def _advise(head: Head, packed: bytes, seat: int) -> list[Advice]:
    try:
        found = bots.advise(_game(head, packed), seat)
    except ModuleNotFoundError:
        return []
    return [
        Advice(
            msgspec.to_builtins(each.action),
            float(each.score),
            tuple((reason.key, dict(reason.values)) for reason in each.reasons),
        )
        for each in found
    ]
