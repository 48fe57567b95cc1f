"""How 18xx.games names and orders things in 1844, and where its rules differ from the rulebook."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from stellwerk.bank.papers import BANK, GONE
from stellwerk.eighteen.actions import BuyTrain, OfferForTrain
from stellwerk.eighteen.classic import actions as classic
from stellwerk.eighteen.classic.events import CompanyStarted, PrivateBought
from stellwerk.eighteen.classic.operating import acting
from stellwerk.eighteen.classic.stock import StockTurn
from stellwerk.eighteen.events import SharesSold, TrainBought
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.core import Action, Decision, Event, Pass
from stellwerk.play.errors import Refusal
from stellwerk.play.game import Game
from stellwerk.play.runs import RunTrains, routes_of
from stellwerk.records.api import NOT_YET, NOTHING, Answer, Fact
from stellwerk.records.games18xx import Act
from stellwerk.records.games18xx_history import AFTER, CITY, HEX, NUMBER, SELLER
from stellwerk.records.games18xx_translation import Translation, company_of_share, times
from stellwerk.routes import Problem, rescored
from stellwerk.routes.check import find_faults

from .. import actions as act44
from .. import events as ev44
from ..auction import SetPar
from ..data import SBB, SBB_TRAIN, material
from ..founding import HomeTile
from ..loans import RaiseMoney
from ..privates import EVA
from ..running import running_problem
from ..sbb import KeepOneMarker, forerunners
from ..state import director, owner_seat
from ..track import EXTRA_TILE, TUNNEL

TILES = {"X78": "tunnel curve", "X79": "tunnel straight"}
INCOME_BOARDS = {"XM1": 0, "XM2": 1, "XM3": 2}
NEVER_UNSOLD = ("FNM_1", "FNM_2", "FNM_3", "MOB_1")  # in the pool, and with P5

MORE_SALES = {"sales_for_dearest_train": True}

# Options under which we play that program's rule where ours refuses a recorded action.
HABITS: dict[str, dict[str, Any]] = {
    "home_first": {"home_tile_optional": True},
    "not_the_best_run": {"any_run": True},
    "train_too_dear": {"help_for_dearer_trains": True},
    "no_marker_left": {"ten_federal_markers": True},
    "balance_first": {"overdraft_is_a_loan": True},
    "more_than_needed": MORE_SALES,
}
# Options that show only in figures.
DOUBTS: tuple[dict[str, Any], ...] = (
    {"any_run": True},
    {"surplus_trains_leave": True},
    {"duty_by_connection": True},
    {"help_for_dearer_trains": True},
    {"sales_for_dearest_train": True},
    {"prices_company_by_company": True},
    {"chart_without_180": True},
    {"premiums_in_operating_rounds": True},
    {"tunnel_bonus_anywhere": True},
    {"overdraft_is_a_loan": True},
    {"loans_from_outside": True},
    {"ten_federal_markers": True},
    {"tenth_from_the_pool": True},
    {"federal_director_has_a_tenth": True},
    {"one_area_a_side": True},
    {"twenty_last_trains": True},
    {"eva_above_limit": True},
    {"home_tile_optional": True},
)
BANKRUPT = "penniless"
BANKRUPTCIES: tuple[dict[str, Any], ...] = ({"bankruptcy": "shareless"},)
AARAU = "D15"
ONE_SALE_A_TURN = "2024-11"  # from this month on all sales of one company in a turn are one sale there


class Games1844(Translation):
    """A record of 1844."""

    stock_turn = StockTurn

    def options(self) -> dict[str, Any]:
        """What the record shows by itself: a tile in Aarau was paid; its age, where that makes a difference."""
        paid = any(act.kind == "lay_tile" and act.text("hex") == AARAU for act in self.acts)
        shown = {"aarau_costs": paid, "each_sale_falls": self._sells_again and self._before_november_2024}
        return super().options() | {option: True for option, on in shown.items() if on}

    @property
    def _before_november_2024(self) -> bool:
        return "" < self.record.began < ONE_SALE_A_TURN

    @cached_property
    def _sells_again(self) -> bool:
        """Whether somebody sells shares of one company twice in a turn."""
        turn: list[tuple[str, str]] = []
        for act in self.acts:
            if act.kind == "sell_shares":
                turn.append((act.entity, company_of_share(act)))
            elif not act.kind.startswith("program_"):
                if len(set(turn)) < len(turn):
                    return True
                turn = []
        return len(set(turn)) < len(turn)

    def doubts(self) -> Sequence[Mapping[str, Any]]:
        """Options that show only in figures; a game may have gone on by the other of two rules."""
        bankrupt = BANKRUPTCIES if any(act.kind == "bankrupt" for act in self.acts) else ()
        sales = {"each_sale_falls": not self._before_november_2024}
        return (*bankrupt, *((sales,) if self._sells_again else ()), *DOUBTS)

    def habit(self, refusal: Refusal) -> Mapping[str, Any] | None:
        """The option for a refusal, if that program plays otherwise there."""
        return HABITS.get(refusal.reason)

    def tile(self, name: str) -> str:
        """Our name of a kind of tile."""
        return TILES.get(name, name)

    def faces(self, game: Game, train: str, face: str) -> Sequence[str]:
        """As it was bought, or turned into an H train since; a 5 that nobody bought is EVA or the SBB's own."""
        card = train.rpartition("-")[0]
        other = material().faces.get(card, (card, card))[1]
        return (face, other, SBB_TRAIN) if face else (other, SBB_TRAIN, card)

    def owner(self, game: Game, company: str) -> str:
        """What belonged to a company before the SBB is the SBB's."""
        gone = company in forerunners(game.position) and company not in game.state.in_operation
        return SBB if gone else company

    def problem(self, game: Game, company: str) -> Problem:
        """What a company's trains could run now."""
        return running_problem(game.position, company)

    def first_lays(self) -> Sequence[type[Decision]]:
        """A company's first tile."""
        return (HomeTile,)

    def earned(self, game: Game, run: RunTrains) -> Sequence[int | str]:
        """What each route of a run earns, or why it is none."""
        problem = self.problem(game, run.company)
        try:
            routes = routes_of(problem, run.ways)
        except (ValueError, IndexError, KeyError):
            return ["no such track"]
        faults = find_faults(problem, routes)
        if faults:
            return [f"{fault.train} {fault.reason}" for fault in faults]
        trains = {train.id: train for train in problem.trains}
        scored = (rescored(problem, trains[route.train], route) for route in routes)
        return [game.rules.earns(game.position, route).total for route in scored]

    def never_unsold(self) -> Collection[str]:
        """They come first after the director's share."""
        return NEVER_UNSOLD

    # Players --------------------------------------------------------------------------------------------------

    def _on_par(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        seat, company = self.seat(act), act.text("corporation")
        start = classic.StartCompany(seat, company, _par_of(act))
        if isinstance(game.step, SetPar) or self.in_turn(game, seat):
            return Answer((start,))
        return NOT_YET

    def _on_buy_company(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """Companies buy privates; players tunnels, and mountain railways with the site that follows."""
        name = act.text("company")
        if act.entity_type != "player":
            if acting(game.position) != act.entity:
                return NOT_YET
            seat = director(game.position, act.entity)
            return Answer(
                (classic.BuyPrivate(-1 if seat is None else seat, act.entity, name, act.number("price")),)
            )
        seat = self.seat(act)
        if not self.in_turn(game, seat):
            return NOT_YET
        if name in material().tunnel_papers:
            return Answer((act44.BuyTunnel(seat),))
        lay = next((later for later in upcoming if later.kind == "lay_tile" and later.entity == name), None)
        if lay is None:
            return NOTHING
        return Answer((act44.BuyMountain(seat, lay.text("hex"), INCOME_BOARDS.get(_number(lay), -1)),))

    def _on_sell_shares(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """In operating rounds sales come before the purchase that needs them, with us after it."""
        seat, step = self.seat(act), game.step
        if isinstance(step, RaiseMoney) and game.waiting_for() == (seat,):
            return Answer(self.sales(game, act, seat))
        wanted = next((later for later in upcoming if later.kind != "sell_shares"), act)
        if wanted.kind == "buy_train" and times(game, TrainBought, wanted.entity) >= wanted.number(NUMBER):
            return Answer(self.sales(game, act, seat), needs=MORE_SALES)
        if isinstance(step, TrainStep) and game.waiting_for() == (seat,):
            if wanted.kind == "buy_train" and wanted.entity == step.company:
                return Answer((self.purchase(game, wanted),), done=False)
            offers = [a for a in step.trains(game.position, seat) if isinstance(a, BuyTrain)]
            if wanted.kind == "bankrupt" and offers:
                cheapest = min(offers, key=lambda offer: material().trains[offer.train].price)
                return Answer((cheapest,), done=False)
        return super()._on_sell_shares(game, act, upcoming)

    def _on_bankrupt(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """A director gives up, for which no rule of ours is made."""
        step = game.step
        if not isinstance(step, TrainStep | RaiseMoney):
            return NOT_YET
        seat = game.waiting_for()[0]
        if act.entity not in (step.company, self.player(seat)):
            return NOT_YET
        return Answer((act44.GoBankrupt(seat),), needs={"bankruptcy": BANKRUPT})

    def _on_payoff_player_debt(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        seat = self.seat(act)
        most = min(game.state.cash[seat], game.state.loans.get(seat, 0))
        repay = act44.Repay(seat, act.number("amount") or most)
        return Answer((repay,), needs={"overdraft_is_a_loan": True})

    _on_payoff_player_debt_partial = _on_payoff_player_debt

    def _on_bid(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """P1 goes to the first player by itself when it costs nothing."""
        return super()._on_bid(game, act, upcoming) if act.number("price") else NOTHING

    # Companies ------------------------------------------------------------------------------------------------

    def _on_lay_tile(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """Tunnels and the extra tile of P2 are laid in the name of the certificate."""
        if act.entity in material().companies:
            return super()._on_lay_tile(game, act, upcoming)
        if act.entity in material().mountain_papers:
            return NOTHING
        step, permit = game.step, EXTRA_TILE if act.entity == EXTRA_TILE else TUNNEL
        if not isinstance(step, LayStep | HomeTile) or not self._may_use(game, act.entity, step.company):
            return NOT_YET
        return Answer((self.lay(game, act, step.company, permit),))

    def _may_use(self, game: Game, paper: str, company: str) -> bool:
        return game.state.papers.get(paper) in (company, director(game.position, company))

    def _on_buy_train(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """Whoever has nothing left to sell borrows."""
        step = game.step
        if isinstance(step, RaiseMoney) and step.company == act.entity:
            return Answer((_enough(game, step),))
        found = super()._on_buy_train(game, act, upcoming)
        return Answer(found.actions, done=False) if found.actions else found

    def purchase(self, game: Game, act: Act) -> Action:
        """What the bank sells has its version named, or its price; a train that nobody bought before is EVA."""
        if act.text(SELLER) or act.text("variant"):
            return super().purchase(game, act)
        seat, given = game.waiting_for()[0], [e.company for e in game.events if isinstance(e, ev44.EvaGiven)]
        if given:
            return OfferForTrain(seat, act.entity, EVA, self.owner(game, given[0]), act.number("price"))
        faces, trains = self.faces(game, act.text("train"), ""), material().trains
        meant = (face for face in faces if face in trains and trains[face].price == act.number("price"))
        return BuyTrain(seat, act.entity, next(meant, faces[0]), BANK)

    def _on_choose_ability(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """P4 lays its line, P7 gives EVA away; what was passed before has to be over."""
        step = game.step
        if isinstance(step, TrainStep) and act.text(AFTER) == f"pass {step.company}":
            return NOT_YET
        if act.entity == "P4":
            seat = _owner(game, "P4")
            return NOTHING if game.state.papers["P4"] == GONE else Answer((act44.LayFurka(seat),))
        seat = game.state.eva
        gift = act44.GiveEva(-1 if seat is None else seat, act.text("choice"))
        return Answer((gift,), needs={"eva_above_limit": True})

    def _on_remove_token(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        step = game.step
        if not isinstance(step, KeepOneMarker):
            return NOT_YET
        hex_, gone = act.text(HEX), act.number(CITY)
        kept = [a for a in step.choices(game.position, game.waiting_for()[0]) if isinstance(a, act44.KeepMarker)]
        return Answer(tuple(a for a in kept if a.hex == hex_ and a.city != gone) or tuple(kept))

    def _on_destination_connection(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        return NOTHING

    def let_pass(self, game: Game, upcoming: Sequence[Act]) -> tuple[tuple[Action, ...], int | None]:
        """How a step of ours goes on without an action of its own."""
        step = game.step
        if isinstance(step, RaiseMoney):
            return (_enough(game, step),), None
        return super().let_pass(game, upcoming)

    @cached_property
    def _tells_destinations(self) -> bool:
        """They are told beside other actions, which files may lack."""
        return any(act.kind == "destination_connection" for act in self.acts)

    # What is compared -----------------------------------------------------------------------------------------

    def stated(self, act: Act) -> Iterator[Fact]:
        """What one action states."""
        match act.kind:
            case "bid" if not act.number("price"):
                return
            case "par":
                yield "par", act.text("corporation"), act.entity, str(_par_of(act))
            case "buy_company":
                yield "paper", act.entity, act.text("company")[:1], str(act.number("price"))
            case "destination_connection":
                for company in act.texts("corporations"):
                    yield "destination", company
            case _:
                yield from super().stated(act)

    def facts(self, game: Game, event: Event) -> Iterator[Fact]:
        """What an event of ours says of the same things."""
        match event:
            case CompanyStarted(seat, company, par):
                yield "par", company, self.player(seat), str(par)
            case ev44.TunnelBought(seat, _, price) if price:
                yield "paper", self.player(seat), "T", str(price)
            case ev44.MountainBought(seat, _, hex_, values, price):
                yield "paper", self.player(seat), "B", str(price)
                yield "tile", hex_, f"XM{material().boards.index(values) + 1}"
            case PrivateBought(company, private, price):
                yield "paper", company, private[:1], str(price)
            case SharesSold() if game.actions and isinstance(game.actions[-1], act44.GoBankrupt):
                return  # what the program does for a bankrupt player is no action of its own there
            case ev44.DestinationReached(company) if self._tells_destinations:
                yield "destination", company
            case ev44.DestinationReached():
                return
            case _:
                yield from super().facts(game, event)


def _enough(game: Game, step: RaiseMoney) -> Action:
    """What lacks is borrowed; nothing more is sold."""
    seat = game.waiting_for()[0]
    return Pass(seat) if step.paid(game.position) else act44.TakeLoan(seat, step.company)


def _par_of(act: Act) -> int:
    """The price of issue: the first of price, row and column."""
    price = act.text("share_price").partition(",")[0]
    return int(price) if price.isdecimal() and len(price) < 6 else 0


def _number(act: Act) -> str:
    return act.text("tile").rpartition("-")[0]


def _owner(game: Game, paper: str) -> int:
    seat = owner_seat(game.position, paper)
    return -1 if seat is None else seat


READER = Games1844
