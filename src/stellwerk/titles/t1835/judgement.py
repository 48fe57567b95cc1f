"""What a bot must know of 1835: its choices in common words, the start packet, and Preußen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.board.board import Board, stop_number
from stellwerk.board.grid import PLACES
from stellwerk.bots import api
from stellwerk.bots.api import Estimates, Railways, Weighed, reason
from stellwerk.eighteen.actions import (
    AnswerOffer,
    BuildStation,
    BuyShare,
    BuyTrain,
    ChooseHome,
    DiscardTrain,
    Dividend,
    LayTile,
    OfferForTrain,
    SellShares,
    TakePapers,
)
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.shares import proceeds, purchase_price, sold_part
from stellwerk.eighteen.state import home_hex, percent, phase, price
from stellwerk.eighteen.tables import asked_price, cost
from stellwerk.eighteen.trains import OfferStep
from stellwerk.play.core import Action, Choice, Decision, Pass, Position, Range
from stellwerk.routes import best_run

from . import packet, prussia
from .actions import BuyPaper, ExchangePaper, FoundPrussia
from .data import PRUSSIA
from .emergency import EmergencySales
from .privates import income
from .rounds import PacketTurn
from .running import running_problem
from .shares import on_offer
from .state import Table, count_papers, director, paper_limit, train_limit

MINOR_INCOME = 55  # a Vorpreußische with one train, before there is any track to look at
PACKET_ROUNDS = 10  # operating rounds until the papers of the packet have become something else
PRUSSIAN_TRAIN = "4"
# Steps in which passing is no mere end of a turn; in an emergency it chooses again, which no bot needs.
OWN_PASSES = (PacketTurn, prussia.OfferFounding, prussia.ExchangeTurn, EmergencySales)


class Railways1835(Railways):
    """1835 in common words."""

    def survey(self, table: Table) -> api.Survey:
        state, printed = table.state, table.rules.printed
        seats = range(state.seats)
        owned = [
            minor for minor in printed.minors if minor in state.in_operation or director(table, minor) is not None
        ]
        firms = {minor: self._minor(table, minor) for minor in owned}
        firms |= {company: self._company(table, company) for company in printed.companies}
        ends = {now.scraps: now.train for now in printed.phases if now.scraps}
        kinds = {
            kind.id: api.TrainKind(kind.id, kind.price, kind.stops, kind.towns, ends.get(kind.id, ""))
            for kind in printed.trains.values()
        }
        privates = [private for private in printed.privates if isinstance(state.papers[private], int)]
        return api.Survey(
            state.seats,
            tuple(state.cash[seat] for seat in seats),
            state.cash[BANK],
            firms,
            kinds,
            state.depot,
            state.trains[POOL],
            phase(table).colours,
            phase(table).rounds,
            tuple(paper_limit(table, seat) - count_papers(table, seat) for seat in seats),
            sum(income(table, private) for private in privates),
            bool(state.bank_broken_in),
        )

    def _minor(self, table: Table, minor: str) -> api.Firm:
        owner, state = director(table, minor), table.state
        parts = tuple(50 * (seat == owner) for seat in range(state.seats))
        trains = state.trains[minor]
        room = train_limit(table, minor) - len(trains)
        running = minor in state.in_operation
        return api.Firm(minor, owner, running, state.cash[minor], trains, room, False, parts, splits=True)

    def _company(self, table: Table, company: str) -> api.Firm:
        state, printed = table.state, table.rules.printed.companies[company]
        running = company in state.in_operation
        trains = state.trains[company]
        return api.Firm(
            company,
            director(table, company),
            running,
            state.cash[company],
            trains,
            train_limit(table, company) - len(trains),
            True,
            tuple(percent(table, company, seat) for seat in range(state.seats)),
            percent(table, company, POOL),
            percent(table, company, ISSUE),
            self._next_paper(table, company),
            price(table, company) if state.chart.field(company) else printed.price,
            table.rules.options.bayern_floats_at if company == "BY" else 50,
            self._opens_in(table) if company == PRUSSIA and not running else 0.0,
        )

    def _next_paper(self, table: Table, company: str) -> int:
        papers = table.rules.printed.register.held(table.state.papers, company, ISSUE)
        return papers[0].percent if papers and company in on_offer(table) else 0

    def _opens_in(self, table: Table) -> float:
        """Preußen waits for the first 4; the trains before it are bought at about two a round."""
        depot = table.state.depot
        before = depot.index(PRUSSIAN_TRAIN) if PRUSSIAN_TRAIN in depot[:-2] else 0
        return 1 + before / 2.5

    def read(self, table: Table, choice: Choice) -> tuple[Action, api.Move] | None:
        if isinstance(choice, Range):
            return self._read_offer(table, choice)
        move = self._read(table, choice)
        return (choice, move) if move else None

    def _read(self, table: Table, action: Action) -> api.Move | None:
        step, printed = table.state.agenda[-1], table.rules.printed
        index = printed.box.grid.index
        match action:
            case BuyShare():
                return api.BuyShare(action.company, action.percent, purchase_price(table, action))
            case SellShares():
                part = sold_part(table, action)
                return api.SellShares(action.company, part, proceeds(table, action), action.director)
            case LayTile():
                hex_ = index[action.hex]
                track = next(t for t in printed.box.tracks[action.tile] if t.rotation == action.rotation)
                return api.LayTrack(action.company, hex_, track, cost(table, action), bool(action.permit))
            case BuildStation():
                hex_ = index[action.hex]
                return api.PlaceStation(action.company, stop_number(hex_, action.city), cost(table, action))
            case Dividend() if isinstance(step, DividendStep):
                return api.PayOut(action.company, step.income, action.kind == "pay")
            case BuyTrain():
                new = action.source == BANK
                return api.TakeTrain(action.company, action.train, asked_price(table, action), new)
            case AnswerOffer() if isinstance(step, OfferStep):
                offer = step.offer
                return api.SellTrain(offer.seller, offer.train, offer.price, offer.company, action.accept)
            case DiscardTrain():
                return api.GiveUpTrain(action.company, action.train)
            case Pass() if not isinstance(step, OWN_PASSES):
                return api.Done(getattr(step, "company", ""))
        return None

    def _read_offer(self, table: Table, choice: Range) -> tuple[Action, api.Move] | None:
        """Trains are asked for only among companies of one director, for what the buyer can spare."""
        offer = choice.action
        if not isinstance(offer, OfferForTrain) or director(table, offer.seller) != offer.seat:
            return None
        treasury = table.state.cash[offer.company]
        if choice.low > treasury:
            return None
        fair = min(treasury, max(choice.low, table.rules.printed.trains[offer.train].price // 2))
        action = choice.at(fair)
        return action, api.TakeTrain(offer.company, offer.train, fair, False, offer.seller)

    def board(self, table: Table) -> Board:
        return table.state.board

    def run(self, table: Table, company: str, board: Board, trains: tuple[str, ...]) -> int:
        owned = {**table.state.trains, company: trains}
        state = msgspec.structs.replace(table.state, board=board, trains=owned)
        return best_run(running_problem(Position(table.rules, state), company)).total

    def price_after(self, table: Table, company: str, payouts: int) -> int:
        printed = table.rules.printed
        field = table.state.chart.field(company) or printed.starts[company]
        for _ in range(abs(payouts)):
            field = printed.sheet.right(field) if payouts > 0 else printed.sheet.left(field)
        return printed.sheet.price(field)

    def price_sold(self, table: Table, company: str) -> int:
        printed = table.rules.printed
        field = table.state.chart.field(company) or printed.starts[company]
        return printed.sheet.price(printed.sheet.down(field))

    # What only 1835 has -------------------------------------------------------------------------------------

    def weigh_own(
        self, table: Table, seat: int, choices: Sequence[Choice], estimates: Estimates
    ) -> Iterator[Weighed]:
        step = table.state.agenda[-1]
        assert isinstance(step, Decision)
        for choice in choices:
            match choice:
                case BuyPaper():
                    yield self._packet(table, choice, estimates)
                case ChooseHome():
                    yield self._home(table, choice, estimates)
                case TakePapers():
                    yield Weighed(
                        choice, -len(choice.papers), (reason("fewer_papers", number=len(choice.papers)),)
                    )
                case FoundPrussia():
                    yield self._found(table, choice, estimates)
                case ExchangePaper():
                    yield self._exchange(table, choice, estimates)
                case Pass() if isinstance(step, OWN_PASSES) and not isinstance(step, EmergencySales):
                    yield Weighed(choice, 0.0, (reason("nothing_better"),))

    def _packet(self, table: Table, action: BuyPaper, estimates: Estimates) -> Weighed:
        """A paper of the packet is worth its income, the share that comes with it and the one it will become."""
        cost = max(1, packet.paper_price(table, action.paper))
        worth = self._paper_worth(table, action.paper, estimates)
        return Weighed(
            action, 100 * (worth - cost) / cost, (reason("paper_is_worth", worth=round(worth), cost=cost),)
        )

    def _paper_worth(self, table: Table, paper: str, estimates: Estimates) -> float:
        printed = table.rules.printed
        register = printed.register.by_id
        worth = 0.0
        if paper in register:
            worth += estimates.share_value(register[paper].company) * register[paper].percent / 10
            worth += 20 * register[paper].director
        if paper in printed.privates:
            worth += income(table, paper) * PACKET_ROUNDS
        if paper in printed.minors:
            worth += PACKET_ROUNDS * MINOR_INCOME / 2
        for other in (printed.brings.get(paper), printed.becomes.get(paper)):
            if other:
                worth += estimates.share_value(register[other].company) * register[other].percent / 10
                worth += 20 * register[other].director
        return worth

    def _home(self, table: Table, action: ChooseHome, estimates: Estimates) -> Weighed:
        """The city from which the company can run most."""
        board = table.state.board
        hex_ = home_hex(table, action.company)
        there = next(stop for stop in board.stops_of(action.company) if stop // PLACES == hex_)
        after = board.without_station(action.company, there).with_station(
            action.company, stop_number(hex_, action.city)
        )
        score = estimates.site_value(action.company, after)
        return Weighed(action, score, (reason("runs_from_there", company=action.company, amount=round(score)),))

    def _found(self, table: Table, action: FoundPrussia, estimates: Estimates) -> Weighed:
        """Preußen opens once its shares bring its founder more than Berlin-Potsdamer does."""
        gain = self._joining(table, action.seat, prussia.FOUNDER, estimates)
        held = percent(table, PRUSSIA, action.seat)
        gain += self._prussian_yield(table, estimates) * held / 100
        return Weighed(action, gain, (reason("prussia_pays_more", amount=round(gain)),))

    def _exchange(self, table: Table, action: ExchangePaper, estimates: Estimates) -> Weighed:
        gain = self._joining(table, action.seat, action.paper, estimates)
        return Weighed(action, gain, (reason("prussia_pays_more", amount=round(gain)),))

    def _joining(self, table: Table, seat: int, paper: str, estimates: Estimates) -> float:
        """What a paper's share of Preußen brings in a round, less what the paper itself brings."""
        printed = table.rules.printed
        part = printed.register.by_id[printed.becomes[paper]].percent
        if paper in printed.privates:
            keeps = float(income(table, paper))
        else:
            keeps = estimates.income(paper) / 2 if table.state.trains[paper] else 0.0
        return self._prussian_yield(table, estimates) * part / 100 - keeps

    def _prussian_yield(self, table: Table, estimates: Estimates) -> float:
        """All that a round of Preußen brings its holders: dividends and a rising price."""
        rise = self.price_after(table, PRUSSIA, 1) - self.price_after(table, PRUSSIA, 0)
        together = estimates.income(PRUSSIA)
        if PRUSSIA not in table.state.in_operation:
            minors = [minor for minor in table.rules.printed.minors if director(table, minor) is not None]
            together = max(together, 0.8 * sum(estimates.income(minor) for minor in minors))
        return together + 10 * rise


JUDGEMENT = Railways1835()
