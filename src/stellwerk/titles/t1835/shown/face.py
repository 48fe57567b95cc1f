"""What lies on the table in 1835, as plain data: players, companies, trains, and values for texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.board.board import Board
from stellwerk.eighteen.classic.operating import acting, still_to_act
from stellwerk.show.eighteen import tables as shared
from stellwerk.show.tables import ChartView, Column, Face, Fact, Holding, Look, Table, Turns

from ..actions import BuyPaper
from ..data import PACKET, PRUSSIA, Phase35, material
from ..ending import worth
from ..packet import paper_price
from ..rounds import is_last_round
from ..running import running_problem
from ..state import Table as Position
from ..state import count_papers, director, packet_left, paper_limit, still_to_come
from .look import look
from .market import MARKET


def _papers(position: Position, seat: int) -> str:
    return f"{count_papers(position, seat)}/{paper_limit(position, seat)}"


def _railways(position: Position, seat: int) -> tuple[str, ...]:
    printed = position.rules.printed
    return tuple(p for p in (*printed.privates, *printed.minors) if position.state.papers[p] == seat)


def _companies(position: Position) -> Table:
    """The Vorpreußische, of which there are no shares, before the AGs."""
    state = position.state
    dashes = (None,) * (state.seats + 2)
    minors = tuple(
        (minor, minor, director(position, minor), None, state.cash[minor], state.trains[minor], None, *dashes)
        for minor in position.rules.printed.minors
        if minor in state.in_operation
    )
    companies = shared.companies(position, list(position.rules.printed.companies))
    return Table("companies", companies.columns, minors + companies.rows)


def _left(position: Position, train: str) -> str:
    return f"{position.state.depot.count(train)}/{position.rules.printed.trains[train].count}"


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


class Face1835(Face):
    """What terminal, words and drawings ask of 1835."""

    currency: str = material().title["currency"]
    market = MARKET
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

    def names(self) -> Mapping[str, str]:
        """Private railways, Vorpreußische and AGs."""
        printed = material()
        return {
            each.id: each.name
            for group in (printed.privates, printed.minors, printed.companies)
            for each in group.values()
        }

    def places(self) -> Mapping[str, str]:
        """Hexes that have a name."""
        return shared.named_places(material().box)

    def look(self) -> Look:
        """Colours and homes."""
        return look()

    def board(self, position: Position) -> Board | None:
        """The board."""
        return position.state.board

    def income(self, position: Position, company: str) -> int | None:
        """What a company's trains could earn now."""
        return shared.glance(position, company, running_problem)

    def homes_to_come(self, position: Position) -> tuple[str, ...]:
        """Companies not yet in operation."""
        return tuple(still_to_come(position))

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

    def turns(self, position: Position) -> Turns | None:
        """Who acts when in an operating round."""
        return shared.turns(position, acting(position), still_to_act(position))

    def looming(self, position: Position) -> tuple[Fact, ...]:
        """The bank is about to break, or the game to end."""
        return shared.looming(position, is_last_round(position))

    def tables(self, position: Position) -> tuple[Table, ...]:
        """Players, companies, trains, phases, and the start packet while there is any."""
        ends = {each.scraps: each.train for each in position.rules.printed.phases if each.scraps}
        shown = (
            shared.players(position, _papers, _railways, worth),
            _companies(position),
            shared.trains(position, _left, ends),
            shared.phases(position, _limits, lambda each: _effects(position, each)),
        )
        return (*shown, _packet(position)) if packet_left(position) else shown
