"""The printed material that every 18xx title has, and how it is read from data files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from msgspec import Struct

from stellwerk.bank.chart import ChartSheet
from stellwerk.bank.papers import ISSUE, Certificate, Register
from stellwerk.board.box import Box
from stellwerk.board.catalogue import complete

DIRECTOR = "D"  # what stands for a number in the names of directors' papers


class Company(Struct, frozen=True, kw_only=True):
    """A company with shares. `unit` is the part, in percent, that its price on the chart is for.

    Without `hex` it has no home; without `city` it has still to choose the city of its home.
    """

    id: str
    name: str
    colour: str
    kind: str = ""
    hex: str = ""
    city: int | None = None
    unit: int = 10
    stations: int = 0
    price: int = 0
    """What a new share of one unit costs, where that is printed."""


class TrainKind(Struct, frozen=True, kw_only=True):
    """A kind of train: so many stops (and `towns` more for towns only), or so many hexes.

    `card` is what lies in the bank's stock; two kinds may be the faces of one card.
    """

    id: str
    price: int
    count: int = 0
    stops: int = 0
    towns: int = 0
    hexes: int = 0
    skips: bool = False
    card: str = ""


class Phase(Struct, frozen=True, kw_only=True):
    """What holds from the first train of a kind on."""

    id: str
    train: str
    colours: tuple[str, ...]
    rounds: int
    scraps: str = ""


class Printed(Struct, frozen=True, kw_only=True):
    """Everything in the box that a title's rules look up."""

    title: Mapping[str, Any]
    box: Box
    sheet: ChartSheet
    companies: Mapping[str, Company]
    register: Register
    trains: Mapping[str, TrainKind]
    phases: Sequence[Phase]
    homes: Mapping[str, tuple[int, int | None]]
    """Hex and city of each home; no city where it has still to be chosen."""


def read(package: str, name: str) -> dict[str, Any]:
    """A data file of a title."""
    return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


def read_tiles(package: str) -> dict[str, dict[str, Any]]:
    """The tiles of a title, standard ones with what their numbers stand for."""
    return complete(read(package, "tiles.toml"))


def homes(box: Box, companies: Iterable[Company]) -> dict[str, tuple[int, int | None]]:
    """Where companies are at home."""
    return {each.id: (box.grid.index[each.hex], each.city) for each in companies if each.hex}


Entry = Mapping[str, Any]


def certificates(company: str, papers: Sequence[Entry]) -> Iterator[tuple[Certificate, Entry]]:
    """The certificates of a company in the order in which they are sold, each with its entry in the file."""
    number = 0
    for entry in papers:
        for _ in range(entry.get("number", 1)):
            number += 1
            director = entry.get("director", False)
            id_ = f"{company}-{DIRECTOR if director else number}"
            yield Certificate(id_, company, entry["percent"], director, ISSUE), entry
