"""What terminal, words, drawings and pages ask of 1881: tables, names, and values for texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.bank.papers import ISSUE
from stellwerk.board.board import Board
from stellwerk.eighteen.actions import BuyShare, Dividend, LayTile
from stellwerk.eighteen.shares import asked_paper, unsold
from stellwerk.eighteen.state import price
from stellwerk.eighteen.stations import Spot
from stellwerk.show.eighteen import tables as shared
from stellwerk.show.tables import ChartView, Face, Fact, Look, Piece, PlannedLine, Table, TrackView, Turns

from .. import depots, provision
from ..actions import BuyOnCredit, BuySbahnShare, OfferForDepot, SellSbahnShares
from ..chair import ChairExchange
from ..data import Material
from ..depots import DepotOffer
from ..income import KEEP, PAY, IncomeStep
from ..provision import ProvisionStep
from ..rounds import acting, ready_to_act, still_to_act
from ..running import FERRY, running_problem
from ..sbahn import number_of
from ..shares import costs
from ..state import Table as Position
from ..state import company_of_network, has_begun, is_sbahn
from ..trains import as_purchase
from ..votes import UnderVeto, VetoStep, VoteStep, chair
from . import sheets
from .look import look, pieces, planned
from .market import MARKET

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


class Face1881(Face):
    """What terminal, words, drawings and pages ask of 1881."""

    market = MARKET
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

    def __init__(self, title: Any) -> None:
        super().__init__(title)
        self.printed: Material = title.printed
        self.currency: str = self.printed.title["currency"]

    def names(self) -> Mapping[str, str]:
        """Companies."""
        return {company.id: company.name for company in self.printed.companies.values()}

    def places(self) -> Mapping[str, str]:
        """Hexes that have a name."""
        return shared.named_places(self.printed.box)

    def look(self) -> Look:
        """Colours and homes."""
        return look(self.printed)

    def board(self, position: Position) -> Board | None:
        """The board."""
        return position.state.board

    def income(self, position: Position, company: str) -> int | None:
        """What a company's trains could earn now."""
        return shared.glance(position, company, running_problem)

    def homes_to_come(self, position: Position) -> tuple[str, ...]:
        """Tram companies that have no depot yet."""
        return tuple(depots.to_come(position))

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

    def looming(self, position: Position) -> tuple[Fact, ...]:
        """The bank is about to break, or the game to end."""
        state = position.state
        return shared.looming(position, bool(state.bank_broken_in and state.operating_round))

    def tables(self, position: Position) -> tuple[Table, ...]:
        """Players, companies, the bank and phases; envelopes, networks, votes and notes while there are any."""
        shown = (sheets.players, sheets.companies, sheets.railways, sheets.trains, sheets.phases)
        others = (sheets.envelopes, sheets.vote, sheets.networks, sheets.noted)
        return (
            *(table(position) for table in shown),
            *(made for table in others if (made := table(position)).rows),
        )
