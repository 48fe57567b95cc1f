"""Extending a company's network, hex by hex (Streckenausbau)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK
from stellwerk.play.core import Choice, Decision, Pass
from stellwerk.play.errors import Refusal, refuse

from .actions import BuildTrack
from .chicago import begin_chicago_phase
from .data import EXPANSION
from .events import ActionWasted, TrackBuilt
from .state import Move, Table, change, hex_value, present, raise_income


class ExpandStep(Decision, frozen=True):
    """The player may build hex after hex for one company of which he holds a share, three at most, or stop.

    The first hex settles the company (Streckenausbau).
    """

    seat: int
    company: str = ""
    built: int = 0

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for company, hex_ in self._sites(table):
            yield BuildTrack(seat, company, table.rules.material.hexes[hex_].id)
        yield Pass(seat)

    def _sites(self, table: Table) -> Iterator[tuple[str, int]]:
        """Companies, and the hexes into which they may be led now."""
        hexes, cash = table.rules.material.hexes, table.state.cash
        for company, railway in table.state.railways.items():
            if railway.locomotives and self._why_not_for(table, company) is None:
                for hex_ in border(table, railway.network):
                    # most are too dear: that is seen at a glance
                    if hexes[hex_].cost <= cash[company] and why_not_build(table, company, hex_) is None:
                        yield company, hex_

    def worth_explaining_at(self, table: Table, seat: int, place: str) -> Iterator[BuildTrack]:
        return (BuildTrack(seat, company, place) for company in table.state.railways)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, BuildTrack):
            return refuse("Streckenausbau", "only_building_now")
        hex_ = table.rules.material.index.get(action.hex)
        if action.company not in table.state.railways or hex_ is None:
            return refuse("Streckenausbau", "no_such_place", company=action.company, hex=action.hex)
        return self._why_not_for(table, action.company) or why_not_build(table, action.company, hex_)

    def _why_not_for(self, table: Table, company: str) -> Refusal | None:
        """Why this player may not build for a company (Streckenausbau)."""
        if self.company and company != self.company:
            return refuse("Streckenausbau", "one_company_only", company=self.company)
        if not table.state.railways[company].shares[self.seat]:
            return refuse("Streckenausbau", "no_share", company=company)
        return None

    def can_act(self, table: Table) -> bool:
        return any(True for _ in self._sites(table))

    def idle(self, table: Table) -> bool:
        return not self.can_act(table)

    def skip(self, turn: Move) -> None:
        if not self.built:
            turn.emit(ActionWasted(self.seat, EXPANSION))

    def apply(self, turn: Move, action: Pass | BuildTrack) -> None:
        if isinstance(action, Pass):
            self.skip(turn)
            return
        hex_ = turn.rules.material.index[action.hex]
        build(turn, self.seat, action.company, hex_)
        if hex_ == turn.rules.material.chicago:
            # Ruling: play is interrupted at once and goes on with the next player, so the expansion is over.
            begin_chicago_phase(turn, self.seat, action.company)
        elif self.built + 1 < turn.rules.material.limits.hexes:
            turn.push(self.with_(company=action.company, built=self.built + 1))


def border(table: Table, network: frozenset[int]) -> list[int]:
    """The hexes beside a network, in the board's order."""
    neighbours = table.rules.material.neighbours
    return sorted(frozenset().union(*[neighbours[hex_] for hex_ in network]) - network)


def build_cost(table: Table, hex_: int) -> int:
    """The printed cost for every locomotive there, the new one included (Kosten des Streckenausbaus)."""
    return table.rules.material.hexes[hex_].cost * (len(present(table, hex_)) + 1)


def why_not_build(table: Table, company: str, hex_: int) -> Refusal | None:
    """What forbids a company's locomotive in a hex."""
    section = "Durchführung des Streckenausbaus"
    railway, printed = table.state.railways[company], table.rules.material.hexes[hex_]
    if hex_ in railway.network:
        return refuse(section, "own_locomotive_there", company=company, hex=printed.id)
    if printed.kind.closed:
        return refuse(section, "start_hex_closed", hex=printed.id)
    if not table.rules.material.neighbours[hex_] & railway.network:
        return refuse(section, "not_connected", company=company, hex=printed.id)
    if printed.kind.single and present(table, hex_):
        return refuse(section, "one_locomotive_only", hex=printed.id)
    if not railway.locomotives:
        return refuse("Kosten des Streckenausbaus", "no_locomotive_left", company=company)
    cost, cash = build_cost(table, hex_), table.state.cash[company]
    if cost > cash:
        return refuse("Kosten des Streckenausbaus", "too_little_cash", company=company, cost=cost, cash=cash)
    return None


def build(turn: Move, seat: int, company: str, hex_: int) -> None:
    """Pay, place the locomotive, and raise the income (Kosten des Streckenausbaus, Einkommenserhöhung)."""
    cost = build_cost(turn, hex_)
    turn.pay(company, BANK, cost, "track")
    railway = turn.state.railways[company]
    change(turn, company, locomotives=railway.locomotives - 1, network=railway.network | {hex_})
    turn.emit(TrackBuilt(seat, company, turn.rules.material.hexes[hex_].id, cost))
    raise_income(turn, company, hex_value(turn, hex_))
