"""What the data files of an 18xx title look like. A title with keys of its own adds them in subclasses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Positive = Annotated[int, Meta(ge=1, le=1_000_000)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Percent = Annotated[int, Meta(ge=1, le=100)]
Side = Annotated[int, Meta(ge=0, le=5)]
Field = tuple[Count, Count]
"""Row and column of the chart, from 0."""
Rgb = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Colour = Literal["yellow", "green", "brown", "gray", "purple"]
Land = Literal["white", "yellow", "green", "brown", "gray", "red", "blue", "purple"]


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whatever it is, it may say where it comes from."""

    source: str = ""


class HexEntry(Entry, frozen=True, kw_only=True):
    """A hex: what is printed there in the notation of tiles, what building costs, and what may be laid first."""

    name: str = ""
    colour: Land = "white"
    track: str = ""
    cost: Number = 0
    terrain: str = ""
    becomes: tuple[str, ...] = ()
    """Tiles that may be laid first; without it what the board's `first_tiles` say, or colour, label and track."""
    label: str = ""
    """The label that every tile but the first must have."""
    entrances: tuple[Side, ...] = ()
    """Sides by which other track can be led below what lies here."""
    line: tuple[Side, ...] = ()
    """Sides that track of the board's `line_kind` leads along on every tile."""
    shores: tuple[tuple[Side, ...], ...] = ()
    """Groups of sides between which no track may lead."""


class BarriersEntry(Entry, frozen=True, kw_only=True):
    """Pairs of neighbours between which no track leads."""

    sides: tuple[tuple[str, str], ...]


class BoardFile(Entry, frozen=True, kw_only=True):
    """board.toml: the hexes, and how they lie."""

    layout: Literal["pointy", "flat"]
    """Where the corners of a hex point: up and down, or left and right."""
    numbering: Literal["", "in a row", "columns"] = ""
    """How hexes are named: letters are rows and numbers columns; numbers count one by one; letters are columns."""
    line_kind: str = ""
    first_tiles: Mapping[str, tuple[str, ...]] = {}
    """What may be laid first, by what is printed: plain, town, towns, city, or city with its label."""
    barriers: BarriersEntry | None = None
    hexes: Mapping[str, HexEntry]


class FerryEntry(Entry, frozen=True, kw_only=True):
    """Sides on one bank of a river, and what a run wins or loses by crossing it."""

    sides: tuple[Side, ...]
    value: int


class TileEntry(Entry, frozen=True, kw_only=True):
    """A kind of tile. A standard one needs its count only, and may be a number instead of a table."""

    count: Count
    colour: Colour = "yellow"
    """That of the standard tile, if it is one."""
    track: str = ""
    """That of the standard tile, if it is one."""
    becomes: tuple[str, ...] = ()
    """What may replace it; without it what has the next colour, the same label and stops, and keeps its track."""
    rotations: Annotated[tuple[Side, ...], Meta(min_length=1)] = (0, 1, 2, 3, 4, 5)
    ferry: FerryEntry | None = None
    special: bool = False
    """Laid by a rule of its own alone."""


class ChartFile(Entry, frozen=True, kw_only=True):
    """chart.toml: prices by row from the top, 0 where there is no field."""

    rows: Annotated[tuple[tuple[Number, ...] | str, ...], Meta(min_length=1)]
    """Each a list of prices, or a text of prices with letters behind those that mean something."""
    start: Mapping[str, Field] = {}
    """Where markers of companies begin."""
    par: Mapping[str, Field] = {}
    """Prices at which companies can be started, each with its field."""


class PapersEntry(Entry, frozen=True, kw_only=True):
    """Certificates of one size."""

    percent: Percent
    number: Annotated[int, Meta(ge=1, le=100)] = 1
    director: bool = False


class CompanyEntry(Entry, frozen=True, kw_only=True):
    """A company with its certificates in the order in which they are sold."""

    id: str
    name: str
    colour: Rgb
    home: str | tuple[str | int, ...] = ""
    """The hex, or hex and number of the city."""
    city: Count = 0
    stations: Count = 0
    price: Number = 0
    unit: Percent = 10
    certificates: tuple[PapersEntry, ...] = ()


class PrivateEntry(Entry, frozen=True, kw_only=True):
    """A private railway."""

    id: str
    name: str
    price: Number
    income: Number


class CompaniesFile(Entry, frozen=True, kw_only=True):
    """companies.toml: companies and private railways."""

    company: tuple[CompanyEntry, ...] = ()
    private: tuple[PrivateEntry, ...] = ()


class PlayersEntry(Entry, frozen=True, kw_only=True):
    """What holds for a number of players: cash, and how many papers one may hold."""

    cash: Positive
    papers: Positive


class TrainEntry(Entry, frozen=True, kw_only=True):
    """A kind of train. `count = 0` is without limit."""

    id: str
    price: Positive
    count: Count
    stops: Count = 0
    towns: Count = 0
    hexes: Count = 0
    skips: bool = False


class PhaseEntry(Entry, frozen=True, kw_only=True):
    """A phase: the train that begins it, tiles for sale, operating rounds of a set, what it scraps."""

    id: str
    train: str
    colours: Annotated[tuple[Colour, ...], Meta(min_length=1)]
    rounds: Annotated[int, Meta(ge=1, le=10)]
    scraps: str = ""


class TitleFile(Entry, frozen=True, kw_only=True):
    """title.toml: numbers of the rules. `bank = 0` is without limit."""

    id: str
    name: str
    bank: Number
    currency: str
    players: Mapping[str, PlayersEntry]
    trains: tuple[TrainEntry, ...] = ()
    phases: tuple[PhaseEntry, ...]


class DataTypes(Struct, frozen=True, kw_only=True):
    """The types of a title's five files."""

    title: Any = TitleFile
    board: Any = BoardFile
    tiles: Any = dict[str, int | TileEntry]
    chart: Any = ChartFile
    companies: Any = CompaniesFile
