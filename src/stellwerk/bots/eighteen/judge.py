"""One judgement for all 18xx: sort the choices by what they are about, and weigh each kind by its own measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from stellwerk.bots.api import (
    BuyShare,
    Done,
    GiveUpTrain,
    Judge,
    LayTrack,
    Measure,
    PayOut,
    PlaceStation,
    Railways,
    SellShares,
    SellTrain,
    Table,
    TakeTrain,
    Weighed,
    reason,
)
from stellwerk.play.core import Action, Choice, Range

from . import shares, stations, track, trains
from .forecast import HORIZON, Forecast
from .outlook import NOBODY, expected_worth

SIGHT = 6.0  # operating rounds that who plays first games thinks of

M = TypeVar("M")


class EighteenJudge(Judge):
    """Weighs the choices of a title that tells about them in common words."""

    def __init__(self, railways: Railways, sight: float = HORIZON) -> None:
        self.railways, self.sight = railways, sight

    def short_sighted(self) -> EighteenJudge:
        return EighteenJudge(self.railways, SIGHT)

    def weigh(self, table: Table, seat: int, choices: Sequence[Choice]) -> Iterator[Weighed]:
        forecast = Forecast(self.railways, table, seat, self.sight)
        readings = [reading for choice in choices if (reading := self.railways.read(table, choice))]
        kinds: dict[type[Any], list[tuple[Action, Any]]] = {}
        for action, move in readings:
            kinds.setdefault(type(move), []).append((action, move))
        buys = _only(kinds, BuyShare)
        yield from shares.purchases(forecast, buys)
        yield from shares.sales(forecast, _only(kinds, SellShares), bool(_only(kinds, Done)))
        yield from track.lays(forecast, _only(kinds, LayTrack))
        yield from stations.placements(forecast, _only(kinds, PlaceStation))
        yield from trains.dividends(forecast, _only(kinds, PayOut))
        yield from trains.purchases(forecast, _only(kinds, TakeTrain))
        yield from trains.answers(forecast, _only(kinds, SellTrain))
        yield from trains.losses(forecast, _only(kinds, GiveUpTrain))
        for action, _ in _only(kinds, Done):
            yield Weighed(action, 0.0, (reason("nothing_better"),), Measure.NOTHING)
        yield from self.railways.weigh_own(table, seat, choices, forecast)

    def undoes(self, table: Table, earlier: Action, choice: Choice) -> bool:
        """A share that was bought is not sold again; what was sold no title lets one buy back."""
        bought = self.railways.gets(table, earlier)
        action = choice.action if isinstance(choice, Range) else choice
        return bought is not None and bought == self.railways.gives(table, action)

    def outlook(self, table: Table, now: Sequence[float]) -> Sequence[float]:
        return expected_worth(Forecast(self.railways, table, NOBODY), now)


def _only(kinds: dict[type[Any], list[tuple[Action, Any]]], kind: type[M]) -> list[tuple[Action, M]]:
    return kinds.get(kind, [])
