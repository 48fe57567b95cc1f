"""What lies on the table in every 18xx title, as plain data: players, companies, trains, and values for texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from stellwerk.bank.papers import BANK, POOL, Owner
from stellwerk.board.box import Box
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.actions import BuyShare, LayTile, OfferForTrain
from stellwerk.eighteen.events import PaidOut
from stellwerk.eighteen.printed import TrainKind
from stellwerk.eighteen.shares import asked_paper, proceeds, purchase_price
from stellwerk.eighteen.state import SCRAPPED, parts, phase, price
from stellwerk.eighteen.state import Table as Position
from stellwerk.eighteen.stations import site_of, spot_of
from stellwerk.eighteen.track import lay_of, permit_of
from stellwerk.eighteen.trains import OfferStep
from stellwerk.play.runs import Running, RunTrains
from stellwerk.routes import Budget, Problem, Run, best_run
from stellwerk.show.tables import (
    Column,
    CompanyRow,
    Fact,
    Holding,
    PhaseRow,
    PlayerRow,
    TrackView,
    TrainRow,
    Turns,
)

# Tables -----------------------------------------------------------------------------------------------------


PLAYERS = (
    Column("player", "name"),
    Column("cash", "money"),
    Column("papers", "right"),
    Column("shares", "holdings"),
    Column("railways", "ids"),
    Column("worth", "money"),
)
"""The columns of a table of players."""


def player_rows(
    position: Position, worth: Callable[[Any, int], int], more: Callable[[Any, int], Mapping[str, Any]]
) -> tuple[PlayerRow, ...]:
    """Cash, shares and worth of each player, and whatever `more` tells of them by the keys of its columns."""
    shares = _shares(position)
    return tuple(
        PlayerRow(
            seat,
            position.state.cash[seat],
            shares=tuple(shares.get(seat, ())),
            worth=worth(position, seat),
            more=more(position, seat),
        )
        for seat in range(position.state.seats)
    )


def _shares(position: Position) -> dict[Owner, list[Holding]]:
    """What everybody has, in the order of the companies."""
    found: dict[Owner, list[Holding]] = {}
    for company in position.rules.printed.companies:
        director = position.rules.director(position, company)
        for owner, part in parts(position, company).items():
            found.setdefault(owner, []).append(Holding(company, part, director == owner))
    return found


def company_columns(seats: Iterable[int], *without: str) -> tuple[Column, ...]:
    """The columns of a table of companies; `without` names, for example, where these leave too little room."""
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
    return tuple(column for column in columns if column.key not in without)


def company_row(position: Position, company: str, more: Mapping[str, Any] | None = None) -> CompanyRow:
    """Who directs a company, what it has and who holds it."""
    state, sold = position.state, parts(position, company)
    held = tuple([sold.get(seat, 0) for seat in range(state.seats)])
    pool = sold.get(POOL, 0)
    return CompanyRow(
        company,
        director=position.rules.director(position, company),
        price=price(position, company) if state.chart.field(company) else None,
        treasury=state.cash[company] if company in state.in_operation else None,
        trains=state.trains[company],
        markers=state.markers[company],
        held=held,
        pool=pool,
        unsold=100 - sum(held) - pool,
        more=more or {},
    )


def in_order(position: Position, shown: Sequence[str]) -> list[str]:
    """These companies, those on the chart first, in the order in which they act."""
    order = position.state.chart.order(position.rules.printed.sheet)
    listed = [company for company in order if company in shown]
    return listed + [company for company in shown if company not in order]


TRAINS = (
    Column("train"),
    Column("cost", "money"),
    Column("left", "right"),
    Column("owners", "ids"),
    Column("scrapped_by"),
)
"""The columns of a table of trains."""


def train_row(position: Position, kind: TrainKind, left: int | None, scrapped_by: str | None = None) -> TrainRow:
    """A kind of train: price, how many are left, who owns one, and which train scraps it."""
    owners = tuple(
        owner
        for owner, owned in position.state.trains.items()
        if owner != SCRAPPED
        for train in owned
        if train == kind.id
    )
    return TrainRow(kind.id, kind.price, left, kind.count, owners=owners, scrapped_by=scrapped_by)


def scrapped_by(position: Position) -> dict[str, str]:
    """The train that scraps those of a card."""
    return {each.scraps: each.train for each in position.rules.printed.phases if each.scraps}


PHASES = (
    Column("when", "word"),
    Column("train"),
    Column("until", "number"),
    Column("colours", "words"),
    Column("rounds", "number"),
    Column("limits", "right"),
    Column("scraps"),
    Column("effects", "words"),
)
"""The columns of a table of phases."""


def phase_rows(position: Position, more: Callable[[Any], Mapping[str, Any]]) -> tuple[PhaseRow, ...]:
    """What holds from phase to phase, and whatever `more` tells of each by the keys of its columns."""
    printed = position.rules.printed.phases
    return tuple(_phase(position, number, each, more(each)) for number, each in enumerate(printed))


def _phase(position: Position, number: int, each: Any, more: Mapping[str, Any]) -> PhaseRow:
    state = position.state
    coming = number > state.phase and each.train in state.depot
    return PhaseRow(
        {state.phase: "now", state.phase + 1: "next"}.get(number, ""),
        each.train or None,
        state.depot.index(each.train) + 1 if coming else None,
        each.colours,
        each.rounds,
        scraps=each.scraps or None,
        more=more,
    )


def amid(columns: Sequence[Column], before: str, *more: Column) -> tuple[Column, ...]:
    """Columns with more of them before the one of this key.

    >>> [column.key for column in amid((Column("id"), Column("worth")), "worth", Column("debt"))]
    ['id', 'debt', 'worth']
    """
    at = [column.key for column in columns].index(before)
    return (*columns[:at], *more, *columns[at:])


def without(columns: Sequence[Column], *keys: str) -> tuple[Column, ...]:
    """Columns but for some.

    >>> [column.key for column in without((Column("id"), Column("name")), "name")]
    ['id']
    """
    return tuple(column for column in columns if column.key not in keys)


def round_and_bank(position: Position) -> tuple[Fact, ...]:
    """Which round it is, the phase, and what the bank has left."""
    state, now = position.state, phase(position)
    if state.operating_round:
        values = {"number": state.stock_round, "index": state.operating_round, "of": state.operating_rounds}
        when = Fact("operating_round", values)
    else:
        when = Fact("stock_round", {"number": state.stock_round})
    return (
        when,
        Fact("phase", {"phase": now.id, "colours": now.colours}),
        Fact("bank", {"cash": state.cash[BANK]}),
    )


LOW = 8
"""A bank is about to break when it has less than this part of all its money."""


def bank_low(position: Position) -> tuple[Fact, ...]:
    """The bank is about to break."""
    state = position.state
    low = not state.bank_broken_in and state.cash[BANK] * LOW < position.rules.printed.title["bank"]
    return (Fact("bank_low", {"cash": state.cash[BANK]}),) if low else ()


def turns(position: Position, acting: str | None, waiting: Iterable[str]) -> Turns | None:
    """How far an operating round has come; None outside of one."""
    state = position.state
    if not state.operating_round:
        return None
    return Turns(state.acted & state.in_operation - {acting}, acting or "", tuple(waiting))


def named_places(box: Box) -> Mapping[str, str]:
    """Hexes that have a name."""
    return {hex_: name for hex_, name in zip(box.grid.names, box.names, strict=True) if name}


GLANCE = Budget(nodes=30_000)
"""How long a best run is looked for that is only told beside a choice: some milliseconds."""


def glance(position: Position, company: str, problem: Callable[[Any, str], Problem]) -> int | None:
    """The best income of a company's trains on the track that lies, where it is proved soon enough."""
    if not position.state.trains.get(company):
        return None
    run = best_run(problem(position, company), GLANCE)
    return run.total if run.optimal else None


# Values for texts -------------------------------------------------------------------------------------------


def cost(position: Position, action: Any) -> int:
    """What building on a hex costs."""
    if isinstance(action, LayTile):
        lay, permit = lay_of(position, action), permit_of(position, action.permit)
        return permit.cost(position, lay) if lay and permit else 0
    spot, site = spot_of(position, action), site_of(position, action.permit)
    return site.cost(position, spot) if spot and site else 0


def track(position: Position, action: Any) -> TrackView:
    """The tile as it would lie."""
    box = position.rules.printed.box
    found = box.track(action.tile, action.rotation)
    assert found is not None
    return TrackView(found, box.grid.layout)


def old_tile(position: Position, action: Any) -> str:
    """The tile that lies where another is to be laid."""
    return position.state.board.tracks[position.rules.printed.box.grid.index[action.hex]].tile


def city_number(position: Position, action: Any) -> int:
    """The number of the city where a hex has several, else 0."""
    stops = position.state.board.tracks[position.rules.printed.box.grid.index[action.hex]].stops
    number: int = action.city + 1
    return number if len(stops) > 1 else 0


def is_directors(position: Position, action: Any) -> bool:
    """Whether a purchase is of the director's paper."""
    paper = asked_paper(position, action)
    return paper is not None and paper.director


def asked_price(position: Position, subject: Any) -> int:
    """The price of the share or train that an action or an offer is about."""
    if isinstance(subject, BuyShare):
        return purchase_price(position, subject)
    if isinstance(subject, OfferStep):
        return subject.offer.price
    return position.rules.printed.trains[subject.train].price


def help_needed(position: Position, action: Any) -> int:
    """What a director adds to the treasury for a train."""
    price = action.price if isinstance(action, OfferForTrain) else asked_price(position, action)
    return max(0, price - position.state.cash[action.company])


def run_of(position: Position, action: RunTrains) -> Run:
    """What a run of trains that is offered comes to."""
    step = position.state.agenda[-1]
    assert isinstance(step, Running)
    return step.run(position, action)


def a_share(position: Position, event: PaidOut) -> int | None:
    """What is paid for as much of a company as its price is for; None where that is no whole number."""
    paid, over = divmod(event.income * position.rules.unit(position, event.company), 100)
    return None if over else paid


Told = tuple[tuple[str, tuple[tuple[str, int, int], ...]], ...]


def routes(position: Position, action: RunTrains) -> Told:
    """Each train with its stops as hex, city and value; those left out are not told."""
    names = position.rules.printed.box.grid.names
    return tuple(
        (
            route.train,
            tuple(
                (names[stop // PLACES], stop % PLACES, value)
                for stop, value in zip(route.stops, route.values, strict=True)
                if value is not None
            ),
        )
        for route in run_of(position, action).routes
    )


FACTS: Mapping[str, Callable[[Any, Any], Any]] = {
    "cost": cost,
    "track": track,
    "old": old_tile,
    "director": is_directors,
    "proceeds": proceeds,
    "helps": help_needed,
    "number": city_number,
    "price": asked_price,
    "routes": routes,
    "a_share": a_share,
    "total": lambda position, action: run_of(position, action).total,
    "limit": lambda position, step: position.rules.trains.limit(position, step.company),
    "treasury": lambda position, step: position.state.cash[step.company],
    "cash": lambda position, step: position.state.cash[step.seat],
    "buyer": lambda position, step: step.offer.company,
    "seller": lambda position, step: step.offer.seller,
    "train": lambda position, step: step.offer.train,
}
"""Values that texts of shared actions and steps ask for."""
