"""Starting a company, putting it into operation, and its first turn (Kauf von Aktien, Inbetriebnahme)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from stellwerk.eighteen import clauses
from stellwerk.eighteen.actions import BuyShare, LayTile
from stellwerk.eighteen.classic import starting
from stellwerk.eighteen.classic.actions import StartCompany
from stellwerk.eighteen.classic.shares import paper_limit
from stellwerk.eighteen.classic.starting import cannot_be_started, no_such_par, share_too_dear
from stellwerk.eighteen.state import home_hex
from stellwerk.eighteen.track import LayStep, canonical_action
from stellwerk.play.core import Action, Choice, Decision
from stellwerk.play.errors import Refusal, refuse

from .data import HISTORICAL, SBB
from .sbb import check_sbb_director
from .state import Move, Table, in_phase, is_kind, kind_of, stations_of


def repay_first(table: Table, action: BuyShare | StartCompany) -> Refusal | None:
    """Who owes the bank buys no shares (Loks kaufen)."""
    debt = table.state.loans.get(action.seat, 0)
    return clauses.refuse(table, "repay_first", debt=debt) if debt else None


def papers_moved(turn: Move, company: str) -> None:
    """A company with half its shares bought goes into operation; the largest holder directs (Inbetriebnahme)."""
    if company == SBB:
        check_sbb_director(turn)
    else:
        starting.papers_moved(turn, company)


def is_late(table: Table, company: str) -> bool:
    """From phase 6 on a historical company gets all its money at once (Inbetriebnahme)."""
    return in_phase(table, 6) and is_kind(table, company, HISTORICAL)


def capital(table: Table, company: str) -> int:
    """Capital by kind and price of issue (Inbetriebnahme)."""
    kind = kind_of(table, company)
    return table.state.par[company] * (kind.capital + (kind.premium if is_late(table, company) else 0))


def floated(turn: Move, company: str) -> None:
    """Markers by kind and price of issue (Inbetriebnahme); some have no destination (Zielbahnhof)."""
    turn.set(markers={**turn.state.markers, company: stations_of(turn, company)})
    if is_late(turn, company) or not kind_of(turn, company).premium:
        turn.set(rewarded=turn.state.rewarded | {company})
    turn.rules.board_changed(turn, turn.state.board)  # the Gotthard tunnel may have been built already


STARTING = replace(
    starting.STARTING,
    clauses=(cannot_be_started, no_such_par, repay_first, paper_limit, share_too_dear),
    capital=capital,
    floated=floated,
)


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

    def canonical_action(self, table: Table, action: Action) -> Action:
        return canonical_action(table, action)

    def idle(self, table: Table) -> bool:
        """There is track already, or no tile that could be laid or paid."""
        has_track = bool(table.state.board.tracks[home_hex(table, self.company)].exits)
        return has_track or next(self.choices(table, self.waiting(table)[0]), None) is None

    def skip(self, turn: Move) -> None:
        turn.push(self._laying)

    def apply(self, turn: Move, action: LayTile) -> None:
        self._laying.apply(turn, action)
