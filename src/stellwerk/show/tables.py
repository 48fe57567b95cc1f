"""What a title shows besides its rules: tables, names and colours as plain data, for terminal and pages alike.

A title's manifest names them (`face`). Nothing here is prose: headings are keys of the catalogue, a cell is a
value with the kind by which `stellwerk.words` writes it (`name`, `money` …).
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, Protocol

from msgspec import Struct

from stellwerk.bank.chart import Chart, ChartSheet, Field
from stellwerk.bank.papers import Owner
from stellwerk.board.board import Board
from stellwerk.board.tiles import Track
from stellwerk.play.core import Position
from stellwerk.play.game import Title


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


class Tables(Protocol):
    """What terminal, words and drawings ask of a title."""

    currency: str
    told: frozenset[str]
    """Purposes of payments that other events tell already, so that a log leaves them out."""
    facts: Mapping[str, Callable[[Any, Any], Any]]
    """Values for the texts of actions and steps that follow from the position: a price, what is lacking."""

    def names(self) -> Mapping[str, str]:
        """Companies and papers by id."""
        ...

    def places(self) -> Mapping[str, str]:
        """Hexes that have a name."""
        ...

    def look(self) -> Look:
        """Colours and homes."""
        ...

    def board(self, position: Any) -> Board | None:
        """The board, where the title has one."""
        ...

    def homes_to_come(self, position: Any) -> tuple[str, ...]:
        """Companies whose home is still to be shown on the board as waiting for them."""
        ...

    def chart(self, position: Any) -> ChartView | None:
        """The share-price chart, where the title has one."""
        ...

    def summary(self, position: Any) -> tuple[Fact, ...]:
        """Round, phase and what else stands above everything."""
        ...

    def tables(self, position: Any) -> tuple[Table, ...]:
        """Players, companies, trains: what lies on the table.

        A table `phases` has a column `when`, whose word is `now` or `next` in one row each: pages show these two
        beside one another. A table `railways` tells more of the companies, a row each: cards have both.
        """
        ...


class Littered(Protocol):
    """A title with loose things on its board: its tables also tell what lies where."""

    def pieces(self, position: Any) -> tuple[Piece, ...]:
        """What lies on the board besides track and markers."""
        ...


def pieces_of(title: Title, position: Any) -> tuple[Piece, ...]:
    """The loose things on the board; none in titles that have no such thing."""
    pieces = getattr(tables_of(title), "pieces", None)
    found: tuple[Piece, ...] = pieces(position) if pieces else ()
    return found


class Planning(Protocol):
    """A title in which lines are known before they are built: its tables also tell what is missing of them."""

    def planned(self, position: Any) -> tuple[PlannedLine, ...]:
        """Hex by hex the lines that are still to be built."""
        ...


def planned_by(title: Title, position: Any) -> tuple[PlannedLine, ...]:
    """Lines that are still to be built; none in titles that have no such thing."""
    planned = getattr(tables_of(title), "planned", None)
    found: tuple[PlannedLine, ...] = planned(position) if planned else ()
    return found


class Turning(Protocol):
    """A title whose station markers have two sides: its tables also tell which ones are turned over."""

    def turned(self, position: Any) -> frozenset[tuple[str, str]]:
        """Markers on their inactive side, as company and hex."""
        ...


def turned_of(title: Title, position: Any) -> frozenset[tuple[str, str]]:
    """Markers that are turned over; none in titles that have no such thing."""
    turned = getattr(tables_of(title), "turned", None)
    found: frozenset[tuple[str, str]] = turned(position) if turned else frozenset()
    return found


class FreeRuns(Protocol):
    """A title in which any legal run will do, so that one that was run need not be the best."""

    free_runs: bool


def best_runs_only(title: Title) -> bool:
    """Whether every run of a title is a best one."""
    return not getattr(tables_of(title), "free_runs", False)


class Earning(Protocol):
    """A title whose companies run trains: its tables also tell what one could earn now."""

    def income(self, position: Any, company: str) -> int | None:
        """The best income of a company's trains, where it can be found at a glance."""
        ...


def income_of(title: Title, position: Any, company: str) -> int | None:
    """What a company's trains could earn now; None where there is no such thing or finding it takes too long."""
    income = getattr(tables_of(title), "income", None)
    found: int | None = income(position, company) if income else None
    return found


class Marking(Protocol):
    """A title that lets everybody look at some hexes for the moment: its tables also tell which."""

    def marked(self, position: Any) -> tuple[str, ...]:
        """Hexes that the decision to be taken is about."""
        ...


def marked_by(title: Title, position: Any) -> tuple[str, ...]:
    """Hexes to look at now; none in titles that mark none."""
    marked = getattr(tables_of(title), "marked", None)
    found: tuple[str, ...] = marked(position) if marked else ()
    return found


class Turns(Struct, frozen=True):
    """The companies of an operating round: those that have acted, the one that acts, the others in their order."""

    done: frozenset[str]
    acting: str
    waiting: tuple[str, ...]


class InTurn(Protocol):
    """A title whose companies act one after another: its tables also tell how far a round has come."""

    def turns(self, position: Any) -> Turns | None:
        """Who has acted and who will; None between operating rounds."""
        ...


def turns_of(title: Title, position: Any) -> Turns | None:
    """How far an operating round has come; None in titles that have no such rounds."""
    turns = getattr(tables_of(title), "turns", None)
    found: Turns | None = turns(position) if turns else None
    return found


class Looming(Protocol):
    """A title whose end can be seen coming: its tables also tell what is about to happen."""

    def looming(self, position: Any) -> tuple[Fact, ...]:
        """What everybody should know as soon as it holds; the catalogue's `loud.<key>` is its text."""
        ...


def looming_in(title: Title, position: Any) -> tuple[Fact, ...]:
    """What is about to happen; nothing in titles that foretell nothing."""
    looming = getattr(tables_of(title), "looming", None)
    found: tuple[Fact, ...] = looming(position) if looming else ()
    return found


class Face:
    """How a title is shown; what is printed on its material may differ from one title's data to another's."""

    def __init__(self, title: Title) -> None:
        self.title = title


FACES = 64
_faces: dict[int, tuple[Title, Tables]] = {}


def tables_of(title: Title) -> Tables:
    """The face of a title, made once."""
    known = _faces.get(id(title))
    if known is None or known[0] is not title:
        if len(_faces) >= FACES:
            _faces.clear()
        known = _faces[id(title)] = title, title.manifest.part("face")(title)
    return known[1]


KEPT = 8
_kept: OrderedDict[int, tuple[Any, Sequence[Table]]] = OrderedDict()
_keeping = Lock()


def tables_at(title: Title, position: Position[Any, Any]) -> Sequence[Table]:
    """A title's tables of a position. The last ones are kept: a page asks for the same ones many times."""
    state = position.state
    with _keeping:
        known = _kept.get(id(state))
    if known is None or known[0] is not state:
        known = state, tuple(tables_of(title).tables(position))
        with _keeping:
            _kept[id(state)] = known
            while len(_kept) > KEPT:
                _kept.popitem(last=False)
    return known[1]
