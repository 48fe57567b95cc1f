"""How Rails names and orders things in 1835, and where its rules differ from the rulebook."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen import actions as act
from stellwerk.eighteen import events as ev
from stellwerk.eighteen.directors import DirectorExchange
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.state import held
from stellwerk.eighteen.stations import HomeChoice, StationStep
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import DiscardStep, OfferStep, TrainStep
from stellwerk.play.core import Action, Event, Paid, Pass
from stellwerk.play.errors import Refusal
from stellwerk.play.game import Game
from stellwerk.records.api import NOT_YET, NOTHING, Account, Answer, Unknown
from stellwerk.records.rails_decisions import Allocation, NullMode, seller, tile, train_type
from stellwerk.records.rails_save import Decision, RailsSave

from ..actions import BuyPaper, CorrectPrice, ExchangePaper, FoundPrussia
from ..corrections import DIRECTIONS
from ..data import material
from ..emergency import EmergencySales
from ..events import Merged, PrussiaFounded
from ..prussia import ExchangeTurn, OfferFounding
from ..rounds import PacketTurn, StockTurn
from ..state import packet_left

NAMES = {f"M{number}": f"V{number}" for number in range(1, 7)} | {
    "BB": "BS",
    "HB": "HA",
    "OBB": "OB",
    "PfB": "PF",
    "Bay": "BY-D",
}

# Rails draws its tiles turned against ours by this many sides.
OFFSETS = {
    0: "1 3 4 7 8 9 57 58 14 15 16 18 19 20 24 25 27 29 209 39 40 41 43 44 45 46 47 63 70 220 221",
    1: "13 88 203",
    2: "55 28 208 212 215 216 218",
    3: "2 6 69 202 23 26 42",
    4: "5 56 12",
    5: "201 87 204 205 206 207 210 211 213 214 217 219",
}
OFFSET = {number: offset for offset, numbers in OFFSETS.items() for number in numbers.split()}

# Rails' numbers of cities that a hex has from the start; those of other tiles the record leaves open.
CITIES = {"L14": {1: 0, 2: 1}, "C11": {1: 1, 2: 2, 3: 0}, "E19": {1: 0, 2: 1}}

# Options under which we play Rails' rule where ours refuses a recorded decision.
HABITS: dict[str, dict[str, Any]] = {
    "not_connected": {"track_anywhere": True},
    "station_not_connected": {"stations_anywhere": True},
    "only_track_now": {"powers_any_time": True},
    "no_route_after": {"upgrade_anywhere": True},
    "no_tile_left": {"unlimited_tiles": True},
    "not_released": {"mecklenburg_without_prussia": True},
    "papers_sell_whole": {"director_may_split": True},
    "more_than_needed": {"emergency_sales_free": True},
    "too_little_would_be_left": {"emergency_sales_free": True},
    "not_operated_yet": {"early_sales": True},
}


MOST_PAPERS = 20  # more than any company has
HOME_CITY = 3  # the type of a marker that is laid at home

# Decisions that change nothing in a game: automatic passing, and the beginning and end of corrections.
IDLE = frozenset(("RequestTurn", "GameAction", "CorrectionModeAction"))


class Rails1835:
    """The reader that the replay asks."""

    def __init__(self) -> None:
        self._handlers: dict[str, Callable[[Game, object, Decision], Answer]] = {
            "AdjustSharePrice": self._adjust_share_price,
            "BuyCertificate": self._buy_certificate,
            "BuyStartItem": self._buy_start_item,
            "BuyTrain": self._buy_train,
            "DiscardTrain": self._discard_train,
            "FoldIntoPrussian": self._fold_into_prussian,
            "LayTile": self._lay_tile,
            "NullAction": self._null_action,
            "SellShares": self._sell_shares,
            "SetDividend": self._set_dividend,
            "StartCompany": self._buy_certificate,
        }
        self.kinds = IDLE | {"LayBaseToken", *self._handlers}

    def name(self, rails: str) -> str:
        """Our id of a company or paper."""
        return NAMES.get(rails, rails)

    def options(self, save: RailsSave) -> dict[str, Any]:
        """The options that the save names."""
        said = save.options
        options: dict[str, Any] = {"variant": said.get("Variant", "Standard").lower()}
        if said.get("LDIncome", "20M").startswith("30"):
            options["leipzig_income"] = 30
        if said.get("MinorsRequireFloatedBY", "no") == "yes":
            options["minors_wait"] = "bayern"
        floats = re.match("[0-9]{1,3}", said.get("BYFloatsAt", "50%"))
        if floats and floats[0] != "50":
            options["bayern_floats_at"] = int(floats[0])
        if said.get("UnlimitedTiles", "No").lower().startswith("yes"):
            options["unlimited_tiles"] = True
        return options

    def doubts(self) -> Sequence[Mapping[str, Any]]:
        """Rules of Rails that show only in its figures."""
        return ({"same_price_sales": True}, {"prussia_rises_when_complete": True}, {"end_after_set": True})

    def habit(self, refusal: Refusal) -> Mapping[str, Any] | None:
        """The option for a refusal, if Rails plays otherwise there."""
        return HABITS.get(refusal.reason)

    def account(self, game: Game) -> Account:
        """An empty account."""
        return Account1835(game)

    # Decisions ----------------------------------------------------------------------------------------------

    def answer(self, game: Game, upcoming: Sequence[Decision]) -> Answer:
        """What the first of the upcoming decisions means now: actions, nothing, or not yet."""
        decision = upcoming[0]
        if decision.kind == "LayBaseToken":
            return self._lay_base_token(game, game.step, decision, upcoming[1:])
        handler = self._handlers.get(decision.kind)
        return handler(game, game.step, decision) if handler else NOTHING

    def _lays_later(self, upcoming: Sequence[Decision], company: str) -> bool:
        """Whether the same company still lays a tile in the same turn: Rails knows no order for powers."""
        for decision in upcoming:
            if decision.kind not in ("LayTile", "LayBaseToken", "NullAction"):
                return False
            if self._company(decision) not in ("", company):
                return False
            if decision.kind == "LayTile":
                return True
        return False

    def _seat(self, game: Game, decision: Decision) -> int:
        return _seat_of(game, decision.player)

    def _company(self, decision: Decision) -> str:
        """The company that a decision is about; empty if it names none."""
        company = self.name(decision.text("companyName"))
        if company and company not in material().minors and company not in material().companies:
            raise Unknown("company", company)
        return company

    def _share_company(self, decision: Decision) -> str:
        company = self._company(decision)
        if company not in material().companies:
            raise Unknown("company with shares", company)
        return company

    def _null_action(self, game: Game, step: object, decision: Decision) -> Answer:
        """In stock rounds the end of a turn; elsewhere steps pass when the next decision needs it."""
        seat, mode = self._seat(game, decision), decision.number("mode")
        if isinstance(step, PacketTurn) and step.seat == seat and mode != NullMode.DONE:
            return Answer((Pass(seat),))
        if isinstance(step, StockTurn) and step.seat == seat:
            active = step.bought or step.sold
            if active == (mode == NullMode.DONE):
                return Answer((Pass(seat),))
        return NOTHING

    def _buy_start_item(self, game: Game, step: object, decision: Decision) -> Answer:
        seat = self._seat(game, decision)
        if isinstance(step, PacketTurn) and step.seat == seat:
            return Answer((BuyPaper(seat, self.name(decision.text("startItemName"))),))
        return NOT_YET

    def _buy_certificate(self, game: Game, step: object, decision: Decision) -> Answer:
        seat = self._seat(game, decision)
        if not (isinstance(step, StockTurn) and step.seat == seat and not step.bought):
            return NOT_YET
        kind, name = seller(decision)
        source: str | int = {"IPO": ISSUE, "Pool": POOL}.get(kind) or _seat_of(game, name)
        percent = decision.number("sharePerCert") or 10
        return Answer((act.BuyShare(seat, self._share_company(decision), source, percent),))

    def _sell_shares(self, game: Game, step: object, decision: Decision) -> Answer:
        seat, company = self._seat(game, decision), self._share_company(decision)
        if not (
            (isinstance(step, StockTurn) and step.seat == seat)
            or (isinstance(step, EmergencySales) and game.waiting_for() == (seat,))
        ):
            return NOT_YET
        size = decision.number("share") or decision.number("shareUnit") * decision.number("shareUnits")
        number = min(decision.number("number", "numberSold"), MOST_PAPERS)
        plain = act.SellShares(seat, company, (size,) * number)
        paper = material().register.director_paper(company)
        if game.refusal(plain) is not None:
            own = [p.percent for p in held(game.position, company, seat) if not p.director]
            others = (size,) * min(number, own.count(size))
            missing = size * (number - len(others))
            keeps = paper.percent - missing
            if 0 < missing <= paper.percent:
                return Answer((act.SellShares(seat, company, others, True, keeps),))
        return Answer((plain,))

    def _adjust_share_price(self, game: Game, step: object, decision: Decision) -> Answer:
        """A correction by hand, in whoever's turn: where its direction is not told, each is tried."""
        seat = game.players.index(decision.player) if decision.player in game.players else 0
        company = self._share_company(decision)
        told = decision.text("chosenDirection", "direction").lower()
        directions = (told,) if told in DIRECTIONS else DIRECTIONS
        by_hand = tuple(CorrectPrice(seat, company, direction) for direction in directions)
        return Answer(by_hand, or_later=True, needs={"corrections": True})

    def _lay_tile(self, game: Game, step: object, decision: Decision) -> Answer:
        company = self._company(decision)
        if not (isinstance(step, LayStep) and step.company == company):
            return NOT_YET
        seat = game.waiting_for()[0]
        hex_, number = _hex(decision), tile(decision)
        if number not in OFFSET:
            raise Unknown("tile", number)
        track = material().box.track(number, (decision.number("orientation") + OFFSET[number]) % 6)
        rotation = track.rotation if track else material().box.tracks[number][0].rotation
        plain = act.LayTile(seat, company, hex_, number, rotation)
        power = next((p for p in ("OB", "PF") if hex_ in material().privates[p].hexes), "")
        if power and (decision.number("specialPropertyId") or decision.text("locationNames")):
            with_power = act.LayTile(seat, company, hex_, number, rotation, power)
            if game.refusal(with_power) is None:
                return Answer((with_power,))
        return Answer((plain,))

    def _lay_base_token(
        self, game: Game, step: object, decision: Decision, upcoming: Sequence[Decision]
    ) -> Answer:
        company, hex_ = self._share_company(decision), _hex(decision)
        power = next((p for p in ("NF", "PF") if hex_ in material().privates[p].hexes), "")
        special = power if decision.number("specialPropertyId") or decision.text("locationNames") else ""
        if decision.number("type") == HOME_CITY:
            return self._home(game, step, company)
        steps = (LayStep, StationStep) if special and self._lays_later(upcoming, company) else (StationStep,)
        if not (isinstance(step, steps) and step.company == company):
            return NOT_YET
        seat = game.waiting_for()[0]
        cities = len(game.state.board.tracks[material().box.grid.index[hex_]].stops)
        known = CITIES.get(hex_, {}).get(decision.number("chosenStation"))
        options = range(cities) if cities > 1 and known is None else [known if known and cities > 1 else 0]
        return Answer(tuple(act.BuildStation(seat, company, hex_, city, special) for city in options))

    def _home(self, game: Game, step: object, company: str) -> Answer:
        """Which city is a company's home; without such a choice of ours the marker is there already (5.5.2.10)."""
        if isinstance(step, HomeChoice) and step.company == company:
            return Answer(_choices(game))
        return NOTHING

    def _set_dividend(self, game: Game, step: object, decision: Decision) -> Answer:
        company = self._company(decision)
        if company in material().minors:
            return NOTHING
        if not (isinstance(step, DividendStep) and step.company == company):
            ran = not (isinstance(step, LayStep | StationStep) and step.company == company)
            return NOTHING if ran and not decision.number("actualRevenue") else NOT_YET
        pays = decision.number("revenueAllocation") == Allocation.PAYOUT
        return Answer((act.Dividend(game.waiting_for()[0], company, "pay" if pays else "keep"),))

    def _buy_train(self, game: Game, step: object, decision: Decision) -> Answer:
        company = self._company(decision)
        if not (isinstance(step, TrainStep) and step.company == company):
            return NOT_YET
        seat, source = game.waiting_for()[0], decision.text("fromName").removeprefix("Bank_")
        train = decision.text("typeName") or train_type(decision.text("trainUniqueId"))
        if source in ("IPO", "Pool"):
            return Answer((act.BuyTrain(seat, company, train, BANK if source == "IPO" else POOL),))
        price = decision.number("pricePaid")
        return Answer((act.OfferForTrain(seat, company, train, self.name(source), price),))

    def _discard_train(self, game: Game, step: object, decision: Decision) -> Answer:
        company = self._company(decision)
        if not (isinstance(step, DiscardStep) and step.company == company):
            return NOT_YET
        train = train_type(decision.text("discardedTrainUniqueId"))
        return Answer((act.DiscardTrain(game.waiting_for()[0], company, train),))

    def _fold_into_prussian(self, game: Game, step: object, decision: Decision) -> Answer:
        seat = self._seat(game, decision)
        taken = [self.name(name) for name in decision.names("foldedCompanyNames")]
        for paper in taken:
            if paper not in material().becomes:
                raise Unknown("paper of Preußen", paper)
        if isinstance(step, OfferFounding) and game.waiting_for() == (seat,):
            return Answer((FoundPrussia(seat) if "V2" in taken else Pass(seat),))
        if isinstance(step, ExchangeTurn) and step.seat == seat:
            left = [paper for paper in taken if game.state.papers[paper] == seat]
            if left:
                return Answer((ExchangePaper(seat, left[0]),), done=False)
            return Answer((Pass(seat),))
        if any(game.state.papers[paper] == seat for paper in taken):
            return NOT_YET
        return NOTHING

    def let_pass(self, game: Game, upcoming: Sequence[Decision]) -> tuple[tuple[Action, ...], int | None]:
        """How a step goes on without a decision of its own."""
        step, seat = game.step, game.waiting_for()[0]
        if isinstance(step, OfferStep):
            return (act.AnswerOffer(seat, step.offer.seller, True),), None
        if isinstance(step, HomeChoice | DirectorExchange):
            return _choices(game), None
        if isinstance(step, DiscardStep):
            return self._discard(game, step, seat, upcoming)
        if isinstance(step, DividendStep):
            return (act.Dividend(seat, step.company, "keep"),), None
        return (Pass(seat),), None

    def _discard(
        self, game: Game, step: DiscardStep, seat: int, upcoming: Sequence[Decision]
    ) -> tuple[tuple[Action, ...], int | None]:
        """Rails may ask for surplus trains a little later than we do."""
        for number, decision in enumerate(upcoming):
            if decision.kind == "DiscardTrain" and self._company(decision) == step.company:
                train = train_type(decision.text("discardedTrainUniqueId"))
                return (act.DiscardTrain(seat, step.company, train),), number
        return _choices(game), None


def _choices(game: Game) -> tuple[Action, ...]:
    """What the step on the agenda offers, without what may be done at any time."""
    step, seat = game.step, game.waiting_for()[0]
    offered = step.choices(game.position, seat) if step else ()
    return tuple(choice for choice in offered if isinstance(choice, Action))


def _seat_of(game: Game, player: str) -> int:
    if player not in game.players:
        raise Unknown("player", player)
    return game.players.index(player)


def _hex(decision: Decision) -> str:
    hex_ = decision.text("chosenHexName")
    if hex_ not in material().box.grid.index:
        raise Unknown("hex", hex_)
    return hex_


class Account1835(Account):
    """Our events as the facts that Rails' transcripts state."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.players = game.players
        self.cash = dict(game.state.cash)
        self.packet = len([paper for row in packet_left(game.position) for paper in row])
        self.payouts: dict[str, int] = {}
        self.add(game, game.events_of(0))

    def copy(self) -> Account1835:
        """An account that goes its own way from here."""
        twin = super().copy()
        twin.cash, twin.payouts = dict(self.cash), dict(self.payouts)
        return twin

    def add(self, game: Game, events: Sequence[Event]) -> None:
        """Note what an action brought about."""
        for event in events:
            if isinstance(event, Paid):
                self._paid(event)
            else:
                self._flush()
                self._happened(game, event)
        self._flush()
        self._packet_sold()

    def _packet_sold(self) -> None:
        """Rails ends its first round with the last paper of the packet; ours goes on."""
        if self.packet < 0:
            self.packet = 0
            self._cash()
            self.begin()
            self.note("priority", self.players[(self.last_buyer + 1) % len(self.players)])

    def _who(self, owner: int | str) -> str:
        return self.players[owner] if isinstance(owner, int) else owner

    def _cash(self) -> None:
        for owner, amount in self.cash.items():
            self.note("cash", self._who(owner), amount)

    def _flush(self) -> None:
        """Rails writes one line for all that a holder gets from one run."""
        for who, amount in self.payouts.items():
            self.note("payout", who, amount)
        self.payouts.clear()

    def _paid(self, event: Paid) -> None:
        self.cash[event.payer] -= event.amount
        self.cash[event.payee] += event.amount
        who = self._who(event.payee)
        if event.purpose in ("dividend", "split"):
            self.payouts[who] = self.payouts.get(who, 0) + event.amount
        elif event.purpose == "share" and event.payee != BANK:
            self.note("into treasury", event.payee, event.amount)
        elif event.purpose in material().privates:
            self.note("income", who, event.purpose, event.amount)
        elif event.purpose == "help":
            self.helper = self._who(event.payer)

    def _happened(self, game: Game, event: Event) -> None:
        if isinstance(event, ev.PlayerPassed | ev.StockRoundEnded):
            self._packet_sold()
        match event:
            case ev.StockRoundBegan(first=first):
                self.begin()
                self.note("priority", self._who(first))
            case ev.StockRoundEnded() | ev.OperatingRoundEnded():
                self._cash()
            case ev.OperatingRoundBegan() | ev.CompanyActs():
                self.begin()
            case ev.PaperBought(seat, paper, price):
                self._packet(seat, paper, price)
            case ev.CertificateReceived(seat, company, percent, _, paper):
                if paper in material().becomes:
                    self.note_anywhere("exchanged", self._who(seat), percent, company, paper)
                else:
                    self.note("gets", self._who(seat), company, percent)
            case ev.Floated(company, capital):
                self.note_anywhere("floats", company, capital)
            case PrussiaFounded(_, capital):
                self.note_anywhere("floats", "PR", capital)
            case ev.ShareBought(seat, company, percent, _, source, price):
                place = {ISSUE: "IPO", POOL: "Pool"}.get(str(source)) or self._who(source)
                self.note("buys", self._who(seat), percent, company, place, price)
            case ev.SharesSold(seat, company, papers, proceeds):
                self.note("sells", self._who(seat), sum(papers), company, proceeds)
            case ev.DirectorChanged(company, _, new):
                self.note_anywhere("director", self._who(new), company)
            case ev.PriceMoved(company, old, old_field, new, new_field, cause):
                note = self.note_perhaps if cause == "correction" else self.note
                if old_field == new_field:
                    note("stays", company, old, _field(old_field))
                else:
                    note("price", company, old, _field(old_field), new, _field(new_field))
            case ev.PrivateClosed(paper):
                self.note_anywhere("closed", paper)
                if paper in material().becomes:
                    self.note_anywhere("merged", self._owner_of_exchanged(game, paper), paper, 0, 0)
            case Merged(paper, cash, trains):
                self.note_anywhere("merged", self._owner_of_exchanged(game, paper), paper, cash, len(trains))
            case _:
                self._company_fact(game, event)

    def _company_fact(self, game: Game, event: Event) -> None:
        match event:
            case ev.TileLaid(company, hex_, number, _, cost):
                self.note("tile", company, number, hex_, cost)
            case ev.StationBuilt(company, hex_, _, cost):
                self.note("station", company, hex_, cost)
            case ev.Earned(company, income):
                if income:
                    self.note("revenue", company, income)
                    if company in material().minors:
                        self.note("splits", company, income)
            case ev.PaidOut(company, income):
                self.note("paysoutfull", company, income)
            case ev.Withheld(company, income):
                self.note("withholds", company, income)
            case ev.TrainBought(company, train, source, price, helped):
                place = {BANK: "IPO", POOL: "Pool"}.get(source, source)
                self.note("train", company, train, place, price)
                if helped:
                    self.note("helps", self.helper, company, helped)
            case ev.TrainDiscarded(company, train):
                self.note("discards", company, train)
            case ev.TrainsScrapped(train):
                self.note("scrapped", train)
            case ev.GameEnded(worth):
                for seat, amount in enumerate(worth):
                    self.note("worth", self._who(seat), amount)

    def _packet(self, seat: int, paper: str, price: int) -> None:
        certificate = material().register.by_id.get(paper)
        name = f"{certificate.company} {certificate.percent}" if certificate else paper
        self.note("packet", self._who(seat), name, price)
        self.packet -= 1
        self.last_buyer = seat
        if not self.packet:
            self.packet = -1

    def _owner_of_exchanged(self, game: Game, paper: str) -> str:
        holder = game.state.papers[material().becomes[paper]]
        return self._who(holder)


def _field(field: tuple[int, int]) -> str:
    """Rails names fields by column letter and row number."""
    return f"{chr(ord('A') + field[1])}{field[0] + 1}"


READER = Rails1835()
