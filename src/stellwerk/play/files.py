"""Game files: title, players, options, seed and actions as JSON. Everything else follows from them."""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Union

import msgspec

from .core import Action
from .errors import IllegalAction, StellwerkError
from .game import Game, Title
from .limits import OWN, Gauge, Limits
from .typed import convert

FORMAT = 1
Seed = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
"""What every database can keep."""


class GameFileError(StellwerkError):
    """A game file cannot be read; nothing was changed."""


class GameFile(msgspec.Struct, forbid_unknown_fields=True):
    """What a file holds."""

    stellwerk: int
    title: str
    rules: int
    players: list[str]
    options: dict[str, Any]
    seed: Seed
    actions: list[dict[str, Any]]
    digest: str
    drawn: bool = False
    """Whether the order of players was drawn by lot."""
    beside: dict[str, Any] = {}
    """What its owner keeps beside it, notes and what was tried out; the game does without."""


def to_json(game: Game) -> str:
    """A game as text, one line an action, so that files can be compared."""
    head = {
        "stellwerk": FORMAT,
        "title": game.title.id,
        "rules": game.title.rules_version,
        "players": list(game.players),
        "options": game.options,
        "seed": game.seed,
        "digest": game.digest(),
    }
    if game.drawn:
        head["drawn"] = True
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    actions = ",\n".join(f"    {msgspec.json.encode(action).decode()}" for action in game.actions)
    return "\n".join(["{", *lines, '  "actions": [', actions, "  ]", "}"]) + "\n"


def from_json(
    text: str | bytes,
    find_title: Callable[[str], Title],
    name: str = "The text",
    limits: Limits = OWN,
    gauge: Gauge | None = None,
) -> Game:
    """Replay a game from its file; any fault is told in one sentence."""

    def fault(problem: str) -> GameFileError:
        return GameFileError(f"{name} {problem}. Nothing was changed.")

    gauge = gauge or Gauge(name, limits)
    gauge.size(len(text))
    try:
        data = msgspec.json.decode(text)
    except ValueError as error:
        raise fault(f"is not a Stellwerk game file ({error})") from None
    except RecursionError:
        raise gauge.excess("depth") from None
    gauge.plain(data)
    if not isinstance(data, dict) or "stellwerk" not in data:
        raise fault("is not a Stellwerk game file (expected an object with the field 'stellwerk')")
    version = data["stellwerk"]
    if not isinstance(version, int) or version < 1:
        raise fault("has an unknown format version")
    if version > FORMAT:
        raise fault(f"was written by a later version (format {version}, this program reads up to {FORMAT})")
    try:
        file = convert(data, GameFile)
    except msgspec.ValidationError as error:
        raise fault(f"is not a Stellwerk game file ({error})") from None
    gauge.actions(len(file.actions))
    title = find_title(file.title)
    if file.rules > title.rules_version:
        raise fault(f"was played by later rules of {title.name} ({file.rules})")
    game = new_game(title, file.players, file.options, file.seed, file.drawn)
    for number, raw in enumerate(file.actions, 1):
        gauge.reached(number, len(file.actions))
        try:
            game.play(read_action(raw, title))
        except msgspec.ValidationError as error:
            raise fault(f"has an unreadable action {number} ({error})") from None
        except IllegalAction as error:
            raise fault(f"has an illegal action {number}: {error}") from None
    # Other rules may describe the same position otherwise; that every action was legal must then be enough.
    if file.rules == title.rules_version and file.digest != game.digest():
        raise fault("does not lead to the position it was saved in; it may have been changed by hand")
    return game


def read_action(raw: Any, title: Title) -> Action:
    """An action from plain data, whichever version of the title's rules wrote it."""
    kinds: Any = Union[title.actions]  # noqa: UP007  # a tuple, known only at run time
    migrate = title.migrate(raw) if isinstance(raw, dict) else raw
    action: Action = convert(migrate, kinds)
    return action


def new_game(title: Title, players: list[str], options: dict[str, Any], seed: int, drawn: bool = False) -> Game:
    """A new game, after looking at what was asked for; `drawn` players are in an order by lot."""
    if len(players) not in title.players:
        few, many = title.players[0], title.players[-1]
        raise StellwerkError(f"{title.name} is for {few} to {many} players, not {len(players)}.")
    if len(set(players)) != len(players) or not all(name.strip() for name in players):
        raise StellwerkError("Every player needs a name of their own.")
    return Game(title, players, options, seed, drawn)


def save(game: Game, path: Path) -> None:
    """Write a game so that a crash while saving leaves the old file."""
    text = to_json(game)
    try:
        _replace(path, text)
    except OSError as error:
        raise StellwerkError(f"{path.name} cannot be written: {error.strerror}.") from None


def _replace(path: Path, text: str) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
            os.fchmod(stream.fileno(), _mode(path))
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """The rights of the file that is replaced, or those of any new file."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
