"""What lies on the table in 1844, as plain data: players, companies, trains, tunnels, mountain railways, loans."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.bank.papers import GONE, ISSUE
from stellwerk.board.board import Board
from stellwerk.eighteen.classic.operating import acting, still_to_act
from stellwerk.show.eighteen import tables as shared
from stellwerk.show.tables import ChartView, Column, Face, Fact, Look, Piece, Table, Turns

from ..actions import BuyMountain, BuyTunnel, StartCompany
from ..auction import SetPar
from ..data import FEDERAL, PRE_SBB, Phase44, material
from ..founding import start_cost
from ..loans import lacking, with_interest
from ..running import first_used, running_problem
from ..state import Table as Position
from ..state import count_papers, in_phase, kind_of, sbb_founded, to_come, worth
from .look import look, pieces
from .market import MARKET

# Tables -----------------------------------------------------------------------------------------------------


def _papers(position: Position, seat: int) -> str:
    return f"{count_papers(position, seat)}/{position.rules.paper_limit}"


def _others(position: Position, seat: int) -> tuple[str, ...]:
    """Private railways, tunnels and mountain railways of a player."""
    papers = position.state.papers
    return tuple(paper for paper in position.rules.printed.special_papers if papers[paper] == seat)


def _players(position: Position) -> Table:
    table = shared.players(position, _papers, _others, worth)
    loans = position.state.loans
    if not loans:
        return table
    return shared.widened(table, "worth", [Column("loan", "money")], lambda seat: (loans.get(seat),))


def _shown(position: Position) -> list[str]:
    """Companies that are or can still be: the SBB once it is founded, those before it until then."""
    gone = PRE_SBB if sbb_founded(position) else FEDERAL
    return [id_ for id_, company in position.rules.printed.companies.items() if company.kind != gone]


def _companies(position: Position) -> Table:
    return shared.without(shared.companies(position, _shown(position)), "company")


def _railways(position: Position) -> Table:
    """What else is to be known of the companies: kind, price of issue, destination and what it will pay."""
    printed, par = position.rules.printed.companies, position.state.par
    rows = tuple((id_, id_, printed[id_].kind, par.get(id_), *_goal(position, id_)) for id_ in _shown(position))
    columns = (
        Column("id"),
        Column("company", "name"),
        Column("kind", "word"),
        Column("par", "money"),
        Column("destination", "place"),
        Column("premium", "due"),
    )
    return Table("railways", columns, rows)


def _goal(position: Position, company: str) -> tuple[str | None, int | None]:
    """Where a company's second capital waits, and what it will be; 0 once it has been paid or is lost."""
    destination = position.rules.printed.companies[company].destination
    if not destination:
        return None, None
    if company in position.state.rewarded:
        return destination, 0
    par = position.state.par.get(company)
    return destination, par * kind_of(position, company).premium if par else None


def _left(position: Position, train: str) -> str:
    """Cards that the bank has left; both faces share them."""
    kind = position.rules.printed.trains[train]
    return f"{position.state.depot.count(kind.card)}/{kind.count}" if kind.count else "∞"


def _trains(position: Position) -> Table:
    phases = position.rules.printed.phases
    table = shared.trains(position, _left, {each.scraps: each.train for each in phases if each.scraps})
    turned = {each.turns: each.train for each in phases if each.turns}
    return shared.widened(table, "scrapped_by", [Column("turned_by")], lambda train: (turned.get(train),))


_EFFECTS = {  # of a phase, besides what its row says (Phasenwechsel)
    "2": ("trains_exported",),
    "3": ("trains_traded", "privates_sold"),
    "5": ("privates_close", "sbb_founded"),
    "6": ("full_capital",),
}


def _phases(position: Position) -> Table:
    phases = {each.train or None: each for each in position.rules.printed.phases}

    def effects(phase: Phase44) -> tuple[str, ...]:
        return _EFFECTS.get(phase.id, ())

    table = shared.phases(position, lambda phase: str(phase.limit), effects)
    rows = tuple(
        (*row[:6], phase.turns or None, *row[6:]) for row, phase in zip(table.rows, phases.values(), strict=True)
    )
    return Table(table.key, (*table.columns[:6], Column("turns"), *table.columns[6:]), rows)


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


class Face1844(Face):
    """What terminal, words, drawings and pages ask of 1844."""

    currency: str = material().title["currency"]
    market = MARKET
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
        "name": lambda position, step: position.rules.printed.box.grid.names[step.hex],
    }

    def names(self) -> Mapping[str, str]:
        """Private railways and companies."""
        printed = material()
        return {each.id: each.name for group in (printed.privates, printed.companies) for each in group.values()}

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
        """Companies that have had no turn yet."""
        return tuple(to_come(position))

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

    def turns(self, position: Position) -> Turns | None:
        """Who acts when in an operating round."""
        return shared.turns(position, acting(position), still_to_act(position))

    def looming(self, position: Position) -> tuple[Fact, ...]:
        """The bank is about to break, the game to end, or the SBB to be founded."""
        state = position.state
        last = bool(state.bank_broken_in) and state.operating_round == state.operating_rounds
        due = (Fact("sbb_due", {}),) if state.sbb_due else ()
        return (*shared.looming(position, last), *due)

    def tables(self, position: Position) -> tuple[Table, ...]:
        """Players, companies, trains and phases, and what else there is of papers and loans."""
        shown = (_players, _companies, _railways, _trains, _phases)
        others = (_privates, _tunnels, _mountains, _loans)
        return (
            *(table(position) for table in shown),
            *(made for table in others if (made := table(position)).rows),
        )


def _missing(position: Position) -> int:
    """What the director still lacks who has to raise money."""
    step: Any = position.state.agenda[-1]
    return lacking(position, step.company, step.price)
