"""What a bot that looks ahead tries in an 18xx: purchases, turns, trains, dividends, and what is a title's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import partial, reduce
from random import Random
from typing import Any, Self

from stellwerk.bots.api import (
    Done,
    Explorer,
    Foresight,
    LayTrack,
    Move,
    PlaceStation,
    Railways,
    Reason,
    SellShares,
    SellTrain,
    Table,
    Weighed,
    reason,
)
from stellwerk.eighteen import actions
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Choice, Pass

from .judge import EighteenJudge
from .pencil import Pencil, on_one_board, taken
from .turns import Turns

MOST = 600  # decisions of a playout
SETTLED = (LayTrack, PlaceStation)  # decided as `steady` does: what they bring is seen at once, or very late
# Only done where `steady` would, by meaning or as an action, but for sales in a turn that buys something with
# them: the forecast flatters cash, and in a playout others stop bidding who bid on at the table.
NEVER_INSTEAD: tuple[type, ...] = (SellShares, SellTrain, actions.SellShares, Bid)


class EighteenExplorer(Explorer):
    """Plays each choice on once, with everybody playing as `steady` would, to a stock round to come.

    What each seat can expect there, against the others' mean, tells which is best. Lots play no part.
    """

    by_lot = False

    def __init__(self, railways: Railways, foresight: Foresight, lately: Sequence[Action] = ()) -> None:
        self.railways, self.foresight, self.lately = railways, foresight, tuple(lately)
        self.judge = EighteenJudge(railways)

    def after(self, lately: Sequence[Action]) -> Self:
        twin = copy(self)
        twin.lately = tuple(lately)
        return twin

    def leads_to(self, table: Table, plan: Sequence[Action]) -> Reason | None:
        """What the sales of a turn pay for."""
        bought = self.railways.gets(reduce(taken, plan[:-1], table), plan[-1]) if plan[1:] else None
        return reason("sale_pays_for", company=bought[1]) if bought else None

    def plans(self, table: Table, seat: int, choices: Sequence[Choice]) -> Iterator[Sequence[Action]]:
        ranked = self._ranked(table, seat, choices, self.lately)
        if table.state.stock_round < self.foresight.from_round:
            yield (ranked[0].action,)
            return
        yield from ((action,) for action in self._tried(table, ranked))
        if self.foresight.turns:
            turns = Turns(self.railways, seat, partial(self._ranked_after, seat), self._tried)
            yield from turns.plans(table, choices, ranked)[: self.foresight.turns]

    def _ranked(
        self, table: Table, seat: int, choices: Sequence[Choice], lately: Sequence[Action]
    ) -> list[Weighed]:
        """The choices that take back nothing, from the best to the worst."""
        sensible = self.judge.sensible(table, lately, choices)
        return sorted(self.judge.weigh(table, seat, sensible), key=lambda one: -one.score)

    def _ranked_after(
        self, seat: int, sales: Sequence[Action], table: Table, choices: Sequence[Choice]
    ) -> list[Weighed]:
        return self._ranked(table, seat, choices, (*reversed(sales), *self.lately))

    def _tried(self, table: Table, ranked: Sequence[Weighed]) -> list[Action]:
        """Single actions to play on: what `steady` would do, its next best choices, and doing nothing."""
        never, tried = (*NEVER_INSTEAD, *self.foresight.never), [ranked[0].action]
        for one in ranked[1:]:
            move = self._read(table, one.action)
            if isinstance(move, SETTLED):
                break
            if isinstance(move, never) or isinstance(one.action, never):
                continue
            if len(tried) < self.foresight.tried or isinstance(move, Done):
                tried.append(one.action)
        return tried

    def _read(self, table: Table, action: Action) -> Move | None:
        reading = self.railways.read(table, action)
        return reading[1] if reading else None

    def least_gain(self, table: Table, seat: int) -> float:
        """Who has sold something in this turn does what plays best, and so what the sale was for."""
        if self.foresight.turns and self.lately and self.railways.gives(table, self.lately[0]) is not None:
            return 0.0
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

    def play_on(self, table: Table, seat: int, plan: Sequence[Action], lots: Random) -> float:
        """What sales alone seem to gain counts for nothing: what they pay for must be worth them."""
        told = super().play_on(table, seat, plan, lots)
        sales = plan[:-1]
        if not sales:
            return told
        choices = list(table.state.agenda[-1].choices(table, seat))
        usual = self._ranked(table, seat, choices, self.lately)[0].action
        without = super().play_on(table, seat, (usual,), lots)
        if told <= without:
            return told
        then = reduce(taken, sales, table)
        kept = usual != sales[0] and then.state.agenda[-1].refusal(then, usual) is None
        sold = super().play_on(table, seat, (*sales, usual if kept else Pass(seat)), lots)
        return told - max(0.0, sold - without)

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
