"""How 18xx.games names and orders things in titles of the 1830 kind; a title adds what its privates do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.classic import actions, events
from stellwerk.eighteen.classic.auction import AuctionTurn, LotAuction, PrivateSold, unsold
from stellwerk.eighteen.classic.emergency import Emergency
from stellwerk.eighteen.classic.operating import acting
from stellwerk.eighteen.classic.stock import StockTurn
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Event, Pass
from stellwerk.play.game import Game
from stellwerk.play.runs import RunTrains, routes_of
from stellwerk.routes import Problem, rescored
from stellwerk.routes.check import find_faults

from .api import NOT_YET, NOTHING, Answer, Fact
from .games18xx import Act
from .games18xx_history import FACE, SELLER
from .games18xx_translation import Translation


class ClassicTranslation(Translation):
    """The waterfall auction, prices of issue, help for trains, privates, trains given in."""

    stock_turn = StockTurn
    privates: ClassVar[Mapping[str, str]] = {}
    """Our names of privates that the program calls otherwise."""

    def private(self, act: Act) -> str:
        """The private that an action is about."""
        return self.privates.get(act.text("company"), act.text("company"))

    def owner_of(self, game: Game, private: str) -> int:
        """The player who has a private, or nobody."""
        owner = game.state.papers.get(private)
        return owner if isinstance(owner, int) else -1

    # Runs -----------------------------------------------------------------------------------------------------

    def problem(self, game: Game, company: str) -> Problem:
        problem: Problem = game.rules.runs.problem(game.position, company, None)
        return problem

    def earned(self, game: Game, run: RunTrains) -> Sequence[int | str]:
        problem = self.problem(game, run.company)
        try:
            routes = routes_of(problem, run.ways)
        except (ValueError, IndexError, KeyError):
            return ["no such track"]
        faults = find_faults(problem, routes)
        if faults:
            return [f"{fault.train} {fault.reason}" for fault in faults]
        trains = {train.id: train for train in problem.trains}
        return [rescored(problem, trains[route.train], route).total for route in routes]

    # Players --------------------------------------------------------------------------------------------------

    def _on_pass(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        if act.entity_type == "player" and isinstance(game.step, AuctionTurn):
            seat = self.seat(act)
            return Answer((Pass(seat),)) if game.step.seat == seat else NOT_YET
        return super()._on_pass(game, act, upcoming)

    def _on_bid(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        seat, step, private = self.seat(act), game.step, self.private(act)
        if isinstance(step, LotAuction):
            return Answer((Bid(seat, act.number("price")),)) if step.bidders[0] == seat else NOT_YET
        if not isinstance(step, AuctionTurn) or step.seat != seat:
            return NOT_YET
        if unsold(game.position)[0] == private:
            return Answer((actions.BuyPaper(seat, private),))
        return Answer((actions.BidFor(seat, private, act.number("price")),))

    def _on_par(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        seat = self.seat(act)
        if not self.in_turn(game, seat):
            return NOT_YET
        return Answer((actions.StartCompany(seat, act.text("corporation"), _par_of(act)),))

    def _on_buy_shares(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        if act.entity_type == "company":
            private = self.privates.get(act.entity, act.entity)
            return Answer((actions.ExchangePrivate(self.owner_of(game, private), private),))
        return super()._on_buy_shares(game, act, upcoming)

    def _on_sell_shares(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """In operating rounds sales come before the purchase that needs them, with us after it."""
        seat, step = self.seat(act), game.step
        if isinstance(step, Emergency) and game.waiting_for() == (seat,):
            return Answer(self.sales(game, act, seat))
        if isinstance(step, TrainStep) and game.waiting_for() == (seat,):
            return Answer((self._cheapest(game, step, seat),), done=False)
        return super()._on_sell_shares(game, act, upcoming)

    def _cheapest(self, game: Game, step: TrainStep, seat: int) -> Action:
        wares = [ware for ware in game.rules.trains.for_sale(game.position, step.company) if not ware.given]
        ware = min(wares, key=lambda one: one.price)
        return BuyTrain(seat, step.company, ware.train, ware.source)

    def _on_bankrupt(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """With us that comes by itself."""
        if game.over:
            return NOTHING
        step = game.step
        if isinstance(step, TrainStep):
            return Answer((self._cheapest(game, step, game.waiting_for()[0]),), done=False)
        if isinstance(step, Emergency):
            return Answer((actions.GoBankrupt(game.waiting_for()[0], step.company),))
        return NOT_YET

    def _on_buy_company(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        seat = game.rules.director(game.position, act.entity)
        if acting(game.position) != act.entity or seat is None:
            return NOT_YET
        return Answer((actions.BuyPrivate(seat, act.entity, self.private(act), act.number("price")),))

    # Trains ---------------------------------------------------------------------------------------------------

    def purchase(self, game: Game, act: Act) -> Action:
        if act.text(SELLER):
            return super().purchase(game, act)
        seat, given = game.waiting_for()[0], act.text("exchange").rpartition("-")[0]
        name = act.text("variant") or self.faces(game, act.text("train"), act.text(FACE))[0]
        wares = game.rules.trains.for_sale(game.position, act.entity)
        in_depot = any(ware.train == name and ware.source == BANK for ware in wares)
        return BuyTrain(seat, act.entity, name, BANK if in_depot else POOL, given)

    # What is compared -----------------------------------------------------------------------------------------

    def stated(self, act: Act) -> Iterator[Fact]:
        match act.kind:
            case "bid":
                yield "bid", self.private(act), act.entity, str(act.number("price"))
            case "par":
                yield "par", act.text("corporation"), act.entity, str(_par_of(act))
            case "buy_company":
                yield "paper", act.entity, self.private(act), str(act.number("price"))
            case "buy_shares" if act.entity_type == "company":
                return
            case _:
                yield from super().stated(act)

    def facts(self, game: Game, event: Event) -> Iterator[Fact]:
        match event:
            case PrivateSold(paper, seat, price):
                last = game.actions[-1] if game.actions else None
                if isinstance(last, actions.BuyPaper) and last.paper == paper:
                    yield "bid", paper, self.player(seat), str(price)
            case events.CompanyStarted(seat, company, par):
                yield "par", company, self.player(seat), str(par)
            case events.PrivateBought(company, private, price):
                yield "paper", company, private, str(price)
            case _:
                yield from super().facts(game, event)


def _par_of(act: Act) -> int:
    price = act.text("share_price").partition(",")[0]
    return int(price) if price.isdecimal() and len(price) < 6 else 0
