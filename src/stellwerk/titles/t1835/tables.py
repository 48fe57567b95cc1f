"""What lies on the table in 1835, as plain data: players, companies, trains, and values for texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.bank.papers import BANK, POOL
from stellwerk.board.board import Board
from stellwerk.eighteen.actions import BuyShare, LayTile, OfferForTrain
from stellwerk.play.tables import ChartView, Column, Fact, Holding, Look, Table, Tables, TrackView

from .actions import BuyPaper
from .data import PACKET, PRUSSIA, material
from .ending import worth
from .look import look
from .packet import paper_price
from .shares import asked_paper, purchase_price, sold_part
from .state import (
    Table as Position,
)
from .state import (
    count_papers,
    director,
    packet_left,
    paper_limit,
    percent,
    phase,
    price,
    still_to_come,
    train_limit,
)
from .stations import station_cost
from .track import lay_cost
from .trains import SCRAPPED


def _players(position: Position) -> Table:
    rows = []
    printed = position.rules.material
    for seat in range(position.state.seats):
        holdings = tuple(
            Holding(company, part, director(position, company) == seat)
            for company in printed.companies
            if (part := percent(position, company, seat))
        )
        others = tuple(
            paper for paper in (*printed.privates, *printed.minors) if position.state.papers[paper] == seat
        )
        papers = f"{count_papers(position, seat)}/{paper_limit(position, seat)}"
        cash = position.state.cash[seat]
        rows.append((seat, cash, papers, holdings, others, worth(position, seat)))
    columns = (
        Column("player", "name"),
        Column("cash", "money"),
        Column("papers", "right"),
        Column("shares", "holdings"),
        Column("railways", "ids"),
        Column("worth", "money"),
    )
    return Table("players", columns, tuple(rows))


def _companies(position: Position) -> Table:
    printed, state = position.rules.material, position.state
    seats = range(state.seats)
    rows: list[tuple[Any, ...]] = []
    for minor in printed.minors:
        if minor in state.in_operation:
            money = state.cash[minor]
            dashes = (None,) * (state.seats + 2)
            rows.append((minor, minor, director(position, minor), None, money, state.trains[minor], None, *dashes))
    order = state.chart.order(printed.sheet)
    for company in order + [company for company in printed.companies if company not in order]:
        floated = company in state.in_operation
        unsold = 100 - sum(percent(position, company, owner) for owner in (*seats, POOL))
        rows.append(
            (
                company,
                company,
                director(position, company),
                price(position, company) if floated else None,
                state.cash[company] if floated else None,
                state.trains[company],
                state.markers[company],
                *(percent(position, company, seat) for seat in seats),
                percent(position, company, POOL),
                unsold,
            )
        )
    columns = (
        Column("id"),
        Column("company", "name"),
        Column("director", "name"),
        Column("price", "money"),
        Column("treasury", "money"),
        Column("trains", "trains"),
        Column("markers", "number"),
        *(Column("share", "percent", owner=seat) for seat in seats),
        Column("pool", "percent"),
        Column("unsold", "percent"),
    )
    return Table("companies", columns, tuple(rows))


def _trains(position: Position) -> Table:
    state = position.state
    ends = {p.scraps: p.train for p in position.rules.material.phases if p.scraps}
    rows = tuple(
        (
            kind.id,
            kind.price,
            f"{state.depot.count(kind.id)}/{kind.count}",
            tuple(c for c, owned in state.trains.items() if c != SCRAPPED for train in owned if train == kind.id),
            ends.get(kind.id),
        )
        for kind in position.rules.material.trains.values()
    )
    columns = (
        Column("train"),
        Column("cost", "money"),
        Column("left", "right"),
        Column("owners", "ids"),
        Column("scrapped_by"),
    )
    return Table("trains", columns, rows)


_EFFECTS = {  # of the first train of a kind, besides what its phase says (5.5.4.14)
    "3": ("trains_traded",),
    "4": ("prussia_may_open",),
    "4+4": ("prussia_must_open",),
    "5": ("privates_close", "prussia_takes_all"),
}


def _phases(position: Position) -> Table:
    """What holds from the first train of a kind on: now, and what the next ones will bring."""
    state = position.state
    rows = []
    for number, each in enumerate(position.rules.material.phases):
        when = {state.phase: "now", state.phase + 1: "next"}.get(number, "")
        effects = tuple(
            effect
            for effect in _EFFECTS.get(each.train, ())
            if not (effect.endswith("_open") and PRUSSIA in state.in_operation)
        )
        to_come = number > state.phase and each.train in state.depot
        until = state.depot.index(each.train) + 1 if to_come else None
        limits = "/".join(map(str, each.limits))
        row = (when, each.train or None, until, each.colours, each.rounds, limits, each.scraps or None, effects)
        rows.append(row)
    columns = (
        Column("when", "word"),
        Column("train"),
        Column("until", "number"),
        Column("colours", "words"),
        Column("rounds", "number"),
        Column("limits", "right"),
        Column("scraps"),
        Column("effects", "words"),
    )
    return Table("phases", columns, tuple(rows))


def _packet(position: Position) -> Table:
    rows = tuple((tuple((paper, paper_price(position, paper)) for paper in row),) for row in packet_left(position))
    return Table("packet", (Column("prices", "priced"),), rows)


def _price(position: Position, action: Any) -> int:
    """The price of what an action is about."""
    match action:
        case BuyPaper():
            return paper_price(position, action.paper)
        case BuyShare():
            return purchase_price(position, action)
        case _:
            return position.rules.material.trains[action.train].price


def _cost(position: Position, action: Any) -> int:
    """What building on a hex costs."""
    if action.permit:
        return 0
    hex_ = position.rules.material.box.grid.index[action.hex]
    if isinstance(action, LayTile):
        return lay_cost(position, hex_)
    return station_cost(position, action.company, hex_)


def _track(position: Position, action: Any) -> TrackView:
    box = position.rules.material.box
    track = next(t for t in box.tracks[action.tile] if t.rotation == action.rotation)
    return TrackView(track, box.grid.layout)


def _old(position: Position, action: Any) -> str:
    """The tile that lies where another is to be laid."""
    return position.state.board.tracks[position.rules.material.box.grid.index[action.hex]].tile


def _brings(position: Position, action: Any) -> Holding | None:
    """The share that comes along with a paper of the start packet, or that a paper is exchanged for."""
    printed = position.rules.material
    share = printed.brings if position.state.papers[action.paper] == PACKET else printed.becomes
    certificate = printed.register.by_id.get(share.get(action.paper, ""))
    if certificate is None:
        return None
    return Holding(certificate.company, certificate.percent, certificate.director)


def _directing(position: Position, action: Any) -> bool:
    paper = asked_paper(position, action)
    return paper is not None and paper.director


def _number(position: Position, action: Any) -> int:
    """The number of the city where a hex has several, else 0."""
    stops = position.state.board.tracks[position.rules.material.box.grid.index[action.hex]].stops
    number: int = action.city + 1
    return number if len(stops) > 1 else 0


def _proceeds(position: Position, action: Any) -> int:
    return price(position, action.company) * sold_part(position, action) // 10


def _helps(position: Position, action: Any) -> int:
    """What a director adds to the treasury for a train."""
    price = action.price if isinstance(action, OfferForTrain) else _price(position, action)
    return max(0, price - position.state.cash[action.company])


class Tables1835:
    """What terminal, words and drawings ask of 1835."""

    currency: str = material().title["currency"]
    told = frozenset(
        (
            "packet", "share", "nationalised", "sale", "capital", "debt", "track", "station", "train", "help",
            "merger", "withheld",
        )
    )  # fmt: skip
    facts: Mapping[str, Callable[[Any, Any], Any]] = {
        "price": _price,
        "cost": _cost,
        "track": _track,
        "old": _old,
        "brings": _brings,
        "director": _directing,
        "proceeds": _proceeds,
        "helps": _helps,
        "number": _number,
        "lacking": lambda position, step: step.lacking(position),
        "limit": lambda position, step: train_limit(position, step.company),
        "treasury": lambda position, step: position.state.cash[step.company],
        "cash": lambda position, step: position.state.cash[step.seat],
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
        box = material().box
        return {hex_: name for hex_, name in zip(box.grid.names, box.names, strict=True) if name}

    def look(self) -> Look:
        """Colours and homes."""
        return look()

    def board(self, position: Position) -> Board | None:
        """The board."""
        return position.state.board

    def homes_to_come(self, position: Position) -> tuple[str, ...]:
        """Companies not yet in operation."""
        return tuple(still_to_come(position))

    def chart(self, position: Position) -> ChartView | None:
        """The share-price chart."""
        printed = position.rules.material
        return ChartView(printed.sheet, position.state.chart, printed.starts)

    def summary(self, position: Position) -> tuple[Fact, ...]:
        """Round, phase, bank and start player."""
        state = position.state
        if state.operating_round:
            values = {"number": state.stock_round, "index": state.operating_round, "of": state.operating_rounds}
            now = Fact("operating_round", values)
        else:
            now = Fact("stock_round", {"number": state.stock_round})
        return (
            now,
            Fact("phase", {"phase": phase(position).id, "colours": phase(position).colours}),
            Fact("bank", {"cash": state.cash[BANK]}),
            Fact("start_player", {"seat": state.start_player}),
            *(Fact("debt", {"company": c, "amount": owed}) for c, owed in state.debts.items()),
        )

    def tables(self, position: Position) -> tuple[Table, ...]:
        """Players, companies, trains, phases, and the start packet while there is any."""
        shown = (_players(position), _companies(position), _trains(position), _phases(position))
        return (*shown, _packet(position)) if packet_left(position) else shown


TABLES: Tables = Tables1835()
