"""Track: lay what raises what a company runs, or brings it nearer to what it could run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.board.board import Board
from stellwerk.bots.api import LayTrack, Measure, Reason, Weighed, reason
from stellwerk.play.core import Action

from .forecast import Forecast
from .plans import AHEAD, Plan, Planner
from .surroundings import NOTHING, WORTH, Near, Surroundings, steps_from, stops_worth

BEGUN = 48  # lays with which lines are begun in thought
TRIED = 20  # lays that are tried out of those that could change a run
NEARER = 1.2  # rounds for which stops count that come nearer
TELLING = 0.01  # what is near must rise by so much to be told
LEAST_PART = 0.2  # of what a company gains, for a director who holds nearly nothing of it


def lays(forecast: Forecast, choices: Sequence[tuple[Action, LayTrack]]) -> Iterator[Weighed]:
    """Try out the lays that could change a run and promise most, and those that begin a line; weigh all others."""
    if not choices:
        return
    site = Site(forecast, choices[0][1].company)
    planner: Planner | None = None
    plans: dict[int, list[Plan]] = {}
    if forecast.railways.plans_lines:
        choices = [choice for choice in choices if site.touches(choice[1])] or choices
        planner = Planner(forecast, site.company, site.dream, site.part)
        moves = {number: move for number, (_, move) in enumerate(choices)}
        plans = planner.plans(dict(site.hexes_first(moves)[:BEGUN]), site.worth_at)
    changing = {number: move for number, (_, move) in enumerate(choices) if site.changes_runs(move)}
    tried = dict(site.hexes_first(changing)[:TRIED])
    for number, (action, move) in enumerate(choices):
        if number in tried or number in plans or number not in changing:
            yield site.weigh(action, move, planner, plans.get(number, ()))


class Site(Surroundings):
    """A company's surroundings, for all its lays."""

    def __init__(self, forecast: Forecast, company: str) -> None:
        firm = forecast.survey.firms[company]
        kind, later = forecast.next_train(firm=firm), forecast.next_train(4.0, firm)
        can_buy = kind is not None and firm.treasury >= kind.price
        trains = firm.trains or ((kind.id,) if kind and can_buy else ())
        dream = (later.id,) if later else firm.trains[-1:]
        to_goal = steps_from(forecast.board.box, firm.goal) if firm.reward else {}
        super().__init__(forecast, company, trains, dream, to_goal)
        self.part = max(LEAST_PART, forecast.part(firm))

    def touches(self, move: LayTrack) -> bool:
        """Whether a lay joins the company's track: where it may be laid anywhere, most do not."""
        return bool(self.reach.arrived[move.hex] & move.track.exits) or self.reach.is_in(move.hex)

    def worth_at(self, hex_: int) -> float:
        """What the best stop of a hex is worth, or may come to be."""
        track = self.board.tracks[hex_]
        hoped = [WORTH.get(stop.kind, NOTHING)[self.stage] for stop in track.stops]
        return max(stops_worth(track, self.stage), *hoped, 0)

    def weigh(
        self, action: Action, move: LayTrack, planner: Planner | None = None, plans: Sequence[Plan] = ()
    ) -> Weighed:
        """Lay it and see."""
        run = ahead = 0
        after: Board | None = None
        if self.changes_runs(move):
            after = self.board.lay(move.hex, move.track)
            run = self.forecast.run(self.company, self.trains, after) - self.run_now
            ahead = self.forecast.run(self.company, self.dream, after) - self.run_ahead
        then = self.near_after(move, after)
        rounds = self.forecast.rounds_left()
        score = self.part * (min(self.forecast.railways.rises_last, rounds) * run + min(AHEAD, rounds / 2) * ahead)
        leads = [(planner.brings(plan, after), plan) for plan in plans] if planner else []
        line_brings, plan = max(leads, key=lambda each: each[0], default=(0.0, None))
        beside = self.part * min(NEARER, rounds / 3) * (sum(then) - self.near)
        score += max(line_brings, beside) if leads else beside
        score -= self.forecast.spending(self.company, move.cost)
        more = self.forecast.railways.lay_brings(self.forecast.table, self.forecast.seat, move)
        score += more
        reasons = [*self.runs(run, ahead)]
        if plan and line_brings > max(0.0, beside):
            place = self.board.box.grid.names[plan.target]
            reasons.append(reason("line_leads", company=self.company, hex=place, number=len(plan.line)))
        if round(more) > 0:
            reasons.append(reason("lay_brings", amount=round(more)))
        return Weighed(action, score, tuple(reasons) or (self._nearer(then),), Measure.MONEY)

    def runs(self, run: int, ahead: int) -> Iterator[Reason]:
        """How a board changes what the company's trains earn, and what one that it dreams of would earn alone."""
        alone = {train: amount for train, amount in ((self.dream[-1:], ahead),) if train and amount > 0}
        if self.firm.trains:
            if run:
                yield reason("run_grows", company=self.company, amount=run)
        elif self.trains and run > 0:
            alone = {self.trains: run} | alone
        for (train,), amount in alone.items():
            yield reason("run_could_grow", company=self.company, train=train, amount=amount)

    def _nearer(self, then: Near) -> Reason:
        """What a lay brings that changes no run: the first of these that is so."""
        if then.beyond > self.near_now.beyond + TELLING:
            return reason("nearer_to_stops", company=self.company)
        if then.goal > self.near_now.goal + TELLING:
            place = self.board.box.grid.names[self.firm.goal]
            return reason("nearer_to_goal", company=self.company, hex=place)
        if then.reached > self.near_now.reached + TELLING:
            return reason("better_stops", company=self.company)
        return reason("nothing_counted")
