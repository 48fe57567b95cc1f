"""What a bot must know of 1844: the table in common words; what only 1844 has is weighed in `scoring`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from stellwerk.bank.chart import Field
from stellwerk.bank.papers import GONE, ISSUE
from stellwerk.board.board import Board
from stellwerk.bots import api
from stellwerk.bots.api import Estimates, Weighed
from stellwerk.bots.eighteen.reading import EighteenReading, Firms
from stellwerk.eighteen.actions import LayTile, SellShares
from stellwerk.eighteen.classic.actions import StartCompany
from stellwerk.eighteen.classic.starting import start_cost
from stellwerk.eighteen.shares import unsold
from stellwerk.eighteen.state import percent
from stellwerk.play.core import Action, Choice, Position
from stellwerk.routes import Budget, best_run

from ..auction import SetPar
from ..data import HISTORICAL, PRE_SBB, SBB, SBB_TRAIN
from ..loans import RaiseMoney
from ..running import problem_of
from ..sbb import forerunners
from ..state import (
    Table,
    count_papers,
    director,
    in_phase,
    is_kind,
    is_regional,
    kind_of,
    phase44,
    sbb_founded,
    stations_of,
)
from ..track import EXTRA_TILE, TUNNEL
from . import scoring

TRACK_TO_COME = 0.2  # companies lay one tile a turn, and have little money for mountains
ENOUGH = Budget(nodes=50_000)  # an estimate need not be proved: trains that go far on dense track take minutes
PART_OF_SBB = 5  # percent of the SBB for each part of a company before it

FORESEEN = 25.0  # rounds before the end at which nothing is known of what a company beside the SBB will bring
FEDERAL = 1.75  # what a share before the SBB brings against what is foreseen for it, in 20 games of steady bots


class Railways1844(EighteenReading):
    """1844 in common words."""

    def survey(self, table: Table) -> api.Survey:
        printed = table.rules.printed
        return replace(
            super().survey(table),
            faces=printed.faces,
            exports=1 / phase44(table).rounds,
            debts=tuple(table.state.loans.get(seat, 0) for seat in range(table.state.seats)),
            interest=printed.title["loans"]["interest"],
            track_to_come=TRACK_TO_COME,
            set_left=_set_left(table),
        )

    def firms(self, table: Table) -> Mapping[str, api.Firm]:
        gone = forerunners(table) if sbb_founded(table) else [SBB]
        there = [company for company in table.rules.printed.companies if company not in gone]
        to_come = [SBB] if SBB in gone else []

        def firm(company: str) -> api.Firm:
            return self._sbb_to_come(table) if company in to_come else self.firm(table, company)

        return Firms([*there, *to_come], firm)

    def papers_left(self, table: Table, seat: int) -> int:
        return table.rules.paper_limit - count_papers(table, seat)

    def fixed_income(self, table: Table) -> int:
        papers = table.state.papers
        privates = table.rules.printed.privates.values()
        special = sum(scoring.income_of(table, paper) for paper in table.state.earning)
        return special + sum(each.income for each in privates if papers[each.id] not in (GONE, ISSUE))

    def kinds(self, table: Table) -> Mapping[str, api.TrainKind]:
        printed, kinds = table.rules.printed, dict(super().kinds(table))
        for now in printed.phases:
            if now.turns:
                regular, turned = printed.faces[now.turns]
                kinds[regular] = replace(kinds[regular], turns_into=turned, turns_with=now.train)
        return kinds

    # Companies ----------------------------------------------------------------------------------------------

    def firm(self, table: Table, company: str) -> api.Firm:
        kind, paper = kind_of(table, company), unsold(table, company)
        goal, reward = self._goal(table, company)
        before = is_kind(table, company, PRE_SBB)
        return replace(
            super().firm(table, company),
            must_own=kind.must_own,
            next_paper=paper.percent if paper and company in table.state.par else 0,
            floats_at=table.rules.printed.title["shares"]["floats_at"],
            capital=self._capital(table, company),
            only_hexes=is_regional(table, company),
            merges_into=SBB if before else "",
            merges_in=scoring.rounds_until(table, "5") if before else 0.0,
            merger_costs=table.rules.printed.sheet.price(table.rules.printed.sbb_field) if before else 0,
            merger_brings=FEDERAL if before else 1.0,
            markers=stations_of(table, company) - 1 if company in table.state.par else 0,
            goal=goal,
            reward=reward,
        )

    def _capital(self, table: Table, company: str) -> int:
        """What a company that has been started will begin with (Inbetriebnahme)."""
        kind, par = kind_of(table, company), table.state.par.get(company, 0)
        late = in_phase(table, 6) and is_kind(table, company, HISTORICAL)
        return par * (kind.capital + (kind.premium if late else 0))

    def _goal(self, table: Table, company: str) -> tuple[int, int]:
        """Its destination and premium; that of the GB is a tunnel, not a place to lead track to."""
        printed = table.rules.printed
        home, par = printed.companies[company].destination, table.state.par.get(company, 0)
        if not home or company in table.state.rewarded or company == printed.title["gotthard"]["company"]:
            return -1, 0
        return printed.box.grid.index[home], par * kind_of(table, company).premium

    def _sbb_to_come(self, table: Table) -> api.Firm:
        """The SBB made of what its forerunners have now (Gründung der SBB)."""
        before = forerunners(table)
        unit = {company: table.rules.printed.companies[company].unit for company in before}
        parts = tuple(
            sum(PART_OF_SBB * percent(table, company, seat) // unit[company] for company in before)
            for seat in range(table.state.seats)
        )
        trains = tuple(train for company in before for train in table.state.trains[company])
        cash = sum(table.state.cash[company] for company in before) + kind_of(table, SBB).capital
        return api.Firm(
            SBB,
            max(range(table.state.seats), key=lambda seat: parts[seat]) if any(parts) else None,
            False,
            cash,
            (*trains[:3], SBB_TRAIN),
            max(0, 3 - len(trains)),
            False,
            parts,
            price=self.price_after(table, SBB, 0),
            opens_in=max(0.1, scoring.rounds_until(table, "5")),
            unit=PART_OF_SBB,
            capital=cash,
        )

    # Choices ------------------------------------------------------------------------------------------------

    def read_action(self, table: Table, action: Action) -> api.Move | None:
        step = table.state.agenda[-1]
        match action:
            case StartCompany():
                paper = table.rules.printed.register.director_paper(action.company)
                cost = 0 if isinstance(step, SetPar) else start_cost(table, action.company, action.par)
                return api.BuyShare(action.company, paper.percent, cost, action.par)
            case LayTile() if action.permit == TUNNEL:
                return None
            case SellShares() if isinstance(step, RaiseMoney):
                return None
        return super().read_action(table, action)

    def started(self, table: Table, seat: int, company: str, par: int) -> Table:
        state = table.state
        cost = 0 if isinstance(state.agenda[-1], SetPar) else start_cost(table, company, par)
        after = replace(
            state,
            par={**state.par, company: par},
            chart=state.chart.place(company, table.rules.printed.pars[par]),
            papers=state.papers.moved(f"{company}-D", seat),
            cash={**state.cash, seat: state.cash[seat] - cost},
        )
        return Position(table.rules, after)

    # Runs and prices ----------------------------------------------------------------------------------------

    def run(self, table: Table, company: str, board: Board, trains: tuple[str, ...]) -> int:
        kinds = table.rules.printed.trains
        if company == SBB and not sbb_founded(table):
            board = _merged(table, board)
        return best_run(problem_of(table, company, board, [kinds[train] for train in trains]), ENOUGH).total

    def run_hangs_on(self, table: Table) -> Hashable:
        return tuple(table.state.mountains.values()), tuple(table.state.tunnels.values())

    def track_hangs_on(self, table: Table, company: str) -> Hashable:
        """Who may lay the extra tile of P2, and what the company gets when it comes to its destination."""
        state, owner = table.state, table.state.papers[EXTRA_TILE]
        extra = owner in (company, director(table, company)) and not state.power_used
        return extra, self._goal(table, company)

    def rises(self, table: Table, company: str, field: Field) -> Field:
        sheet = table.rules.printed.sheet
        if is_regional(table, company) and field[1] == table.rules.printed.ceiling:
            return sheet.up(field)  # Regionalbahnen
        return sheet.right(field)

    def field(self, table: Table, company: str) -> Field | None:
        return table.rules.printed.sbb_field if company == SBB and not sbb_founded(table) else None

    def weigh_own(
        self, table: Table, seat: int, choices: Sequence[Choice], estimates: Estimates
    ) -> Iterable[Weighed]:
        return scoring.weigh(table, seat, choices, estimates)

    def share_brings(self, table: Table, company: str, estimates: Estimates) -> float:
        """The longer the game lasts, the less of it comes true beside the SBB, and of idle companies nothing."""
        gain, firm = super().share_brings(table, company, estimates), estimates.survey.firms[company]
        if SBB in (company, firm.merges_into):
            return gain
        return gain * max(0.0, 1 - estimates.rounds_left() / FORESEEN) if firm.running else 0.0

    def promises(self, table: Table, estimates: Estimates) -> Sequence[float]:
        """All that privates will bring, tunnels and mountain railways in use."""
        found, papers = [0.0] * table.state.seats, table.state.papers
        for private in table.rules.printed.privates:
            if isinstance(owner := papers[private], int):
                found[owner] += scoring.private_brings(table, private)
        for paper in table.state.earning:
            if isinstance(owner := papers[paper], int):
                found[owner] += scoring.income_of(table, paper) * estimates.rounds_left()
        return found


def _set_left(table: Table) -> int:
    """The game ends with the set of operating rounds in which the bank breaks (Spielende)."""
    state = table.state
    if not state.operating_round:
        return phase44(table).rounds
    return state.operating_rounds - state.operating_round + 1


def _merged(table: Table, board: Board) -> Board:
    """The board with markers of the SBB for those of its forerunners."""
    before = set(forerunners(table))
    stations = {
        stop: (*(mark for mark in marks if mark not in before), SBB)
        for stop, marks in board.stations.items()
        if before.intersection(marks)
    }
    return board.with_stations({**board.stations, **stations})


JUDGEMENT = Railways1844()
