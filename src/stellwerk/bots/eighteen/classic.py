"""What a bot must know of a title of the 1830 kind."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from stellwerk.bank.papers import GONE, ISSUE
from stellwerk.board.board import Board
from stellwerk.bots import api
from stellwerk.bots.api import Estimates, Measure, Weighed, paper_is_worth, reason, sale_brings
from stellwerk.eighteen.actions import SellShares, TakePapers
from stellwerk.eighteen.classic.actions import BidFor, BuyPaper, BuyPrivate, ExchangePrivate, StartCompany
from stellwerk.eighteen.classic.auction import AuctionTurn, LotAuction, sale
from stellwerk.eighteen.classic.emergency import Emergency
from stellwerk.eighteen.classic.starting import start_cost
from stellwerk.eighteen.classic.stock import StockTurn
from stellwerk.eighteen.rules import answered
from stellwerk.eighteen.shares import proceeds, sold_part, unsold
from stellwerk.eighteen.state import Table, worth_of
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Choice, Pass, Position, Range, purse
from stellwerk.play.runs import RunTrains
from stellwerk.routes import Budget, best_run

from .reading import EighteenReading, Firms

ENOUGH = Budget(nodes=50_000)
ROUNDS = 6  # operating rounds in which a private railway pays
SOLD_FOR = 0.7  # of its printed price, what a private is worth beside its income, as a company may buy it
PURSE = 200  # cash that is kept for a first company
GIVES_IN = 300  # what owning a train is worth to a company that must


class ClassicReading(EighteenReading):
    """All that a steady bot asks; a title adds actions of its own in `weigh_own`."""

    own_passes = (AuctionTurn, LotAuction)

    def firms(self, table: Table) -> Mapping[str, api.Firm]:
        return Firms(table.rules.printed.companies, partial(self.firm, table))

    def firm(self, table: Table, company: str) -> api.Firm:
        paper, par = unsold(table, company), table.state.par.get(company, 0)
        return replace(
            super().firm(table, company),
            next_paper=paper.percent if paper and par else 0,
            floats_at=table.rules.printed.title["shares"]["floats_at"],
            capital=worth_of(table, company, 100, par),
            markers=table.rules.printed.companies[company].stations - 1,
        )

    def papers_left(self, table: Table, seat: int) -> int:
        return table.rules.paper_limit - table.rules.papers_of(table, seat)

    def fixed_income(self, table: Table) -> int:
        papers, income = table.state.papers, answered(table.rules.owning).income
        return sum(income(table, each) for each in table.rules.privates if papers[each] not in (GONE, ISSUE))

    def track_hangs_on(self, table: Table, company: str) -> Hashable:
        """Who owns the privates, as they let a company lay more and keep others out of their hexes."""
        return tuple(table.state.papers[private] for private in table.rules.privates)

    def run(self, table: Table, company: str, board: Board, trains: tuple[str, ...]) -> int:
        then = Position(table.rules, replace(table.state, board=board))
        return best_run(answered(table.rules.runs).problem(then, company, trains), ENOUGH).total

    def read_action(self, table: Table, action: Action) -> api.Move | None:
        match action:
            case StartCompany():
                paper = table.rules.printed.register.director_paper(action.company)
                cost = start_cost(table, action.company, action.par)
                return api.BuyShare(action.company, paper.percent, cost, action.par)
            case SellShares() if isinstance(table.state.agenda[-1], Emergency):
                return None
        return super().read_action(table, action)

    def gets(self, table: Table, action: Action) -> api.Shares | None:
        if isinstance(action, ExchangePrivate):
            return "", table.rules.privates[action.private].becomes
        return super().gets(table, action)

    def started(self, table: Table, seat: int, company: str, par: int) -> Table:
        state, paper = table.state, table.rules.printed.register.director_paper(company)
        after = replace(
            state,
            par={**state.par, company: par},
            chart=state.chart.place(company, table.rules.printed.pars[par]),
            papers=state.papers.moved(paper.id, seat),
            cash={**state.cash, seat: state.cash[seat] - start_cost(table, company, par)},
        )
        return Position(table.rules, after)

    def weigh_own(
        self, table: Table, seat: int, choices: Sequence[Choice], estimates: Estimates
    ) -> Iterator[Weighed]:
        step = table.state.agenda[-1]
        for choice in choices:
            action = choice.action if isinstance(choice, Range) else choice
            match action:
                case BuyPaper() if isinstance(step, AuctionTurn):
                    yield self._private(table, action, action.paper, step.price(table, action.paper), estimates)
                case BidFor() if isinstance(step, AuctionTurn):
                    # A bid can wait, and so counts a little less than a purchase.
                    one = self._private(table, action, action.paper, action.amount, estimates, PURSE)
                    yield replace(one, score=one.score / 2, measure=Measure.RANK)
                case Bid() if isinstance(step, LotAuction):
                    yield self._private(table, action, step.lot, action.amount, estimates, PURSE)
                case Pass() if isinstance(step, self.own_passes):
                    yield Weighed(action, 0.0, (reason("nothing_better"),), Measure.NOTHING)
                case SellShares() if isinstance(step, Emergency):
                    lost = estimates.share_value(action.company) * sold_part(table, action) / 10
                    money = proceeds(table, action)
                    told = sale_brings(action.company, money)
                    yield Weighed(action, money - lost, (told,), Measure.MONEY)
                case BuyPrivate() if isinstance(step, TrainStep) and isinstance(choice, Range):
                    # All that is left after trains, while the private pays its owner little.
                    cost = estimates.spending(action.company, choice.high)
                    gain = choice.high - cost - answered(table.rules.owning).income(table, action.private) * 2
                    told = reason("private_brings", private=action.private, amount=choice.high)
                    yield Weighed(choice.at(choice.high), gain / 2, (told,))
                case ExchangePrivate() if isinstance(step, StockTurn):
                    worth = estimates.share_value(table.rules.privates[action.private].becomes)
                    keeps = self.worth_of(table, action.private)
                    told = paper_is_worth(estimates, worth, round(keeps))
                    yield Weighed(action, worth - keeps, (told,), Measure.MONEY)
                case RunTrains():
                    yield Weighed(action, GIVES_IN, (reason("nothing_better"),))
                case TakePapers():
                    yield Weighed(action, -len(action.papers), (reason("nothing_better"),), Measure.PAPERS)

    def worth_of(self, table: Table, private: str) -> float:
        """What a private is worth when the game begins."""
        each = table.rules.privates[private]
        return float(each.income * ROUNDS + each.price * SOLD_FOR)

    def promises(self, table: Table, estimates: Estimates) -> Sequence[float]:
        """Incomes of privates; their price counts already."""
        found, papers, owning = [0.0] * table.state.seats, table.state.papers, answered(table.rules.owning)
        for private in table.rules.privates:
            if isinstance(owner := papers[private], int):
                found[owner] += owning.income(table, private) * min(estimates.rounds_left(), ROUNDS)
        return found

    def _private(
        self, table: Table, action: Action, private: str, cost: int, estimates: Estimates, keeps: int = 0
    ) -> Weighed:
        """A private at a price; a bid `keeps` money for a first company, a purchase lets the sale go on."""
        worth = self.worth_of(table, private)
        own = dict(sale(table).bids.get(private, ())).get(action.seat, 0)
        short = max(0, keeps - (purse(table, action.seat) + own - cost))
        told = paper_is_worth(estimates, worth, cost)
        return Weighed(action, worth - cost - short / 2, (told,), Measure.MONEY)


JUDGEMENT = ClassicReading()
