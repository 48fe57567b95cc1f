"""The printed material of Chicago Express, read once from its data files."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct, convert

from stellwerk.board.grid import NOWHERE, Grid

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


def load(name: str) -> dict[str, Any]:
    """A data file."""
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))


@cache
def material() -> Material:
    """Read the data files."""
    title, board, papers = load("title.toml"), load("board.toml"), load("companies.toml")
    kinds = convert(board["kinds"], dict[str, Kind])
    hexes = tuple(_hex(id_, entry, kinds, title["industry"]) for id_, entry in board["hexes"].items())
    index = {hex_.id: number for number, hex_ in enumerate(hexes)}
    grid = Grid([grid_place(hex_.id) for hex_ in hexes], board["layout"])
    return Material(
        hexes=hexes,
        index=index,
        grid=grid,
        neighbours=tuple(frozenset(n for n in around if n != NOWHERE) for around in grid.neighbours),
        chicago=index[title["places"]["chicago"]],
        detroit=index[title["places"]["detroit"]],
        companies={company.id: company for company in convert(papers["company"], tuple[Company, ...])},
        cash={int(players): row["cash"] for players, row in title["players"].items()},
        dials=title["dials"],
        limits=convert(title["limits"], Limits),
        ending=convert(title["ending"], Ending),
    )


def _hex(id_: str, entry: dict[str, Any], kinds: dict[str, Kind], industry: dict[str, list[int]]) -> Hex:
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
