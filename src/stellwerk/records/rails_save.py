"""A game saved by Rails (`.rails`): its options, its players and every decision taken.

The file is a Java stream. First the program's version, the date, the number of the format, the title, a
map of options and the list of players; the oldest files lack some of the first three. Then one object a
decision, or all decisions in one list. A map among or after them holds what players noted at a decision.
Rails' class names are the decisions' kinds; `rails_decisions` says what their fields mean.

An object that nobody has heard of is a decision like any other, for the title's importer to use or
refuse. Reading takes about 0.04 s for a game of 660 decisions (34 kB), nearly all of it in `javaobj`.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from stellwerk.play.extras import needing
from stellwerk.play.limits import PATIENT, Gauge
from stellwerk.records.errors import RecordError
from stellwerk.records.files import read_bytes
from stellwerk.records.java_values import CLASS, Value, simple_name, words


class Decision(msgspec.Struct, frozen=True):
    """One decision: the simple name of its Java class, who took it, and every field of the object.

    >>> fold = Decision("FoldIntoPrussian", "Ute", {"acted": True, "foldedCompanyNames": "HB,M1", "price": 8})
    >>> fold.names("foldedCompanyNames"), fold.number("price"), fold.flag("acted")
    (('HB', 'M1'), 8, True)
    """

    kind: str
    player: str
    fields: dict[str, Value]

    def text(self, *names: str) -> str:
        """The first of these fields that says something, as text; empty if none does.

        >>> Decision("LayTile", "Ute", {"laidTileId": 8}).text("sLaidTileId", "laidTileId")
        '8'
        """
        found = (words(self.fields.get(name)) for name in names)
        return next(filter(None, found), "")

    def number(self, *names: str) -> int:
        """The first of these fields that is a whole number; 0 if none is."""
        found = (self.fields.get(name) for name in names)
        return next((value for value in found if isinstance(value, int)), 0)

    def flag(self, name: str) -> bool:
        """Whether this field is there and true."""
        return self.fields.get(name) is True

    def names(self, name: str) -> tuple[str, ...]:
        """A field that lists names, whether Rails stored it as a list or as text with commas."""
        value = self.fields.get(name)
        parts = map(words, value) if isinstance(value, list) else words(value).split(",")
        return tuple(filter(None, parts))


class RailsSave(msgspec.Struct, frozen=True):
    """A saved game. `players` are in the order of their seats, `comments` by number of decision."""

    version: str
    title: str
    options: dict[str, str]
    players: tuple[str, ...]
    decisions: tuple[Decision, ...]
    comments: dict[str, str] = {}


def read_save(path: Path | str, gauge: Gauge | None = None) -> RailsSave:
    """The game saved in this file; `RecordError` if it is not one, `Excess` if it is too large."""
    path = Path(path)
    return parse_save(read_bytes(path, PATIENT), path.name, gauge)


def parse_save(data: bytes, name: str, gauge: Gauge | None = None) -> RailsSave:
    """The game saved in these bytes; `name` is what an error calls them."""
    with needing("records", "A saved game of Rails"):
        from stellwerk.records.java_stream import decode
    gauge = gauge or Gauge(name)
    objects = iter(decode(data, gauge))
    said, options, players = _head(objects, name)
    decisions: list[Decision] = []
    comments: dict[str, str] = {}
    for item in _flat(objects):
        if isinstance(item, dict) and CLASS not in item:
            comments.update({key: words(value) for key, value in item.items()})
        else:
            decisions.append(_decision(item, players))
    gauge.actions(len(decisions))
    return RailsSave(
        version=said[0] if len(said) > 1 else "",
        title=said[-1],
        options=options,
        players=players,
        decisions=tuple(decisions),
        comments=comments,
    )


def _head(objects: Iterator[Value], name: str) -> tuple[list[str], dict[str, str], tuple[str, ...]]:
    """Everything up to the list of players: the words (version, date, title), the options, the players."""
    said: list[str] = []
    options: dict[str, str] = {}
    for item in objects:
        match item:
            case str():
                said.append(item)
            case dict() if CLASS not in item:
                options.update({key: words(value) for key, value in item.items()})
            case [str(), *_]:
                if not said:
                    raise RecordError(name, "it names players but no game")
                return said, options, tuple(words(player) for player in item)
            case dict() | [*_]:
                raise RecordError(name, "it has no list of players before its first decision")
            case _:
                pass  # the number of the format, which tells nothing that the objects do not
    raise RecordError(name, "it ends before the list of players")


def _flat(objects: Iterator[Value]) -> Iterator[Value]:
    for item in objects:
        if isinstance(item, list):
            yield from item
        elif item is not None:
            yield item


def _decision(item: Value, players: tuple[str, ...]) -> Decision:
    if not isinstance(item, dict):
        return Decision(type(item).__name__, "", {"value": item})
    fields = {key: value for key, value in item.items() if key != CLASS}
    player = fields.get("playerName")
    index = fields.get("playerIndex")
    if not player and isinstance(index, int) and 0 <= index < len(players):
        player = players[index]
    return Decision(simple_name(words(item[CLASS])), words(player), fields)
