"""What a bot that looks ahead tries in Chicago Express: whole turns, and bids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from stellwerk.bots.api import Explorer, Weighed
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Choice, Pass, Range

from ..actions import BuildTrack, ChooseDial
from ..auctions import CompanyAuction
from ..state import Table
from ..turns import PlayerTurn
from .judgement import ChicagoJudge, further_hexes, options, step_after
from .outlook import Outlook
from .sketch import Sketch, legal, taken

A_KIND = 4  # turns of a kind that are tried
CLEAR = 6.0  # dollars by which a choice may look worse than the best and still be tried
REST = 0.25  # of the playouts, for the rest of a turn: its kind is settled
BIDDING = 0.5  # of the playouts, for a bid: there will be others
RAISES = (2, 5)  # bids above the least that are tried
GAIN = 0.005  # what another plan than that of `steady` must gain at least, as a part of what the seat can expect


class ChicagoExplorer(Explorer):
    """Tries whole turns and bids, and plays on to the next dividend, or to the end if it comes before."""

    def plans(self, table: Table, seat: int, choices: Sequence[Choice]) -> Iterator[Sequence[Action]]:
        step = table.state.agenda[-1]
        if isinstance(step, PlayerTurn):
            yield from _turns(table, seat)
        elif isinstance(step, CompanyAuction):
            yield from _bids(table, seat, choices)
        else:
            yield from ((one.action,) for one in _worth_trying(table, seat, choices)[:A_KIND])

    def weight(self, table: Table) -> float:
        step = table.state.agenda[-1]
        return 1.0 if isinstance(step, PlayerTurn) else BIDDING if isinstance(step, CompanyAuction) else REST

    def least_gain(self, table: Table, seat: int) -> float:
        return GAIN * _sketch(table).foreseen(table)[seat]

    def far_enough(self, begun: Table, now: Table) -> bool:
        return now.state.dividends > begun.state.dividends

    def reach(self, table: Table, seat: int, plan: Sequence[Action], lots: Random) -> Table:
        sketch, until = _sketch(table), table.state.dividends + 1
        for action in plan:
            table = taken(table, action)
        return sketch.play_on(table, seat, lots, until)

    def expects(self, begun: Table, reached: Table) -> list[float]:
        return _sketch(begun).foreseen(reached)


_memory: list[Sketch] = []


def _sketch(table: Table) -> Sketch:
    """What playouts from one position share; the last position's is kept."""
    if not _memory or _memory[0].root.state is not table.state:
        _memory[:] = [Sketch(table)]
    return _memory[0]


def _turns(table: Table, seat: int) -> Iterator[Sequence[Action]]:
    """What `steady` would do, then the best few turns of each dial, and each dial for nothing; best first."""
    outlook = Outlook(table, seat)
    found: list[tuple[float, tuple[Action, ...]]] = []
    steady: list[tuple[float, tuple[Action, ...]]] = []
    step = table.state.agenda[-1]
    assert isinstance(step, PlayerTurn)
    for dial in step.choices(table, seat):
        assert isinstance(dial, ChooseDial)
        ranked = sorted(options(table, step_after(dial), outlook), key=lambda one: -one.score)
        tried = [one for one in ranked if not isinstance(one.action, Pass)][:A_KIND]
        for one in (*tried, *(one for one in ranked if isinstance(one.action, Pass))):
            gain, more = 0.0, tuple[Action, ...]()
            if isinstance(one.action, BuildTrack):
                gain, more = further_hexes(table, one.action, outlook)
            found.append((one.score + gain, (dial, one.action, *more)))
            if one is ranked[0]:
                steady.append(found[-1])
    found.sort(key=lambda each: -each[0])
    first = max(steady, key=lambda each: each[0])  # it asks what follows of the best first hex of each dial alone
    yield legal(table, first[1])
    clear = found[0][0] - CLEAR
    yield from (legal(table, plan) for score, plan in found if score >= clear and plan is not first[1])


def _worth_trying(table: Table, seat: int, choices: Sequence[Choice]) -> list[Weighed]:
    """What `steady` weighs, best first, without what is clearly worse."""
    weighed = sorted(ChicagoJudge().weigh(table, seat, choices), key=lambda one: -one.score)
    return [one for one in weighed if one.score >= weighed[0].score - CLEAR]


def _bids(table: Table, seat: int, choices: Sequence[Choice]) -> Iterator[Sequence[Action]]:
    """What `steady` would do; where it would bid, to pass and higher bids as well.

    In a playout others stop bidding who bid on at the table: where `steady` passes, two who look ahead raised each
    other on their own.
    """
    tried = [one.action for one in _worth_trying(table, seat, choices)]
    if not isinstance(tried[0], Bid):
        yield (tried[0],)
        return
    yield from ((action,) for action in tried)
    for choice in choices:
        if isinstance(choice, Range):
            yield from ((choice.at(choice.low + more),) for more in RAISES if choice.low + more <= choice.high)


EXPLORER = ChicagoExplorer()
