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
    """What stands beside it on the map."""
    colour: Land = "white"
    track: str = ""
    """Cities, towns and track in the notation of tiles, without track `city=revenue:0`."""
    cost: Number = 0
    """What the first tile costs."""
    terrain: str = ""
    """What makes it dear: mountain, water, …"""
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
    """The hexes, and how they lie."""

    layout: Literal["pointy", "flat"]
    """Where the corners of a hex point: up and down, or left and right."""
    numbering: Literal["", "in a row", "columns"] = ""
    """How hexes are named: letters are rows and numbers columns; numbers count one by one; letters are columns."""
    line_kind: str = ""
    """A kind of track that must follow the lines of hexes."""
    first_tiles: Mapping[str, tuple[str, ...]] = {}
    """What may be laid first, by what is printed: plain, town, towns, city, or city with its label."""
    barriers: BarriersEntry | None = None
    """Where no track leads."""
    hexes: Mapping[str, HexEntry]
    """Every hex by its name."""


class FerryEntry(Entry, frozen=True, kw_only=True):
    """Sides on one bank of a river, and what a run wins or loses by crossing it."""

    sides: tuple[Side, ...]
    value: int


class TileEntry(Entry, frozen=True, kw_only=True):
    """A kind of tile. A standard one needs its count only, and may be a number instead of a table."""

    count: Count
    """How many there are."""
    colour: Colour = "yellow"
    """That of the standard tile, if it is one."""
    track: str = ""
    """That of the standard tile, if it is one."""
    becomes: tuple[str, ...] = ()
    """What may replace it; without it what has the next colour, the same label and stops, and keeps its track."""
    rotations: Annotated[tuple[Side, ...], Meta(min_length=1)] = (0, 1, 2, 3, 4, 5)
    """In which turns it may lie."""
    ferry: FerryEntry | None = None
    """A river through its city."""
    special: bool = False
    """Laid by a rule of its own alone."""


class ChartFile(Entry, frozen=True, kw_only=True):
    """Prices by row from the top, 0 where there is no field."""

    rows: Annotated[tuple[tuple[Number, ...] | str, ...], Meta(min_length=1)]
    """Each a list of prices, or a text of prices with letters behind those that mean something."""
    start: Mapping[str, Field] = {}
    """Where markers of companies begin."""
    par: Mapping[str, Field] = {}
    """Prices at which companies can be started, each with its field."""


class PapersEntry(Entry, frozen=True, kw_only=True):
    """Certificates of one size."""

    percent: Percent
    """The size of each."""
    number: Annotated[int, Meta(ge=1, le=100)] = 1
    """How many."""
    director: bool = False
    """Whether it makes its holder director."""


class CompanyEntry(Entry, frozen=True, kw_only=True):
    """A company with its certificates in the order in which they are sold."""

    id: str
    name: str
    colour: Rgb
    """Of its markers."""
    home: str | tuple[str | int, ...] = ""
    """The hex, or hex and number of the city."""
    city: Count = 0
    """The number of the city in its home, from 0."""
    stations: Count = 0
    """How many markers it has."""
    price: Number = 0
    """What a new share costs, where that is printed."""
    unit: Percent = 10
    """The part, in percent, that its price is for."""
    certificates: tuple[PapersEntry, ...] = ()


class PrivateEntry(Entry, frozen=True, kw_only=True):
    """A private railway."""

    id: str
    name: str
    price: Number
    """What it is sold for."""
    income: Number
    """What it pays in each operating round."""


class CompaniesFile(Entry, frozen=True, kw_only=True):
    """Companies and private railways."""

    company: tuple[CompanyEntry, ...] = ()
    private: tuple[PrivateEntry, ...] = ()


class PlayersEntry(Entry, frozen=True, kw_only=True):
    """What holds for a number of players: cash, and how many papers one may hold."""

    cash: Positive
    """What everybody begins with."""
    papers: Positive
    """How many certificates one may hold."""


class TrainEntry(Entry, frozen=True, kw_only=True):
    """A kind of train. `count = 0` is without limit."""

    id: str
    price: Positive
    """What the bank asks."""
    count: Count
    """How many there are."""
    stops: Count = 0
    """How many stops it calls at."""
    towns: Count = 0
    """How many towns besides."""
    hexes: Count = 0
    """How many hexes it goes, where it counts these."""
    skips: bool = False
    """Whether it may pass stops without calling."""


class PhaseEntry(Entry, frozen=True, kw_only=True):
    """A phase: the train that begins it, tiles for sale, operating rounds of a set, what it scraps."""

    id: str
    train: str
    """The train whose first sale begins it; none for the phase that play begins in."""
    colours: Annotated[tuple[Colour, ...], Meta(min_length=1)]
    """Tiles that may be laid."""
    rounds: Annotated[int, Meta(ge=1, le=10)]
    """Operating rounds of a set."""
    scraps: str = ""
    """The train that leaves the game."""


class TitleFile(Entry, frozen=True, kw_only=True):
    """Numbers of the rules. `bank = 0` is without limit."""

    id: str
    name: str
    bank: Number
    """What the bank holds with all that players get."""
    currency: str
    """The sign of its money."""
    players: Mapping[str, PlayersEntry]
    """By number of players."""
    trains: tuple[TrainEntry, ...] = ()
    """In the order in which they are sold."""
    phases: tuple[PhaseEntry, ...]
    """In their order."""


class DataTypes(Struct, frozen=True, kw_only=True):
    """The types of a title's five files."""

    title: Any = TitleFile
    board: Any = BoardFile
    tiles: Any = dict[str, int | TileEntry]
    chart: Any = ChartFile
    companies: Any = CompaniesFile
