"""How bots judge the S-Bahn: its shares, start depots, track, trains and incomes, and objections of its board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from stellwerk.bank.papers import ISSUE
from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES, SIDES
from stellwerk.bots.api import (
    MARGIN,
    Estimates,
    Measure,
    Reason,
    Weighed,
    brings_until_the_end,
    reason,
    sale_brings,
)
from stellwerk.eighteen.actions import BuyShare, BuyTrain, DiscardTrain, Dividend, LayTile
from stellwerk.eighteen.shares import purchase_price
from stellwerk.eighteen.state import percent, price
from stellwerk.eighteen.track import lay_of, permit_of
from stellwerk.eighteen.trains import ware_of
from stellwerk.play.core import Pass, Position
from stellwerk.routes import Budget, best_run

from ..actions import GiveForChair, PlaceDepot, SellSbahnShares, Veto, Vote
from ..companies.income import KEEP, PAY, IncomeStep
from ..companies.running import problem_of
from ..companies.trains import help_for
from ..data import SBAHN
from ..lines.networks import known_as_seen, reach, view_of
from ..sbahn.company import chair_holder, number_of
from ..sbahn.votes import VetoStep, VoteStep, objectors
from ..state import Table, seat_of

ENOUGH = Budget(nodes=20_000)  # an estimate need not be proved
LIKELY = 240.0  # what all networks together earn in a round once they run
GROWN = 5.0  # rounds until they do
TRUST = 0.8  # of it is paid out
FLOATING = 0.75  # that enough shares are sold, while they are not
CHAIR, SEAT = 40.0, 25.0  # what a say is worth, provisions included (12.5, 12.6)
NOW, NEAR = 3.0, 0.8  # rounds for which a better run counts, and stations that come into reach
FADES = 0.6  # what a station is worth that lies one hex further along the line
AT_LEAST = 0.1  # the part of the S-Bahn by which its managers count what they do for it
MONEY = 0.02  # what money of a network is worth that buys no train
SOON = 3.0  # rounds before its trains go, in which a network saves


# What it earns ----------------------------------------------------------------------------------------------


def networks(table: Table) -> tuple[str, ...]:
    """All networks that act."""
    main = table.rules.printed.sbahn
    return (main, *table.state.apart) if main in table.state.in_operation else ()


def run_of(table: Table, network: str, trains: tuple[str, ...]) -> int:
    """What trains of a network would earn; kept with the track as long as it lies like this."""
    kinds, view = table.rules.printed.trains, view_of(table, network)
    key = ("run", network, trains, table.state.network_depots.get(network), table.state.ridden)
    found: int | None = view.memo.get(key)
    if found is None:
        problem = problem_of(table, network, [kinds[train] for train in trains])
        found = view.memo[key] = best_run(problem, ENOUGH).total if trains else 0
    return found


def income_of_all(table: Table) -> int:
    """What the S-Bahn earns in a round."""
    return sum(run_of(table, network, table.state.trains[network]) for network in networks(table))


def share_value(table: Table, estimates: Estimates) -> float:
    """What 5% bring until the end, their price then included."""
    now, rounds = float(income_of_all(table)), int(estimates.rounds_left())
    begun = bool(networks(table))
    earned, payouts = 0.0, 0
    for later in range(0 if begun else 1, rounds):
        income = max(now, LIKELY * min(1.0, later / GROWN))
        earned += TRUST * income
        payouts += income > 0
    worth = earned * 0.05 + price_after(table, round(TRUST * payouts))
    return worth if begun else FLOATING * worth


def price_after(table: Table, payouts: int) -> int:
    """Its price after so many payouts."""
    printed = table.rules.printed
    field = table.state.chart.field(printed.sbahn) or printed.starts[printed.sbahn]
    for _ in range(payouts):
        field = printed.sheet.follow(field, "down")
    return printed.sheet.price(field)


# Shares -----------------------------------------------------------------------------------------------------


def purchase(table: Table, action: BuyShare, estimates: Estimates) -> Weighed:
    """A player buys a share."""
    cost = purchase_price(table, action)
    worth = share_value(table, estimates) * action.percent / 5
    if action.percent > 5:
        worth += CHAIR
    elif action.source == ISSUE and any(table.state.papers[paper] == ISSUE for paper in table.rules.printed.seats):
        worth += SEAT
    score, measure = estimates.measured(action.seat, worth - cost, cost)
    company = table.rules.printed.sbahn
    return Weighed(action, score, (brings_until_the_end(estimates, company, worth),), measure)


def sale(table: Table, action: SellSbahnShares, estimates: Estimates, must: bool) -> Weighed:
    """A player sells shares: for what they bring until the end, or where he has too many papers."""
    company, number = table.rules.printed.sbahn, action.shares + len(action.seats)
    brings = price(table, company) * number
    keeps = share_value(table, estimates) * number + SEAT * len(action.seats)
    gain = brings - keeps
    score = gain if must else (100 * gain - MARGIN * keeps) / max(1, brings)
    return Weighed(
        action,
        score,
        (
            brings_until_the_end(estimates, company, keeps),
            sale_brings(company, brings),
        ),
        Measure.MONEY if must else Measure.PERCENT,
    )


def given_for_chair(table: Table, action: GiveForChair, estimates: Estimates) -> Weighed:
    """Keep the seats of the best networks: what is given away goes on against the new chair (12.3)."""
    networks_ = {number_of(table, paper): network for paper, network in table.rules.printed.seats.items()}
    lost = sum(SEAT + network_worth(table, networks_[number], estimates) for number in action.seats)
    return Weighed(action, -lost, (reason("seats_are_worth", amount=round(lost)),), Measure.MONEY)


def network_worth(table: Table, network: str, estimates: Estimates) -> float:
    """What a network that is apart earns until the end, with its trains and money; one that is joined has none."""
    state, kinds = table.state, table.rules.printed.trains
    if network not in state.apart:
        return 0.0
    trains = state.trains[network]
    runs = run_of(table, network, trains) * min(NOW, estimates.rounds_left())
    return runs + state.cash[network] + sum(kinds[train].price for train in trains)


# Depots and track -------------------------------------------------------------------------------------------


def depot(table: Table, action: PlaceDepot) -> Weighed:
    """Where stations lie near one another along the line."""
    hex_ = table.rules.printed.box.grid.index[action.hex]
    worth = sum(_stop_worth(table.state.board, other) * FADES**away for other, away in _along(table, hex_).items())
    told = reason("runs_from_there", company=action.company, amount=round(worth))
    return Weighed(action, worth, (told,))


def _along(table: Table, start: int) -> dict[int, int]:
    """Hexes along the line with their distance; what is no hex of the line breaks it off."""
    box, found, row = table.rules.printed.box, {start: 0}, [start]
    for hex_ in row:
        for side in SIDES:
            there = box.grid.neighbours[hex_][side]
            if box.lines[hex_] >> side & 1 and there in table.rules.printed.line and there not in found:
                found[there] = found[hex_] + 1
                row.append(there)
    return found


def _stop_worth(board: Board, hex_: int) -> int:
    return max((stop.value("") or 0 for stop in board.tracks[hex_].stops), default=0)


def lays(table: Table, actions: Sequence[LayTile], estimates: Estimates) -> Iterator[Weighed]:
    """Lay what leads further along the line or to better stations; tiles alike for it are looked at once."""
    known: dict[tuple[int, object], tuple[int, float]] = {}
    for action in actions:
        lay, permit = lay_of(table, action), permit_of(table, action.permit)
        assert lay is not None
        assert permit is not None
        track = lay.track.of_kind(SBAHN)
        key = (lay.hex, (track.pattern, tuple(stop.value("") for stop in track.stops)))
        if key not in known:
            view = view_of(table, action.company).lay(lay.hex, track)
            known_as_seen(view, SBAHN)
            after = Position(table.rules, replace(table.state, board=view))
            known[key] = _site(after, action.company)
        run, near = (new - old for new, old in zip(known[key], _site(table, action.company), strict=True))
        rounds = estimates.rounds_left()
        score = max(AT_LEAST, part(table, action.seat)) * (min(NOW, rounds) * run + min(NEAR, rounds / 3) * near)
        score -= MONEY * permit.cost(table, lay)
        yield Weighed(action, score, (_of_lay(table, action.company, round(run), near),), Measure.MONEY)


def _of_lay(table: Table, network: str, run: int, near: float) -> Reason:
    """What a lay brings: to the trains that run, to the one that could be bought, to what is within reach."""
    if run and table.state.trains[network]:
        return reason("run_grows", company=network, amount=run)
    if run > 0:
        train = table.state.sbahn_depot[0]
        return reason("run_could_grow", company=network, train=train, amount=run)
    return reason("better_stops", company=network) if near > 0 else reason("nothing_counted")


def _site(table: Table, network: str) -> tuple[int, float]:
    """What a network runs, or would with a train, and what it reaches."""
    trains = table.state.trains[network] or table.state.sbahn_depot[:1]
    reached = {stop // PLACES for stop in reach(table, network).stops}
    return run_of(table, network, trains), float(sum(_stop_worth(table.state.board, hex_) for hex_ in reached))


# Trains and incomes -----------------------------------------------------------------------------------------


def part(table: Table, seat: int) -> float:
    """A player's part of the S-Bahn."""
    return percent(table, table.rules.printed.sbahn, seat) / 100


def train(table: Table, action: BuyTrain, estimates: Estimates) -> Weighed:
    """Its money is good for little else; what its manager adds is his own."""
    ware, state, company = ware_of(table, action), table.state, action.company
    assert ware is not None
    trains = state.trains[company]
    gain = run_of(table, company, (*trains, action.train)) - run_of(table, company, trains)
    rounds = min(estimates.train_life(action.train), estimates.rounds_left() - 1)
    score = max(AT_LEAST, part(table, action.seat)) * gain * rounds - MONEY * ware.price
    score -= help_for(table, company, ware.price)
    earns = reason("train_earns", company=company, train=action.train, amount=gain)
    return Weighed(action, score, (earns,), Measure.MONEY)


def surplus(table: Table, action: DiscardTrain) -> Weighed:
    """The smallest goes."""
    cost = table.rules.printed.trains[action.train].price
    return Weighed(action, -cost, (reason("least_missed", train=action.train, cost=cost),))


def dividend(table: Table, action: Dividend, step: IncomeStep, seat: int, estimates: Estimates) -> Weighed:
    """Pay out, but save for a train where those that there are will go before long."""
    company, income = action.company, step.income
    total, own = income + step.bonus, part(table, seat)
    if action.kind == KEEP:
        worth = _use(table, company, total, estimates)
        why = reason("money_for_a_train", company=company, amount=round(worth))
        return Weighed(action, worth * max(AT_LEAST, own), (why,), Measure.MONEY)
    paid = total if action.kind == PAY else income
    rise = price_after(table, 1) - price_after(table, 0)
    brings = own * paid + own * 20 * rise + MONEY * (total - paid)
    told = reason("payout_brings", company=company, amount=round(brings))
    return Weighed(action, brings, (told,), Measure.MONEY)


def _use(table: Table, network: str, amount: int, estimates: Estimates) -> float:
    """What money is worth to a network: something if it will lack a train, else little."""
    state, kinds = table.state, table.rules.printed.trains
    lasting = [each for each in state.trains[network] if estimates.train_life(each) > SOON]
    later = [each for each in state.sbahn_depot if estimates.train_life(each) > SOON]
    if lasting or not later or estimates.survey.ending:
        return MONEY * amount
    lacks = kinds[later[0]].price - state.cash[network]
    rounds = max(0.0, estimates.rounds_left() - SOON)
    worth = LIKELY / 2 * rounds * min(1.0, amount / lacks) if lacks > 0 else 0.0
    return worth if lacks <= SOON * amount else MONEY * amount


# The board --------------------------------------------------------------------------------------------------


def objection(
    table: Table, action: Pass | Veto | Vote, step: VetoStep | VoteStep, seat: int, estimates: Estimates
) -> Weighed:
    """Only about incomes, and only where the members could outvote the chair (12.6)."""
    harm = 0.0
    if isinstance(step.under, IncomeStep) and isinstance(step.action, Dividend) and outvoted(table):
        mine = [
            dividend(table, replace(step.action, kind=kind), step.under, seat, estimates).score
            for kind in step.under.kinds(table)
        ]
        harm = max(mine) - dividend(table, step.action, step.under, seat, estimates).score
    against = isinstance(action, Veto) or (isinstance(action, Vote) and not action.agree)
    score = harm - 1 if against else 0.0
    told = reason("objection_gains", amount=round(harm))
    return Weighed(action, score, (told,), Measure.MONEY if harm else Measure.RANK)


def outvoted(table: Table) -> bool:
    """Whether all seats against the chair would be a majority: equal votes are the chair's."""
    chair = seat_of(table, chair_holder(table))
    held = [seat_of(table, table.state.papers[paper]) for paper in table.rules.printed.seats]
    against = sum(seat is not None and seat != chair for seat in held)
    return bool(objectors(table)) and 1 + len(held) - against < against
