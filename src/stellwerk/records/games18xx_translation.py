"""What the actions of 18xx.games mean in any 18xx title; a title adds its names and its own actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any, ClassVar

from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.bank.papers import POOL as BANK_POOL
from stellwerk.eighteen import actions as act18
from stellwerk.eighteen import events as ev18
from stellwerk.eighteen.directors import DirectorExchange
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.shares import sales_of, sold_part
from stellwerk.eighteen.stations import HomeChoice, StationStep
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import DiscardStep, OfferStep, TrainStep
from stellwerk.play.auction import Auction, Bid, BidMade
from stellwerk.play.core import Action, Decision, Event, Pass
from stellwerk.play.errors import Refusal
from stellwerk.play.game import Game
from stellwerk.play.runs import Running, RunTrains
from stellwerk.routes import Network, Problem

from .api import NOT_YET, NOTHING, Answer, Fact
from .errors import RecordError
from .games18xx import Act, Record
from .games18xx_history import CITY, FACE, FACES, HEX, NUMBER, PLACE, POOL, SELLER, earns, with_history
from .games18xx_ledger import UNSTATED
from .games18xx_ways import tells_ways, ways_of

# What ends a game by agreement, and notes; automation (`program_…`) is no decision either: its effects are stated.
NO_DECISION = frozenset({"end_game", "log"})
MOST_RUNS = 200  # ways in which a run may be read
MOST_ROUTES = 100  # more than any company could run


class Translation:
    """One record in the words of a title. Its methods `_on_lay_tile`, `_on_par` … answer actions of that type."""

    stock_turn: ClassVar[type[Decision]]
    """The title's step for a player's turn in a stock round; it has a `seat`."""
    optional_rules: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Our options for that program's optional rules."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.seats = {str(player.id): seat for seat, player in enumerate(record.players)}
        self.acts = with_history(record.acts)

    # What a title adds ----------------------------------------------------------------------------------------

    def options(self) -> dict[str, Any]:
        """The options of a game that the record names."""
        found: dict[str, Any] = {}
        for rule in self.record.optional_rules:
            if rule not in self.optional_rules:
                raise RecordError(
                    self.record.name, f"it is played by the optional rule {rule}, which we do not know"
                )
            found |= self.optional_rules[rule]
        return found

    def habit(self, refusal: Refusal) -> Mapping[str, Any] | None:
        """The option under which that program lets pass what we refuse."""
        return None

    def doubts(self) -> Sequence[Mapping[str, Any]]:
        """Options that show only in figures."""
        return ()

    def problem(self, game: Game, company: str) -> Problem:
        """What a company's trains could run now."""
        raise NotImplementedError

    def tile(self, name: str) -> str:
        """Our name of a kind of tile."""
        return name

    def faces(self, game: Game, train: str, face: str) -> Sequence[str]:
        """What we may call a train, given its id and the version that was bought; the likeliest first."""
        return (face or train.rpartition("-")[0],)

    # What the replay asks -------------------------------------------------------------------------------------

    def known(self, act: Act) -> bool:
        """Whether an action of this type can be answered."""
        return _no_decision(act) or hasattr(self, f"_on_{act.kind}")

    def answer(self, game: Game, upcoming: Sequence[Act]) -> Answer:
        """What the first of the upcoming actions means now."""
        act = upcoming[0]
        if _no_decision(act):
            return NOTHING
        handler = getattr(self, f"_on_{act.kind}")
        found: Answer = handler(game, act, upcoming)
        return found

    def let_pass(self, game: Game, upcoming: Sequence[Act]) -> tuple[tuple[Action, ...], int | None]:
        """How the present step goes on without an action of its own."""
        step, seat = game.step, game.waiting_for()[0]
        match step:
            case OfferStep():
                return (act18.AnswerOffer(seat, step.offer.seller, True),), None
            case DirectorExchange() | HomeChoice():
                return listed(game), None
            case DiscardStep():
                return self._discard(game, step, upcoming)
            case DividendStep():
                return (act18.Dividend(seat, step.company, "keep"),), None
            case Running():
                return (RunTrains(seat, step.company, ()),), None
        return (Pass(seat),), None

    def _discard(
        self, game: Game, step: DiscardStep, upcoming: Sequence[Act]
    ) -> tuple[tuple[Action, ...], int | None]:
        """That program may ask for surplus trains a little later than we do."""
        for number, act in enumerate(upcoming):
            if act.kind == "discard_train" and act.entity == step.company:
                return self._discards(game, act), number
        return listed(game), None

    # Players --------------------------------------------------------------------------------------------------

    def seat(self, act: Act) -> int:
        """The seat of the player who acts."""
        if act.entity not in self.seats:
            raise RecordError(
                self.record.name, f"action {act.id}, {act.kind}, is of {act.entity}, who is no player"
            )
        return self.seats[act.entity]

    def in_turn(self, game: Game, seat: int) -> bool:
        """Whether this is the player's turn in a stock round."""
        step = game.step
        return isinstance(step, self.stock_turn) and getattr(step, "seat", None) == seat

    def _on_pass(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """Players' passes count in auctions and stock rounds; companies' steps pass when that is needed."""
        if act.entity_type != "player":
            return NOTHING
        seat, step = self.seat(act), game.step
        if isinstance(step, Auction):
            if game.waiting_for() == (seat,):
                return Answer((Pass(seat),))
            return NOT_YET if seat in step.bidders else NOTHING
        if not isinstance(step, self.stock_turn):
            return NOTHING
        if self.in_turn(game, seat):
            return Answer((Pass(seat),))
        return NOTHING if _turn_has_ended(game, seat) else NOT_YET

    def _on_bid(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        seat = self.seat(act)
        if isinstance(game.step, Auction) and game.waiting_for() == (seat,):
            return Answer((Bid(seat, act.number("price")),))
        return NOT_YET

    def _on_buy_shares(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        seat = self.seat(act)
        if not self.in_turn(game, seat):
            return NOT_YET
        company, percent = company_of_share(act), self.percent(game, act)
        from_issue = act18.BuyShare(seat, company, ISSUE, percent)
        from_pool = act18.BuyShare(seat, company, BANK_POOL, percent)
        likelier = [from_pool, from_issue] if self.lies_in_pool(game, act) else [from_issue, from_pool]
        return Answer((next((buy for buy in likelier if game.refusal(buy) is None), likelier[0]),))

    def percent(self, game: Game, act: Act) -> int:
        """How much of a company an action is about; if the file does not say it, what the named shares are."""
        if act.states("percent"):
            return act.number("percent")
        company = company_of_share(act)
        return sum(self.share_size(game, company, place_of_share(share)) for share in act.texts("shares"))

    def share_size(self, game: Game, company: str, place: int) -> int:
        """The percentage of a share by its number, which is its place among the certificates."""
        papers = game.rules.printed.register.of.get(company, ())
        return papers[place].percent if place < len(papers) else 0

    def lies_in_pool(self, game: Game, act: Act) -> bool:
        """Whether the shares of a purchase lie in the pool: they were in somebody's hands, or never unsold."""
        return act.text(PLACE) == POOL or any(share in self.never_unsold() for share in act.texts("shares"))

    def never_unsold(self) -> Collection[str]:
        """Shares that do not lie with the unsold ones when a game begins."""
        return ()

    def _on_sell_shares(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        seat = self.seat(act)
        return Answer(self.sales(game, act, seat)) if self.in_turn(game, seat) else NOT_YET

    def sales(self, game: Game, act: Act, seat: int) -> tuple[Action, ...]:
        """Our sales of so many percent, those with as many papers first; the first share is the director's."""
        company, percent = company_of_share(act), self.percent(game, act)
        if company not in game.rules.printed.companies:
            return (act18.SellShares(seat, company, ()),)
        shares = act.texts("shares")
        director = any(place_of_share(share) == 0 for share in shares)
        found = [
            sale for sale in sales_of(game.position, seat, company) if sold_part(game.position, sale) == percent
        ]
        found.sort(key=lambda sale: (sale.director != director, abs(_papers(sale) - len(shares))))
        legal = [sale for sale in found if game.refusal(sale) is None]
        if legal:
            alike = [sale for sale in legal if _papers(sale) == _papers(legal[0])]
            return tuple(sale for sale in alike if sale.director == legal[0].director)
        return (found[0] if found else act18.SellShares(seat, company, (percent,)),)

    # Companies ------------------------------------------------------------------------------------------------

    def acts_now(self, game: Game, act: Act, *steps: type[Decision]) -> bool:
        """Whether the company that acts is at one of these steps."""
        step = game.step
        return isinstance(step, steps) and getattr(step, "company", "") == act.entity

    def _on_lay_tile(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        if not self.acts_now(game, act, LayStep, *self.first_lays()):
            return NOT_YET
        return Answer((self.lay(game, act, act.entity),))

    def first_lays(self) -> Sequence[type[Decision]]:
        """Further steps of a title in which a company lays tiles."""
        return ()

    def lay(self, game: Game, act: Act, company: str, permit: str = "") -> act18.LayTile:
        """The lay of a tile by a company."""
        tile = self.tile(act.text("tile").rpartition("-")[0])
        seat = game.waiting_for()[0]
        return act18.LayTile(seat, company, act.text("hex"), tile, act.number("rotation"), permit)

    def _on_place_token(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        if not self.acts_now(game, act, StationStep):
            return NOT_YET
        seat = game.waiting_for()[0]
        return Answer((act18.BuildStation(seat, act.entity, act.text(HEX), act.number(CITY)),))

    def _on_run_routes(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        """Where the run is no choice, ours has gone by itself; what the recorded one brings is told anyway.

        A run without any place was the best one, as far as we can know.
        """
        known = tells_ways(act)
        if self.acts_now(game, act, Running):
            run = self.run(game, act) if known else listed(game)[0]
            return Answer((run,), told=self._told(game, act) if known else ())
        if self._has_run(game, act):
            return Answer(told=self._told(game, act) if known else ())
        return NOT_YET

    def _has_run(self, game: Game, act: Act) -> bool:
        earned = (e for e in game.events if isinstance(e, ev18.Earned) and e.company == act.entity and e.income)
        return sum(1 for _ in earned) >= act.number(NUMBER)

    def run(self, game: Game, act: Act) -> RunTrains:
        """A recorded run as our action; of several that it may be, the one that earns what is told, or most."""
        routes, grid = act.parts("routes"), game.rules.printed.box.grid
        if len(routes) > MOST_ROUTES:
            raise RecordError(self.record.name, f"action {act.id} has more than {MOST_ROUTES} routes")
        network, names = self.engines(game, act)
        found = [ways_of(grid, network, route, name) for route, name in zip(routes, names, strict=True)]
        seat = game.waiting_for()[0]
        runs = [RunTrains(seat, act.entity, ways) for ways in islice(product(*found), MOST_RUNS)]
        return runs[0] if len(runs) == 1 else max(runs, key=lambda run: _fits(routes, self.earned(game, run)))

    def engines(self, game: Game, act: Act) -> tuple[Network, Sequence[str]]:
        """The network, and our name of the train that runs each recorded route."""
        problem = self.problem(game, act.entity)
        left = Counter(train.id for train in problem.trains)
        faces: Mapping[str, str] = act.fields.get(FACES, {})
        found = []
        for route in act.parts("routes"):
            train = route.text("train")
            names = self.faces(game, train, faces.get(train, ""))
            found.append(next((name for name in names if left[name] > 0), names[0]))
            left[found[-1]] -= 1
        return problem.network, found

    def _told(self, game: Game, act: Act) -> tuple[Fact, ...]:
        """What each recorded route earns by our rules, or why the run is none."""
        number, earned = len(act.parts("routes")), self.earned(game, self.run(game, act))
        each = [*earned, *(earned[-1] for _ in range(number))][:number]
        return tuple(("route", act.entity, str(amount)) for amount in each)

    def earned(self, game: Game, run: RunTrains) -> Sequence[int | str]:
        """What each route of a run earns, or why it is none."""
        raise NotImplementedError

    def _on_dividend(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        if not self.acts_now(game, act, DividendStep):
            return NOT_YET
        kind = KINDS.get(act.text("kind"), act.text("kind"))
        return Answer((act18.Dividend(game.waiting_for()[0], act.entity, kind),))

    def _on_buy_train(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        if times(game, ev18.TrainBought, act.entity) >= act.number(NUMBER):
            return NOTHING
        if not self.acts_now(game, act, TrainStep):
            return NOT_YET
        return Answer((self.purchase(game, act),))

    def purchase(self, game: Game, act: Act) -> Action:
        """The purchase of a train, from the bank or from another company."""
        seat, train, seller = game.waiting_for()[0], act.text("train"), self.owner(game, act.text(SELLER))
        if not seller:
            face = act.text("variant") or self.faces(game, train, act.text(FACE))[0]
            return act18.BuyTrain(seat, act.entity, face, BANK)
        names = self.faces(game, train, act.text(FACE))
        name = next((name for name in names if name in game.state.trains.get(seller, ())), names[0])
        return act18.OfferForTrain(seat, act.entity, name, seller, act.number("price"))

    def owner(self, game: Game, company: str) -> str:
        """Who has now what a company had."""
        return company

    def _on_discard_train(self, game: Game, act: Act, upcoming: Sequence[Act]) -> Answer:
        if not self.acts_now(game, act, DiscardStep):
            return NOT_YET
        return Answer(self._discards(game, act))

    def _discards(self, game: Game, act: Act) -> tuple[Action, ...]:
        names = self.faces(game, act.text("train"), act.text(FACE))
        held = game.state.trains.get(act.entity, ())
        name = next((name for name in names if name in held), names[0])
        return (act18.DiscardTrain(game.waiting_for()[0], act.entity, name),)

    # What is compared -----------------------------------------------------------------------------------------

    def statements(self) -> Iterator[tuple[Fact, int]]:
        """Everything that the record states, with the number of the action."""
        for act in self.acts:
            for fact in self.stated(act):
                yield fact, act.id
        for player, worth in self.record.result.items():
            yield ("worth", str(self.seats[player]), str(worth)), 0

    def stated(self, act: Act) -> Iterator[Fact]:
        """What one action states."""
        match act.kind:
            case "bid":
                yield "bid", act.text("company"), act.entity, str(act.number("price"))
            case "lay_tile":
                yield "tile", act.text("hex"), self.tile(act.text("tile").rpartition("-")[0])
            case "place_token":
                yield "token", act.entity, act.text(HEX)
            case "run_routes":
                yield from self._income(act)
            case "dividend":
                yield "dividend", act.entity, KINDS.get(act.text("kind"), act.text("kind"))
            case "buy_train":
                yield "train", act.entity, act.text("train").rpartition("-")[0], str(act.number("price"))
            case "discard_train":
                yield "discard", act.entity, act.text("train").rpartition("-")[0]
            case "buy_shares":
                yield "share", act.entity, company_of_share(act), _told_number(act, "percent")
            case "sell_shares":
                yield "sale", act.entity, company_of_share(act), _told_number(act, "percent")

    def _income(self, act: Act) -> Iterator[Fact]:
        """What a run states of each route, and altogether."""
        routes = act.parts("routes")
        if tells_ways(act):
            for route in routes:
                yield "route", act.entity, _told_number(route, "revenue")
        if any(earns(route) for route in routes):
            known = all(route.states("revenue") for route in routes)
            total = sum(route.number("revenue") for route in routes) + act.number("extra_revenue")
            yield "revenue", act.entity, str(total) if known else UNSTATED

    def facts(self, game: Game, event: Event) -> Iterator[Fact]:
        """What an event of ours says of the same things."""
        match event:
            case BidMade(seat, lot, amount):
                yield "bid", lot, self.player(seat), str(amount)
            case ev18.TileLaid(_, hex_, tile):
                yield "tile", hex_, tile
            case ev18.StationBuilt(company, hex_):
                yield "token", company, hex_
            case ev18.Earned(company, income) if income:
                yield "revenue", company, str(income)
            case ev18.PaidOut(company):
                yield "dividend", company, "pay"
            case ev18.Withheld(company):
                yield "dividend", company, "keep"
            case ev18.TrainBought(company, train, _, price):
                yield "train", company, game.rules.printed.trains[train].card, str(price)
            case ev18.TrainDiscarded(company, train):
                yield "discard", company, game.rules.printed.trains[train].card
            case ev18.ShareBought(seat, company, percent):
                yield "share", self.player(seat), company, str(percent)
            case ev18.SharesSold(seat, company, papers):
                yield "sale", self.player(seat), company, str(sum(papers))

    def player(self, seat: int) -> str:
        """The id by which the record calls a player."""
        return str(self.record.players[seat].id)


KINDS = {"payout": "pay", "withhold": "keep"}


def _no_decision(act: Act) -> bool:
    return act.kind in NO_DECISION or act.kind.startswith("program_")


def listed(game: Game) -> tuple[Action, ...]:
    """All that may be done now, where the record does not say what was done."""
    step = game.step
    assert step is not None
    return tuple(a for a in step.choices(game.position, game.waiting_for()[0]) if isinstance(a, Action))


def _told_number(act: Act, name: str) -> str:
    return str(act.number(name)) if act.states(name) else UNSTATED


def company_of_share(act: Act) -> str:
    """The company of the shares that an action is about.

    >>> company_of_share(Act("buy_shares", "1", "player", 1, {"shares": ["FNM_4"]}))
    'FNM'
    """
    shares = act.texts("shares")
    return shares[0].rpartition("_")[0] if shares else ""


def place_of_share(share: str) -> int:
    """The number of a share among those of its company; 0 is the director's.

    >>> place_of_share("FNM_4")
    4
    """
    number = share.rpartition("_")[2]
    return int(number) if number.isdecimal() and len(number) < 4 else 0


def _papers(sale: act18.SellShares) -> int:
    return len(sale.papers) + sale.director


def _fits(routes: Sequence[Act], earned: Sequence[int | str]) -> tuple[int, int]:
    """How well a run fits what is told of its routes, and what it earns."""
    if len(earned) != len(routes):
        return -1, 0
    amounts = [amount if isinstance(amount, int) else -1 for amount in earned]
    told = sum(route.number("revenue") == amount for route, amount in zip(routes, amounts, strict=True))
    return (-1, 0) if -1 in amounts else (told, sum(amounts))


def _turn_has_ended(game: Game, seat: int) -> bool:
    """Whether the player's turn in the stock round ended by itself a moment ago."""
    last = game.actions[-1] if game.actions else None
    if isinstance(last, act18.SellShares) and last.seat == seat:
        return True
    events = game.events_of(len(game.actions))
    return any(isinstance(event, ev18.PlayerPassed) and event.seat == seat for event in events)


def times(game: Game, kind: type[Event], company: str) -> int:
    """How often such a thing has happened to a company."""
    return sum(isinstance(event, kind) and getattr(event, "company", "") == company for event in game.events)
