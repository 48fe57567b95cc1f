"""Values as people write them: names, money, places, percentages, track.

A placeholder names a value and how it is written: `{company:name}`, `{cost:money}`. What stands in square brackets
is left out where one of its values is empty: `lays tile {tile}[ for {cost:money}]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any, Literal

from babel.lists import format_list
from babel.numbers import format_decimal
from msgspec import Struct

from stellwerk.board.tiles import CITY, Track
from stellwerk.show.face import Face
from stellwerk.show.tables import Holding, TrackView

from .catalogue import Catalogue

NOTHING = "–"
DONE = "✓"
SHORT = 12
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_EMPTY = (None, "", (), 0, False)


def placeholders(text: str) -> dict[str, str]:
    """The values that a text needs, and how they are written.

    >>> placeholders("{company:name} lays {tile}[ for {cost:money}]")
    {'company': 'name', 'tile': '', 'cost': 'money'}
    """
    return {name: kind or "" for _, name, kind, _ in _parts(text) if name is not None}


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """A text taken apart: a page writes the same few hundreds of times."""
    return tuple(Formatter().parse(text))


@lru_cache(maxsize=4096)
def _decimal(value: float, language: str) -> str:
    """A number as the language writes it; the same amounts come again with every move."""
    return str(format_decimal(value, locale=language))


class Writer:
    """Writes values in one language, with one title's names where there is one."""

    def __init__(self, catalogue: Catalogue, face: Face | None, players: Sequence[str] = ()) -> None:
        self.catalogue, self.players = catalogue, players
        self.language = catalogue.language
        self._currency = face.currency if face else ""
        self._names = face.names() if face else {}
        self._places = face.places() if face else {}
        self._companies = {livery.company for livery in face.look().liveries} if face else set()

    def fill(self, text: str, values: Mapping[str, Any]) -> str:
        """A text with its values; a bracket that lacks one is left out."""

        def optional(match: re.Match[str]) -> str:
            inner = match[1]
            return inner if all(values.get(name) not in _EMPTY for name in placeholders(inner)) else ""

        told = ""
        for literal, name, kind, _ in _parts(_OPTIONAL.sub(optional, text) if "[" in text else text):
            told += literal if name is None else literal + self.write(values[name], kind or "text")
        return told

    def write(self, value: Any, kind: str) -> str:
        """One value as its kind is written."""
        if value is None:
            return NOTHING
        return KINDS[kind](self, value)

    def term(self, key: str, fallback: str) -> str:
        """A text without values."""
        return self.catalogue.plain(key) or fallback

    def name(self, value: Any) -> str:
        """A player, a company, a paper, the bank or the pool."""
        if isinstance(value, int):
            if 0 <= value < len(self.players):
                return self.players[value]
            return self.fill(self.term("name.player", "{number}"), {"number": value + 1})
        return self.term(f"name.{value}", self._names.get(value, str(value)))

    def short(self, value: Any) -> str:
        """A name where there is little room: that of a company with a long one is what its papers say."""
        name = self.name(value)
        return name if isinstance(value, int) or len(name) <= SHORT else str(value)

    def signed(self, value: int) -> str:
        """More or less: +210, −50."""
        return f"{'+' if value > 0 else '−' if value else '±'}{self.number(abs(value))}"

    def number(self, value: float) -> str:
        """With the language's separator of thousands."""
        return _decimal(value, self.language)

    def money(self, value: float) -> str:
        """With the title's currency."""
        return _money(self.catalogue, self._currency, value)

    def percent(self, value: int) -> str:
        """A part of a company."""
        if not value:
            return NOTHING
        return f"{value} %" if self.language == "de" else f"{value}%"

    def percents(self, value: Sequence[int]) -> str:
        """Several papers by their size: `2 × 20% and 10%`."""
        counts = {size: value.count(size) for size in dict.fromkeys(value)}
        return self.listed(
            self.percent(size) if number == 1 else f"{number} × {self.percent(size)}"
            for size, number in counts.items()
        )

    def place(self, value: str) -> str:
        """A hex, with its name where it has one."""
        name = self._places.get(value)
        return f"{name} ({value})" if name else value

    def word(self, value: Any) -> str:
        """A word of the catalogue, such as a colour."""
        return self.term(f"word.{value}", str(value))

    def listed(self, items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
        """A, B and C; or one of them."""
        parts = list(items)
        return str(format_list(parts, style, locale=self.language)) if parts else NOTHING

    def holding(self, value: Holding) -> str:
        """A part of a company in a sentence."""
        variant = {"director": value.director, "company": value.company, "percent": value.percent}
        text = self.catalogue.find("holding", variant) or "{percent:percent} {company:name}"
        return self.fill(text, variant)

    def train(self, value: str) -> str:
        """A kind of train in a sentence; German counts only numbers: `5er-Lok`, but `5H-Lok`."""
        values = {"id": value, "number": value[-1:].isdigit()}
        return self.fill(self.catalogue.find("train", values) or "{id}", values)

    def lot(self, value: str) -> str:
        """What is up for auction: a paper, or of a company whatever the title auctions of one."""
        values = {"id": value, "company": value in self._companies}
        return self.fill(self.catalogue.find("lot", values) or "{id:name}", values)

    def production(self, rows: Iterable[Sequence[Any]]) -> str:
        """What works produce, each with what its income comes from; one that has no machine is cut off."""
        names = ("work", "machine", "income", "switcher", "added", "upkeep")
        parts = []
        for row in rows:
            values: dict[str, Any] = dict(zip(names, row, strict=True))
            values["net"] = values["income"] + values["added"] - values["upkeep"]
            parts.append(self.fill(self.catalogue.find("production", values) or "{work:name} {net:money}", values))
        return "; ".join(parts)

    def pair(self, value: Sequence[str]) -> str:
        """Somebody with a train: `W3 Silberhütte: switcher of size 2`."""
        owner, train = value
        return f"{self.name(owner)}: {self.train(train)}"

    def deed(self, value: Struct) -> str:
        """What somebody is about to do, where an event or a step tells of an action."""
        values = {name: getattr(value, name) for name in value.__struct_fields__}
        kind = str(value.__struct_config__.tag)
        return self.fill(self.catalogue.find(f"deed.{kind}", values) or kind, values)

    def track(self, value: TrackView) -> str:
        """Where a tile's track leads: `W–NE`, cities and towns with their sign.

        Kinds of track that the catalogue has a text for, `track.<kind>`, are told apart.
        """
        apart = [
            kind for kind in dict.fromkeys(value.track.face.kinds) if self.catalogue.variants(f"track.{kind}")
        ]
        if not apart:
            return self._ways(value.track, value.layout)
        ways = [self._ways(value.track.of_kind(""), value.layout, bare=False)]
        for kind in apart:
            way = self._ways(value.track.of_kind(kind), value.layout, bare=False)
            ways.append(self.fill(self.term(f"track.{kind}", ""), {"way": way}))
        return "; ".join(filter(None, ways))

    def _ways(self, track: Track, layout: str, bare: bool = True) -> str:
        """Where track leads; stops that none leads to only if asked for."""
        runs = [
            f"{'●' if stop.kind == CITY else '•'} {self._sides(layout, sides)}".rstrip()
            for stop, sides in zip(track.stops, track.sides_of, strict=True)
            if sides or bare
        ]
        runs += [self._sides(layout, path) for path in track.paths if min(path) >= 0]
        return ", ".join(runs)

    def _sides(self, layout: str, sides: Iterable[int]) -> str:
        return "–".join(self.term(f"side.{layout}.{side}", str(side)) for side in sorted(sides))

    def stops(self, value: Iterable[tuple[str, int, int]]) -> str:
        """A train's route."""
        return f" {NOTHING} ".join(f"{self.place(hex_)} {worth}" for hex_, _, worth in value)


def _short_holding(writer: Writer, holding: Holding) -> str:
    return f"{holding.company} {holding.percent}{'*' if holding.director else ''}"


@lru_cache(maxsize=8192)
def _money(catalogue: Catalogue, currency: str, value: float) -> str:
    """An amount; the same ones come again with every move."""
    writer = Writer(catalogue, None)
    return writer.fill(writer.term("money", "{amount:number} {currency}"), {"amount": value, "currency": currency})


KINDS: Mapping[str, Callable[[Writer, Any], str]] = {
    "": lambda writer, value: str(value),
    "text": lambda writer, value: str(value),
    "right": lambda writer, value: str(value),
    "name": Writer.name,
    "owner": lambda writer, value: writer.name(value) if isinstance(value, int) else str(value),
    "names": lambda writer, value: writer.listed(writer.name(item) for item in value),
    "short": Writer.short,
    "shorts": lambda writer, value: writer.listed(writer.short(item) for item in value),
    "any": lambda writer, value: writer.listed(
        (writer.term(f"word.{item}", writer.short(item)) for item in value), "or"
    ),
    "number": Writer.number,
    "signed": Writer.signed,
    "money": Writer.money,
    "percent": Writer.percent,
    "percents": Writer.percents,
    "place": Writer.place,
    "places": lambda writer, value: writer.listed(map(writer.place, value)),
    "lot": Writer.lot,
    "first": lambda writer, value: writer.name(value[0]),
    "pairs": lambda writer, value: ", ".join(map(writer.pair, value)) or NOTHING,
    "production": Writer.production,
    "word": Writer.word,
    "measure": lambda writer, value: writer.term(f"measure.{value}", str(value)),
    "anyword": lambda writer, value: writer.listed(map(writer.word, value), "or"),
    "words": lambda writer, value: ", ".join(writer.word(item) for item in value),
    "ids": lambda writer, value: " ".join(value) or NOTHING,
    "trains": lambda writer, value: " ".join(value) or NOTHING,
    "priced": lambda writer, value: ", ".join(f"{writer.name(id_)} {writer.money(cost)}" for id_, cost in value),
    "worths": lambda writer, value: writer.listed(
        f"{writer.name(seat)} {writer.money(worth)}" for seat, worth in enumerate(value)
    ),
    "payments": lambda writer, value: writer.listed(
        f"{writer.name(owner)} {writer.money(amount)}" for owner, amount in value
    ),
    "holding": Writer.holding,
    "holdings": lambda writer, value: ", ".join(_short_holding(writer, item) for item in value) or NOTHING,
    "train": Writer.train,
    "track": Writer.track,
    "deed": Writer.deed,
    "stops": Writer.stops,
    "routes": lambda writer, value: "; ".join(f"{train}: {writer.stops(stops)}" for train, stops in value),
    "steps": lambda writer, value: "/".join(map(str, value)),
    "due": lambda writer, value: writer.money(value) if value else DONE,
}
RIGHT = frozenset(("right", "number", "money", "percent", "due"))
LISTS = frozenset(("names", "places", "words", "ids", "trains", "priced", "holdings"))
