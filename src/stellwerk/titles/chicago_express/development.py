"""Developing hexes: houses on cities, mountains and forests, markers of the industry cities (Entwicklung)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK
from stellwerk.play.core import Choice, Decision, Pass
from stellwerk.play.errors import Refusal, refuse

from .actions import Develop
from .data import DEVELOPMENT
from .events import ActionWasted, HexDeveloped, IndustryRose
from .state import Move, Table, present, raise_income


class DevelopStep(Decision, frozen=True):
    """The player may develop one hex, whoever's locomotives stand there, or waste the action (Entwicklung)."""

    seat: int

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        networks = [railway.network for railway in table.state.railways.values()]
        for hex_ in sorted(frozenset().union(*networks) - table.state.developed):
            if _can_be_developed(table, hex_):
                yield Develop(seat, table.rules.material.hexes[hex_].id)
        yield Pass(seat)

    def worth_explaining_at(self, table: Table, seat: int, place: str) -> Iterator[Develop]:
        yield Develop(seat, place)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Develop):
            return refuse("Entwicklung", "only_development_now")
        hex_ = table.rules.material.index.get(action.hex)
        if hex_ is None:
            return refuse("Entwicklung", "no_such_place", hex=action.hex)
        return why_not_develop(table, hex_)

    def can_act(self, table: Table) -> bool:
        networks = (railway.network for railway in table.state.railways.values())
        return any(_can_be_developed(table, hex_) for network in networks for hex_ in network)

    def idle(self, table: Table) -> bool:
        return not self.can_act(table)

    def skip(self, turn: Move) -> None:
        turn.emit(ActionWasted(self.seat, DEVELOPMENT))

    def apply(self, turn: Move, action: Pass | Develop) -> None:
        if isinstance(action, Pass):
            self.skip(turn)
            return
        hex_ = turn.rules.material.index[action.hex]
        if turn.rules.material.hexes[hex_].steps:
            move_marker(turn, hex_, self.seat)
        else:
            put_house(turn, hex_, self.seat)


def _can_be_developed(table: Table, hex_: int) -> bool:
    """Whether a hex that locomotives stand in can be developed; of most one sees at a glance that it cannot."""
    printed = table.rules.material.hexes[hex_]
    return bool(printed.kind.house or printed.steps) and why_not_develop(table, hex_) is None


def why_not_develop(table: Table, hex_: int) -> Refusal | None:
    """What forbids developing a hex (Bedingungen für die Entwicklung)."""
    section = "Bedingungen für die Entwicklung"
    printed = table.rules.material.hexes[hex_]
    if hex_ == table.rules.material.detroit:
        return refuse(section, "detroit_by_itself", hex=printed.id)
    if not printed.kind.house and not printed.steps:
        return refuse(section, "never_developed", hex=printed.id)
    if not present(table, hex_):
        return refuse(section, "no_locomotive_there", hex=printed.id)
    if printed.steps:
        at_its_end = table.state.industry[hex_] == printed.steps[-1]
        return refuse(section, "end_of_the_track", hex=printed.id) if at_its_end else None
    if hex_ in table.state.developed:
        return refuse(section, "developed_already", hex=printed.id)
    if not table.state.houses:
        return refuse(section, "no_house_left")
    return None


def put_house(turn: Move, hex_: int, seat: int) -> None:
    """Every company there gains; a forest pays its company instead (Auswirkungen der Entwicklung)."""
    printed = turn.rules.material.hexes[hex_]
    turn.set(developed=turn.state.developed | {hex_}, houses=turn.state.houses - 1)
    turn.emit(HexDeveloped(seat, printed.id, turn.state.houses))
    for company in present(turn, hex_):
        if printed.kind_name == "forest":
            turn.pay(BANK, company, turn.rules.material.limits.forest_grant, "forest")
        else:
            raise_income(turn, company, printed.development)


def move_marker(turn: Move, hex_: int, seat: int | None) -> None:
    """One step on the industry track; every company there gains the difference (Auswirkungen der Entwicklung)."""
    steps, old = turn.rules.material.hexes[hex_].steps, turn.state.industry[hex_]
    new = steps[steps.index(old) + 1]  # Detroit never comes to its end in a game that goes on (Spielende)
    turn.set(industry={**turn.state.industry, hex_: new})
    turn.emit(IndustryRose(turn.rules.material.hexes[hex_].id, new, seat))
    for company in present(turn, hex_):
        raise_income(turn, company, new - old)
