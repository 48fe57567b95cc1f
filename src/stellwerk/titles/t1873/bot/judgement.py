"""What a bot must know of 1873: railways in common words; what only 1873 has is weighed in `scoring`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from stellwerk.board.board import Board
from stellwerk.bots import api
from stellwerk.bots.api import Estimates, Weighed
from stellwerk.bots.eighteen.reading import EighteenReading, Firms
from stellwerk.eighteen import actions
from stellwerk.eighteen.state import percent, price
from stellwerk.play.core import Action, Choice, Pass, Position
from stellwerk.routes import Budget
from stellwerk.routes.locomotives import NoRunError, best_run

from ..actions import FoundRailway, FoundWorks, UseOption
from ..companies.running import home_stops, problem_of, station_value
from ..data import RAILWAY
from ..state import Table, company73, is_open, is_railway, unit, worth
from . import scoring, scoring_track
from .scoring_outlook import Outlook, spare_money
from .scoring_time import rounds_to_come

ENOUGH = Budget(nodes=2000)  # an estimate need not be proved; with 200 one in fourteen was half of the run
TRACK_TO_COME = 0.5  # two tiles a turn, but stations cost money

# From 16 games of steady bots, for the forecast of the end:
AGAIN = 1.15  # what a mark becomes in a round, as it is put into papers again
WORKS_BRING = 0.5  # of what is foreseen for a share of a works company beyond its price


class AtTheEnd(Outlook):
    """What comes until the end, all of it counted alike whenever it comes."""

    discount = 1.0


class Railways1873(EighteenReading):
    """The railways of 1873 in common words, for track and stations."""

    def survey(self, table: Table) -> api.Survey:
        rounds = rounds_to_come(table) + bool(table.state.operating_round)
        return replace(super().survey(table), rounds_to_come=float(rounds), track_to_come=TRACK_TO_COME)

    def firms(self, table: Table) -> Mapping[str, api.Firm]:
        return Firms(table.rules.printed.of_kind(RAILWAY), partial(self.firm, table))

    def firm(self, table: Table, company: str) -> api.Firm:
        kinds = table.rules.printed.trains
        firm = super().firm(table, company)
        return replace(
            firm,
            trains=tuple(train for train in firm.trains if not kinds[train].switcher),
            must_own=False,
            unit=table.rules.unit(table, company),
        )

    def papers_left(self, table: Table, seat: int) -> int:
        limit: int = table.rules.paper_limit
        return limit

    def fixed_income(self, table: Table) -> int:
        return 0

    def gets(self, table: Table, action: Action) -> api.Shares | None:
        if isinstance(action, FoundRailway | FoundWorks | UseOption):
            return "", action.company
        return super().gets(table, action)

    # Choices ------------------------------------------------------------------------------------------------

    def read_action(self, table: Table, action: Action) -> api.Move | None:
        """Only track and stations of railways are like those of others; all other things are weighed here."""
        match action:
            case actions.LayTile(company=company) if is_railway(table, company):
                move = super().read_action(table, action)
            case actions.BuildStation():
                move = super().read_action(table, action)
            case Pass():
                return super().read_action(table, action)
            case _:
                return None
        if isinstance(move, api.LayTrack | api.PlaceStation) and move.cost > spare_money(table, move.company):
            return None
        return move

    def read(self, table: Table, choice: Choice) -> tuple[Action, api.Move] | None:
        return super().read(table, choice) if isinstance(choice, Action) else None

    def lay_brings(self, table: Table, seat: int, move: api.LayTrack) -> float:
        return scoring_track.lay_brings(table, seat, move)

    # Runs ---------------------------------------------------------------------------------------------------

    def run(self, table: Table, company: str, board: Board, trains: tuple[str, ...]) -> int:
        there = table if board is table.state.board else Position(table.rules, replace(table.state, board=board))
        try:
            total = best_run(problem_of(there, company, trains), ENOUGH).total
        except NoRunError:
            total = 0
        if company73(there, company).routes:
            return total
        return total + station_value(there, home_stops(there, company)[0])  # its local locomotive (4.4.9)

    def run_hangs_on(self, table: Table) -> Hashable:
        return table.state.phase, tuple(work for work in table.rules.printed.works if is_open(table, work))

    def track_hangs_on(self, table: Table, company: str) -> Hashable:
        """What it can spend, the tiles of this turn, and what is kept for routes and markers that are inactive."""
        if not is_railway(table, company):
            return None
        state = table.state
        return spare_money(table, company), state.laid, state.complete, state.inactive

    def weigh_own(
        self, table: Table, seat: int, choices: Sequence[Choice], estimates: Estimates
    ) -> Iterable[Weighed]:
        return scoring.weigh(table, seat, choices, estimates)

    def share_brings(self, table: Table, company: str, estimates: Estimates) -> float:
        if table.state.chart.field(company) is None:
            return 0.0
        director = table.state.directors.get(company)
        view = AtTheEnd(table, -1 if director is None else director, estimates)
        return view.share(company) - price(table, company)

    def promises(self, table: Table, estimates: Estimates) -> Sequence[float]:
        """All that one has grows, put into papers again; shares of works companies bring less than seems."""
        others = [each for each in table.rules.printed.companies if each not in estimates.survey.firms]
        gains = {each: WORKS_BRING * self.share_brings(table, each, estimates) for each in others}
        grown = AGAIN ** estimates.rounds_left() - 1
        return [
            grown * worth(table, seat)
            + sum(percent(table, each, seat) / unit(table, each) * gain for each, gain in gains.items())
            for seat in range(table.state.seats)
        ]


JUDGEMENT = Railways1873()
