"""When an action of a record of 18xx.games happened, at the earliest.

Many turns of works leave no action but passes, or none at all, so what an action is may be told only by the round
it belongs to. Players act in trading rounds, works and companies in operating rounds, each once: who acts again
does so in another round. Rounds in which nothing is told are missed: what is noted is the earliest possible time.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from stellwerk.eighteen.stock_rounds import BeginStockRound
from stellwerk.play.game import Game
from stellwerk.records.games18xx import Act

CLOCK = "@clock"
Time = tuple[int, int]  # trading rounds are odd, sets of operating rounds even; then the operating round
BY_PLAYERS = frozenset({"pass", "bid", "par", "buy_shares", "sell_shares"})
NO_SIGN = frozenset({"merge", "log", "message", "end_game"})


def with_clock(acts: Sequence[Act]) -> tuple[Act, ...]:
    """The same actions with their time; in a set the operating round, in a trading round 0.

    >>> turns = [Act("pass", "11", "player", 1, {}), *(Act("pass", w, "minor", 1, {}) for w in ("W1", "W2", "W1"))]
    >>> [act.fields[CLOCK] for act in with_clock(turns)]
    [(1, 0), (2, 1), (2, 1), (2, 2)]
    """
    time: Time = (1, 0)
    acted: list[str] = []
    told = []
    for act in acts:
        if act.entity_type == "player":
            if act.kind in BY_PLAYERS and time[1]:
                time, acted = (time[0] + 1, 0), []
        elif act.kind not in NO_SIGN and act.entity not in acted[-1:]:
            if not time[1]:
                time = (time[0] + 1, 1)
            elif act.entity in acted:
                time, acted = (time[0], time[1] + 1), []
            acted.append(act.entity)
        told.append(replace(act, fields={**act.fields, CLOCK: time}))
    return tuple(told)


def time_of(game: Game) -> Time:
    """The same for our game, which misses nothing."""
    state = game.state
    if state.operating_round:
        return 2 * state.stock_round, state.operating_round
    auction = any(isinstance(step, BeginStockRound) for step in state.agenda)
    return 2 * state.stock_round + (1 if auction else -1), 0
