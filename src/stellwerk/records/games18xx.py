"""A game file of 18xx.games: its players, its result, and the actions that still stand.

The file is one JSON object. `undo` takes back the last action (or all after `action_id`), `redo` restores what
the last undo took; messages and what is marked `skip` never happened on the table. Actions that the program took
for somebody stand inside the one that caused them (`auto_actions`) and follow it at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.play.limits import PATIENT, Gauge
from stellwerk.play.typed import convert, decode

from .errors import RecordError
from .files import read_bytes

MOST_PLAYERS = 12
IGNORED = frozenset({"message"})
PLAYER = "player"


class Act(Struct, frozen=True):
    """One action: what it is, of whom, and its own fields.

    >>> act = Act("lay_tile", "JS", "corporation", 74, {"hex": "I2", "tile": "8-0", "rotation": 4})
    >>> act.text("hex"), act.number("rotation"), act.texts("shares")
    ('I2', 4, ())
    """

    kind: str
    entity: str
    entity_type: str
    id: int
    fields: Mapping[str, Any]

    def text(self, name: str) -> str:
        """A field that is a text; empty if it is not there."""
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> int:
        """A field that is a whole number; 0 if it is not there."""
        value = self.fields.get(name)
        return value if isinstance(value, int) else 0

    def states(self, name: str) -> bool:
        """Whether a field that is a number is there: files of the first years lack some."""
        return isinstance(self.fields.get(name), int)

    def texts(self, name: str) -> tuple[str, ...]:
        """A field that lists texts."""
        value = self.fields.get(name)
        return tuple(part for part in value if isinstance(part, str)) if isinstance(value, list) else ()

    def parts(self, name: str) -> tuple[Act, ...]:
        """A field that lists objects, each as if it were an action of its own."""
        value = self.fields.get(name)
        found = [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []
        return tuple(Act(name, self.entity, self.entity_type, self.id, part) for part in found)

    def rows(self, name: str) -> tuple[tuple[str, ...], ...]:
        """A field that lists lists of texts."""
        value = self.fields.get(name)
        rows = [row for row in value if isinstance(row, list)] if isinstance(value, list) else []
        return tuple(tuple(part for part in row if isinstance(part, str)) for row in rows)


class Player(Struct, frozen=True):
    """Somebody at the table; actions name players by their ids."""

    id: int | str
    name: str = ""


class Record(Struct, frozen=True):
    """A game: `acts` are those that stand, in order; `result` is the final worth by player id.

    `began` is the day on which it began, as in 2024-11-03, or empty if the file does not tell.
    """

    name: str
    title: str
    players: tuple[Player, ...]
    optional_rules: tuple[str, ...]
    finished: bool
    end_reason: str
    result: Mapping[str, int]
    acts: tuple[Act, ...]
    began: str = ""


class _Settings(Struct):
    optional_rules: list[str] | None = None


class _File(Struct):
    """What of a file's object is read; the rest is the program's own."""

    title: str
    players: list[Player]
    actions: list[dict[str, Any]]
    settings: _Settings | None = None
    status: str | None = None
    game_end_reason: str | None = None
    result: dict[str, float | None] | list[Any] | None = None
    created_at: Any = None


class _Signs(Struct):
    """By what a file is recognised: a file of ours has these fields too, and one more."""

    title: str
    players: msgspec.Raw
    actions: msgspec.Raw
    stellwerk: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


def looks_like_record(data: bytes) -> bool:
    """Whether these bytes are meant to be a game file of 18xx.games, and no game file of ours.

    >>> looks_like_record(b'{"title": "1844", "players": [], "actions": []}')
    True
    >>> looks_like_record(b'{"stellwerk": 1, "title": "1844", "players": [], "actions": []}')
    False
    """
    try:
        return decode(data, _Signs).stellwerk is msgspec.UNSET
    except (ValueError, RecursionError):
        return False


def read_record(path: Path | str, gauge: Gauge | None = None) -> Record:
    """The game in this file; `RecordError` if it is not one, `Excess` if it is too large."""
    path = Path(path)
    return parse_record(read_bytes(path, PATIENT), path.name, gauge)


def parse_record(data: bytes, name: str, gauge: Gauge | None = None) -> Record:
    """The game in these bytes; `name` is what an error calls them."""
    gauge = gauge or Gauge(name)
    file = _file(data, name, gauge)
    if not 1 <= len(file.players) <= MOST_PLAYERS:
        raise RecordError(name, f"it has {len(file.players)} players")
    if len({str(player.id) for player in file.players}) < len(file.players):
        raise RecordError(name, "two of its players have the same id")
    gauge.actions(len(file.actions))
    players = frozenset(player.id for player in file.players)
    acts = tuple(_acts(_standing(file.actions, name), players, name))
    gauge.actions(len(acts))
    return Record(
        name=name,
        title=file.title,
        players=tuple(file.players),
        optional_rules=tuple((file.settings and file.settings.optional_rules) or ()),
        finished=file.status == "finished",
        end_reason=file.game_end_reason or "",
        result=_result(file.result, file.players),
        acts=acts,
        began=_day(file.created_at) or next((_day(action.get("created_at")) for action in file.actions), ""),
    )


def _file(data: bytes, name: str, gauge: Gauge) -> _File:
    gauge.size(len(data))
    try:
        plain = msgspec.json.decode(data)
        gauge.plain(plain)
        return convert(plain, _File)
    except RecursionError:
        raise gauge.excess("depth") from None
    except ValueError as error:
        sentence = str(error).rstrip(".").replace("`", "")
        raise RecordError(name, f"it is not a game file of 18xx.games ({sentence})") from error


def _result(result: Mapping[str, float | None] | object, players: Sequence[Player]) -> dict[str, int]:
    """Worth by player id; old files name players instead."""
    if not isinstance(result, Mapping):
        return {}
    ids = {player.name: str(player.id) for player in players} | {str(p.id): str(p.id) for p in players}
    told = {ids[key]: worth for key, worth in result.items() if key in ids and worth is not None}
    return {player: int(worth) for player, worth in told.items() if isfinite(worth)}


def _day(moment: object) -> str:
    """The day of a moment that is told in seconds or as a date; empty if it is neither.

    >>> _day(1713024779), _day("2021-03-30"), _day("2020-05-18T20:15:00Z"), _day(None)
    ('2024-04-13', '2021-03-30', '2020-05-18', '')
    """
    try:
        if isinstance(moment, int | float):
            return datetime.fromtimestamp(moment, UTC).date().isoformat()
        return date.fromisoformat(moment[:10]).isoformat() if isinstance(moment, str) else ""
    except (ValueError, OverflowError, OSError):
        return ""


def _standing(actions: Sequence[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """The actions that stand after all undoing and redoing."""
    kept: list[dict[str, Any]] = []
    undone: list[list[dict[str, Any]]] = []
    for number, action in enumerate(actions):
        kind = action.get("type")
        if not isinstance(kind, str):
            raise RecordError(name, f"action {number + 1} does not say its type")
        if action.get("skip") or kind in IGNORED:
            continue
        if kind == "undo":
            cut = _undone_from(kept, action.get("action_id"))
            undone.append(kept[cut:])
            del kept[cut:]
        elif kind == "redo":
            if not undone:
                raise RecordError(name, f"action {number + 1} redoes what nobody has undone")
            kept += undone.pop()
        else:
            undone.clear()
            kept.append({"id": number + 1, **action})
    return kept


def _undone_from(kept: Sequence[dict[str, Any]], last: object) -> int:
    """The place of the first action that an undo takes back: the last one, or the first after `last`."""
    if not isinstance(last, int):
        return max(0, len(kept) - 1)
    later = (place for place, action in enumerate(kept) if isinstance(action["id"], int) and action["id"] > last)
    return next(later, len(kept))


def _acts(actions: Sequence[dict[str, Any]], players: Collection[int | str], name: str) -> Iterator[Act]:
    """Every action, and after it those that the program took because of it."""
    for action in actions:
        number = action["id"] if isinstance(action.get("id"), int) else 0
        yield _act(action, number, players, name)
        automatic = action.get("auto_actions")
        for further in automatic if isinstance(automatic, list) else ():
            if not isinstance(further, dict):
                raise RecordError(name, f"an automatic action of action {number} is no object")
            yield _act(further, number, players, name)


def _act(action: Mapping[str, Any], number: int, players: Collection[int | str], name: str) -> Act:
    kind, entity = action.get("type"), action.get("entity")
    if not isinstance(kind, str) or not isinstance(entity, str | int):
        raise RecordError(name, f"action {number} does not say its type and whose it is")
    entity_type = action.get("entity_type")
    known = entity_type if isinstance(entity_type, str) else PLAYER if entity in players else ""
    fields = {
        key: value
        for key, value in action.items()
        if key not in ("type", "entity", "entity_type", "id", "auto_actions")
    }
    return Act(kind, str(entity), known, number, fields)
