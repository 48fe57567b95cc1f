"""The printed material of Chicago Express, read once from its data files."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

from msgspec import Struct

from stellwerk.board.grid import NOWHERE, Grid
from stellwerk.play.data_files import DataError, checked, read_data
from stellwerk.play.typed import convert

# The three dials, by what they count.
AUCTION = "auction"
EXPANSION = "expansion"
DEVELOPMENT = "development"


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """What is allowed on a kind of hex."""

    colour: str
    single: bool = False
    house: bool = False
    closed: bool = False


class Hex(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed hex. `steps` is the track of an industry city's marker, empty elsewhere."""

    id: str
    kind: Kind
    kind_name: str
    name: str = ""
    inferred: bool = False
    cost: int = 0
    income: int = 0
    development: int = 0
    steps: tuple[int, ...] = ()


class Company(Struct, frozen=True, forbid_unknown_fields=True):
    """A railway company; `bid` is the start bid of its opening auction, `income` where its counter starts."""

    id: str
    name: str
    colour: str
    ink: str
    start: str
    shares: int
    locomotives: int
    income: int = 0
    bid: int = 0
    opens_later: bool = False


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers that bound an action."""

    hexes: int
    red_dials: int
    houses: int
    forest_grant: int


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """When the next general dividend is the last (Spielende)."""

    companies_without_locomotives: int
    companies_without_shares: int
    houses_left: int
    detroit: int


class Material(Struct, frozen=True):
    """All of it. Hexes are small integers inside and ids at the edges."""

    hexes: tuple[Hex, ...]
    index: dict[str, int]
    grid: Grid
    neighbours: tuple[frozenset[int], ...]
    chicago: int
    detroit: int
    companies: dict[str, Company]
    cash: dict[int, int]
    dials: dict[str, int]
    limits: Limits
    ending: Ending
    currency: str


class HexEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex in its file."""

    kind: str
    name: str = ""
    inferred: bool = False
    cost: int = 0
    income: int = 0
    development: int = 0


class BoardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """board.toml"""

    layout: Literal["flat", "pointy"]
    kinds: Mapping[str, Kind]
    hexes: Mapping[str, HexEntry]


class CompaniesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """companies.toml"""

    company: tuple[Company, ...]


class Cash(Struct, frozen=True, forbid_unknown_fields=True):
    """What each player begins with."""

    cash: int


class Places(Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that rules name."""

    chicago: str
    detroit: str


class TitleFile(Struct, frozen=True, forbid_unknown_fields=True):
    """title.toml"""

    currency: str
    players: Mapping[str, Cash]
    dials: Mapping[str, int]
    limits: Limits
    ending: Ending
    places: Places
    industry: Mapping[str, tuple[int, ...]]


@cache
def material() -> Material:
    """Read the data files."""
    package = __package__ or ""
    raw = {name: read_data(package, name) for name in ("title.toml", "board.toml", "companies.toml")}
    return material_of(package, raw)


def material_of(package: str, raw: Mapping[str, Any]) -> Material:
    """What these files say."""
    title = checked(package, "title.toml", raw["title.toml"], TitleFile)
    board = checked(package, "board.toml", raw["board.toml"], BoardFile)
    companies = checked(package, "companies.toml", raw["companies.toml"], CompaniesFile).company
    faults = list(_strangers(title, board, companies))
    if faults:
        raise DataError(package, faults)
    entries = raw["board.toml"]["hexes"].items()
    hexes = tuple(_hex(id_, entry, board.kinds, title.industry) for id_, entry in entries)
    index = {hex_.id: number for number, hex_ in enumerate(hexes)}
    grid = Grid([grid_place(hex_.id) for hex_ in hexes], board.layout)
    return Material(
        hexes=hexes,
        index=index,
        grid=grid,
        neighbours=tuple(frozenset(n for n in around if n != NOWHERE) for around in grid.neighbours),
        chicago=index[title.places.chicago],
        detroit=index[title.places.detroit],
        companies={company.id: company for company in companies},
        cash={int(players): row.cash for players, row in title.players.items()},
        dials=dict(title.dials),
        limits=title.limits,
        ending=title.ending,
        currency=title.currency,
    )


def _strangers(title: TitleFile, board: BoardFile, companies: tuple[Company, ...]) -> Iterator[str]:
    """Names of what is not there."""
    for id_, hex_ in board.hexes.items():
        if not re.fullmatch("[A-Z][0-9]{1,2}", id_):
            yield f"board.toml, hexes.{id_}: a hex is named by a letter and a number"
        if hex_.kind not in board.kinds:
            yield f"board.toml, hexes.{id_}.kind: there is no kind {hex_.kind!r}"
    named = {f"title.toml, industry.{id_}": id_ for id_ in title.industry}
    named |= {f"companies.toml, {each.id}.start": each.start for each in companies}
    named |= {
        "title.toml, places.chicago": title.places.chicago,
        "title.toml, places.detroit": title.places.detroit,
    }
    yield from (f"{at}: there is no hex {id_!r}" for at, id_ in named.items() if id_ not in board.hexes)
    if set(title.dials) != {AUCTION, EXPANSION, DEVELOPMENT}:
        yield f"title.toml, dials: there are {AUCTION}, {EXPANSION} and {DEVELOPMENT}"
    yield from (f"title.toml, players.{key}: this is no number" for key in title.players if not key.isdecimal())


def _hex(id_: str, entry: Mapping[str, Any], kinds: Mapping[str, Kind], industry: Mapping[str, Any]) -> Hex:
    kind = entry["kind"]
    return convert(
        {**entry, "id": id_, "kind": kinds[kind], "kind_name": kind, "steps": industry.get(id_, ())}, Hex
    )


def grid_place(id_: str) -> str:
    """Where a hex stands in the engine's grid, which counts half rows by letter and columns by number.

    Here letters are columns, and every second column is half a hex lower.

    >>> grid_place("A2"), grid_place("B2"), grid_place("S3")
    ('E0', 'F1', 'G18')
    """
    column, row = ord(id_[0]) - ord("A"), int(id_[1:])
    return f"{chr(ord('A') + 2 * row + column % 2)}{column}"
