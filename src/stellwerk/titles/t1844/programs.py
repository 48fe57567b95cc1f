"""What players of 1844 decide beforehand."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import ISSUE
from stellwerk.eighteen.classic.programs import PROGRAMS as CLASSIC
from stellwerk.play import programs
from stellwerk.play.playable import Playable
from stellwerk.play.programs import Program

from .auction import PrivateAuction


class BidWhenAuctioned(programs.BidWhenAuctioned, frozen=True):
    """For a private railway that comes later in the auction (Auktionsrunde)."""

    @classmethod
    def coming(cls, position: Playable) -> Iterator[tuple[str, int]]:
        step = position.step
        for private in position.rules.printed.privates.values():
            now = isinstance(step, PrivateAuction) and step.lot == private.id
            if position.state.papers[private.id] == ISSUE and not now:
                yield private.id, private.price


PROGRAMS: tuple[type[Program], ...] = (*CLASSIC, BidWhenAuctioned)
