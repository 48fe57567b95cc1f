"""The tables of 1881: players, companies, networks and board of the S-Bahn, the bank, phases, envelopes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from stellwerk.bank.chart import Field
from stellwerk.bank.papers import ISSUE, POOL
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.classic.operating import acting
from stellwerk.eighteen.state import percent
from stellwerk.show.eighteen import tables as shared
from stellwerk.show.tables import Column, Companies, CompanyRow, Holding, Phases, Players, Table, TrainRow

from ..data import Phase81, Tram
from ..papers.opening import SealedBids
from ..sbahn.company import members, number_of
from ..sbahn.votes import VetoStep, VoteStep, chair
from ..state import Table as Position
from ..state import company81, company_of_network, counted_papers, is_open, seat_of, seat_paper, worth

# Players ----------------------------------------------------------------------------------------------------


def players(position: Position) -> Players:
    """Cash, papers against the limit, shares, places on the board of the S-Bahn, and worth."""

    def more(each: Position, seat: int) -> dict[str, Any]:
        return {"papers": _papers(each, seat), "railways": _offices(each, seat)}

    return Players(shared.player_rows(position, worth, more), shared.PLAYERS)


def _papers(position: Position, seat: int) -> str:
    return f"{counted_papers(position, seat)}/{position.rules.paper_limit}"


def _offices(position: Position, seat: int) -> tuple[str, ...]:
    """The papers of the board that a player holds or decides for, by their numbers."""
    printed, papers = position.rules.printed, position.state.papers
    return tuple(
        f"S{number_of(position, paper)}"
        for paper in (printed.chair, *printed.seats)
        if seat_of(position, papers[paper]) == seat
    )


def envelopes(position: Position) -> Table:
    """Who has sealed his envelope; what is in it is nobody's business."""
    step = position.state.agenda[-1] if position.state.agenda else None
    sealed = position.state.envelopes
    rows = tuple((seat, "sealed" if seat in sealed else "empty") for seat in range(position.state.seats))
    columns = (Column("player", "name"), Column("envelope", "word"))
    return Table("envelopes", columns, rows if isinstance(step, SealedBids) else ())


def noted(position: Position) -> Table:
    """What the bank owes, and to whom: for players it counts at the end (13.2)."""
    columns = (Column("owed_to", "name"), Column("noted", "money"))
    return Table("noted", columns, tuple(position.state.noted.items()))


# Companies --------------------------------------------------------------------------------------------------


DETAILS = (
    Column("kind", "word"),
    Column("standing", "word"),
    Column("issue", "number"),
    Column("if_paid", "number"),
    Column("if_saved", "number"),
    Column("if_sold", "number"),
    Column("depots", "ids"),
    Column("next_depot", "number"),
    Column("held_by", "holdings"),
    Column("owes", "money"),
)


def companies(position: Position) -> Companies:
    """All companies, with kind, stage, depots and the next one's cost, and where the price goes next."""
    listed = tuple(position.rules.printed.companies)
    rows = tuple(_company(position, id_) for id_ in shared.in_order(position, listed))
    details = DETAILS if position.rules.options.credit else DETAILS[:-1]
    return Companies(rows, shared.company_columns(range(position.state.seats), "company"), details, listed)


def _company(position: Position, id_: str) -> CompanyRow:
    paid, saved, sold = moves_of(position, id_)
    more = {
        "kind": _track_word(position, id_),
        "standing": standing_of(position, id_),
        "issue": position.rules.printed.companies[id_].price,
        "if_paid": paid,
        "if_saved": saved,
        "if_sold": sold,
        "depots": _depot_places(position, id_),
        "next_depot": next_depot(position, id_),
        "held_by": _held_by_companies(position, id_),
        "owes": position.state.credit.get(id_, ("", None))[1],
    }
    return replace(shared.company_row(position, id_, more), unsold=percent(position, id_, ISSUE))


def _track_word(position: Position, id_: str) -> str:
    """The kind of track that a company builds and runs on, as a word."""
    return "sbahn" if company81(position, id_).track else "trams"


def standing_of(position: Position, id_: str) -> str:
    """How far a company is."""
    state = position.state
    if id_ in state.bankrupt:
        return "bankrupt"
    if id_ in state.in_operation:
        return "floated"
    return "opened" if is_open(position, id_) else "closed"


def moves_of(position: Position, id_: str) -> tuple[int | None, int | None, int | None]:
    """The price after paying out, after saving and after a sale, by the arrows of the chart (4.14, 9.9–9.11)."""
    sheet, field = position.rules.printed.sheet, position.state.chart.field(id_)
    if field is None or id_ in position.state.bankrupt:
        return None, None, None
    ways = (sheet.follow(field, "down"), sheet.follow(field, "up"), sheet.step(field, "left"))
    paid, saved, sold = (sheet.price(there) for there in ways)
    return paid, saved, sold


def zones(position: Position) -> Mapping[Field, str]:
    """Where papers do not count (4.4), and the fields that end a company or the game (9.12, 9.13)."""
    sheet, limits = position.rules.printed.sheet, position.rules.printed.zones
    found: dict[Field, str] = {}
    for row, prices in enumerate(sheet.rows):
        for column, value in enumerate(prices):
            if value in (limits.bankrupt, limits.end):
                found[row, column] = "red"
            elif 0 < value <= limits.yellow:
                found[row, column] = "yellow"
    return found


def next_fields(position: Position) -> Mapping[Field, str]:
    """Where the price of the company whose turn it is goes: down if it pays out, up if it saves (9.9–9.11)."""
    id_ = acting(position)
    company = company_of_network(position, id_) if id_ else None
    field = position.state.chart.field(company) if company else None
    if field is None or company in position.state.bankrupt:
        return {}
    sheet = position.rules.printed.sheet
    return {sheet.follow(field, way): way for way in ("down", "up")}


def _depot_places(position: Position, id_: str) -> tuple[str, ...]:
    names = position.rules.printed.box.grid.names
    hexes = {stop // PLACES for stop in position.state.board.stops_of(id_)}
    return tuple(names[hex_] for hex_ in sorted(hexes))


def next_depot(position: Position, id_: str) -> int | None:
    """What the next depot costs; nothing while there is none on the board, or none left."""
    prices, left = company81(position, id_).depots, position.state.markers[id_]
    return prices[len(prices) - left] or None if left else None


def _held_by_companies(position: Position, id_: str) -> tuple[Holding, ...]:
    """Tram companies that hold shares of the S-Bahn (10.9)."""
    printed = position.rules.printed
    if id_ != printed.sbahn:
        return ()
    held = position.state.papers[printed.chair]
    return tuple(
        Holding(owner, part, owner == held) for owner in printed.trams if (part := percent(position, id_, owner))
    )


# The S-Bahn -------------------------------------------------------------------------------------------------


def networks(position: Position) -> Table:
    """The main network and those of the board members: who runs it, its purse, trains and depots."""
    printed, state = position.rules.printed, position.state
    if printed.sbahn not in state.in_operation:
        return Table("networks", (), ())
    names = printed.box.grid.names
    rows = []
    for network in (printed.sbahn, *printed.seats.values()):
        main, runs = network == printed.sbahn, network == printed.sbahn or network in state.apart
        paper = printed.chair if main else seat_paper(position, network)
        owner = state.papers[paper]
        rows.append(
            (
                network,
                "main" if main else "apart" if runs else "joined",
                seat_of(position, owner),
                owner if owner in printed.companies else None,
                state.cash[network] if runs else None,
                state.trains[network] if runs else (),
                tuple(names[hex_] for hex_ in sorted(state.network_depots.get(network, ()))),
            )
        )
    columns = (
        Column("network"),
        Column("standing", "word"),
        Column("member", "name"),
        Column("on_behalf"),
        Column("purse", "money"),
        Column("trains", "trains"),
        Column("depots", "ids"),
    )
    return Table("networks", columns, tuple(rows))


def vote(position: Position) -> Table:
    """What each member of the board has said about what the chair is about to do (12.6)."""
    step = position.state.agenda[-1] if position.state.agenda else None
    columns = (Column("player", "name"), Column("votes", "number"), Column("says", "word"))
    if not isinstance(step, VetoStep | VoteStep):
        return Table("vote", columns, ())
    first, seats = chair(position), members(position)
    rows = [(first, 1 + seats.count(first), "in_favour")]
    rows += [(seat, seats.count(seat), _says(step, seat)) for seat in sorted(set(seats) - {first})]
    return Table("vote", columns, tuple(rows))


def _says(step: VetoStep | VoteStep, seat: int) -> str:
    if isinstance(step, VetoStep):
        return "agreed" if seat in step.content else "undecided"
    if seat == step.objector:
        return "against"
    said = dict(step.votes)
    return "undecided" if seat not in said else "in_favour" if said[seat] else "against"


# The bank ---------------------------------------------------------------------------------------------------


TRAINS = (
    shared.TRAINS[0],
    Column("serves", "word"),
    Column("range", "number"),
    Column("from_phase"),
    *shared.TRAINS[1:],
)


def trains(position: Position) -> tuple[TrainRow, ...]:
    """Trams and S-Bahn trains: price, how many stations, how many are left, who owns one, what scraps it."""
    printed = position.rules.printed
    ends = {card: each.train for each in printed.phases for card in each.scraps_all}
    return tuple(_train(position, kind, ends.get(kind.card)) for kind in printed.trains.values() if kind.card)


def _train(position: Position, kind: Tram, scrapped_by: str | None) -> TrainRow:
    """What is left is that of the bank's stack; what bankrupt companies left behind comes besides (10.3)."""
    state = position.state
    left = (state.sbahn_depot if kind.sbahn else state.depot).count(kind.id)
    row = shared.train_row(position, kind, left, scrapped_by)
    more = {
        "serves": "sbahn" if kind.sbahn else "trams",
        "range": kind.stops,
        "from_phase": kind.phase or None,
    }
    owners = tuple(owner for owner in row.owners if owner != POOL)
    return replace(row, second_hand=state.trains[POOL].count(kind.id), owners=owners, more=more)


_EFFECTS = {"1": ("two_tiles",), "2": ("sbahn_begins",), "3": ("train_7S",), "4": ("train_9S",)}


def phases(position: Position) -> Phases:
    """What holds now, and what the next phases will bring (Table 2)."""

    def more(phase: Phase81) -> dict[str, Any]:
        scraps = " ".join(phase.scraps_all) or None
        return {"limits": str(phase.limit), "scraps": scraps, "effects": _EFFECTS.get(phase.id, ())}

    return Phases(shared.phase_rows(position, more), shared.PHASES)
