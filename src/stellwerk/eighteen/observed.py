"""What a learner may see of any 18xx title: players, companies, certificates, trains and the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec.structs import replace

from stellwerk.bank.papers import BANK, GONE, ISSUE, POOL
from stellwerk.board.grid import PLACES
from stellwerk.board.tiles import Track
from stellwerk.play.core import Position
from stellwerk.play.observed import GAME, SEATS, Column, Observed, Row, Told, entries, holder, part

COMPANIES, CERTIFICATES, TRAINS, HEXES, SIDES = "companies", "certificates", "trains", "hexes", "sides"
PLACE = {ISSUE: 1, POOL: 2, GONE: 3, BANK: 4}
"""Where a certificate is that no player holds; with a company is 5, anywhere else 6."""


def rows(rules: Any, state: Any) -> Mapping[str, Sequence[Row]]:
    """Whoever has money or trains of its own counts as a company."""
    printed = rules.printed
    owners = [owner for owner in chain(state.cash, state.trains) if isinstance(owner, str) and owner != BANK]
    cards = (kind.card for kind in printed.trains.values() if kind.card)
    return {
        COMPANIES: tuple(dict.fromkeys([*printed.companies, *owners])),
        CERTIFICATES: tuple(state.papers),
        TRAINS: tuple(dict.fromkeys([*printed.trains, *cards])),
        HEXES: printed.box.grid.names,
        SIDES: tuple(range(6)),
    }


def _bank(rules: Any, state: Any) -> Told:
    return {0: state.cash[BANK]}


def _place_in_order(rules: Any, state: Any) -> Told:
    return {seat: place + 1 for place, seat in enumerate(state.order)}


def _fields(rules: Any, chart: Any) -> Mapping[str, Any]:
    return chart.fields  # type: ignore[no-any-return]


def _price(rules: Any, field: Any) -> int:
    price: int = rules.printed.sheet.price(field)
    return price


def _row(rules: Any, field: Any) -> int:
    row: int = field[0]
    return row + 1


def _turns(rules: Any, chart: Any) -> Mapping[str, int]:
    """Places in the order of the chart: higher prices act first, in a stack the marker on top."""
    return {company: place for place, company in enumerate(chart.order(rules.printed.sheet), 1)}


def _director(rules: Any, state: Any, company: Any) -> Told:
    if company not in rules.printed.companies:
        return {}
    seat = rules.director(Position(rules, state), company)
    return {} if seat is None else {seat: 1}


def _holdings(rules: Any, papers: Any) -> Mapping[str, Any]:
    return rules.printed.register.holdings(papers)  # type: ignore[no-any-return]


def _shares(rules: Any, holdings: Any) -> Told:
    return {owner: held[0] for owner, held in holdings.items() if isinstance(owner, int)}


def _shares_in(place: str) -> Callable[[Any, Any], int]:
    def each(rules: Any, holdings: Any) -> int:
        held = holdings.get(place)
        return held[0] if held else 0

    return each


def _place(rules: Any, owner: Any) -> int:
    if isinstance(owner, int):
        return 0
    return PLACE.get(owner) or (5 if owner in rules.printed.companies else 6)


def _depot(rules: Any, state: Any) -> Told:
    return {train: state.depot.count(train) for train in dict.fromkeys(state.depot)}


def _next(rules: Any, state: Any) -> Told:
    return {state.depot[0]: 1} if state.depot else {}


def _tile(rules: Any, track: Track) -> int:
    return list(rules.printed.box.tiles).index(track.tile) + 1 if track.tile else 0


def _rotation(rules: Any, track: Track) -> int:
    return track.rotation


def _track(rules: Any, track: Track) -> Told:
    """The sides to which track leads: hexes are linked where both lead to the side between them."""
    return {side: 1 for side in range(6) if track.exits >> side & 1}


def _stations(rules: Any, state: Any) -> Told:
    found: dict[int, dict[str, int]] = {}
    for stop, markers in state.board.stations.items():
        here = found.setdefault(stop // PLACES, {})
        for company in markers:
            here[company] = here.get(company, 0) + 1
    return found


def _acted(rules: Any, state: Any) -> Told:
    return {company: 1 for company in state.acted if company in state.cash}


def _sold(rules: Any, sold: Any) -> Told:
    return {each: 1 for each in sold if each in rules.printed.companies}


def _as_it_is(rules: Any, number: int) -> int:
    return number


COLUMNS = (
    *(part(GAME, field) for field in ("phase", "stock_round", "operating_round", "operating_rounds", "passes")),
    part(GAME, "bank_broken_in", "bank_broken"),
    Column(table=GAME, name="bank", reads=("cash",), tell=_bank),
    entries(SEATS, "cash"),
    Column(table=SEATS, name="place_in_order", reads=("order",), tell=_place_in_order),
    Column(table=SEATS, name="sold", reads=("sold",), each=_sold, across=COMPANIES),
    entries(COMPANIES, "cash"),
    Column(table=COMPANIES, name="price", reads=("chart",), within=_fields, each=_price),
    Column(table=COMPANIES, name="row_on_chart", reads=("chart",), within=_fields, each=_row),
    Column(table=COMPANIES, name="turn", reads=("chart",), within=_turns, each=_as_it_is),
    entries(COMPANIES, "markers"),
    part(COMPANIES, "in_operation"),
    part(COMPANIES, "operated"),
    Column(table=COMPANIES, name="acted", reads=("acted",), tell=_acted),
    entries(COMPANIES, "par"),
    entries(COMPANIES, "sold_at"),
    Column(table=COMPANIES, name="director", reads=("papers",), within=_holdings, row=_director, across=SEATS),
    Column(table=COMPANIES, name="shares", reads=("papers",), within=_holdings, each=_shares, across=SEATS),
    Column(table=COMPANIES, name="shares_in_issue", reads=("papers",), within=_holdings, each=_shares_in(ISSUE)),
    Column(table=COMPANIES, name="shares_in_pool", reads=("papers",), within=_holdings, each=_shares_in(POOL)),
    entries(COMPANIES, "trains", across=TRAINS),
    holder(CERTIFICATES, "papers", "held"),
    Column(table=CERTIFICATES, name="place", reads=("papers",), each=_place),
    Column(table=TRAINS, name="left", reads=("depot",), tell=_depot),
    Column(table=TRAINS, name="next", reads=("depot",), tell=_next),
    Column(table=HEXES, name="tile", reads=("board.tracks",), each=_tile),
    Column(table=HEXES, name="rotation", reads=("board.tracks",), each=_rotation),
    Column(table=HEXES, name="track", reads=("board.tracks",), each=_track, across=SIDES),
    Column(table=HEXES, name="stations", reads=("board.stations",), tell=_stations, across=COMPANIES),
)
OBSERVED = Observed(rows, COLUMNS, numbered=(HEXES,))


def and_also(*columns: Column, without: tuple[str, ...] = (), director_by: tuple[str, ...] = ()) -> Observed:
    """The shared columns with a title's own; `without` some of them by name.

    `director_by` names parts of the state beside the papers that decide who is director of a company.
    """
    kept = tuple(
        replace(column, reads=column.reads + director_by) if column.name == "director" else column
        for column in COLUMNS
        if column.name not in without
    )
    return Observed(rows, kept + columns, numbered=(HEXES,))
