"""A game of ours written as 18xx.games would have written it, for tests of the reader: names, slots, copies.

Nothing is told of steps without a choice, as there; what is told twice here and there (par and the second share,
a purchase and what it replaces) is written that program's way.
"""

import json
from collections import Counter

from stellwerk.eighteen import actions as act18
from stellwerk.eighteen import events as ev18
from stellwerk.eighteen.trains import OfferStep
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass, Position
from stellwerk.play.runs import RunTrains
from stellwerk.records.games18xx import parse_record
from stellwerk.titles.t1873 import actions as act73
from stellwerk.titles.t1873.companies.buying_in import WorkOfferStep
from stellwerk.titles.t1873.companies.works import is_connected
from stellwerk.titles.t1873.edition import PremiumAuction
from stellwerk.titles.t1873.papers.auction import AuctionTurn, LotAuction, OpeningSale, least
from stellwerk.titles.t1873.papers.founding import MergerStep
from stellwerk.titles.t1873.papers.stock import StockTurn
from t1873.runs_as_record import written_routes

FIRST_PLAYER = 101
TURNS = (PremiumAuction, OpeningSale, AuctionTurn, LotAuction, StockTurn)


def as_record(game, tells_passes=False, **more):
    """The record of a game; `tells_passes` writes passes of the first auction that were no choice, too."""
    acts = Writer(game, tells_passes).acts
    numbered = [{"id": number, **act} for number, act in enumerate(acts, 1)]
    players = [{"id": FIRST_PLAYER + seat, "name": name} for seat, name in enumerate(game.players)]
    file = {"title": "Harzbahn 1873", "players": players, "actions": numbered, **more}
    return parse_record(json.dumps(file).encode(), "made-up.json")


def called(name):
    """Their name of a company or a work."""
    return name[1:] if name[1:].isdecimal() else {"UN": "U"}.get(name, name)


class Writer:
    """Goes through a game action by action."""

    def __init__(self, game, tells_passes):
        self.game, self.tells_passes = game, tells_passes
        self.acts = []
        self.copies, self.units = Counter(), Counter()
        self.tiles = {}  # hex -> tile and copy
        self.owned = {}  # train id -> owner
        self.places = {}  # owner -> place -> switcher's id
        self.joined = {}  # company -> works
        for number, action in enumerate(game.actions):
            self.before, self.after = game.state_after(number), game.state_after(number + 1)
            self.table = Position(game.rules, self.before)
            self.events = game.events_of(number + 1)
            self.step = self.before.agenda[-1]
            self.upcoming = game.actions[number + 1 :]
            self.write(action)
            self.write_what_followed(action)

    def player(self, kind, seat, /, **fields):
        self.acts.append({"type": kind, "entity": FIRST_PLAYER + seat, "entity_type": "player", **fields})

    def company(self, kind, name, /, **fields):
        work = name[1:].isdecimal()
        type_ = "minor" if work else "corporation"
        self.acts.append({"type": kind, "entity": called(name), "entity_type": type_, **fields})

    # Players --------------------------------------------------------------------------------------------------

    def write(self, action):
        match action:
            case Pass(seat) if isinstance(self.step, TURNS):
                self.player("pass", seat)
            case Bid(seat, amount) if isinstance(self.step, PremiumAuction):
                self.player("bid", seat, price=amount)
            case Bid(seat, amount):
                self.player("bid", seat, company=self.step.lot.removeprefix("C-"), price=amount)
            case act73.BuyLot(seat, lot):
                name = called(lot.removeprefix("C-"))
                self.player("bid", seat, company=name, price=least(self.table, lot))
            case act73.Nominate(seat, lot, bid):
                self.player("bid", seat, company=called(lot.removeprefix("C-")), price=bid)
            case act18.BuyShare(seat, _, _, percent):
                self.player("buy_shares", seat, shares=self.moved(), percent=percent)
            case act73.UseOption(seat, company, shares):
                percent = shares * self.after.sizes[company]
                self.player("buy_shares", seat, shares=self.moved(), percent=percent)
            case act18.SellShares(seat, _, papers):
                self.player("sell_shares", seat, shares=self.moved(), percent=sum(papers))
            case act73.FoundRailway(seat, company, price, shares):
                self.player("par", seat, corporation=company, share_price=f"{price},0,0")
                if shares == 2:
                    self.player("buy_shares", seat, shares=[f"{company}_1"], percent=20)
                elif self.before.cash[seat] >= 2 * price:
                    self.player("pass", seat)
            case act73.FoundWorks(seat, company, works) if not isinstance(self.next_step(), MergerStep):
                self.found(seat, company, works)
            case act18.AnswerOffer(_, _, accept):
                assert accept
                self.agreed()
            case _:
                self.write_company(action)

    def moved(self):
        """Shares that have changed hands, called by company and number."""
        papers = (paper for of in self.game.rules.printed.register.of.values() for paper in of)
        moved = [p for p in papers if self.before.papers[p.id] != self.after.papers[p.id]]
        bought = [p for p in moved if isinstance(self.before.papers[p.id], int | str)]
        holder = self.step.seat
        kept = [p for p in bought if holder in (self.before.papers[p.id], self.after.papers[p.id])]
        return [f"{called(p.company)}_{int(p.id.rpartition('-')[2]) - 1}" for p in kept]

    def found(self, seat, company, works):
        self.player("par", seat, corporation=called(company), share_price="120,0,5")
        for work in works:
            self.join(company, work)
            self.company("merge", company, minor=called(work))

    def agreed(self):
        if isinstance(self.step, MergerStep):
            merger = self.step.merger
            self.found(merger.seat, merger.company, merger.works)
        else:
            self.write_company(self.step.offer)

    # Companies ------------------------------------------------------------------------------------------------

    def write_company(self, action):
        match action:
            case act18.LayTile(_, company, hex_, tile, rotation):
                self.lay(company, hex_, tile, rotation)
                self.connections(company)
            case act18.BuildStation(_, company, hex_, city):
                tile = self.tiles.get(hex_, f"{hex_}-0")
                self.company("place_token", company, city=f"{tile}-{city}", slot=0)
            case act18.Dividend(_, company, kind):
                kinds = {"pay": "payout", "half": "half", "keep": "withhold"}
                self.company("dividend", company, kind=kinds[kind])
            case act73.AssignSwitchers(_, company, at):
                self.assign(company, dict(at))
            case act73.BuyWork(_, company, work):
                self.buy_in(company, work, self.game.rules.printed.works[work].face)
            case act73.OfferForWork(_, company, work, price) if not self.is_asked():
                self.buy_in(company, work, price)
            case act73.BuyMachine(_, company, works):
                card = self.before.depot[0]
                price = self.game.rules.printed.trains[card].machine
                slots = {} if company in works else {"slots": [self.works(company).index(work) for work in works]}
                self.company(
                    "buy_train", company, train=self.new(f"{card}T"), price=price, variant=f"{card}M", **slots
                )
            case act18.BuyTrain(_, company, train, _):
                card = f"{train[1:]}S" if train[0] == "S" else {"D": "D"}.get(train, f"{train}T")
                price = self.game.rules.printed.trains[train].price
                self.buy(company, self.new(card), price=price, variant=card)
            case act73.OfferForEngine(_, company, train, seller, price, upkeep) if not self.is_asked():
                extra = {"extra_due": True} if upkeep == "seller" else {}
                self.buy(company, self.id_of(seller, train), price=price, **extra)
            case act73.ScrapEngine(_, company, train):
                id_ = self.id_of(company, train)
                self.gone(id_)
                self.company("scrap_train", company, train=id_)
            case act73.CloseWork(_, work):
                self.company("convert", work)
            case act73.IssueShares(_, company):
                self.company("convert", company)
            case Pass():
                self.company("pass", self.step.company)
            case RunTrains() | act18.DiscardTrain() | act73.FoundWorks():
                pass
            case act73.OfferForWork() | act73.OfferForEngine():
                pass  # told when it has been accepted
            case _:
                raise AssertionError(action)

    def is_asked(self):
        return isinstance(self.next_step(), OfferStep | WorkOfferStep)

    def next_step(self):
        return self.after.agenda[-1] if self.after.agenda else None

    def lay(self, company, hex_, tile, rotation):
        self.tiles[hex_] = f"{tile}-{self.copies[tile]}"
        self.copies[tile] += 1
        self.company("lay_tile", company, hex=hex_, tile=self.tiles[hex_], rotation=rotation)

    def connections(self, company):
        table = Position(self.game.rules, self.after)
        works = [called(work) for work in self.game.rules.printed.works if is_connected(table, work)]
        self.company("destination_connection", company, minors=works)

    def buy_in(self, company, work, price):
        self.join(company, work)
        self.company("buy_corporation", company, minor=called(work), price=price)

    # Trains ---------------------------------------------------------------------------------------------------

    def works(self, company):
        return self.joined.get(company, [])

    def new(self, card):
        self.units[card] += 1
        return f"{card}-{self.units[card] - 1}"

    def id_of(self, owner, train):
        """Some train of this kind that belongs to an owner."""
        card = f"{train[1:]}S" if train[0] == "S" else {"D": "D"}.get(train, f"{train}T")
        return next(id_ for id_, of in self.owned.items() if of == owner and id_.startswith(f"{card}-"))

    def gone(self, id_):
        self.owned.pop(id_, None)
        for there in self.places.values():
            for place in [place for place, each in there.items() if each == id_]:
                del there[place]

    def join(self, company, work):
        works, train = self.joined.setdefault(company, []), self.places.pop(work, {}).get(0)
        if train:
            self.places.setdefault(company, {})[len(works)] = train
            self.owned[train] = company
        works.append(work)

    def buy(self, company, id_, **fields):
        self.gone(id_)
        self.owned[id_] = company
        switcher = id_.partition("-")[0].endswith("S")
        slots = {}
        if switcher and company[1:].isdecimal():
            self.replace(company, 0, id_)
        elif switcher and self.works(company):
            there = self.places.setdefault(company, {})
            given_up = next(iter(self.upcoming), None)
            free = [place for place in range(len(self.works(company))) if place not in there]
            if isinstance(given_up, act18.DiscardTrain):
                card = f"{given_up.train[1:]}S-"
                place = next(place for place, each in there.items() if each.startswith(card))
            else:
                place = free[0]
            slots = {"slots": [place]}
            self.replace(company, place, id_)
        self.company("buy_train", company, train=id_, **fields, **slots)

    def replace(self, company, place, id_):
        there = self.places.setdefault(company, {})
        if place in there:
            self.gone(there[place])
        there[place] = id_

    def assign(self, company, at):
        """Change places until each work has the switcher that is meant."""
        there, works = self.places.setdefault(company, {}), self.works(company)
        for place, work in enumerate(works):
            wanted = f"{at[work][1:]}S" if work in at else ""
            fits = [
                other for other in range(place, len(works)) if there.get(other, "").partition("-")[0] == wanted
            ]
            if fits[0] != place:
                one, two = there.pop(place, None), there.pop(fits[0], None)
                there |= {slot: id_ for slot, id_ in ((place, two), (fits[0], one)) if id_}
                self.company("switch_trains", company, slots=[place, fits[0]])

    # What followed --------------------------------------------------------------------------------------------

    def write_what_followed(self, action):
        """Passes without a choice, concession routes and runs are told by events."""
        for event in self.events:
            match event:
                case ev18.PlayerPassed(seat) if self.tells_passes and isinstance(self.step, OpeningSale):
                    if action != Pass(seat) or event is not self.first_pass():
                        self.player("pass", seat)
                case ev18.TileLaid(company, hex_, tile, rotation) if not isinstance(action, act18.LayTile):
                    self.lay(company, hex_, tile, rotation)
                case ev18.Earned(company):
                    self.run(company)

    def first_pass(self):
        return next(event for event in self.events if isinstance(event, ev18.PlayerPassed))

    def run(self, company):
        runs = [each for each in self.events if isinstance(each, ev18.RouteRun) and each.company == company]
        routes = written_routes(Position(self.game.rules, self.after), company, runs)
        if routes:
            self.company("run_routes", company, routes=routes)
