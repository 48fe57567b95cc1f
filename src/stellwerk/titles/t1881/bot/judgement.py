"""What a bot must know of 1881: trams in common words; what only 1881 has is weighed in `scoring`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from stellwerk.bank.chart import Field
from stellwerk.board.board import Board
from stellwerk.board.tiles import Stop, Track
from stellwerk.bots import api
from stellwerk.bots.api import Estimates, Weighed
from stellwerk.bots.eighteen.reading import EighteenReading, Firms
from stellwerk.eighteen import actions
from stellwerk.eighteen.shares import unsold
from stellwerk.eighteen.state import percent, price
from stellwerk.play.core import Action, Choice, Position
from stellwerk.routes import Budget, best_run

from ..actions import BuySbahnShare, SellSbahnShares
from ..companies.running import problem_of
from ..data import TRAM, S
from ..lines.networks import known_as_seen, seen
from ..sbahn.votes import VetoStep
from ..state import Table, all_with_players, counted_papers, is_open, is_sbahn
from . import scoring
from .scoring_companies import Outlook
from .scoring_sbahn import income_of_all, share_value

TRACK_TO_COME = 0.4  # companies lay one tile a turn, and stops are free
ENOUGH = Budget(nodes=20_000)  # an estimate need not be proved
HESITATION = 2  # operating rounds in which the company nearest to the highest price will save


class Railways1881(EighteenReading):
    """The tram companies of 1881 in common words, on a board that has no S-Bahn track."""

    own_passes = (VetoStep,)

    def board(self, table: Table) -> Board:
        return seen(table.state.board, TRAM)

    def survey(self, table: Table) -> api.Survey:
        return replace(
            super().survey(table), rounds_at_most=_rounds_to_the_top(table), track_to_come=TRACK_TO_COME
        )

    def firms(self, table: Table) -> Mapping[str, api.Firm]:
        alive = [company for company in table.rules.printed.trams if company not in table.state.bankrupt]
        return Firms(alive, partial(self.firm, table))

    def firm(self, table: Table, company: str) -> api.Firm:
        terms, firm = table.rules.printed.title["shares"], super().firm(table, company)
        paper, owed = unsold(table, company), table.state.credit.get(company)
        return replace(
            firm,
            must_own=False,  # its director need not help (10.1, 10.8)
            treasury=firm.treasury - (owed[1] if owed else 0),
            next_paper=paper.percent if paper and is_open(table, company) else 0,
            floats_at=terms["floats_at"],
            capital=terms["capital"] * table.rules.printed.companies[company].price,
            markers=table.state.markers[company],
        )

    def kinds(self, table: Table) -> Mapping[str, api.TrainKind]:
        ends = {train: now.train for now in table.rules.printed.phases for train in now.scraps_all}
        kinds = super().kinds(table)
        return {id_: replace(kind, ends_with=ends.get(id_, "")) for id_, kind in kinds.items()}

    def papers_left(self, table: Table, seat: int) -> int:
        return table.rules.paper_limit - counted_papers(table, seat)

    def fixed_income(self, table: Table) -> int:
        return income_of_all(table)

    def gets(self, table: Table, action: Action) -> api.Shares | None:
        if isinstance(action, BuySbahnShare):
            return action.company, table.rules.printed.sbahn
        return super().gets(table, action)

    def gives(self, table: Table, action: Action) -> api.Shares | None:
        if isinstance(action, SellSbahnShares):
            return action.company, table.rules.printed.sbahn
        return super().gives(table, action)

    # Choices ------------------------------------------------------------------------------------------------

    def read(self, table: Table, choice: Choice) -> tuple[Action, api.Move] | None:
        return super().read(table, choice) if isinstance(choice, Action) else None

    def read_action(self, table: Table, action: Action) -> api.Move | None:
        """Shares, track, depots and trams above the limit are like those of others, but for the S-Bahn's."""
        company = getattr(action, "company", "")
        if isinstance(action, actions.BuyTrain | actions.Dividend | actions.AnswerOffer):
            return None
        if company and is_sbahn(table, company):
            return None
        move = super().read_action(table, action)
        if isinstance(move, api.LayTrack):
            return replace(move, track=move.track.of_kind(TRAM))
        return move

    def calls_at(self, stop: Stop) -> bool:
        return stop.group != S

    def leads_on(self, board: Board, hex_: int) -> Sequence[Track]:
        box, here = board.box, board.tracks[hex_]
        lies = box.printed[hex_]
        if here.tile:
            lies = next(track for track in box.tracks[here.tile] if track.rotation == here.rotation)
        return [track.of_kind(TRAM) for track in box.successors(hex_, lies)]

    def track_hangs_on(self, table: Table, company: str) -> Hashable:
        """Hexes built in this turn (6.1), whether it owes for a tram, and whose homes are to come no more."""
        state = table.state
        return state.laid, company in state.credit, state.bankrupt

    def lay_brings(self, table: Table, seat: int, move: api.LayTrack) -> float:
        return scoring.lay_brings(table, seat, move)

    # Runs and prices ----------------------------------------------------------------------------------------

    def run(self, table: Table, company: str, board: Board, trains: tuple[str, ...]) -> int:
        kinds = table.rules.printed.trains
        known_as_seen(board, TRAM)
        there = Position(table.rules, replace(table.state, board=board))
        return best_run(problem_of(there, company, [kinds[train] for train in trains]), ENOUGH).total

    def _field(self, table: Table, company: str) -> Field:
        return table.state.chart.field(company) or table.rules.printed.starts[company]

    def price_after(self, table: Table, company: str, payouts: int) -> int:
        sheet, field = table.rules.printed.sheet, self._field(table, company)
        for _ in range(abs(payouts)):
            field = sheet.follow(field, "down" if payouts > 0 else "up")
        return sheet.price(field)

    def price_sold(self, table: Table, company: str) -> int:
        sheet, field = table.rules.printed.sheet, self._field(table, company)
        return sheet.price(sheet.step(field, "left"))

    def weigh_own(
        self, table: Table, seat: int, choices: Sequence[Choice], estimates: Estimates
    ) -> Iterable[Weighed]:
        return scoring.weigh(table, seat, choices, estimates)

    def share_brings(self, table: Table, company: str, estimates: Estimates) -> float:
        """The mean of the common estimate and of the company played on in thought, which err differently."""
        common, firm = super().share_brings(table, company, estimates), estimates.survey.firms[company]
        if table.state.chart.field(company) is None:
            return common
        view = Outlook(table, replace(firm, parts=(firm.unit,)), 0, estimates)
        return (common + view.worth(firm.treasury, firm.trains, view.field) - firm.price) / 2

    def promises(self, table: Table, estimates: Estimates) -> Sequence[float]:
        """What shares of the S-Bahn will bring."""
        sbahn = table.rules.printed.sbahn
        each = share_value(table, estimates) - (price(table, sbahn) if table.state.chart.field(sbahn) else 0)
        unit = table.rules.printed.companies[sbahn].unit
        return [percent(table, sbahn, seat) / unit * each for seat in range(table.state.seats)]


def _rounds_to_the_top(table: Table) -> float:
    """Operating rounds until a company that pays out every time comes to the price that ends the game (9.12)."""
    state, printed = table.state, table.rules.printed
    top, rounds = printed.zones.end, max(1, state.operating_rounds)
    found = []
    for company in state.in_operation & set(printed.trams):
        field, count = state.chart.field(company), 0
        if not state.trains[company] or field is None or not price(table, company):
            continue
        right = all_with_players(table, company)
        while printed.sheet.price(field) < top:
            field = printed.sheet.follow(field, "down")
            count += 1
            if right and count % rounds == 0:
                field = printed.sheet.step(field, "right")
        found.append(count + HESITATION)
    return float(min(found, default=0))


JUDGEMENT = Railways1881()
