"""What lies on the table in 1835, as plain data: players, companies, trains, and values for texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from stellwerk.eighteen.printed import Printed
from stellwerk.play.core import Event
from stellwerk.play.game import Title
from stellwerk.show.eighteen import tables as shared
from stellwerk.show.eighteen.face import EighteenFace
from stellwerk.show.history import Mark
from stellwerk.show.market import Account, Paper
from stellwerk.show.on_table import on_table
from stellwerk.show.tables import (
    ChartView,
    Column,
    Companies,
    CompanyRow,
    Fact,
    Holding,
    Look,
    Phases,
    Players,
    Table,
    TrainRow,
    table,
)

from ..actions import BuyPaper
from ..corrections import Corrections
from ..data import PACKET, PRUSSIA, Phase35, material
from ..emergency import EmergencySales
from ..ending import worth
from ..packet import paper_price
from ..prussia import ExchangeTurn, OfferFounding
from ..rounds import is_last_round
from ..state import Table as Position
from ..state import count_papers, director, packet_left, paper_limit
from . import market
from .history import marks
from .look import look


def _papers(position: Position, seat: int) -> str:
    return f"{count_papers(position, seat)}/{paper_limit(position, seat)}"


def _railways(position: Position, seat: int) -> tuple[str, ...]:
    printed = position.rules.printed
    return tuple(p for p in (*printed.privates, *printed.minors) if position.state.papers[p] == seat)


def _minor(position: Position, minor: str) -> CompanyRow:
    """A Vorpreußische, of which there are no shares."""
    state = position.state
    nothing = (None,) * state.seats
    return CompanyRow(
        minor, director(position, minor), None, state.cash[minor], state.trains[minor], None, nothing
    )


def _limits(each: Phase35) -> str:
    return "/".join(map(str, each.limits))


_EFFECTS = {  # of the first train of a kind, besides what its phase says (5.5.4.14)
    "3": ("trains_traded",),
    "4": ("prussia_may_open",),
    "4+4": ("prussia_must_open",),
    "5": ("privates_close", "prussia_takes_all"),
}


def _effects(position: Position, each: Phase35) -> tuple[str, ...]:
    """What the first train of a kind brings besides; Preußen opens only once."""
    open_ = PRUSSIA in position.state.in_operation
    return tuple(e for e in _EFFECTS.get(each.train, ()) if not (e.endswith("_open") and open_))


def _packet(position: Position) -> Table:
    rows = tuple((tuple((paper, paper_price(position, paper)) for paper in row),) for row in packet_left(position))
    return Table("packet", (Column("prices", "priced"),), rows)


def _price(position: Position, action: Any) -> int:
    """The price of what an action is about."""
    if isinstance(action, BuyPaper):
        return paper_price(position, action.paper)
    return shared.asked_price(position, action)


def _brings(position: Position, action: Any) -> Holding | None:
    """The share that comes along with a paper of the start packet, or that a paper is exchanged for."""
    printed = position.rules.printed
    share = printed.brings if position.state.papers[action.paper] == PACKET else printed.becomes
    certificate = printed.register.by_id.get(share.get(action.paper, ""))
    if certificate is None:
        return None
    return Holding(certificate.company, certificate.percent, certificate.director)


class Face1835(EighteenFace):
    """What terminal, words and drawings ask of 1835."""

    told = frozenset(
        (
            "packet", "share", "nationalised", "sale", "capital", "debt", "track", "station", "train", "help",
            "merger", "withheld",
        )
    )  # fmt: skip
    facts: Mapping[str, Callable[[Any, Any], Any]] = {
        **shared.FACTS,
        "price": _price,
        "brings": _brings,
        "lacking": lambda position, step: step.lacking(position),
    }
    about_papers = (EmergencySales, OfferFounding, ExchangeTurn, Corrections)

    def material(self, title: Title) -> Printed:
        """What is printed."""
        return material()

    def names(self) -> Mapping[str, str]:
        """Private railways, Vorpreußische and AGs."""
        printed = material()
        return {
            each.id: each.name
            for group in (printed.privates, printed.minors, printed.companies)
            for each in group.values()
        }

    def look(self) -> Look:
        """Colours and homes."""
        return look()

    def chart(self, position: Position) -> ChartView | None:
        """The share-price chart."""
        printed = position.rules.printed
        return ChartView(printed.sheet, position.state.chart, printed.starts)

    def summary(self, position: Position) -> tuple[Fact, ...]:
        """Round, phase, bank and start player."""
        state = position.state
        return (
            *shared.round_and_bank(position),
            Fact("start_player", {"seat": state.start_player}),
            *(Fact("debt", {"company": c, "amount": owed}) for c, owed in state.debts.items()),
        )

    def warnings(self, position: Position) -> tuple[Fact, ...]:
        """The bank is about to break, or the game to end."""
        last = (Fact("last_round", {}),) if is_last_round(position) else ()
        return (*shared.bank_low(position), *last)

    def marks(self, events: Sequence[Event], position: Position) -> Iterator[Mark]:
        """Rounds, incomes and trains."""
        return marks(events, position)

    def companies(self, position: Position) -> Companies:
        """The Vorpreußische before the AGs."""
        printed = position.rules.printed
        minors = [minor for minor in printed.minors if minor in position.state.in_operation]
        listed = shared.in_order(position, list(printed.companies))
        rows = (*(_minor(position, each) for each in minors), *(shared.company_row(position, c) for c in listed))
        return Companies(rows, shared.company_columns(range(position.state.seats)))

    def trains(self, position: Position) -> tuple[TrainRow, ...]:
        """Every kind of train."""
        ends = shared.scrapped_by(position)
        return tuple(
            shared.train_row(position, kind, position.state.depot.count(kind.id), ends.get(kind.card))
            for kind in position.rules.printed.trains.values()
            if kind.card
        )

    def players(self, position: Position) -> Players:
        """Cash, papers against the limit, shares, private and minor railways, worth."""

        def more(each: Position, seat: int) -> dict[str, Any]:
            return {"papers": _papers(each, seat), "railways": _railways(each, seat)}

        return Players(shared.player_rows(position, worth, more), shared.PLAYERS)

    def phases(self, position: Position) -> Phases:
        """Limits of trains of both kinds of companies, and what else phases bring."""

        def more(each: Phase35) -> dict[str, Any]:
            return {"limits": _limits(each), "effects": _effects(position, each)}

        return Phases(shared.phase_rows(position, more), shared.PHASES)

    def tables(self, position: Position) -> tuple[Table, ...]:
        """Players, companies, trains, phases, and the start packet while there is any."""
        laid = on_table(self.title, position)
        return (
            laid.sheet("players"),
            laid.sheet("companies"),
            table("trains", shared.TRAINS, laid.trains),
            laid.sheet("phases"),
            *laid.others,
        )

    def other_tables(self, position: Position) -> tuple[Table, ...]:
        """The start packet."""
        return (_packet(position),) if packet_left(position) else ()

    def liquid(self, position: Position, seat: int) -> int:
        """Cash, and the most that legal sales would bring."""
        return market.liquid(position, seat)

    def other_wealth(self, position: Position, seat: int) -> tuple[Account, ...]:
        """What does not count."""
        return market.other_wealth(position, seat)

    def papers(self, position: Position) -> tuple[Paper, ...]:
        """Private railways, and Vorpreußische that do not act yet."""
        return market.papers(position)

    def missing(self, position: Position, company: str) -> int | None:
        """Until an AG floats."""
        return market.missing(position, company)

    def about(self, position: Position, action: Any) -> str:
        """A share of the packet is a matter of its company."""
        return market.about(position, action) or super().about(position, action)
