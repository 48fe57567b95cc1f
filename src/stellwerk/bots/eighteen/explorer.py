"""What a bot that looks ahead tries in an 18xx: purchases, trains, dividends, and what is a title's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from stellwerk.bots.api import (
    Done,
    Explorer,
    Foresight,
    LayTrack,
    Move,
    PlaceStation,
    Railways,
    SellShares,
    SellTrain,
    Table,
)
from stellwerk.eighteen import actions
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Choice

from .judge import EighteenJudge
from .pencil import Pencil, on_one_board, taken

MOST = 600  # decisions of a playout
SETTLED = (LayTrack, PlaceStation)  # decided as `steady` does: what they bring is seen at once, or very late
NEVER_THESE = (actions.SellShares, Bid)  # nor bids: in a playout others stop, at the table they bid on
NEVER_INSTEAD = (SellShares, SellTrain)  # what is only done where `steady` would: the forecast flatters cash


class EighteenExplorer(Explorer):
    """Plays each choice on once, with everybody playing as `steady` would, to a stock round to come.

    What each seat can expect there, against the others' mean, tells which is best. Lots play no part.
    """

    by_lot = False

    def __init__(self, railways: Railways, foresight: Foresight) -> None:
        self.railways, self.foresight = railways, foresight
        self.judge = EighteenJudge(railways)
        self.pencil = Pencil(railways, self._steadily)

    def plans(self, table: Table, seat: int, choices: Sequence[Choice]) -> Iterator[Sequence[Action]]:
        ranked = sorted(self.judge.weigh(table, seat, choices), key=lambda one: -one.score)
        yield (ranked[0].action,)
        if table.state.stock_round < self.foresight.from_round:
            return
        tried = 1
        for one in ranked[1:]:
            move = self._read(table, one.action)
            if isinstance(move, SETTLED):
                return
            if isinstance(move, NEVER_INSTEAD) or isinstance(one.action, NEVER_THESE):
                continue
            if tried < self.foresight.tried or isinstance(move, Done):
                tried += 1
                yield (one.action,)

    def _read(self, table: Table, action: Action) -> Move | None:
        reading = self.railways.read(table, action)
        return reading[1] if reading else None

    def least_gain(self, table: Table, seat: int) -> float:
        return self.foresight.gain * float(table.rules.worth(table, seat))

    def far_enough(self, begun: Table, now: Table) -> bool:
        """The next stock round, or in the last operating round before it the one after."""
        first: Any = begun.state
        last = bool(first.operating_round) and first.operating_round >= first.operating_rounds
        return bool(now.state.stock_round > first.stock_round + last)

    def reach(self, table: Table, seat: int, plan: Sequence[Action], lots: Random) -> Table:
        begun = table = on_one_board(table)
        for action in plan:
            table = taken(table, action)
        for _ in range(MOST):
            if not table.state.agenda or self.far_enough(begun, table):
                break
            table = taken(table, self.pencil.decide(table))
        return table

    def expects(self, begun: Table, reached: Table) -> Sequence[float]:
        now = [float(reached.rules.worth(reached, seat)) for seat in range(reached.state.seats)]
        return self.judge.outlook(reached, now) if reached.state.agenda else now

    def _steadily(self, table: Table, seat: int, choices: Sequence[Choice]) -> Action:
        return max(self.judge.weigh(table, seat, choices), key=lambda one: one.score).action
