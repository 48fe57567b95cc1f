"""What players of 1881 decide beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.eighteen import programs
from stellwerk.eighteen.actions import BuildStation, BuyTrain, Dividend, LayTile, OfferForTrain
from stellwerk.play.core import Action, Decision, Event
from stellwerk.play.playable import Playable
from stellwerk.play.programs import Ended, Field, Form, Program, legal_pass

from .actions import OfferForDepot, Vote
from .papers.stock import StockTurn
from .sbahn.votes import VetoStep, VoteStep, objectors
from .state import director

KINDS: dict[str, tuple[type[Action], ...]] = {
    "lays_track": (LayTile,),
    "takes_depots": (BuildStation, OfferForDepot),
    "shares_income": (Dividend,),
    "takes_trains": (BuyTrain, OfferForTrain),
}
"""What the chair proposes, by the words for it."""
FAVOUR, AGAINST = "in_favour", "against"


class PassUntil(programs.PassUntil, frozen=True):
    """Pass in stock rounds (4.1)."""

    turns: ClassVar[tuple[type[Decision], ...]] = (StockTurn,)


class BuyUntil(programs.BuyUntil, frozen=True):
    """Buy in stock rounds (4.1)."""

    turns: ClassVar[tuple[type[Decision], ...]] = (StockTurn,)


class LetTheChair(Program, frozen=True):
    """No veto against what the chair of the S-Bahn proposes, but for what one wants to be asked about (12.6).

    Where another member objects, one's vote is `vote`.
    """

    named: tuple[str, ...] = ()
    vote: str = programs.ASK

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        if _has_a_say(position, seat):
            kinds = Field("named", options=tuple(KINDS), several=True)
            yield Form(cls(seat), (kinds, Field("vote", options=(programs.ASK, FAVOUR, AGAINST))))

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        if not _has_a_say(position, self.seat):
            return Ended("no_say")
        step = position.step
        if not isinstance(step, VetoStep | VoteStep) or self.seat not in step.waiting(position):
            return None
        if any(isinstance(step.action, KINDS[kind]) for kind in self.named):
            return None
        if isinstance(step, VetoStep):
            return legal_pass(position, self.seat)
        votes = (each for each in position.choices(self.seat) if isinstance(each, Vote))
        return next((each for each in votes if self.vote == (FAVOUR if each.agree else AGAINST)), None)


def _has_a_say(position: Playable, seat: int) -> bool:
    """Whether a seat may object to what the chair proposes."""
    chaired = director(position, position.rules.printed.sbahn) is not None
    return chaired and seat in objectors(position)


PROGRAMS: tuple[type[Program], ...] = (LetTheChair, PassUntil, BuyUntil, programs.DeclineBelow)
