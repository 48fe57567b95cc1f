"""Every kind of statement that advice is made of: what can be looked at after the choice is so, in all titles."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

import stellwerk
from stellwerk import bots
from stellwerk.board.grid import PLACES
from stellwerk.bots.api import EARLY
from stellwerk.bots.eighteen.forecast import Forecast
from stellwerk.bots.eighteen.track import TELLING, Site
from stellwerk.bots.levels import judge_of, weigh
from stellwerk.eighteen.directors import DirectorExchange
from stellwerk.play.core import Position, Range
from stellwerk.titles.chicago_express.bot.outlook import Outlook
from stellwerk.titles.chicago_express.state import hex_value
from stellwerk.titles.registry import title_ids
from stellwerk.titles.t1881.bot.scoring_sbahn import run_of

SRC = Path(stellwerk.__file__).parent
MOVES = {"1835": 200, "1844": 170, "1873": 220, "1881": 220, "chicago-express": 150}
OFTEN = 25
"""So often a kind is looked at in each game."""


class Told:
    """One statement about a choice, with the game before and after it."""

    def __init__(self, game, here, one, why):
        self.game, self.here, self.one, self.why, self.action = game, here, one, why, one.action
        self.values, self.seat = why.values, here.seat
        self.after = game.copy()
        self.after.play(one.action)

    def __getattr__(self, name):
        return self.why.values[name]

    @property
    def railways(self):
        return judge_of(self.game.title).railways

    def forecast(self, game=None):
        game = game or self.game
        return Forecast(self.railways, Position(game.rules, game.view(self.seat)), self.seat)

    def run(self, game, trains, company=None):
        now = self.forecast(game)
        return now.run(company or self.company, trains)

    def cash(self, owner):
        return self.after.state.cash[owner] - self.game.state.cash[owner]

    def near(self):
        """What lies near before and after, with the eyes of before."""
        site = Site(self.forecast(), self.company)
        return site.near_now, site.near_to(self.forecast(self.after).board)


def run_grows(told):
    if told.company not in told.forecast().survey.firms:
        return network_runs(told, told.game.state.trains[told.company])
    trains = told.forecast().survey.firms[told.company].trains
    assert trains
    return told.run(told.after, trains) - told.run(told.game, trains) == told.amount


def run_could_grow(told):
    if told.company not in told.forecast().survey.firms:
        return network_runs(told, (told.train,))
    return told.run(told.after, (told.train,)) - told.run(told.game, (told.train,)) == told.amount > 0


def network_runs(told, trains):
    now, then = (
        run_of(Position(game.rules, game.state), told.company, trains) for game in (told.game, told.after)
    )
    return then - now == told.amount


def nearer_to_stops(told):
    now, then = told.near()
    return then.beyond > now.beyond + TELLING


def nearer_to_goal(told):
    now, then = told.near()
    return then.goal > now.goal + TELLING


def better_stops(told):
    if told.company not in told.forecast().survey.firms:
        return True  # the network's own measure: what its stations are worth
    now, then = told.near()
    return then.reached > now.reached + TELLING


def line_leads(told):
    grid = told.railways.board(told.here.table).box.grid
    there, board = grid.index[told.hex], told.railways.board(told.here.table)
    reached = {stop // PLACES for stop in board.reach(told.company).stops}
    return (
        there not in reached
        and 0 < told.number <= 3
        and bool(board.tracks[there].stops or board.box.printed[there])
    )


def directs(told):
    while isinstance(told.after.state.agenda[-1], DirectorExchange):  # the old one chooses his papers
        told.after.play(next(iter(told.after.legal_actions())))
    state = Position(told.after.rules, told.after.state)
    directors = getattr(told.after.state, "directors", None)
    who = directors.get(told.company) if directors is not None else told.after.rules.director(state, told.company)
    return who == told.seat


def floats(told):
    firm = told.forecast(told.after).survey.firms[told.company]
    return firm.running or sum(firm.parts) + firm.pool >= firm.floats_at


def sale_brings(told):
    """So much, and that pays for a paper that gains what is said, where that is said."""
    if told.amount not in (told.cash(told.seat), told.cash(getattr(told.action, "company", "") or told.seat)):
        return False
    return not told.better or pays_for_better(told)


def pays_for_better(told):
    forecast, cash = told.forecast(), told.after.state.cash[told.seat]
    for firm in forecast.survey.firms.values():
        percent = firm.next_paper or min(firm.unit, firm.pool)
        cost = firm.price * percent // firm.unit
        if cost and cash >= cost:
            gain = forecast.share_value(firm.id) * percent / firm.unit - cost
            if abs(gain - told.better) <= 1:
                return True
    return False


def payout_brings(told):
    now, then = (game.result()[told.seat] for game in (told.game, told.after))
    if told.game.title.id == "1873":  # a price there is worth what it can still become
        return (then >= now) == (told.amount >= 0)
    return abs(then - now - told.amount) <= max(5, 0.1 * abs(told.amount))


def closes_city(told):
    board = told.forecast(told.after).board
    stop = told.railways.read(told.here.table, told.action)[1].stop
    firms = [firm for firm in told.forecast().survey.firms.values() if firm.trains and firm.running]
    lost = [
        told.run(told.game, firm.trains, firm.id) - told.run(told.after, firm.trains, firm.id)
        for firm in firms
        if firm.id != told.action.company
    ]
    return board.free_places(stop) == 0 and sum(lost) >= told.amount > 0


def station_costs(told):
    firm = told.forecast().survey.firms[told.company]
    same = told.run(told.game, firm.trains) == told.run(told.after, firm.trains)
    return told.cash(told.company) == -told.amount and same


def share_is_worth(told):
    return not hasattr(judge_of(told.game.title), "railways") or told.forecast().rounds_left() <= EARLY


def share_could_bring(told):
    return told.forecast().rounds_left() > EARLY


def train_lasts(told):
    survey = told.forecast().survey
    return survey.kinds[told.train].ends_with in survey.depot and told.rounds < told.forecast().rounds_left()


def train_stays(told):
    return told.forecast().train_life(told.train) >= told.forecast().rounds_left() - 1


def paper_is_worth(told):
    amount = getattr(told.action, "amount", getattr(told.action, "price", None))
    return told.cost in (amount, -told.cash(told.seat), *told.values.values())


def fewer_papers(told):
    return len(told.action.papers) == told.number


def first_choice(told):
    """Nobody bids more than the least, unless it is worth that but for less than a step."""
    (choice,) = told.game.legal_actions(told.seat)
    return told.action.amount <= max(choice.low, told.amount + choice.step)


def least_missed(told):
    """What it cost, and that nothing which is better to give up cost more."""
    cost = told.game.rules.printed.trains[told.action.train].price
    better = [one.action.train for one in weigh(told.here) if one.score > told.one.score]
    return told.cost == cost and all(told.game.rules.printed.trains[each].price <= cost for each in better)


def private_brings(told):
    return told.cash(told.seat) == told.amount


def trains_run(told):
    return bool(told.action.ways)


def run_brings(told):
    return told.amount >= 0


def nothing_better(told):
    return told.one.score >= weigh(told.here)[0].score


# Chicago Express ------------------------------------------------------------------------------------------------


def income_grows(told):
    before, after = (game.state.railways[told.company].income for game in (told.game, told.after))
    return type(told.action).__name__ != "BuildTrack" or after - before == told.amount


def prospects(told, company):
    tables = [Position(game.rules, game.state) for game in (told.game, told.after)]
    return [Outlook(table, told.seat).prospects[company] for table in tables]


def nearer_to_income(told):
    if type(told.action).__name__ != "BuildTrack":
        return True  # a dial tells what the hex after it does
    (near, _), (then, _) = prospects(told, told.company)
    return then > near


def nearer_to_chicago(told):
    if type(told.action).__name__ != "BuildTrack":
        return True
    (_, way), (_, then) = prospects(told, told.company)
    return way.hexes > then.hexes == told.number


def hex_grows(told):
    if type(told.action).__name__ != "Develop":
        return True
    tables = [Position(game.rules, game.state) for game in (told.game, told.after)]
    hex_ = told.game.rules.material.index[told.hex]
    now, then = (hex_value(table, hex_) for table in tables)
    return then > now


def company_is_paid(told):
    if type(told.action).__name__ != "Develop":
        return True
    return told.after.state.cash[told.company] - told.game.state.cash[told.company] == told.amount


def nothing_counted(told):
    """No trains, no reach, no premium are better for it."""
    company = getattr(told.action, "company", "")
    if not hasattr(judge_of(told.game.title), "railways"):
        if type(told.action).__name__ != "BuildTrack":
            return True
        (near, way), (then, way_then) = prospects(told, company)
        return then <= near + TELLING and (not way or not way.hexes or way_then.hexes >= way.hexes)
    if company not in told.forecast().survey.firms or not hasattr(told.action, "tile"):
        return True
    site = Site(told.forecast(), company)
    then = site.near_to(told.forecast(told.after).board)
    return all(new <= now + TELLING for now, new in zip(site.near_now, then, strict=True))


CHECKED = {
    check.__name__: check
    for check in (
        run_grows, run_could_grow, nearer_to_stops, nearer_to_goal, better_stops, line_leads, directs, floats,
        sale_brings, payout_brings, closes_city, station_costs, share_is_worth, share_could_bring, train_lasts,
        train_stays, paper_is_worth, fewer_papers, first_choice, private_brings, least_missed, trains_run,
        run_brings, nothing_better, income_grows, nearer_to_income, nearer_to_chicago, hex_grows,
        company_is_paid, nothing_counted,
    )
}  # fmt: skip
ELSEWHERE = {
    "as_good", "ahead_of_next", "behind_best", "only_choice", "best_there", "once_better", "once_worse",
    "once_as_good", "plays_as_well", "plays_better", "plays_worse", "others_better", "time_was_up",
    "sale_pays_for",
}  # fmt: skip
"""What is said of choices beside each other: `test_advice_true`, and of turns: `test_turns`."""
OPINIONS = {
    "train_earns": "half of it is track that does not lie yet",
    "train_is_worth": "what its owner would miss until it goes",
    "money_for_a_train": "what a later train would bring",
    "keep_for_trains": "what trains will cost that nobody has bought yet",
    "lay_brings": "connections and bonuses by what their owners make of them",
    "runs_from_there": "a mean of the run now and of one to come",
    "prussia_pays_more": "an income that a railway to come would have",
    "seats_are_worth": "what a network would bring until the end",
    "depot_brings": "what an answer and later runs bring",
    "objection_gains": "what happens if all others follow",
    "provision_brings": "of a company's money the part of its owner counts",
    "equipment_earns": "an income with stations and machines in rounds to come",
    "works_earn": "an income of rounds to come",
    "split_brings": "shares that are to be sold yet",
    "work_keeps": "an income until the end",
    "shares_are_lost": "told only to warn, and never the best choice",
    "work_nearer": "a connection that is to come",
    "merger_brings": "dividends until the end",
    "line_brings": "trains that are to run yet",
    "tunnel_brings": "runs of companies to come",
    "run_opens": "an income until the end",
    "interest_saved": "a loan may be paid back before",
    "loan_costs": "a loan may be paid back before",
    "nobody_would_bid": "what others think a share is worth",
    "share_would_sell": "what others think a share is worth",
    "share_is_too_dear": "what a share is worth",
}
"""What nothing that happens at once could show, and why."""


@pytest.mark.parametrize("title", title_ids())
def test_what_is_said_of_choices_is_so_when_they_are_taken(title):
    game, lots = stellwerk.new(title, ["North", "East", "West"], seed=6), random.Random(6)
    said: Counter[str] = Counter()
    while not game.over and len(game.actions) < MOVES[title]:
        seat = game.waiting_for()[0]
        here = bots.seen(game, seat)
        several = len(here.choices) > 1 or isinstance(here.choices[0], Range)
        for one in bots.advise(game, seat, 8) if several else ():
            for why in one.reasons:
                said[why.key] += 1
                if why.key in CHECKED and said[why.key] <= OFTEN:
                    assert CHECKED[why.key](Told(game, here, one, why)), (len(game.actions), one.action, why)
        game.play(bots.choose(game, seat, "steady", lots))
    assert sum(min(OFTEN, said[kind]) for kind in CHECKED) > 80


def test_every_kind_of_statement_is_looked_at_or_named_as_an_opinion():
    told = set()
    for file in SRC.rglob("*.py"):
        told |= set(re.findall(r"""\breason\(\s*["'](\w+)["']""", file.read_text(encoding="utf-8")))
    assert told == set(CHECKED) | ELSEWHERE | set(OPINIONS)
    assert all(OPINIONS.values())
