"""What a tram company is likely to bring a player: the company played on in thought, saving for a tram or not.

Nobody must help a company to a tram (10.1, 10.8): one whose trams leave the game and that has not saved enough
earns nothing, and its price falls until it is bankrupt (9.13). So the whole way is
weighed.
"""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.bank.chart import Field
from stellwerk.bots.api import Estimates, Firm, TrainKind

from ..state import Table

STATION = 22.0  # what a station brings in the first phase
PHASES = (1.0, 1.3, 1.6, 1.9)  # how much more it brings in later ones
GROWTH = 1.04  # of a run from round to round, by new track
HOPE = 0.65  # of what trams typically earn, on track that does not lie yet
GROWN = 4.0  # rounds until it does
FADING = (1.0, 0.6, 0.4, 0.3)  # what each further tram can expect of it
WORTH_IT = 0.25  # of its price, for which a company in thought buys a tram
LATEST = 6  # rounds after which it begins to save, at the latest
BAIT = 0.05  # of what is left in the treasury, for the holders of its shares


class Outlook:
    """A company's future as one player sees it; `worth` is all that comes to him, with the last price.

    `arrivals` tells when kinds of trams come, where that is not as the common forecast has it.
    """

    def __init__(
        self,
        table: Table,
        firm: Firm,
        seat: int,
        estimates: Estimates,
        arrivals: Mapping[str, float] | None = None,
    ) -> None:
        self.table, self.firm, self.estimates = table, firm, estimates
        self.part = firm.parts[seat] / 100
        self.shares = self.part * firm.shares
        self.rounds = max(1, int(estimates.rounds_left()))
        self.limit = firm.room + len(firm.trains)
        self.kinds = estimates.survey.kinds
        self._arrivals = arrivals or {kind: estimates.comes_in(kind) for kind in estimates.survey.depot}
        self._earned: dict[tuple[tuple[str, ...], int], float] = {}
        self._tops = [self._top(now) for now in range(self.rounds)]

    @property
    def field(self) -> Field:
        """Where its marker lies."""
        field = self.table.state.chart.field(self.firm.id)
        assert field is not None
        return field

    def worth(self, treasury: int, trains: tuple[str, ...], field: Field, buys: bool = True) -> float:
        """After this round's income: never save, or save for a tram from some round on, whichever is best."""
        ways: list[int | None] = [None, *range(1, LATEST)]
        return max(self._play(float(treasury), trains, field, buys, saves_from) for saves_from in ways)

    def _play(
        self, treasury: float, trains: tuple[str, ...], field: Field, buys: bool, saves_from: int | None
    ) -> float:
        sheet, zones = self.table.rules.printed.sheet, self.table.rules.printed.zones
        value, saving = 0.0, saves_from is not None
        for now in range(self.rounds):
            if now:
                trains = tuple(train for train in trains if self._life(train) > now)
                earned = self.earns(trains, now)
                keeps = treasury < 0 or (saving and saves_from is not None and now >= saves_from)
                if earned and not keeps:
                    value += self.part * earned
                    treasury += earned * self.firm.pool / 100
                else:
                    treasury += earned
                field = sheet.follow(field, "down" if earned and not keeps else "up")
                if sheet.price(field) <= zones.bankrupt:
                    return value
                if sheet.price(field) >= zones.end:
                    break
            if (now or buys) and (after := self._bought(treasury, trains, now)):
                treasury, trains = after
                saving = False
        return value + self.shares * sheet.price(field) + BAIT * self.part * max(0.0, treasury)

    def _bought(self, treasury: float, trains: tuple[str, ...], now: int) -> tuple[float, tuple[str, ...]] | None:
        kind = self._tops[now]
        if kind is None or treasury < kind.price or len(trains) >= self.limit:
            return None
        lasts = min(self._life(kind.id), float(self.rounds)) - now - 1
        gain = self.earns((*trains, kind.id), now + 1) - self.earns(trains, now + 1)
        if gain * lasts < WORTH_IT * kind.price:
            return None
        return treasury - kind.price, (*trains, kind.id)

    def _life(self, train: str) -> float:
        return self._arrivals.get(self.kinds[train].ends_with, self.estimates.train_life(train))

    def _top(self, now: int) -> TrainKind | None:
        """What the bank will be selling in so many rounds."""
        there = [id_ for place, (id_, comes) in enumerate(self._arrivals.items()) if not place or comes <= now]
        return self.kinds[there[-1]] if there else None

    def earns(self, trains: tuple[str, ...], now: int) -> float:
        """What trams will earn in so many rounds."""
        if not trains:
            return 0.0
        trains = tuple(sorted(trains))
        found = self._earned.get((trains, now))
        if found is None:
            likely = sorted((self._typical(self.kinds[train]) for train in trains), reverse=True)
            hope = sum(amount * FADING[min(place, len(FADING) - 1)] for place, amount in enumerate(likely))
            run = self.estimates.run(self.firm.id, trains) * GROWTH**now
            found = self._earned[trains, now] = max(run, HOPE * min(1.0, now / GROWN) * hope)
        return found

    def _typical(self, kind: TrainKind) -> float:
        """What a tram earns once there is track for it, in its own phase or in this one if that is later."""
        first = [phase.train for phase in self.table.rules.printed.phases[1:]]
        own = sum(self.kinds[train].price <= kind.price for train in first)
        return kind.cities * STATION * PHASES[max(own, self.table.state.phase)]
