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
from stellwerk.play.core import Action, Choice, Pass

from .judge import EighteenJudge
from .pencil import Pencil, on_one_board, taken

MOST = 600  # decisions of a playout
SETTLED = (LayTrack, PlaceStation)  # decided as `steady` does: what they bring is seen at once, or very late
# Only done where `steady` would, by meaning or as an action: the forecast flatters cash, and in a playout others
# stop bidding who bid on at the table.
NEVER_INSTEAD: tuple[type, ...] = (SellShares, SellTrain, actions.SellShares, Bid)


class EighteenExplorer(Explorer):
    """Plays each choice on once, with everybody playing as `steady` would, to a stock round to come.

    What each seat can expect there, against the others' mean, tells which is best. Lots play no part.
    """

    by_lot = False

    def __init__(self, railways: Railways, foresight: Foresight, lately: Sequence[Action] = ()) -> None:
        self.railways, self.foresight, self.lately = railways, foresight, tuple(lately)
        self.judge = EighteenJudge(railways)

    def after(self, lately: Sequence[Action]) -> EighteenExplorer:
        return EighteenExplorer(self.railways, self.foresight, lately)

    def plans(self, table: Table, seat: int, choices: Sequence[Choice]) -> Iterator[Sequence[Action]]:
        ranked = sorted(self.judge.weigh(table, seat, choices), key=lambda one: -one.score)
        yield (ranked[0].action,)
        if table.state.stock_round < self.foresight.from_round:
            return
        never, tried = (*NEVER_INSTEAD, *self.foresight.never), 1
        for one in ranked[1:]:
            move = self._read(table, one.action)
            if isinstance(move, SETTLED):
                return
            if isinstance(move, never) or isinstance(one.action, never):
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
        turn = Turn(self.judge, self.lately)
        for action in plan:
            table = taken(table, turn.note(action))
        pencil = Pencil(self.railways, turn.steadily)
        for _ in range(MOST):
            if not table.state.agenda or self.far_enough(begun, table):
                break
            table = taken(table, turn.note(pencil.decide(table)))
        return table

    def expects(self, begun: Table, reached: Table) -> Sequence[float]:
        now = [float(reached.rules.worth(reached, seat)) for seat in range(reached.state.seats)]
        return self.judge.outlook(reached, now) if reached.state.agenda else now


class Turn:
    """What one seat after the other does in a playout, and takes back as little as at the table."""

    def __init__(self, judge: EighteenJudge, lately: Sequence[Action]) -> None:
        self.judge, self.lately = judge, list(lately)

    def note(self, action: Action) -> Action:
        """What has been done; a turn ends where another seat acts, or the same one passes."""
        if self.lately and self.lately[0].seat != action.seat:
            self.lately = []
        self.lately = [] if isinstance(action, Pass) else [action, *self.lately]
        return action

    def steadily(self, table: Table, seat: int, choices: Sequence[Choice]) -> Action:
        """The best of the choices by the numbers of `steady`."""
        lately = [done for done in self.lately if done.seat == seat]
        weighed = self.judge.weigh(table, seat, self.judge.sensible(table, lately, choices))
        return max(weighed, key=lambda one: one.score).action
