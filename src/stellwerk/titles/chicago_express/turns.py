"""The turns of play: a player chooses a dial, and two dials on red bring a dividend first (Spielablauf)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.play.core import Choice, Decision, Procedure
from stellwerk.play.errors import Refusal, refuse

from .actions import ChooseDial
from .auctions import OfferStep
from .data import AUCTION, EXPANSION
from .development import DevelopStep
from .dividends import PayDividend
from .events import DialTurned
from .expansion import ExpandStep
from .state import Move, Table, on_red


class NextTurn(Procedure, frozen=True):
    """A player comes to the turn; with two dials on red the dividend phase goes before it (Dividenden-Phase)."""

    seat: int

    def run(self, turn: Move) -> None:
        turn.push(PlayerTurn(self.seat))
        red = sum(on_red(turn, dial) for dial in turn.state.dials)
        if red >= turn.rules.material.limits.red_dials:
            turn.push(PayDividend())


class PlayerTurn(Decision, frozen=True):
    """The player must choose a dial that is not on red; what it offers may then be wasted (Spielablauf)."""

    seat: int

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for dial in table.state.dials:
            action = ChooseDial(seat, dial)
            if self.refusal(table, action) is None:
                yield action

    def worth_explaining(self, table: Table, seat: int) -> Iterator[ChooseDial]:
        return (ChooseDial(seat, dial) for dial in table.state.dials)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if not isinstance(action, ChooseDial) or action.dial not in table.state.dials:
            return refuse("Spielablauf", "choose_a_dial")
        if on_red(table, action.dial):
            return refuse("Spielablauf", "dial_on_red", dial=action.dial)
        return None

    def apply(self, turn: Move, action: ChooseDial) -> None:
        """The pointer turns first; the action follows or is wasted (Spielablauf)."""
        place = turn.state.dials[action.dial] + 1
        turn.set(dials={**turn.state.dials, action.dial: place})
        turn.emit(DialTurned(self.seat, action.dial, place, on_red(turn, action.dial)))
        step: Decision
        if action.dial == AUCTION:
            step = OfferStep(self.seat)
        elif action.dial == EXPANSION:
            step = ExpandStep(self.seat)
        else:
            step = DevelopStep(self.seat)
        turn.push(step, NextTurn((self.seat + 1) % turn.state.seats))
