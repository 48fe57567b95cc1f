"""What terminal, words, drawings and pages ask of 1873: tables, names, and values for texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from stellwerk.eighteen.classic.operating import acting, still_to_act
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.printed import Printed
from stellwerk.eighteen.state import percent, price
from stellwerk.eighteen.trains import OfferStep
from stellwerk.play.core import Event
from stellwerk.play.game import Title
from stellwerk.show.eighteen import tables as shared
from stellwerk.show.eighteen.face import EighteenFace
from stellwerk.show.history import Mark
from stellwerk.show.market import Account, Paper, PriceMove
from stellwerk.show.on_table import on_table
from stellwerk.show.tables import (
    ChartView,
    Companies,
    Fact,
    Look,
    Phases,
    Piece,
    PlannedLine,
    Players,
    Table,
    TrainRow,
    Turns,
    rest,
    table,
)

from ..actions import BuyLot, BuyMachine, BuyWork, FoundRailway, FoundWorks, UseOption
from ..companies.buying_in import WorkOfferStep
from ..companies.engines import first_due
from ..companies.equipment import missing as lacking_for_locomotive
from ..companies.equipment import switcher_for_sale
from ..companies.running import at_a_glance
from ..companies.upkeep import engine_upkeep
from ..companies.works import is_connected
from ..data import material
from ..edition import PremiumAuction
from ..papers.auction import AuctionTurn, LotAuction, OpeningSale, least
from ..papers.founding import field_of
from ..papers.issues import next_size
from ..rounds import in_last_set, is_last_round
from ..state import Table as Position
from ..state import company73, director, is_railway, is_work
from . import market, sheets
from .history import marks
from .look import look, pieces, planned, turned
from .prospects import earned_now, earned_then

# Values for texts -------------------------------------------------------------------------------------------


def _cost(position: Position, action: Any) -> int:
    """What an action costs."""
    match action:
        case BuyLot():
            step = position.state.agenda[-1]
            return least(position, action.lot) + (step.premium if isinstance(step, OpeningSale) else 0)
        case FoundRailway():
            return action.price * action.shares
        case UseOption():
            return price(position, action.company) * action.shares
        case BuyWork():
            return position.rules.printed.works[action.work].face
        case BuyMachine():
            return position.rules.printed.trains[position.state.depot[0]].machine
        case _:
            return shared.cost(position, action)


def _price(position: Position, subject: Any) -> int:
    """The price of the share, train or work that an action or an offer is about."""
    return subject.offer.price if isinstance(subject, WorkOfferStep) else shared.asked_price(position, subject)


def _kind(position: Position, subject: Any) -> str:
    """What acts: a single work, a works company or a railway."""
    id_ = subject.company
    return "work" if is_work(position, id_) else company73(position, id_).kind


def _due(position: Position, subject: Any) -> int:
    """The upkeep that falls due for a train that changes hands or goes."""
    return engine_upkeep(position, subject.offer.train if isinstance(subject, OfferStep) else subject.train)


def _start(position: Position, action: FoundWorks) -> int:
    """The price at which a works company begins (3.2.5)."""
    works = position.rules.printed.works
    half = sum(works[work].face for work in action.works) // 2
    return position.rules.printed.sheet.price(field_of(position, half))


def _partner(position: Position, action: FoundWorks) -> int | None:
    """Whose consent a founding needs."""
    owner = position.state.papers[action.works[1]]
    return owner if isinstance(owner, int) and owner != action.seat else None


def _gain(position: Position, action: BuyMachine) -> int:
    """How much more the works earn with the new machine."""
    size, works = position.rules.printed.trains[position.state.depot[0]].size, position.rules.printed.works
    return sum(
        works[work].income(size, 0) - works[work].income(position.state.machines[work], 0)
        for work in action.works
        if is_connected(position, work)
    )


def _payout(position: Position, action: Any) -> tuple[int, int]:
    """What goes to the shareholders, and what stays."""
    step = position.state.agenda[-1]
    income = step.income if isinstance(step, DividendStep) else 0
    kept = {"pay": 0, "half": income // 2, "keep": income}.get(action.kind, 0)
    return income - kept, kept


def _price_then(position: Position, action: Any) -> int:
    """The price after a payout (4.3.3, 4.4.6)."""
    paid, now = _payout(position, action)[0], price(position, action.company)
    field = position.state.chart.field(action.company)
    assert field is not None
    row, column = field
    prices = position.rules.printed.sheet.rows[row]
    column += min(3, paid // now) if paid else -1
    found: int = prices[min(max(0, column), len(prices) - 1)]
    return found


def _new_shares(position: Position, action: Any) -> tuple[int, int]:
    """The size that shares would have after a split, and how many would be new."""
    size = next_size(position, action.company) or position.state.sizes[action.company]
    return size, 100 // size - 100 // position.state.sizes[action.company]


def _seller_pays(position: Position, step: Any) -> str:
    """Who bears the upkeep of a train that is asked for."""
    return str(getattr(step.offer, "upkeep", ""))


class Face1873(EighteenFace):
    """What terminal, words, drawings and pages ask of 1873."""

    free_runs = True
    told = frozenset(
        (
            "lot", "share", "sale", "capital", "joined", "track", "station", "train", "machine", "work", "closed",
            "withheld", "shares", "grant",
        )
    )  # fmt: skip
    facts: Mapping[str, Callable[[Any, Any], Any]] = {
        **shared.FACTS,
        "cost": _cost,
        "price": _price,
        "kind": _kind,
        "due": _due,
        "payer": _seller_pays,
        "start": _start,
        "partner": _partner,
        "gain": _gain,
        "earned": earned_now,
        "earning": earned_then,
        "least": lambda position, step: step.least(),
        "compulsory": lambda position, step: first_due(position, step.company),
        "size": lambda position, action: position.rules.printed.trains[position.state.depot[0]].size,
        "paid": lambda position, action: _payout(position, action)[0],
        "kept": lambda position, action: _payout(position, action)[1],
        "then": _price_then,
        "new_size": lambda position, action: _new_shares(position, action)[0],
        "new_shares": lambda position, action: _new_shares(position, action)[1],
        "part": lambda position, action: action.shares * position.state.sizes[action.company],
        "missing": lambda position, action: lacking_for_locomotive(position, action.company),
        "capital": lambda position, action: position.state.cash[action.work],
        "income": lambda position, action: sheets.profit(position, action.company, dict(action.at))[0],
        "upkeep": lambda position, action: sheets.profit(position, action.company, dict(action.at))[1],
        "owner": lambda position, action: director(position, action.work),
        "face": lambda position, step: position.rules.printed.works[step.offer.work].face,
        "work": lambda position, step: step.offer.work,
        "founder": lambda position, step: step.merger.seat,
        "founded": lambda position, step: step.merger.company,
        "works": lambda position, step: step.merger.works,
        "half": lambda position, step: _start(position, step.merger),
        "holds": lambda position, action: percent(position, action.company, action.seat),
    }

    def material(self, title: Title) -> Printed:
        """What is printed."""
        return material()

    def names(self) -> Mapping[str, str]:
        """Companies, and works with their numbers."""
        printed = material()
        works = {work.id: f"{work.id} {work.name.split(' (')[0]}" for work in printed.works.values()}
        fixed = {work.id: work.name for work in printed.fixed_at.values()}
        return {**{each.id: each.name for each in printed.companies.values()}, **works, **fixed}

    def look(self) -> Look:
        """Colours and homes."""
        return look()

    def income(self, position: Position, company: str) -> int | None:
        """What a railway's locomotives could earn now."""
        return at_a_glance(position, company) if is_railway(position, company) else None

    def pieces(self, position: Position) -> tuple[Piece, ...]:
        """Works."""
        return tuple(pieces(position))

    def planned(self, position: Position) -> tuple[PlannedLine, ...]:
        """Concession routes that are still to be built."""
        return tuple(planned(position))

    def turned(self, position: Position) -> frozenset[tuple[str, str]]:
        """Inactive markers."""
        return turned(position)

    def chart(self, position: Position) -> ChartView | None:
        """The share-price chart: one row, shown in several lines."""
        return ChartView(position.rules.printed.sheet, position.state.chart, {}, across=18)

    def summary(self, position: Position) -> tuple[Fact, ...]:
        """Round, phase, order of play, and what the bank sells next."""
        state, kinds = position.state, position.rules.printed.trains
        facts = [fact for fact in shared.round_and_bank(position) if fact.key != "bank"]
        for step in state.agenda:
            if isinstance(step, OpeningSale):
                facts[0] = Fact("opening", {"premium": step.premium})
            elif isinstance(step, PremiumAuction):
                facts[0] = Fact("premium", {})
            elif isinstance(step, AuctionTurn | LotAuction):
                facts[0] = Fact("auction", {})
        unit = kinds[state.depot[0]]
        facts.append(Fact("order", {"order": state.order}))
        values = {
            "size": unit.size,
            "left": rest(sheets.left(position, unit), unit.count),
        }
        facts.append(Fact("next_unit", {**values, "locomotive": unit.price, "machine": unit.machine}))
        switcher = switcher_for_sale(position)
        if switcher is not None:
            facts.append(Fact("switcher", {"size": kinds[switcher].size, "price": kinds[switcher].price}))
        if state.trust:
            facts.append(Fact("in_trust", {"companies": tuple(sorted(state.trust))}))
        return tuple(facts)

    def turns(self, position: Position) -> Turns | None:
        """Who acts when in an operating round."""
        return shared.turns(position, acting(position), still_to_act(position))

    def warnings(self, position: Position) -> tuple[Fact, ...]:
        """The last set of operating rounds, and the last round; the bank is without limit."""
        if not position.state.operating_round:
            return ()
        facts = {"last_set": in_last_set(position), "last_round": is_last_round(position)}
        return tuple(Fact(key, {}) for key, holds in facts.items() if holds)

    def marks(self, events: Sequence[Event], position: Position) -> Iterator[Mark]:
        """Rounds, incomes and trains."""
        return marks(events, position)

    def companies(self, position: Position) -> Companies:
        """Companies."""
        return sheets.companies(position)

    def trains(self, position: Position) -> tuple[TrainRow, ...]:
        """Units by size."""
        return sheets.trains(position)

    def players(self, position: Position) -> Players:
        """Players."""
        return sheets.players(position)

    def phases(self, position: Position) -> Phases:
        """Phases."""
        return sheets.phases(position)

    def tables(self, position: Position) -> tuple[Table, ...]:
        """Everything that lies on the table."""
        laid = on_table(self.title, position)
        works, sites, concessions = laid.others
        return (
            laid.sheet("players"),
            laid.sheet("companies"),
            laid.sheet("railways"),
            works,
            sites,
            table("trains", sheets.TRAINS, laid.trains),
            concessions,
            laid.sheet("phases"),
        )

    def other_tables(self, position: Position) -> tuple[Table, ...]:
        """Works, sites, concessions."""
        return sheets.works(position), sheets.sites(position), sheets.concessions(position)

    def price_moves(self, position: Position, company: str) -> tuple[PriceMove, ...]:
        """Where a price can go."""
        return market.price_moves(position, company)

    def other_wealth(self, position: Position, seat: int) -> tuple[Account, ...]:
        """Single works, and what does not count."""
        return market.other_wealth(position, seat)

    def papers(self, position: Position) -> tuple[Paper, ...]:
        """Works that belong to no company, and concessions."""
        return market.papers(position)

    def about(self, position: Position, action: Any) -> str:
        """A merger of works is a matter of the company that they found."""
        return action.company if isinstance(action, FoundWorks) else super().about(position, action)
