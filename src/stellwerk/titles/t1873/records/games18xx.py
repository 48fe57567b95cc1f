"""How 18xx.games names and orders things in 1873, and where its rules differ from the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from stellwerk.bank.papers import BANK
from stellwerk.eighteen import events as ev18
from stellwerk.eighteen.actions import AnswerOffer, BuildStation, BuyTrain, Dividend
from stellwerk.eighteen.classic.operating import acting
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.trains import DiscardStep, OfferStep
from stellwerk.play.auction import Auction, Bid, BidderPassed, BidMade
from stellwerk.play.core import Action, Event, Pass
from stellwerk.play.errors import Refusal
from stellwerk.play.game import Game
from stellwerk.play.runs import RunTrains
from stellwerk.records.api import NOT_YET, NOTHING, Answer, Fact
from stellwerk.records.games18xx import Act, Record
from stellwerk.records.games18xx_history import AFTER, CITY, HEX, NUMBER, SELLER
from stellwerk.records.games18xx_translation import Translation, company_of_share, listed
from stellwerk.routes import Network

from .. import actions as act73
from .. import events as ev73
from ..companies.buying_in import BuyWorkStep, WorkOfferStep
from ..companies.equipment import BUYER, EquipStep, machine_sets, payers
from ..companies.equipment import SELLER as BY_SELLER
from ..companies.running import LOCAL, RunLocomotives, problem_of
from ..companies.works import AssignStep, is_connected
from ..data import RAILCAR, material
from ..edition import PREMIUM
from ..papers.auction import AuctionTurn, OpeningSale, for_sale, least, lots
from ..papers.founding import MergerStep
from ..papers.issues import IssueStep
from ..papers.stock import StockTurn
from ..state import director, is_open, is_railway, is_work, works_of
from .games18xx_clock import CLOCK, time_of, with_clock
from .games18xx_opening import TURN, with_turns
from .games18xx_runs import locomotives_of, shares_of_routes
from .games18xx_slots import REPLACED, SCRAPS, SERVED, WORKS, renamed, unit, with_slots

# Options under which we play that program's rule where ours refuses a recorded action.
HABITS: dict[str, dict[str, Any]] = {
    "too_few_routes": {"short_runs": True},
    "stops_short": {"short_runs": True},
    "packet_sold_already": {"separate_sales": True},
    "new_track_out_of_reach": {"build_from_inactive": True},
}
RAILCAR_HABITS: dict[str, dict[str, Any]] = {
    "place_twice": {"railcar_calls_twice": True},
    "apart": {"railcar_leaves_home": True},
}
# Options that show only in figures.
DOUBTS: tuple[dict[str, Any], ...] = (
    {"marker_stays": True},
    {"ties_turned": True},
    {"railcar_leaves_home": True},
    {"insolvent_loses_capital": True},
    {"grant_above_price": True},
    {"scraps_first": True},
    {"spares_at_once": True},
    {"short_runs": True},
)
E = TypeVar("E", bound=Event)
KINDS = {"payout": "pay", "half": "half", "withhold": "keep"}


class Games1873(Translation):
    """A record of 1873."""

    stock_turn = StockTurn
    optional_rules: ClassVar[Mapping[str, Mapping[str, Any]]] = {"aag_variant": {"dear_tanne": True}}

    def __init__(self, record: Record) -> None:
        super().__init__(replace(record, acts=tuple(map(renamed, record.acts))))
        lots = [each for each in material().companies.values() if each.phase == material().phases[0].id]
        turns = with_turns(self.acts, len(record.players), len(material().works) + len(lots))
        self.acts = with_clock(with_slots(turns))

    def options(self) -> dict[str, Any]:
        """That program plays the second edition."""
        return {"second_edition": True} | super().options()

    def habit(self, refusal: Refusal) -> Mapping[str, Any] | None:
        """The option for a refusal, if that program plays otherwise there."""
        fault = str(refusal.values.get("fault", refusal.reason))
        by_railcar = RAILCAR_HABITS.get(fault) if refusal.values.get("train") == RAILCAR else None
        return by_railcar or HABITS.get(fault)

    def doubts(self) -> Sequence[Mapping[str, Any]]:
        """Options that show only in figures."""
        return DOUBTS

    def answer(self, game: Game, upcoming: Sequence[Act]) -> Answer:
        """Nothing happens before its round."""
        early = not game.over and time_of(game) < upcoming[0].fields[CLOCK]
        return NOT_YET if early else super().answer(game, upcoming)

    # Players --------------------------------------------------------------------------------------------------

    def _on_pass(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """Who cannot pay for anything passes by himself with us; one share or two are one decision."""
        step = game.step
        if act.entity_type != "player":
            return NOTHING
        seat = self.seat(act)
        founded = self._just_founded(game, act, seat)
        if founded is not None and founded.shares == 1 and game.state.cash[seat] >= founded.price:
            return NOTHING
        if act.number(TURN) and _opening_turns(game) >= act.number(TURN):
            return NOTHING
        if isinstance(step, OpeningSale | AuctionTurn) and step.seat != seat:
            return NOT_YET if _could_act(game, step, seat) else NOTHING
        if _left_out(game, seat) and (not _in_turn(game, seat) or _goes_on(act, upcoming)):
            return NOTHING
        if isinstance(step, OpeningSale | AuctionTurn):
            return Answer((Pass(seat),))
        if isinstance(step, StockTurn) and step.seat != seat and game.actions[-1] == Pass(seat):
            return NOT_YET
        return super()._on_pass(game, act, upcoming)

    def _on_bid(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """In the first auction a bid is a purchase, and its price is told without the premium."""
        step, seat, price = game.step, self.seat(act), act.number("price")
        if game.waiting_for() != (seat,):
            return NOT_YET
        if isinstance(step, OpeningSale):
            return Answer((act73.BuyLot(seat, _lot(game, act)),))
        if isinstance(step, AuctionTurn):
            return Answer((act73.Nominate(seat, _lot(game, act), price),))
        return Answer((Bid(seat, price),)) if isinstance(step, Auction) else NOT_YET

    def _on_par(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """A railway with one share or two, or a works company with the two works that are merged next."""
        seat, company, step = self.seat(act), act.text("corporation"), game.step
        if isinstance(step, MergerStep) and step.merger.company == company:
            return Answer((_consent(game, step.merger.works[1]),))
        if not self.in_turn(game, seat):
            return NOT_YET
        if is_railway(game.position, company):
            return Answer((act73.FoundRailway(seat, company, _price(act), 1 + _buys_second(act, upcoming)),))
        merged = (later for later in upcoming[1:3] if (later.kind, later.entity) == ("merge", company))
        works = [later.text("minor") for later in merged]
        works.sort(key=lambda work: game.state.papers.get(work) != seat)
        first, second = (*works, "", "")[:2]
        alone = game.state.papers.get(second) in (seat, None)
        return Answer((act73.FoundWorks(seat, company, (first, second)),), done=alone)

    def _on_merge(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        return NOTHING

    def _just_founded(self, game: Game, act: Act, seat: int) -> act73.FoundRailway | None:
        """The railway that a player has founded with his last action."""
        last = game.actions[-1] if act.text(AFTER) == f"par {act.entity}" else None
        return last if isinstance(last, act73.FoundRailway) and last.seat == seat else None

    def _on_buy_shares(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        seat, company = self.seat(act), company_of_share(act)
        founded = self._just_founded(game, act, seat)
        if founded is not None and (founded.company, founded.shares) == (company, 2):
            return NOTHING
        if company in game.state.trust and self.in_turn(game, seat):
            shares = self.percent(game, act) // game.state.sizes[company]
            return Answer((act73.UseOption(seat, company, shares),))
        return super()._on_buy_shares(game, act, upcoming)

    def share_size(self, game: Game, company: str, place: int) -> int:
        """All shares of a company are of one size."""
        size: int = game.state.sizes.get(company, 0)
        return size

    # Works and companies --------------------------------------------------------------------------------------

    def _on_lay_tile(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """A concession route builds itself."""
        laid = sum(isinstance(event, ev18.TileLaid) and event.hex == act.text("hex") for event in game.events)
        return NOTHING if laid >= act.number(NUMBER) else super()._on_lay_tile(game, act, upcoming)

    def _on_destination_connection(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """The works with track to the outside are told each time that somebody has built."""
        table = game.position
        works = [work for work in game.rules.printed.works if is_connected(table, work)]
        still_open = [work for work in works if is_open(table, work)]
        told = still_open if list(act.texts("minors")) == still_open else works  # it may leave closed works out
        return Answer(told=(("connected", act.entity, " ".join(told)),))

    def _on_place_token(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """In an empty circle, or where somebody's inactive marker lies."""
        if not self.acts_now(game, act, StationStep):
            return NOT_YET
        seat, hex_, city = game.waiting_for()[0], act.text(HEX), act.number(CITY)
        permits = [site.id for site in game.rules.stations]
        builds = [BuildStation(seat, act.entity, hex_, city, permit) for permit in permits]
        return Answer((next((build for build in builds if game.refusal(build) is None), builds[0]),))

    def _has_run(self, game: Game, act: Act) -> bool:
        """Whether the run of this turn has gone by itself; the local locomotive runs without being told."""
        if acting(game.position) != act.entity:
            if act.entity in game.state.trust:  # nothing was decided, so that another round may have begun
                return act.entity in game.state.acted or time_of(game) > act.fields[CLOCK]
            return act.entity in game.state.acted and bool(game.state.operating_round)
        earned = False
        for event in reversed(game.events):
            if isinstance(event, ev18.CompanyActs):
                return earned and event.company == act.entity
            earned |= isinstance(event, ev18.Earned) and event.company == act.entity
        return False

    def engines(self, game: Game, act: Act) -> tuple[Network, Sequence[str]]:
        """Of a locomotive's many names only the size counts."""
        problem = problem_of(game.position, act.entity)
        return problem.network, locomotives_of(problem, [route.text("train") for route in act.parts("routes")])

    def earned(self, game: Game, run: RunTrains) -> Sequence[int | str]:
        """What each route of a run earns, or why it is none."""
        step = RunLocomotives(run.company)
        try:
            return shares_of_routes(step.problem(game.position), run.ways)
        except (ValueError, IndexError, KeyError):
            return ["no such track"]

    def _on_dividend(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        if not self.acts_now(game, act, DividendStep):
            return NOT_YET
        kind = KINDS.get(act.text("kind"), act.text("kind"))
        return Answer((Dividend(game.waiting_for()[0], act.entity, kind),))

    def _on_switch_trains(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """Where switchers stand counts when the works produce."""
        return NOTHING

    def _on_buy_corporation(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        seat, work, step = game.waiting_for()[0], act.text("minor"), game.step
        if isinstance(step, WorkOfferStep) and step.offer.company == act.entity:
            return Answer((_consent(game, work),))
        if not self.acts_now(game, act, BuyWorkStep):
            return NOT_YET
        if game.state.papers.get(work) == BANK:
            return Answer((act73.BuyWork(seat, act.entity, work),))
        alone = game.state.papers.get(work) in (seat, None)
        return Answer((act73.OfferForWork(seat, act.entity, work, act.number("price")),), done=alone)

    def _on_buy_train(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """A switcher that gives way to another is scrapped first; a single work's is so by itself."""
        step = game.step
        if isinstance(step, OfferStep) and step.offer.company == act.entity:
            return Answer((_consent(game, step.offer.seller),))
        if not self.acts_now(game, act, EquipStep):
            return NOT_YET
        old, company = act.text(REPLACED), act.entity
        scrapped = sum(isinstance(event, ev73.EngineScrapped) and event.owner == company for event in game.events)
        if old and not is_work(game.position, company) and scrapped < act.number(SCRAPS):
            return Answer((act73.ScrapEngine(game.waiting_for()[0], company, unit(old)),), done=False)
        purchase = self.purchase(game, act)
        asked = (
            isinstance(purchase, act73.OfferForEngine)
            and director(game.position, purchase.seller) != purchase.seat
        )
        return Answer((purchase,), done=not asked)

    def purchase(self, game: Game, act: Act) -> Action:
        """A machine, something else from the bank, or something from another owner."""
        seat, company, train = game.waiting_for()[0], act.entity, unit(act.text("train"))
        if act.text("variant").endswith("M"):
            order, told = works_of(game.position, company), act.fields[WORKS]
            works = tuple(work for work in order if work in told) or next(machine_sets(game.position, company), ())
            return act73.BuyMachine(seat, company, works)
        if not act.text(SELLER):
            return BuyTrain(seat, company, train, BANK)
        upkeep = BY_SELLER if act.fields.get("extra_due") else BUYER
        if train not in game.rules.printed.trains or upkeep not in payers(game.position, train):
            upkeep = ""
        seller, price = self.owner(game, act.text(SELLER)), act.number("price")
        return act73.OfferForEngine(seat, company, train, seller, price, upkeep)

    def owner(self, game: Game, company: str) -> str:
        """What a work had is its company's when it has joined one."""
        holder = game.state.papers[company] if is_work(game.position, company) else None
        return holder if isinstance(holder, str) and holder in game.rules.printed.companies else company

    def _on_scrap_train(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        if not self.acts_now(game, act, EquipStep):
            return NOT_YET
        return Answer((act73.ScrapEngine(game.waiting_for()[0], act.entity, unit(act.text("train"))),))

    def _on_convert(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """A company issues shares, a work closes."""
        if self.acts_now(game, act, IssueStep):
            return Answer((act73.IssueShares(game.waiting_for()[0], act.entity),))
        if self.acts_now(game, act, EquipStep) and is_work(game.position, act.entity):
            return Answer((act73.CloseWork(game.waiting_for()[0], act.entity),))
        return NOT_YET

    def let_pass(self, game: Game, upcoming: Sequence[Act]) -> tuple[tuple[Action, ...], int | None]:
        """How a step of ours goes on without an action of its own."""
        step = game.step
        match step:
            case AssignStep():
                return self._assign(game, step, upcoming), None
            case RunLocomotives():
                return listed(game)[:1], None
            case DiscardStep():
                return listed(game), None
        return super().let_pass(game, upcoming)

    def _assign(self, game: Game, step: AssignStep, upcoming: Sequence[Act]) -> tuple[Action, ...]:
        """Switchers serve the works beside which they stand by then."""
        ways = listed(game)
        if not upcoming:
            return ways[:1]
        served = upcoming[0].fields[SERVED].get(step.company, {})
        wanted = {work: unit(train) for work, train in served.items()}
        meant = (way for way in ways if isinstance(way, act73.AssignSwitchers) and dict(way.at) == wanted)
        return (next(meant, ways[0]),)

    # What is compared -----------------------------------------------------------------------------------------

    def stated(self, act: Act) -> Iterator[Fact]:
        """What one action states."""
        match act.kind:
            case "bid":
                yield "bid", act.text("company") or PREMIUM, act.entity, str(act.number("price"))
            case "par" if not any(a.kind == "merge" and a.entity == act.text("corporation") for a in self.acts):
                yield "par", act.text("corporation"), act.entity, str(_price(act))
            case "par":
                yield "par", act.text("corporation"), act.entity
            case "merge":
                yield "work", act.text("minor"), act.entity
            case "buy_corporation":
                yield "work", act.text("minor"), act.entity, str(act.number("price"))
            case "dividend":
                yield "dividend", act.entity, KINDS.get(act.text("kind"), act.text("kind"))
            case "convert":
                yield "convert", act.entity
            case "buy_train":
                name = unit(act.text("variant") or act.text("train"))
                if act.text(REPLACED):
                    yield "scrap", act.entity, unit(act.text(REPLACED))
                yield "train", act.entity, name, str(act.number("price"))
            case "scrap_train":
                yield "scrap", act.entity, unit(act.text("train"))
            case "destination_connection":
                yield "connected", act.entity, " ".join(act.texts("minors"))
            case _:
                yield from super().stated(act)

    def facts(self, game: Game, event: Event) -> Iterator[Fact]:
        """What an event of ours says of the same things."""
        match event:
            case BidMade(seat, lot, amount):
                yield "bid", lot.removeprefix("C-"), self.player(seat), str(amount)
            case ev73.LotBought(seat, lot, price) if isinstance(game.actions[-1], act73.BuyLot):
                yield "bid", lot.removeprefix("C-"), self.player(seat), str(price - _premium(game, event))
            case ev73.RailwayFounded(seat, company, price, shares):
                yield "par", company, self.player(seat), str(price)
                if shares == 2:
                    yield "share", self.player(seat), company, str(game.state.sizes[company])
            case ev73.TrustEnded(company, seat, shares):
                yield "share", self.player(seat), company, str(shares * game.state.sizes[company])
            case ev18.ShareBought() if isinstance(game.actions[-1], act73.FoundRailway | act73.UseOption):
                return
            case ev73.WorksFounded(seat, company, works):
                yield "par", company, self.player(seat)
                for work in works:
                    yield "work", work, company
            case ev73.WorkJoined(company, work, _, price):
                yield "work", work, company, str(price)
            case ev18.Earned(company, income):
                local = sum(route.value for route in _last(game, ev18.RouteRun) if route.train == LOCAL)
                yield from super().facts(game, ev18.Earned(company, income - local))
            case ev18.PaidOut(company) | ev18.Withheld(company) | ev73.HalfPaid(company):
                last = game.actions[-1]
                if isinstance(last, Dividend) and last.company == company:
                    yield "dividend", company, last.kind
            case ev73.SharesIssued(company):
                yield "convert", company
            case ev73.WorkClosed(work, int(), _, False):
                yield "convert", work
            case ev73.MachineBought(owner, size, _, price) if owner not in game.state.trust:
                yield "train", owner, f"M{size}", str(price)
            case ev73.EngineScrapped(owner, train) if owner not in game.state.trust:
                yield "scrap", owner, train
            case ev73.MachineBought() | ev73.EngineScrapped():
                return  # reorganised without a decision
            case ev18.TrainBought(company) if company in game.state.trust:
                return
            case _:
                yield from super().facts(game, event)


def _last(game: Game, kind: type[E]) -> list[E]:
    """What of a kind the last action has brought about."""
    return [event for event in game.events_of(len(game.actions)) if isinstance(event, kind)]


def _consent(game: Game, of: str) -> AnswerOffer:
    """The other owner's consent, which is never told (3.2.5, 4.2.4, 4.3.4, 4.4.7)."""
    return AnswerOffer(game.waiting_for()[0], of, True)


def _lot(game: Game, act: Act) -> str:
    """A work, a concession, or a company in trusteeship whose purchase option is sold."""
    name = act.text("company")
    return name if is_work(game.position, name) or name in game.state.trust else f"C-{name}"


def _price(act: Act) -> int:
    """The start price: the first of price, row and column."""
    price = act.text("share_price").partition(",")[0]
    return int(price) if price.isdecimal() and len(price) < 6 else 0


def _buys_second(act: Act, upcoming: Sequence[Act]) -> bool:
    """Whether the founder of a railway takes another share at once."""
    later = upcoming[1] if len(upcoming) > 1 else act
    return (later.kind, later.entity) == ("buy_shares", act.entity) and company_of_share(later) == act.text(
        "corporation"
    )


def _opening_turns(game: Game) -> int:
    """How many turns of the first auction there have been, with those that passed by themselves."""
    opening = takewhile(lambda event: not isinstance(event, ev18.StockRoundBegan), game.events)
    return sum(isinstance(event, ev18.PlayerPassed | ev73.LotBought) for event in opening)


def _in_turn(game: Game, seat: int) -> bool:
    return game.waiting_for() == (seat,)


def _left_out(game: Game, seat: int) -> bool:
    """Whether a player could not raise a bid a moment ago and left the auction of a lot by himself."""
    by_himself = game.actions and game.actions[-1] != Pass(seat)
    return bool(by_himself) and any(event.seat == seat for event in _last(game, BidderPassed))


def _goes_on(act: Act, upcoming: Sequence[Act]) -> bool:
    """Whether the same player bids or passes again at once: the first time he only left an auction."""
    later = upcoming[1] if len(upcoming) > 1 else None
    return later is not None and later.entity == act.entity and later.kind in ("bid", "pass")


def _could_act(game: Game, step: OpeningSale | AuctionTurn, seat: int) -> bool:
    """Whether a player could pay for anything, so that he is asked."""
    table = game.position
    found, premium = (for_sale(table), step.premium) if isinstance(step, OpeningSale) else (lots(table), 0)
    return any(least(table, lot) + premium <= game.state.cash[seat] for lot in found)


def _premium(game: Game, event: Event) -> int:
    """The premium when something was bought."""
    before = [*game.events]
    while before.pop() is not event:
        pass
    told = (each for each in reversed(before) if isinstance(each, ev73.PremiumSettled | ev73.PremiumFell))
    return next(each.premium for each in told)


READER = Games1873
