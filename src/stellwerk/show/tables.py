"""What is shown of a position, as plain data: rows and tables made from them, facts, what drawings need to know.

Nothing here is prose: headings are keys of the catalogue, a cell is a value with the kind by which
`stellwerk.words` writes it (`name`, `money` …).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct

from stellwerk.bank.chart import Chart, ChartSheet, Field
from stellwerk.bank.papers import Owner
from stellwerk.board.tiles import Track


class Column(Struct, frozen=True):
    """A column headed by the catalogue's `column.<key>`, or by the name of a player, or the id of a company."""

    key: str
    kind: str = "text"
    owner: Owner | None = None


class Table(Struct, frozen=True):
    """Rows of values; the catalogue's `table.<key>` stands above them."""

    key: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]


class Fact(Struct, frozen=True):
    """One thing worth a line of its own, such as the phase; the catalogue's `fact.<key>` is its text."""

    key: str
    values: Mapping[str, Any]


class Holding(Struct, frozen=True):
    """A part of a company in somebody's hands."""

    company: str
    percent: int
    director: bool = False


class ChartView(Struct, frozen=True):
    """The share-price chart with the fields on which companies start.

    A chart whose rows are too long to be read is shown `across` so many fields, each row in several lines. `tints`
    are colours of fields that mean something; `moves` the fields where the marker of the company whose turn it is
    would go, with the way that it goes.
    """

    sheet: ChartSheet
    chart: Chart
    starts: Mapping[str, Field]
    across: int = 0
    tints: Mapping[Field, str] = {}
    moves: Mapping[Field, str] = {}


class TrackView(Struct, frozen=True):
    """A tile as it would lie, for texts that tell where its track leads."""

    track: Track
    layout: str


class Livery(Struct, frozen=True):
    """A company's colour, and what is written on its markers."""

    company: str
    colour: str
    label: str


class Home(Struct, frozen=True):
    """Where a company puts its first marker; without `city` it has still to choose."""

    company: str
    hex: str
    city: int | None


class Look(Struct, frozen=True):
    """What drawings need to know of a title."""

    liveries: tuple[Livery, ...]
    homes: tuple[Home, ...]
    bordered: tuple[str, ...] = ()
    """Hexes that are drawn with a border, such as cities among villages."""
    limit: tuple[str, ...] = ()
    """Hexes around which one line is drawn, such as those within the limit of a city."""
    edge: tuple[str, ...] = ()
    """Hexes whose sides at the edge of the board are marked, such as those of a periphery."""
    brief: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Names of places that are too long for a hex, with what may be written instead, the longest first."""
    barrier: str = "barrier"
    """What the sides are that no track may cross: `barrier` for water, `ridge` for heights."""


class Piece(Struct, frozen=True):
    """Something loose on the board: a sign with a label, in a company's colours where it is one's.

    `values` are what it brings by colour of the phase, `below` is written under its label and `badge` on its edge;
    `faded` marks what is not there yet, or no longer counts.
    """

    hex: str
    sign: str
    label: str = ""
    company: str = ""
    values: tuple[tuple[str, int], ...] = ()
    faded: bool = False
    below: str = ""
    badge: str = ""


class PlannedLine(Struct, frozen=True):
    """Track that a company is still to build in a hex: from side to side, or from one side to a stop."""

    hex: str
    sides: tuple[int, ...]
    company: str
    dashed: bool = False
    """Drawn as a broken line: where track may lie, whoever will build it."""


class Row(Protocol):
    """Something of which a table tells in a row."""

    def cell(self, column: Column) -> Any:
        """What stands in a column."""
        ...


R = TypeVar("R", bound=Row)


def table(key: str, columns: Sequence[Column], rows: Iterable[Row]) -> Table:
    """Rows as a table of these columns."""
    return Table(key, tuple(columns), tuple(tuple(row.cell(column) for column in columns) for row in rows))


class Sheet(Struct, Generic[R], frozen=True):
    """All rows of a kind in their order, with the columns of the table about them."""

    rows: tuple[R, ...]
    columns: tuple[Column, ...]
    key: ClassVar[str]
    """Of the table."""

    def table(self) -> Table:
        """The rows as a table."""
        return table(self.key, self.columns, self.rows)


class PlayerRow(Struct, frozen=True):
    """A player: money, papers, what he holds of companies, what else belongs to him, what all of it is worth.

    >>> PlayerRow(1, 60, held={"PRR": 2}).cell(Column("shares", "number", owner="PRR"))
    2
    """

    seat: int
    cash: int
    papers: str = ""
    """How many, and how many he may have."""
    shares: tuple[Holding, ...] = ()
    railways: tuple[str, ...] = ()
    worth: int | None = None
    held: Mapping[str, int] = {}
    """Shares by company, where each company has a column of its own."""
    more: Mapping[str, Any] = {}
    """What else the title tells, by the keys of its columns."""

    def cell(self, column: Column) -> Any:
        """What stands in a column."""
        if column.owner is not None:
            return self.held[str(column.owner)]
        if column.key == "player":
            return self.seat
        return self.more[column.key] if column.key in self.more else getattr(self, column.key)


class Players(Sheet[PlayerRow], frozen=True):
    """All players in the order of their seats: money, papers, worth."""

    key: ClassVar[str] = "players"


class PhaseRow(Struct, frozen=True):
    """What holds from the first train of a kind on; `until` it so many trains have to be bought."""

    when: str
    """`now` for the present one, `next` for the one after it."""
    train: str | None = None
    until: int | None = None
    colours: tuple[str, ...] = ()
    rounds: int | None = None
    limits: str = ""
    scraps: str | None = None
    effects: tuple[str, ...] = ()
    more: Mapping[str, Any] = {}

    def cell(self, column: Column) -> Any:
        """What stands in a column."""
        return self.more[column.key] if column.key in self.more else getattr(self, column.key)


class Phases(Sheet[PhaseRow], frozen=True):
    """All phases in their order: what holds, what comes next, and what that takes."""

    key: ClassVar[str] = "phases"


class CompanyRow(Struct, frozen=True):
    """A company: who directs it, what it has, and who holds it. Nothing is told where something is None.

    >>> CompanyRow("BA", price=92, held=(20, 10)).cell(Column("share", "percent", owner=1))
    10
    """

    id: str
    director: int | None = None
    price: int | None = None
    treasury: int | None = None
    trains: tuple[str, ...] = ()
    markers: int | None = None
    held: tuple[int | None, ...] = ()
    """By seat: in percent, or counted, as the column says."""
    pool: int | None = None
    unsold: int | None = None
    more: Mapping[str, Any] = {}
    """What else the title tells, by the keys of its columns."""

    def cell(self, column: Column) -> Any:
        """What stands in a column."""
        if isinstance(column.owner, int):
            return self.held[column.owner]
        if column.key in ("id", "company"):
            return self.id
        return self.more[column.key] if column.key in self.more else getattr(self, column.key)


class Companies(Sheet[CompanyRow], frozen=True):
    """All companies in the order in which they are shown: price, treasury, trains and shares.

    `details` are the columns of the second one, `railways`, for which the companies are `listed` by their ids.
    """

    key: ClassVar[str] = "companies"
    details: tuple[Column, ...] = ()
    listed: tuple[str, ...] = ()

    @property
    def percent(self) -> bool:
        """Whether shares are parts of a hundred, or counted."""
        return any(column.kind == "percent" for column in self.columns)

    def details_table(self) -> Table:
        """What else is to be known of them."""
        by_id = {row.id: row for row in self.rows}
        return table("railways", (Column("id"), *self.details), (by_id[id_] for id_ in self.listed))


def rest(left: int | None, of: int) -> str:
    """How many are left of how many.

    >>> rest(3, 5), rest(None, 0)
    ('3/5', '∞')
    """
    return "∞" if left is None else f"{left}/{of}"


class TrainRow(Struct, frozen=True):
    """A kind of train: price, how many the bank has left `of` how many, who owns one, which train scraps it.

    >>> TrainRow("3", 330, 4, 6).cell(Column("left")), TrainRow("8E", 800, None).cell(Column("left"))
    ('4/6', '∞')
    """

    id: str
    cost: int
    left: int | None
    """None where there is no end of them."""
    of: int = 0
    second_hand: int = 0
    """Those that the bank sells besides."""
    owners: tuple[str, ...] = ()
    scrapped_by: str | None = None
    more: Mapping[str, Any] = {}

    def cell(self, column: Column) -> Any:
        """What stands in a column."""
        match column.key:
            case "train":
                return self.id
            case "left":
                told = rest(self.left, self.of)
                return f"{told} + {self.second_hand}" if self.second_hand else told
        return self.more[column.key] if column.key in self.more else getattr(self, column.key)


class Turns(Struct, frozen=True):
    """The companies of an operating round: those that have acted, the one that acts, the others in their order."""

    done: frozenset[str]
    acting: str
    waiting: tuple[str, ...]
