"""What a bot must know of 1835: its choices in common words, the start packet, and Preußen."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from stellwerk.bank.chart import Field
from stellwerk.board.board import Board, stop_number
from stellwerk.board.grid import PLACES
from stellwerk.bots import api
from stellwerk.bots.api import Estimates, Measure, Weighed, paper_is_worth, reason
from stellwerk.bots.eighteen.reading import EighteenReading, Firms
from stellwerk.eighteen.actions import ChooseHome, TakePapers
from stellwerk.eighteen.shares import unsold
from stellwerk.eighteen.state import home_hex, percent
from stellwerk.play.core import Choice, Decision, Pass, Position
from stellwerk.play.runs import EFFORT
from stellwerk.routes import best_run

from .. import packet, prussia
from ..actions import BuyPaper, ExchangePaper, FoundPrussia
from ..data import PRUSSIA
from ..emergency import EmergencySales
from ..privates import POWERS, income
from ..rounds import PacketTurn
from ..running import running_problem
from ..shares import on_offer
from ..state import Table, count_papers, director, paper_limit, train_limit

MINOR_INCOME = 55  # a Vorpreußische with one train, before there is any track to look at
PACKET_ROUNDS = 10  # operating rounds until the papers of the packet have become something else
POWER_USED = 30.0  # what the income is worth that a private brings as long as its hexes are not built on (3.1.3)
PRUSSIAN_TRAIN = "4"
PASSES = (PacketTurn, prussia.OfferFounding, prussia.ExchangeTurn)  # passing is a decision of its own


class Railways1835(EighteenReading):
    """1835 in common words."""

    plans_lines = True
    rises_last = 6.0
    own_passes = (*PASSES, EmergencySales)  # in an emergency passing chooses again, which no bot needs

    def firms(self, table: Table) -> Mapping[str, api.Firm]:
        state, printed = table.state, table.rules.printed
        owned = [
            minor for minor in printed.minors if minor in state.in_operation or director(table, minor) is not None
        ]

        def firm(name: str) -> api.Firm:
            return self._minor(table, name) if name in printed.minors else self.firm(table, name)

        return Firms([*owned, *printed.companies], firm)

    def papers_left(self, table: Table, seat: int) -> int:
        return paper_limit(table, seat) - count_papers(table, seat)

    def fixed_income(self, table: Table) -> int:
        papers = table.state.papers
        return sum(income(table, each) for each in table.rules.printed.privates if isinstance(papers[each], int))

    def _minor(self, table: Table, minor: str) -> api.Firm:
        owner, state = director(table, minor), table.state
        parts = tuple(50 * (seat == owner) for seat in range(state.seats))
        trains = state.trains[minor]
        room = train_limit(table, minor) - len(trains)
        running = minor in state.in_operation
        return api.Firm(minor, owner, running, state.cash[minor], trains, room, False, parts, splits=True)

    def firm(self, table: Table, company: str) -> api.Firm:
        firm = super().firm(table, company)
        paper = unsold(table, company)
        return replace(
            firm,
            next_paper=paper.percent if paper and company in on_offer(table) else 0,
            floats_at=table.rules.habits.bayern_floats_at if company == "BY" else 50,
            opens_in=self._opens_in(table) if company == PRUSSIA and not firm.running else 0.0,
        )

    def _opens_in(self, table: Table) -> float:
        """Preußen waits for the first 4; the trains before it are bought at about two a round."""
        depot = table.state.depot
        before = depot.index(PRUSSIAN_TRAIN) if PRUSSIAN_TRAIN in depot[:-2] else 0
        return 1 + before / 2.5

    def run(self, table: Table, company: str, board: Board, trains: tuple[str, ...]) -> int:
        owned = {**table.state.trains, company: trains}
        state = replace(table.state, board=board, trains=owned)
        return best_run(running_problem(Position(table.rules, state), company), EFFORT).total

    def track_hangs_on(self, table: Table, company: str) -> Hashable:
        """Who may use the powers of private railways, and which of them have been used (3.1.3)."""
        papers = table.state.papers
        return director(table, company), tuple(papers[each] for each in POWERS), table.state.powers_used

    def field(self, table: Table, company: str) -> Field | None:
        return table.rules.printed.starts[company]

    def lay_brings(self, table: Table, seat: int, move: api.LayTrack) -> float:
        return -POWER_USED if move.free else 0.0

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
                    told = reason("fewer_papers", number=len(choice.papers))
                    yield Weighed(choice, -len(choice.papers), (told,), Measure.PAPERS)
                case FoundPrussia():
                    yield self._found(table, choice, estimates)
                case ExchangePaper():
                    yield self._exchange(table, choice, estimates)
                case Pass() if isinstance(step, PASSES):
                    yield Weighed(choice, 0.0, (reason("nothing_better"),), Measure.NOTHING)

    def _packet(self, table: Table, action: BuyPaper, estimates: Estimates) -> Weighed:
        """A paper of the packet is worth its income, the share that comes with it and the one it will become."""
        cost = max(1, packet.paper_price(table, action.paper))
        worth = self._paper_worth(table, action.paper, estimates)
        told = paper_is_worth(estimates, worth, cost)
        return Weighed(action, 100 * (worth - cost) / cost, (told,), Measure.PERCENT)

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
        told = reason("runs_from_there", company=action.company, amount=round(score))
        return Weighed(action, score, (told,), Measure.INCOME)

    def _found(self, table: Table, action: FoundPrussia, estimates: Estimates) -> Weighed:
        """Preußen opens once its shares bring its founder more than Berlin-Potsdamer does."""
        gain = self._joining(table, action.seat, prussia.FOUNDER, estimates)
        held = percent(table, PRUSSIA, action.seat)
        gain += self._prussian_yield(table, estimates) * held / 100
        return Weighed(action, gain, (reason("prussia_pays_more", amount=round(gain)),), Measure.ROUND)

    def _exchange(self, table: Table, action: ExchangePaper, estimates: Estimates) -> Weighed:
        gain = self._joining(table, action.seat, action.paper, estimates)
        return Weighed(action, gain, (reason("prussia_pays_more", amount=round(gain)),), Measure.ROUND)

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

    # The forecast -------------------------------------------------------------------------------------------

    def promises(self, table: Table, estimates: Estimates) -> Sequence[float]:
        """Incomes of privates and Vorpreußische until they are closed or exchanged, and the shares for them."""
        printed, papers = table.rules.printed, table.state.papers
        found, rounds = [0.0] * table.state.seats, estimates.rounds_left()
        for private in printed.privates:
            if isinstance(owner := papers[private], int):
                found[owner] += income(table, private) * min(rounds, PACKET_ROUNDS)
        for paper, becomes in printed.becomes.items():
            if isinstance(owner := papers[paper], int):
                share = printed.register.by_id[becomes]
                found[owner] += estimates.share_value(share.company) * share.percent / 10
        until = min(rounds, estimates.survey.firms[PRUSSIA].opens_in)
        for firm in estimates.survey.firms.values():
            if firm.splits and firm.director is not None:
                each = firm.parts[firm.director] / 100 * estimates.income(firm.id)
                found[firm.director] += each * until
        return found


JUDGEMENT = Railways1835()
