"""How a title is shown: every question that pages, terminal, words and drawings ask, with a default answer.

A title's manifest names its face, a class that answers what is its own. What 18xx titles answer alike is in
`show.eighteen.face`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from stellwerk.bank.papers import Certificate
from stellwerk.board.board import Board
from stellwerk.play.auction import Bid
from stellwerk.play.core import Event
from stellwerk.play.game import Title

from .area_map import AreaMap
from .market import BOARD, Paper, PriceMove, Wealth
from .tables import ChartView, Companies, Fact, Look, Phases, Piece, PlannedLine, Players, Table, TrainRow, Turns

if TYPE_CHECKING:
    from .history import Mark


SHOWN_OTHERWISE = frozenset(("players", "companies", "railways", "trains", "phases", "hexes"))
"""Keys of tables that tell of what has cards, or lies on the board."""


class Face:
    """All questions; whatever a title does not answer is not shown."""

    currency: str = ""
    told: frozenset[str] = frozenset()
    """Purposes of payments that other events tell already, so that a log leaves them out."""
    facts: Mapping[str, Callable[[Any, Any], Any]] = {}
    """Values for the texts of actions and steps that follow from the position: a price, what is lacking."""
    free_runs: bool = False
    """Whether any legal run will do, so that one that was run need not be the best."""
    on_chart: frozenset[str] = frozenset()
    """Columns of the companies that a card need not repeat, since the chart tells them."""

    def __init__(self, title: Title) -> None:
        self.title = title

    # Names and colours --------------------------------------------------------------------------------------

    def names(self) -> Mapping[str, str]:
        """Companies and papers by id."""
        return {}

    def places(self) -> Mapping[str, str]:
        """Hexes that have a name."""
        return {}

    def look(self) -> Look:
        """Colours and homes."""
        return Look((), ())

    # The board ----------------------------------------------------------------------------------------------

    def board(self, position: Any) -> Board | None:
        """The board with track, where the title has one."""
        return None

    def area_map(self, position: Any) -> AreaMap | None:
        """The board of a title that has one without track."""
        return None

    def homes_to_come(self, position: Any) -> tuple[str, ...]:
        """Companies whose home is still to be shown on the board as waiting for them."""
        return ()

    def pieces(self, position: Any) -> tuple[Piece, ...]:
        """What lies loose on the board besides track and markers."""
        return ()

    def planned(self, position: Any) -> tuple[PlannedLine, ...]:
        """Hex by hex the lines that are known before they are built."""
        return ()

    def turned(self, position: Any) -> frozenset[tuple[str, str]]:
        """Station markers on their inactive side, as company and hex."""
        return frozenset()

    def marked(self, position: Any) -> tuple[str, ...]:
        """Hexes that everybody should look at, since the decision to be taken is about them."""
        return ()

    # Rounds -------------------------------------------------------------------------------------------------

    def summary(self, position: Any) -> tuple[Fact, ...]:
        """Round, phase and what else stands above everything."""
        return ()

    def turns(self, position: Any) -> Turns | None:
        """Which companies have acted and which will; None between operating rounds."""
        return None

    def warnings(self, position: Any) -> tuple[Fact, ...]:
        """What everybody should know as soon as it holds; the catalogue's `announced.<key>` is its text."""
        return ()

    def stage(self, position: Any) -> str:
        """What the decision to be taken is about: `board` or `market`."""
        return BOARD

    def marks(self, events: Sequence[Event], position: Any) -> Iterable[Mark]:
        """What the history notes of the events of one move, in their order, with the position after it."""
        return ()

    # Tables -------------------------------------------------------------------------------------------------

    def players(self, position: Any) -> Players | None:
        """The players, a row each."""
        return None

    def phases(self, position: Any) -> Phases | None:
        """The phases, a row each, where the title has any: pages show the present one beside the next."""
        return None

    def companies(self, position: Any) -> Companies | None:
        """The companies, a row each."""
        return None

    def trains(self, position: Any) -> tuple[TrainRow, ...]:
        """Each kind of train, in the order in which the bank sells them."""
        return ()

    def tables(self, position: Any) -> tuple[Table, ...]:
        """Players, companies, trains: what lies on the table."""
        return ()

    def other_tables(self, position: Any) -> tuple[Table, ...]:
        """Those that tell of nothing else that is shown: not of players, companies, trains, phases and hexes."""
        return tuple(each for each in self.tables(position) if each.key not in SHOWN_OTHERWISE)

    # Money and papers ---------------------------------------------------------------------------------------

    def chart(self, position: Any) -> ChartView | None:
        """The share-price chart, where the title has one."""
        return None

    def price_moves(self, position: Any, company: str) -> tuple[PriceMove, ...]:
        """Where the price of a company can go from here."""
        return ()

    def wealth(self, position: Any, seat: int) -> Wealth | None:
        """What a player's worth consists of; None where it is not told part by part."""
        return None

    def liquid(self, position: Any, seat: int) -> int | None:
        """A player's money with all that legal sales would bring at present prices."""
        return None

    def draws(self, position: Any, seat: int) -> int | None:
        """What a player draws in the next payment that is certain."""
        return None

    def first(self, position: Any) -> int | None:
        """Who has the priority."""
        return None

    def certificates(self, position: Any) -> tuple[Certificate, ...]:
        """All share certificates as they are printed, where shares are parts of a hundred."""
        return ()

    def papers(self, position: Any) -> tuple[Paper, ...]:
        """Papers that are no shares and still in the game."""
        return ()

    def missing(self, position: Any, company: str) -> int | None:
        """How many percent of a company must still be sold before it floats; None where it has, or cannot."""
        return None

    def income(self, position: Any, company: str) -> int | None:
        """What a company's trains could earn now, where it can be found at a glance."""
        return None

    def about(self, position: Any, action: Any) -> str:
        """The company or paper that an action is about; nothing where it is about none."""
        if isinstance(action, Bid):
            lot: str = getattr(position.state.agenda[-1], "lot", "")
            return lot
        for name in ("lot", "paper", "private", "work", "company"):
            value = getattr(action, name, "")
            if isinstance(value, str) and value:
                return value
        return ""


@lru_cache(maxsize=64)
def face_of(title: Title) -> Face:
    """The face of a title, made once."""
    face: Face = title.manifest.part("face")(title)
    return face
