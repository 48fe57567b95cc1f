"""Starting a company, putting it into operation, and its first turn (Kauf von Aktien, Inbetriebnahme)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.changes import move_paper, place_marker
from stellwerk.eighteen.directors import check_director
from stellwerk.eighteen.events import Floated
from stellwerk.eighteen.state import home_hex, home_stop, worth_of
from stellwerk.eighteen.track import LayStep, as_listed
from stellwerk.play.core import Action, Choice, Decision
from stellwerk.play.errors import Refusal, refuse

from .actions import StartCompany
from .data import FEDERAL, HISTORICAL, SBB
from .events import CompanyStarted, HomePlaced
from .sbb import check_sbb_director
from .state import Move, Table, count_papers, in_phase, is_kind, kind_of, pay, sold_percent, stations_of


def start_cost(table: Table, company: str, par: int) -> int:
    """The director's share costs par for each of its parts (Kauf von Aktien)."""
    paper = table.rules.printed.register.director_paper(company)
    return worth_of(table, company, paper.percent, par)


def startable(table: Table) -> list[str]:
    """Companies whose director's share is unsold: it is always the first (Kauf von Aktien)."""
    return [company for company in table.rules.printed.companies if _is_startable(table, company)]


def _is_startable(table: Table, company: str) -> bool:
    return not is_kind(table, company, FEDERAL) and table.state.papers[f"{company}-D"] == ISSUE


def why_not_start(table: Table, action: StartCompany) -> Refusal | None:
    """What forbids starting a company."""
    if action.company not in table.rules.printed.companies or not _is_startable(table, action.company):
        return refuse("Kauf von Aktien", "cannot_be_started", company=action.company)
    if action.par not in table.rules.printed.pars:
        return refuse("Kauf von Aktien", "no_such_par", par=action.par)
    if table.state.loans.get(action.seat):
        return refuse("Loks kaufen", "repay_first", debt=table.state.loans[action.seat])
    if count_papers(table, action.seat) >= table.rules.paper_limit:
        return refuse("Aktienlimit", "paper_limit", limit=table.rules.paper_limit)
    cost, cash = start_cost(table, action.company, action.par), table.state.cash[action.seat]
    if cash < cost:
        return refuse("Kauf von Aktien", "share_too_dear", cost=cost, cash=cash)
    return None


def start(turn: Move, seat: int, company: str, par: int, cost: int) -> None:
    """The director's share changes hands, and the company's marker comes to lie under those on its field."""
    printed = turn.rules.printed
    move_paper(turn, f"{company}-D", seat)
    turn.set(par={**turn.state.par, company: par}, chart=turn.state.chart.place(company, printed.pars[par]))
    turn.emit(CompanyStarted(seat, company, par, cost))
    pay(turn, seat, BANK, cost, "share")


def papers_moved(turn: Move, company: str) -> None:
    """A company with half its shares bought goes into operation; the largest holder directs it."""
    if company == SBB:
        check_sbb_director(turn)
        return
    floats_at = turn.rules.printed.title["shares"]["floats_at"]
    started = company in turn.state.par and company not in turn.state.in_operation
    if started and sold_percent(turn, company) >= floats_at:
        _float(turn, company)
    check_director(turn, company)


def _float(turn: Move, company: str) -> None:
    """Capital by kind and price of issue, markers; from phase 6 on a historical one gets all at once."""
    kind, par = kind_of(turn, company), turn.state.par[company]
    late = in_phase(turn, 6) and is_kind(turn, company, HISTORICAL)
    capital = par * (kind.capital + (kind.premium if late else 0))
    turn.set(
        in_operation=turn.state.in_operation | {company},
        markers={**turn.state.markers, company: stations_of(turn, company)},
    )
    if late or not kind.premium:
        turn.set(rewarded=turn.state.rewarded | {company})  # Zielbahnhof: it has none
    turn.emit(Floated(company, capital))
    pay(turn, BANK, company, capital, "capital")
    turn.rules.board_changed(turn, turn.state.board)  # the Gotthard tunnel may have been built already


def place_home(turn: Move, company: str) -> None:
    """In its first turn a company places its home marker free of charge (Bahnhof bauen)."""
    name = turn.rules.printed.companies[company].hex
    turn.emit(HomePlaced(company, name))
    place_marker(turn, company, home_stop(turn, company))


class HomeTile(Decision, frozen=True):
    """In its first turn a company lays its one tile on its home, unless there is track (Gleisteile legen).

    The extra tile of P2 may be that tile; the regular one is then free for anything else: our ruling.
    """

    company: str

    @property
    def _laying(self) -> LayStep:
        """What else could be laid in this turn."""
        return LayStep(self.company, 1)

    def waiting(self, table: Table) -> tuple[int, ...]:
        return self._laying.waiting(table)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield from (each for each in self._laying.choices(table, seat) if self._is_for_home(table, each))

    def _is_for_home(self, table: Table, action: object) -> bool:
        return isinstance(action, LayTile) and action.hex == table.rules.printed.companies[self.company].hex

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if self._is_for_home(table, action):
            return self._laying.refusal(table, action)
        name = table.rules.printed.companies[self.company].hex
        return refuse("Gleisteile legen", "home_first", company=self.company, hex=name)

    def as_listed(self, table: Table, action: Action) -> Action:
        return as_listed(table, action)

    def idle(self, table: Table) -> bool:
        """There is track already, or no tile that could be laid or paid."""
        has_track = bool(table.state.board.tracks[home_hex(table, self.company)].exits)
        return has_track or next(self.choices(table, self.waiting(table)[0]), None) is None

    def skip(self, turn: Move) -> None:
        turn.push(self._laying)

    def apply(self, turn: Move, action: LayTile) -> None:
        self._laying.apply(turn, action)
