"""Reads one file that somebody brought, in a process of its own: `python -m stellwerk.host.imports.import_worker`.

The limits are its argument, the file its input. It says now and then how far it is and in the end what it found,
each as a JSON object on a line. `importing` starts it, and kills it when its time is over.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import msgspec
from msgspec import Struct

import stellwerk.records.java_stream  # noqa: F401 - before memory and files are limited
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import from_json
from stellwerk.play.game import Game
from stellwerk.play.limits import Excess, Gauge, Limits
from stellwerk.play.typed import decode
from stellwerk.records.games18xx import looks_like_record, parse_record
from stellwerk.records.games18xx_replay import replay_record
from stellwerk.records.rails_replay import replay_save
from stellwerk.records.rails_save import parse_save
from stellwerk.records.replaying import Outcome
from stellwerk.titles.registry import find_title

from .beside_file import Beside, read

JAVA = b"\xac\xed"
"""What a file of serialised Java objects begins with, such as a saved game of Rails."""
NAME = "The file"
LONGEST_PROBLEM = 300
MEGABYTE = 1024 * 1024
LONGER = 5
"""Seconds of computing beyond the limit, in which the process says so itself; it has to start, too."""
EVERY = 0.25
"""Seconds between two words on how far it is."""


class Brought(Struct, frozen=True, tag=True):
    """A game that was played through and found to be legal; names are still as they stood in the file."""

    title: str
    rules: int
    players: tuple[str, ...]
    options: dict[str, Any]
    seed: int
    actions: tuple[msgspec.Raw, ...]
    over: bool
    result: tuple[int, ...]
    drawn: bool = False
    """Whether the order of players was drawn by lot."""
    beside: Beside = Beside()
    """What its owner kept beside it."""


class Progress(Struct, frozen=True, tag=True):
    """How many of the actions in a file have been played; none of none while it waits for its turn."""

    done: int = 0
    of: int = 0


class Beyond(Struct, frozen=True, tag=True):
    """A file that goes beyond a limit."""

    what: str
    limit: int


class Unreadable(Struct, frozen=True, tag=True):
    """A file that cannot be read, or a record that does not fit the rules."""

    problem: str
    record: bool = False


Found = Brought | Beyond | Unreadable


def found(data: bytes, gauge: Gauge) -> Found:
    """What is in a file."""
    try:
        gauge.size(len(data))
        if data.startswith(JAVA):
            return _record(replay_save(NAME, parse_save(data, NAME, gauge), (), gauge))
        if looks_like_record(data):
            return _record(replay_record(NAME, parse_record(data, NAME, gauge), gauge))
        game = from_json(data, find_title, NAME, gauge=gauge)
        return msgspec.structs.replace(brought(game), beside=read(data, game, gauge))
    except Excess as excess:
        return Beyond(excess.what, excess.limit)
    except StellwerkError as error:
        return Unreadable(str(error)[:LONGEST_PROBLEM])


def _record(outcome: Outcome) -> Found:
    """What came of another program's record: a game only if all of it could be played and told."""
    if outcome.mismatches:
        return Unreadable(outcome.first[:LONGEST_PROBLEM], record=True)
    if outcome.left_out:
        kinds = ", ".join(outcome.left_out)[:LONGEST_PROBLEM]
        return Unreadable(f"decisions of these kinds are not known: {kinds}", record=True)
    return brought(outcome.game)


def brought(game: Game) -> Brought:
    """A game as it is handed on, with everybody's worth as those who only watch may know it."""
    worth = game.seen(None).result()
    return Brought(
        game.title.id,
        game.title.rules_version,
        game.players,
        game.options,
        game.seed,
        tuple(msgspec.Raw(msgspec.json.encode(action)) for action in game.actions),
        game.over,
        tuple(worth[seat] for seat in range(len(game.players))),
        game.drawn,
    )


def confine(limits: Limits) -> None:
    """Let the system see to it that this process takes no more than it may, and writes no file."""
    try:
        import resource
    except ModuleNotFoundError:  # only where there is no such thing; the limit of time is the parent's
        return
    memory = limits.memory * MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    seconds = limits.seconds + LONGER
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Read the file that comes in."""
    limits = decode(sys.argv[1], Limits)
    confine(limits)
    gauge = Gauge(NAME, limits, Teller())
    try:
        answer = msgspec.json.encode(found(sys.stdin.buffer.read(limits.bytes + 1), gauge))
    except MemoryError:
        answer = msgspec.json.encode(Beyond("memory", limits.memory))
    sys.stdout.buffer.write(answer + b"\n")


class Teller:
    """Says how far the reading is, a few times a second."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + EVERY
            sys.stdout.buffer.write(msgspec.json.encode(Progress(done, of)) + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
