"""How a title of the 1830 kind is shown: nothing has to be said of it but what is its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from stellwerk.bank.papers import GONE, ISSUE
from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.classic.actions import BuyPaper, StartCompany
from stellwerk.eighteen.classic.auction import sale, unsold
from stellwerk.eighteen.classic.brought import SetPrice, directed_by
from stellwerk.eighteen.classic.emergency import Emergency
from stellwerk.eighteen.classic.operating import acting
from stellwerk.eighteen.classic.privates import privates_of, worth_of_privates
from stellwerk.eighteen.classic.starting import start_cost
from stellwerk.eighteen.printed import Phase, Printed
from stellwerk.eighteen.rules import Rules18, answered
from stellwerk.eighteen.state import Table as Position
from stellwerk.eighteen.state import held, sold_percent
from stellwerk.eighteen.trains import ware_of
from stellwerk.show.market import Account, Paper
from stellwerk.show.on_table import on_table
from stellwerk.show.tables import (
    ChartView,
    Column,
    Companies,
    Fact,
    Holding,
    Phases,
    Players,
    Table,
    TrainRow,
    table,
)

from . import market
from . import tables as shared
from .face import EighteenFace


def _price(position: Position, action: Any) -> int:
    if isinstance(action, BuyPaper):
        return sale(position).price(position, action.paper)
    ware = ware_of(position, action) if isinstance(action, BuyTrain) else None
    return ware.price if ware else shared.asked_price(position, action)


def _cost(position: Position, action: Any) -> int:
    if isinstance(action, StartCompany):
        if isinstance(position.state.agenda[-1], SetPrice):
            return 0
        return start_cost(position, action.company, action.par)
    return shared.cost(position, action)


def _privates(position: Position) -> Iterator[tuple[str, Any, int, int]]:
    """Those in the game, with owner, price and income."""
    for each in position.rules.privates.values():
        holder = position.state.papers[each.id]
        if holder != GONE:
            owner = None if holder == ISSUE else holder
            yield each.id, owner, each.price, answered(position.rules.owning).income(position, each.id)


def _brings(position: Position, private: str, owner: Any) -> Holding | None:
    """What whoever buys it from the bank gets with it."""
    printed = position.rules.privates[private]
    company = directed_by(position, printed)
    if owner is not None or not (company or printed.brings):
        return None
    if company:
        return Holding(company, position.rules.printed.register.director_paper(company).percent, True)
    share = next(each for each in held(position, printed.brings, ISSUE) if not each.director)
    return Holding(printed.brings, share.percent)


def _papers(position: Position, seat: int) -> str:
    return f"{position.rules.papers_of(position, seat)}/{position.rules.paper_limit}"


class ClassicFace(EighteenFace):
    """What lies on the table in a title of the 1830 kind."""

    told = frozenset(("private", "share", "sale", "capital", "track", "station", "train", "help", "withheld"))
    facts: Mapping[str, Callable[[Any, Any], Any]] = {
        **shared.FACTS,
        "price": _price,
        "cost": _cost,
        "company": lambda position, step: acting(position),
        "next": lambda position, step: unsold(position)[0],
        "least": lambda position, step: step.least(),
        "lacking": lambda position, step: step.lacking(position),
    }
    about_papers = (Emergency,)

    def __init__(self, title: Any) -> None:
        super().__init__(title)
        rules: Rules18 = title.rules(title.players[0], title.options())
        self.free_runs = not answered(rules.runs).step.compulsory

    def material(self, title: Any) -> Printed:
        """What is printed, for any number of players."""
        printed: Printed = title.rules(title.players[0], title.options()).printed
        return printed

    def names(self) -> Mapping[str, str]:
        """Private railways and companies."""
        return {id_: each.name for id_, each in self.printed.privates.items()} | dict(super().names())

    def chart(self, position: Position) -> ChartView | None:
        """The chart with its zones."""
        tints = {field: zone.colour for field, zone in self.printed.chart_zones.items()}
        return ChartView(self.printed.sheet, position.state.chart, {}, tints=tints)

    def summary(self, position: Position) -> tuple[Fact, ...]:
        """Round, phase, bank, and who begins."""
        facts = list(super().summary(position))
        if not position.state.stock_round:
            facts[0] = Fact("auction", {})
        return (*facts, Fact("start_player", {"seat": position.state.order[0]}))

    def warnings(self, position: Position) -> tuple[Fact, ...]:
        """The bank is about to break, or the game to end."""
        last = (Fact("last_round", {}),) if answered(position.rules.flow).is_last(position) else ()
        return (*shared.bank_low(position), *last)

    def paying_papers(self, position: Position) -> frozenset[str]:
        """Private railways pay when an operating round begins."""
        return frozenset(position.rules.privates)

    def companies(self, position: Position) -> Companies:
        """All of them, those on the chart first."""
        listed = shared.in_order(position, list(self.printed.companies))
        rows = tuple(shared.company_row(position, company) for company in listed)
        return Companies(rows, shared.company_columns(range(position.state.seats)))

    def trains(self, position: Position) -> tuple[TrainRow, ...]:
        """Every kind of train."""
        ends, depot = shared.scrapped_by(position), position.state.depot
        return tuple(
            shared.train_row(position, kind, depot.count(kind.id) if kind.count else None, ends.get(kind.card))
            for kind in self.printed.trains.values()
        )

    def effects(self, phase: Phase) -> tuple[str, ...]:
        """What else a phase brings."""
        return ("privates_close",) if phase.privates_close else ()

    def players(self, position: Position) -> Players:
        """Cash, papers, shares, privates and worth."""

        def more(each: Position, seat: int) -> dict[str, Any]:
            privates = tuple(private.id for private in privates_of(each, seat))
            return {"papers": _papers(each, seat), "railways": privates}

        return Players(shared.player_rows(position, position.rules.worth, more), shared.PLAYERS)

    def phases(self, position: Position) -> Phases:
        """Limits of trains, and what else phases bring."""

        def more(each: Phase) -> dict[str, Any]:
            return {"limits": str(each.limit), "effects": self.effects(each)}

        return Phases(shared.phase_rows(position, more), shared.PHASES)

    def tables(self, position: Position) -> tuple[Table, ...]:
        """Players, companies, trains, phases, and privates while there are any."""
        laid = on_table(self.title, position)
        rows = tuple((id_, id_, owner, price, income) for id_, owner, price, income in _privates(position))
        columns = (
            Column("id"), Column("private", "name"), Column("owner", "name"), Column("price", "money"),
            Column("income", "money"),
        )  # fmt: skip
        return (
            laid.sheet("players"),
            laid.sheet("companies"),
            table("trains", shared.TRAINS, laid.trains),
            laid.sheet("phases"),
            *([Table("privates", columns, rows)] if rows else ()),
        )

    def other_wealth(self, position: Position, seat: int) -> Iterable[Account]:
        """Private railways at their price."""
        return (Account("privates", worth_of_privates(position, seat)),)

    def papers(self, position: Position) -> tuple[Paper, ...]:
        """Private railways."""
        return tuple(
            Paper(
                id_, "private", owner, sale(position).price(position, id_), income, _brings(position, id_, owner)
            )
            for id_, owner, _, income in _privates(position)
        )

    def missing(self, position: Position, company: str) -> int | None:
        """Until a company floats."""
        if company in position.state.in_operation:
            return None
        return market.missing(self.printed.title["shares"]["floats_at"], sold_percent(position, company))

    def income(self, position: Position, company: str) -> int | None:
        """What a company's trains could earn now."""
        problem = answered(position.rules.runs).problem
        return shared.glance(position, company, lambda each, of: problem(each, of, None))
