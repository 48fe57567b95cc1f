"""What lies on the table in 1844, as plain data: players, companies, trains, tunnels, mountain railways, loans."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from stellwerk.bank.papers import GONE, ISSUE
from stellwerk.eighteen.classic.actions import StartCompany
from stellwerk.eighteen.classic.operating import acting
from stellwerk.eighteen.classic.starting import start_cost
from stellwerk.eighteen.printed import Printed, TrainKind
from stellwerk.play.game import Title
from stellwerk.show.eighteen import tables as shared
from stellwerk.show.eighteen.face import EighteenFace
from stellwerk.show.market import Account, Paper, PriceMove
from stellwerk.show.on_table import on_table
from stellwerk.show.tables import (
    ChartView,
    Column,
    Companies,
    CompanyRow,
    Fact,
    Look,
    Phases,
    Piece,
    Players,
    Table,
    TrainRow,
    table,
)

from ..actions import BuyMountain, BuyTunnel
from ..auction import SetPar
from ..bankruptcy import Bankruptcy
from ..data import FEDERAL, PRE_SBB, Phase44, material
from ..loans import RaiseMoney, Repaying, lacking, with_interest
from ..running import first_used
from ..state import Table as Position
from ..state import count_papers, in_phase, kind_of, sbb_founded, worth
from . import market
from .look import look, pieces

# Tables -----------------------------------------------------------------------------------------------------


def _papers(position: Position, seat: int) -> str:
    return f"{count_papers(position, seat)}/{position.rules.paper_limit}"


def _others(position: Position, seat: int) -> tuple[str, ...]:
    """Private railways, tunnels and mountain railways of a player."""
    papers = position.state.papers
    return tuple(paper for paper in position.rules.printed.special_papers if papers[paper] == seat)


def _players(position: Position) -> Players:
    loans = position.state.loans

    def more(each: Position, seat: int) -> dict[str, Any]:
        return {"papers": _papers(each, seat), "railways": _others(each, seat), "loan": loans.get(seat)}

    columns = shared.amid(shared.PLAYERS, "worth", Column("loan", "money")) if loans else shared.PLAYERS
    return Players(shared.player_rows(position, worth, more), columns)


def _shown(position: Position) -> list[str]:
    """Companies that are or can still be: the SBB once it is founded, those before it until then."""
    gone = PRE_SBB if sbb_founded(position) else FEDERAL
    return [id_ for id_, company in position.rules.printed.companies.items() if company.kind != gone]


DETAILS = (
    Column("company", "name"),
    Column("kind", "word"),
    Column("par", "money"),
    Column("destination", "place"),
    Column("premium", "due"),
)


def _company(position: Position, id_: str) -> CompanyRow:
    """With its kind, price of issue, destination and what that will pay."""
    printed = position.rules.printed.companies[id_]
    destination, premium = _goal(position, id_)
    more = {
        "kind": printed.kind,
        "par": position.state.par.get(id_),
        "destination": destination,
        "premium": premium,
    }
    return shared.company_row(position, id_, more)


def _goal(position: Position, company: str) -> tuple[str | None, int | None]:
    """Where a company's second capital waits, and what it will be; 0 once it has been paid or is lost."""
    destination = position.rules.printed.companies[company].destination
    if not destination:
        return None, None
    if company in position.state.rewarded:
        return destination, 0
    par = position.state.par.get(company)
    return destination, par * kind_of(position, company).premium if par else None


def _train(position: Position, kind: TrainKind, ends: Mapping[str, str], turned: Mapping[str, str]) -> TrainRow:
    """A kind of train; both faces of a card share what the bank has left."""
    left = position.state.depot.count(kind.card) if kind.count else None
    row = shared.train_row(position, kind, left, ends.get(kind.card))
    return replace(row, more={"turned_by": turned.get(kind.id)})


_EFFECTS = {  # of a phase, besides what its row says (Phasenwechsel)
    "2": ("trains_exported",),
    "3": ("trains_traded", "privates_sold"),
    "5": ("privates_close", "sbb_founded"),
    "6": ("full_capital",),
}


def _more(phase: Phase44) -> dict[str, Any]:
    """What phases of 1844 have besides."""
    return {"limits": str(phase.limit), "turns": phase.turns or None, "effects": _EFFECTS.get(phase.id, ())}


def _privates(position: Position) -> Table:
    papers, printed = position.state.papers, position.rules.printed
    rows = tuple(
        (each.id, each.id, each.income, None if papers[each.id] == ISSUE else papers[each.id])
        for each in printed.privates.values()
        if papers[each.id] != GONE
    )
    columns = (Column("id"), Column("private", "name"), Column("income", "money"), Column("owner", "name"))
    return Table("privates", columns, rows)


def _tunnels(position: Position) -> Table:
    """Certificates that somebody holds: where the tunnel is, and whether it earns."""
    state, names = position.state, position.rules.printed.box.grid.names
    rows = tuple(
        (
            paper,
            state.papers[paper],
            names[state.tunnels[paper]] if paper in state.tunnels else None,
            "earning" if paper in state.earning else "idle" if paper in state.tunnels else "unused",
        )
        for paper in position.rules.printed.tunnel_papers
        if state.papers[paper] != ISSUE
    )
    columns = (Column("paper"), Column("owner", "name"), Column("site", "place"), Column("use", "word"))
    return Table("tunnels", columns, rows)


def _mountains(position: Position) -> Table:
    """Mountain railways on their sites, with what they bring by phase."""
    state, printed = position.state, position.rules.printed
    rows = tuple(
        (
            paper,
            state.papers[paper],
            printed.box.grid.names[site],
            _values(position, board),
            "earning" if paper in state.earning else "idle",
        )
        for paper, (site, board) in state.mountains.items()
    )
    columns = (
        Column("paper"),
        Column("owner", "name"),
        Column("site", "place"),
        Column("board", "right"),
        Column("use", "word"),
    )
    return Table("mountains", columns, rows)


def _loans(position: Position) -> Table:
    """What is owed, and what it will be after the next stock round."""
    rows = tuple((seat, debt, with_interest(position, debt)) for seat, debt in position.state.loans.items())
    return Table("loans", (Column("player", "name"), Column("loan", "money"), Column("then", "money")), rows)


# Values for texts -------------------------------------------------------------------------------------------


def _values(position: Position, board: int) -> str:
    """An income board as it is printed, by colour of the phase."""
    return "/".join(map(str, position.rules.printed.boards[board]))


def _cost(position: Position, action: Any) -> int:
    """What an action costs."""
    title = position.rules.printed.title
    match action:
        case StartCompany():
            free = isinstance(position.state.agenda[-1], SetPar)
            return 0 if free else start_cost(position, action.company, action.par)
        case BuyTunnel():
            return int(title["tunnels"]["price"])
        case BuyMountain():
            return int(title["mountains"]["price"])
        case _:
            return shared.cost(position, action)


def _stations(position: Position, action: StartCompany) -> int:
    """How many markers a company would get at this price of issue."""
    kind = kind_of(position, action.company)
    return kind.stations_by_par.get(action.par, kind.stations)


def _opens(position: Position, action: Any) -> tuple[str, ...]:
    """What a run would use for the first time."""
    return tuple(first_used(position, shared.run_of(position, action)))


class Face1844(EighteenFace):
    """What terminal, words, drawings and pages ask of 1844."""

    told = frozenset(
        (
            "private", "share", "paper", "sale", "capital", "premium", "loan", "track", "station", "train", "help",
            "merger", "withheld", "furka", "exchange",
        )
    )  # fmt: skip
    facts: Mapping[str, Callable[[Any, Any], Any]] = {
        **shared.FACTS,
        "cost": _cost,
        "stations": _stations,
        "opens": _opens,
        "values": lambda position, action: _values(position, action.board),
        "least": lambda position, step: step.least(),
        "lacking": lambda position, step: lacking(position, step.company, step.price),
        "debt": lambda position, action: position.state.loans.get(action.seat, 0),
        "grown": lambda position, action: with_interest(position, _missing(position)),
        "missing": lambda position, action: _missing(position),
        "company": lambda position, step: acting(position),
        "name": lambda position, step: position.rules.printed.box.grid.names[step.hex],
    }

    about_papers = (RaiseMoney, Repaying, Bankruptcy)

    def material(self, title: Title) -> Printed:
        """What is printed."""
        return material()

    def names(self) -> Mapping[str, str]:
        """Private railways and companies."""
        printed = material()
        return {each.id: each.name for group in (printed.privates, printed.companies) for each in group.values()}

    def look(self) -> Look:
        """Colours and homes."""
        return look()

    def pieces(self, position: Position) -> tuple[Piece, ...]:
        """Mountain railways and free sites, and destinations that still have something to pay."""
        return tuple(pieces(position))

    def chart(self, position: Position) -> ChartView | None:
        """The share-price chart."""
        printed = position.rules.printed
        starts = {} if sbb_founded(position) else {"SBB": printed.sbb_field}
        return ChartView(printed.sheet, position.state.chart, starts)

    def summary(self, position: Position) -> tuple[Fact, ...]:
        """Round, phase, bank, order of cards, the next export, and whether the SBB is about to be founded."""
        state = position.state
        facts = list(shared.round_and_bank(position))
        if not state.stock_round:
            facts[0] = Fact("auction", {})
        facts.append(Fact("order", {"order": state.order}))
        if in_phase(position, 2):
            facts.append(Fact("export", {"train": state.depot[0]}))
        if state.sbb_due:
            facts.append(Fact("sbb_due", {}))
        if state.eva is not None:
            facts.append(Fact("eva", {"seat": state.eva}))
        if state.bank_broken_in:
            facts.append(Fact("bank_broken", {}))
        return tuple(facts)

    def warnings(self, position: Position) -> tuple[Fact, ...]:
        """The bank is about to break, the game to end, or the SBB to be founded."""
        state = position.state
        last = bool(state.bank_broken_in) and state.operating_round == state.operating_rounds
        coming = {"last_round": last, "sbb_due": state.sbb_due}
        return (*shared.bank_low(position), *(Fact(key, {}) for key, holds in coming.items() if holds))

    def paying_papers(self, position: Position) -> frozenset[str]:
        """Private railways, and all tunnels and all mountain railways in one, as a round begins (Reihenfolge)."""
        return frozenset((*position.rules.printed.privates, "tunnels", "mountains"))

    def companies(self, position: Position) -> Companies:
        """Companies that are or can still be."""
        shown = _shown(position)
        rows = tuple(_company(position, id_) for id_ in shared.in_order(position, shown))
        columns = shared.company_columns(range(position.state.seats), "company")
        return Companies(rows, columns, DETAILS, tuple(shown))

    def trains(self, position: Position) -> tuple[TrainRow, ...]:
        """Every kind of train, and what turns or scraps it."""
        printed, ends = position.rules.printed, shared.scrapped_by(position)
        turned = {each.turns: each.train for each in printed.phases if each.turns}
        return tuple(_train(position, kind, ends, turned) for kind in printed.trains.values() if kind.card)

    def players(self, position: Position) -> Players:
        """Cash, papers against the limit, shares, other papers, loans, worth."""
        return _players(position)

    def phases(self, position: Position) -> Phases:
        """Limits, trains that turn or go, and what else phases bring."""
        return Phases(shared.phase_rows(position, _more), shared.amid(shared.PHASES, "scraps", Column("turns")))

    def tables(self, position: Position) -> tuple[Table, ...]:
        """Players, companies, trains and phases, and what else there is of papers and loans."""
        laid = on_table(self.title, position)
        return (
            laid.sheet("players"),
            laid.sheet("companies"),
            laid.sheet("railways"),
            table("trains", (*shared.TRAINS[:-1], Column("turned_by"), shared.TRAINS[-1]), laid.trains),
            laid.sheet("phases"),
            *laid.others,
        )

    def other_tables(self, position: Position) -> tuple[Table, ...]:
        """Private railways, tunnels, mountain railways, loans."""
        others = (_privates, _tunnels, _mountains, _loans)
        return tuple(made for other in others if (made := other(position)).rows)

    def price_moves(self, position: Position, company: str) -> tuple[PriceMove, ...]:
        """Where a price can go."""
        return market.price_moves(position, company)

    def other_wealth(self, position: Position, seat: int) -> tuple[Account, ...]:
        """Sights in use and loans, and what does not count."""
        return market.other_wealth(position, seat)

    def papers(self, position: Position) -> tuple[Paper, ...]:
        """Private railways that have not closed."""
        return market.papers(position)

    def missing(self, position: Position, company: str) -> int | None:
        """Until a company floats."""
        return market.missing(position, company)


def _missing(position: Position) -> int:
    """What the director still lacks who has to raise money."""
    step: Any = position.state.agenda[-1]
    return lacking(position, step.company, step.price)
