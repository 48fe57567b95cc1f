"""What terminal, words, drawings and pages ask of 1881: tables, names, and values for texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from stellwerk.bank.papers import ISSUE
from stellwerk.eighteen.actions import BuyShare, Dividend, LayTile
from stellwerk.eighteen.classic.operating import acting
from stellwerk.eighteen.shares import asked_paper, unsold
from stellwerk.eighteen.state import has_begun, price
from stellwerk.eighteen.stations import Spot
from stellwerk.play.core import Event
from stellwerk.show.eighteen import tables as shared
from stellwerk.show.eighteen.face import EighteenFace
from stellwerk.show.history import Mark
from stellwerk.show.market import Account, PriceMove
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
    TrackView,
    TrainRow,
    Turns,
    table,
)

from ..actions import BuyOnCredit, BuySbahnShare, OfferForDepot, SellSbahnShares
from ..companies.income import KEEP, PAY, IncomeStep
from ..companies.running import FERRY
from ..companies.trains import as_purchase
from ..data import Material
from ..lines import depots
from ..lines.depots import DepotOffer
from ..papers.shares import costs
from ..rounds import ready_to_act, still_to_act
from ..sbahn import provision
from ..sbahn.chair import ChairExchange
from ..sbahn.company import number_of
from ..sbahn.provision import ProvisionStep
from ..sbahn.votes import UnderVeto, VetoStep, VoteStep, chair
from ..state import Table as Position
from ..state import company_of_network, is_sbahn
from . import market, sheets
from .history import marks
from .look import look, pieces, planned

# What is being decided --------------------------------------------------------------------------------------


def _step(position: Position) -> Any:
    """The step that is being decided; of one that the board watches over, what the chair is doing."""
    step = position.state.agenda[-1]
    return step.under if isinstance(step, UnderVeto) else step


def _doing(position: Position, subject: Any) -> str:
    """The name of that step."""
    return str(type(_step(position)).__struct_config__.tag)


def _of_step(name: str, otherwise: Any) -> Callable[[Position, Any], Any]:
    """A value of that step, where it has one."""
    return lambda position, subject: getattr(_step(position), name, otherwise)


def _way(position: Position, step: VetoStep | VoteStep) -> TrackView | None:
    """Where the track of a tile would lead that the chair wants to lay."""
    return shared.track(position, step.action) if isinstance(step.action, LayTile) else None


def _track_word(position: Position, step: Any) -> str:
    return "sbahn_track" if is_sbahn(position, step.company) else "tram_track"


def _invests(position: Position, step: Any) -> bool:
    """Whether a tram company may deal in shares of the S-Bahn by now (10.9, 12.1)."""
    begun = has_begun(position, position.rules.printed.title["sbahn"]["phase"])
    return begun and not is_sbahn(position, step.company)


# Shares -----------------------------------------------------------------------------------------------------


def _as_share(position: Position, action: BuyShare | BuySbahnShare) -> BuyShare:
    """A purchase of a share, also one of a tram company."""
    if isinstance(action, BuyShare):
        return action
    sbahn = position.rules.printed.sbahn
    paper = unsold(position, sbahn) if action.source == ISSUE else None
    smallest = position.rules.printed.companies[sbahn].unit
    return BuyShare(action.seat, sbahn, action.source, paper.percent if paper else smallest)


def _share_number(position: Position, action: BuyShare | BuySbahnShare) -> int:
    """The number that is printed on a share of the S-Bahn; 0 for others."""
    share = _as_share(position, action)
    paper = asked_paper(position, share) if is_sbahn(position, share.company) else None
    return number_of(position, paper.id) if paper else 0


def _office(position: Position, action: BuyShare | BuySbahnShare) -> str:
    """What a share of the S-Bahn makes its holder."""
    seats = position.rules.printed.title["sbahn"]["seats"]
    number = _share_number(position, action)
    return "chair" if number == 1 else "seat" if number in seats else "ordinary"


def _proceeds(position: Position, action: Any) -> int:
    """What a sale brings."""
    if isinstance(action, SellSbahnShares):
        return price(position, position.rules.printed.sbahn) * (action.shares + len(action.seats))
    proceeds: int = shared.FACTS["proceeds"](position, action)
    return proceeds


def _for_company(position: Position, step: ChairExchange | ProvisionStep) -> str:
    """The tram company for which its director decides; empty where a player does for himself."""
    owner = step.new if isinstance(step, ChairExchange) else provision.manager(position, step.company)
    return owner if isinstance(owner, str) else ""


# Money ------------------------------------------------------------------------------------------------------


def _cost(position: Position, action: Any) -> int:
    """What an action costs."""
    match action:
        case OfferForDepot():
            hex_ = position.rules.printed.box.grid.index[action.hex]
            return depots.cost(position, Spot(action.company, hex_, 0))
        case BuySbahnShare():
            return costs(position, _as_share(position, action))
        case _:
            return shared.cost(position, action)


def _price(position: Position, subject: Any) -> int:
    """The price of what an action or an offer is about; with a dividend, that of the share."""
    if isinstance(subject, DepotOffer):
        return subject.offer.price
    if isinstance(subject, BuyOnCredit):
        return shared.asked_price(position, as_purchase(subject))
    if isinstance(subject, Dividend):
        return price(position, subject.company) if not _together(position, subject) else 0
    return shared.asked_price(position, subject)


def _together(position: Position, action: Dividend) -> bool:
    """Whether the price moves with other networks of the S-Bahn (12.12)."""
    return is_sbahn(position, action.company) and bool(position.state.apart)


def _sum(position: Position, action: Dividend) -> int:
    """What is paid out, or saved."""
    step = _step(position)
    if not isinstance(step, IncomeStep):
        return 0
    return step.income + (step.bonus if action.kind in (PAY, KEEP) else 0)


def _moved(position: Position, action: Dividend) -> int:
    """The price after paying out or saving; the S-Bahn's network knows it only where it is the only one."""
    if _together(position, action):
        return 0
    paid, saved, _ = sheets.moves_of(position, action.company)
    return (saved if action.kind == KEEP else paid) or 0


def _ferries(position: Position, action: Any) -> int:
    """What ferries add to a run."""
    run = shared.run_of(position, action)
    return sum(amount for route in run.routes for name, amount in route.bonuses if name == FERRY)


class Face1881(EighteenFace):
    """What terminal, words, drawings and pages ask of 1881."""

    on_chart = frozenset(("if_paid", "if_saved", "if_sold"))
    told = frozenset(
        (
            "share", "sale", "capital", "track", "terrain_bonus", "station", "depot", "train", "help", "withheld",
            "bonus", "provision", "joined", "bankrupt",
        )
    )  # fmt: skip
    facts: Mapping[str, Callable[[Any, Any], Any]] = {
        **shared.FACTS,
        "doing": _doing,
        "bought": _of_step("bought", False),
        "lays": _of_step("lays", 0),
        "income": _of_step("income", 0),
        "bonus": _of_step("bonus", 0),
        "company": _of_step("company", ""),
        "chair": lambda position, step: chair(position),
        "way": _way,
        "track_word": _track_word,
        "invests": _invests,
        "share_number": _share_number,
        "office": _office,
        "percent": lambda position, action: _as_share(position, action).percent,
        "proceeds": _proceeds,
        "cost": _cost,
        "price": _price,
        "provision": lambda position, subject: provision.amount(position),
        "for_company": _for_company,
        "together": _together,
        "sum": _sum,
        "moved": _moved,
        "ferries": _ferries,
        "place": lambda position, step: step.offer.hex,
    }

    def material(self, title: Any) -> Material:
        """What is printed, or what somebody who has the box says is."""
        printed: Material = title.printed
        return printed

    def look(self) -> Look:
        """Colours and homes."""
        return look(self.material(self.title))

    def pieces(self, position: Position) -> tuple[Piece, ...]:
        """Bonuses still to be won, and ferries."""
        return tuple(pieces(position))

    def planned(self, position: Position) -> tuple[PlannedLine, ...]:
        """The line of the S-Bahn where it is not built."""
        return tuple(planned(position))

    def marked(self, position: Position) -> tuple[str, ...]:
        """Where the chair of the S-Bahn wants to do something that the board decides on (12.6)."""
        step: Any = position.state.agenda[-1] if position.state.agenda else None
        hex_ = getattr(step.action, "hex", "") if isinstance(step, VetoStep | VoteStep) else ""
        return (hex_,) if hex_ else ()

    def chart(self, position: Position) -> ChartView | None:
        """The share-price chart with its zones, and where the price of the company whose turn it is goes next."""
        printed = position.rules.printed
        return ChartView(
            printed.sheet,
            position.state.chart,
            printed.starts,
            tints=sheets.zones(position),
            moves=sheets.next_fields(position),
        )

    def summary(self, position: Position) -> tuple[Fact, ...]:
        """Round, phase and bank, who has the Tram, what the bank sells next, what has been voted down."""
        state, printed = position.state, position.rules.printed
        facts = list(shared.round_and_bank(position))
        if not state.stock_round:
            facts[0] = Fact("opening", {})
        facts.append(
            Fact("tram", {"seat": state.tram}) if state.rank else Fact("auctioneer", {"seat": state.auctioneer})
        )
        for key, stack in (("next_tram", state.depot), ("next_sbahn", state.sbahn_depot)):
            kind = printed.trains[stack[0]] if stack else None
            if kind and (not kind.phase or has_begun(position, kind.phase)):
                facts.append(Fact(key, {"train": kind.id, "price": kind.price, "left": stack.count(kind.id)}))
        begins: str = printed.title["sbahn"]["phase"]
        if not has_begun(position, begins):
            facts.append(Fact("sbahn_from", {"phase": begins}))
        if state.bankrupt:
            facts.append(Fact("bankrupt", {"companies": tuple(sorted(state.bankrupt))}))
        facts += [Fact("vetoed", {"action": action}) for action in state.vetoed]
        if state.bank_broken_in:
            facts.append(Fact("bank_broken", {}))
        return tuple(facts)

    def turns(self, position: Position) -> Turns | None:
        """Who acts when in an operating round; a network of the S-Bahn acts for all of it."""
        now = acting(position)
        company = company_of_network(position, now) if now else None
        return shared.turns(position, company, still_to_act(position, ready_to_act(position)))

    def warnings(self, position: Position) -> tuple[Fact, ...]:
        """The bank is about to break, or the game to end."""
        state = position.state
        last = (Fact("last_round", {}),) if state.bank_broken_in and state.operating_round else ()
        return (*shared.bank_low(position), *last)

    def marks(self, events: Sequence[Event], position: Position) -> Iterator[Mark]:
        """Rounds, incomes and trains."""
        return marks(events, position)

    def companies(self, position: Position) -> Companies:
        """Companies."""
        return sheets.companies(position)

    def trains(self, position: Position) -> tuple[TrainRow, ...]:
        """Trams and trains."""
        return sheets.trains(position)

    def players(self, position: Position) -> Players:
        """Players."""
        return sheets.players(position)

    def phases(self, position: Position) -> Phases:
        """Phases."""
        return sheets.phases(position)

    def tables(self, position: Position) -> tuple[Table, ...]:
        """Players, companies, the bank and phases; envelopes, networks, votes and notes while there are any."""
        laid = on_table(self.title, position)
        return (
            laid.sheet("players"),
            laid.sheet("companies"),
            laid.sheet("railways"),
            table("trains", sheets.TRAINS, laid.trains),
            laid.sheet("phases"),
            *laid.others,
        )

    def other_tables(self, position: Position) -> tuple[Table, ...]:
        """Envelopes, votes, networks, what was noted."""
        others = (sheets.envelopes, sheets.vote, sheets.networks, sheets.noted)
        return tuple(made for other in others if (made := other(position)).rows)

    def price_moves(self, position: Position, company: str) -> tuple[PriceMove, ...]:
        """Where a price can go."""
        return market.price_moves(position, company)

    def other_wealth(self, position: Position, seat: int) -> tuple[Account, ...]:
        """What the bank has noted that it owes (13.2)."""
        return (Account("noted", position.state.noted.get(seat, 0)),)

    def liquid(self, position: Position, seat: int) -> int:
        """Cash, and what legal sales would bring."""
        return market.liquid(position, seat)

    def missing(self, position: Position, company: str) -> int | None:
        """Until a company floats."""
        return market.missing(position, company)

    def first(self, position: Position) -> int | None:
        """Who has the Tram."""
        return position.state.tram if position.state.rank else None
