"""Playing on in thought, quickly: what a seat would do, by the same measure as `steady` but with the pencil.

What lies near a network and the way to Chicago are looked at as if all else stayed as it was when the thinking
began, so that what has been found out once holds in all playouts from that position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from typing import Any

from msgspec.structs import replace

from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Decision, Pass, Position, Turn
from stellwerk.play.playable import settle

from ..actions import BuildTrack, ChooseDial, Develop, OfferShare
from ..auctions import CompanyAuction, OfferStep, start_bid
from ..data import AUCTION, DEVELOPMENT, EXPANSION
from ..development import DevelopStep, why_not_develop
from ..expansion import ExpandStep
from ..state import Railway, Table, hex_value, is_open, on_red
from ..turns import PlayerTurn
from .outlook import (
    CONTROL,
    READY_UP_TO,
    RIVALRY,
    Prospects,
    a_share,
    dividends_left,
    nearby_income,
    readiness,
)
from .way import STEP, Way, shortest, ways

EASY, SURE = 0.3, 0.2  # of the seats in a playout err like easy players, the others by a part of that
HESITATION = 3.0  # dollars by which an easy player may misjudge a turn
MISJUDGED = 0.25  # part of its worth by which it may misjudge a share
LOOKED_AT = 3  # hexes that are looked at more closely for each company
MOST = 400  # decisions of a playout
SOLD_A_ROUND = 0.75  # shares of a company between two dividends


class Sketch:
    """All that playouts from one position share."""

    def __init__(self, table: Table) -> None:
        self.root, self.material = table, table.rules.material
        self._ways = {company: ways(table, company) for company in table.state.railways}
        self._near: dict[tuple[str, frozenset[int]], tuple[float, Way | None]] = {}
        self._borders: dict[frozenset[int], list[int]] = {}
        self._unsure: dict[int, float] = {}

    # What lies near ---------------------------------------------------------------------------------------------

    def prospect(self, company: str, network: frozenset[int]) -> tuple[float, Way | None]:
        """What lies near a network, and its way to Chicago, all else being as it was."""
        found = self._near.get((company, network))
        if found is None:
            root = self.root.state
            railways = {**root.railways, company: replace(root.railways[company], network=network)}
            there = Position(self.root.rules, replace(root, railways=railways))
            near, way = nearby_income(there, company), shortest(there, company, self._ways[company])
            found = self._near[company, network] = near, way
        return found

    def prospects(self, table: Table) -> Prospects:
        """The same for all companies."""
        railways = table.state.railways.items()
        return {company: self.prospect(company, each.network) for company, each in railways if each.sold}

    def border(self, network: frozenset[int]) -> list[int]:
        """Hexes beside a network."""
        found = self._borders.get(network)
        if found is None:
            around = frozenset().union(*(self.material.neighbours[hex_] for hex_ in network)) - network
            found = self._borders[network] = sorted(around)
        return found

    def step_to_chicago(self, company: str, hex_: int) -> float:
        """How far a hex is from Chicago for a company, in dollars and hexes."""
        way = self._ways[company].get(hex_)
        return way.cost + STEP * way.hexes if way else 99.0

    # Playing on -------------------------------------------------------------------------------------------------

    def play_on(self, table: Table, seat: int, lots: Random, until: int) -> Table:
        """The position when so many dividends have been paid, or at the end of the game.

        Who thinks does not bid on in an auction that is under way: that will be thought about in its time.
        """
        self._unsure = {
            other: 1.0 if other != seat and lots.random() < EASY else SURE for other in range(table.state.seats)
        }
        step = table.state.agenda[-1] if table.state.agenda else None
        abstains = seat if isinstance(step, CompanyAuction) else None
        for _ in range(MOST):
            state = table.state
            if not state.agenda or state.dividends >= until:
                break
            step = state.agenda[-1]
            assert isinstance(step, Decision)
            if isinstance(step, CompanyAuction):
                table = self._auctioned(table, step, lots, abstains)
                abstains = None
            else:
                view = View(self, table, step.waiting(table)[0])
                for action in view.turn(step, lots):
                    table = taken(table, action)
        return table

    def foreseen(self, table: Table) -> list[float]:
        """What each seat can expect: as steady bots count it, but with more of the shares that will be sold.

        If the game is over, what it has.
        """
        state, left = table.state, dividends_left(table)
        if not state.agenda:
            return [float(state.cash[seat]) for seat in range(state.seats)]
        chicago = hex_value(table, self.material.chicago)
        ready, control = readiness(table, left), CONTROL * left
        worth = [state.cash[seat] + ready * min(state.cash[seat], READY_UP_TO) for seat in range(state.seats)]
        for company, (near, way) in self.prospects(table).items():
            railway = state.railways[company]
            more = min(railway.unsold, SOLD_A_ROUND * (left - 1))
            brings = a_share(railway, state.cash[company], near, way, left, chicago, more)
            for seat, number in enumerate(railway.shares):
                if number:
                    worth[seat] += number * brings + control
        return worth

    def _auctioned(self, table: Table, step: CompanyAuction, lots: Random, abstains: int | None) -> Table:
        """The position after an auction: the share goes to who values it most, for what the next would pay."""
        limits = View(self, table, step.bidders[0]).limits(step)
        for seat in sorted(limits):
            limits[seat] *= 1 + self.unsure(seat) * MISJUDGED * (2 * lots.random() - 1)
            limits[seat] = min(float(table.state.cash[seat]), limits[seat])
        if abstains is not None:
            limits[abstains] = float(step.bid) if step.leader == abstains else 0.0
        able = [seat for seat in limits if seat == step.leader or limits[seat] >= step.least()]
        ranked = sorted(able, key=lambda seat: (-limits[seat], seat != step.leader))
        winner = ranked[0] if ranked else None
        next_best = max((int(limits[seat]) for seat in ranked[1:]), default=0)
        here: Any = step
        while isinstance(here, CompanyAuction) and here.lot == step.lot:
            seat, least = here.bidders[0], here.least()
            wants = False
            if seat == winner:
                price = max(least, min(next_best + 1, int(limits[seat])))
                wants = here.leader != seat and price <= table.state.cash[seat]
            elif winner == here.leader and least <= limits[seat] and seat == ranked[1]:
                # Who cannot win makes the leader pay what the share is worth to him.
                wants, price = True, int(limits[seat])
            table = taken(table, Bid(seat, price) if wants else Pass(seat))
            here = table.state.agenda[-1] if table.state.agenda else None
        return table

    def unsure(self, seat: int) -> float:
        """How much somebody errs in this playout, as a part of what an easy player does."""
        return self._unsure.get(seat, 1.0)


class View:
    """The table as one seat weighs it in a playout."""

    def __init__(self, sketch: Sketch, table: Table, seat: int) -> None:
        state = table.state
        self.sketch, self.table, self.seat = sketch, table, seat
        self.left = dividends_left(table)
        self._sales: dict[str, tuple[float, Mapping[str, float]]] = {}
        self.chicago = hex_value(table, table.rules.material.chicago)
        self.prospects = sketch.prospects(table)
        self.brings = {
            company: self._a_share(company, railway) for company, railway in state.railways.items() if railway.sold
        }

    def _a_share(self, company: str, railway: Railway, spent: int = 0) -> float:
        near, way = self.prospects[company]
        return a_share(railway, self.table.state.cash[company] - spent, near, way, self.left, self.chicago)

    def weight(self, railway: Railway, seat: int) -> float:
        """What a dollar more for each share of a company is worth to a seat, against the others' mean."""
        mine, sold = railway.shares[seat], railway.sold
        return mine - RIVALRY * (sold - mine) / (len(railway.shares) - 1)

    # A turn -----------------------------------------------------------------------------------------------------

    def turn(self, step: Decision, lots: Random) -> tuple[Action, ...]:
        """What looks best to who is a little unsure; all of a turn, or the rest of one."""
        if isinstance(step, PlayerTurn):
            found: list[tuple[float, int, tuple[Action, ...]]] = []
            for dial, best in (
                (AUCTION, self.offer),
                (EXPANSION, self.expansion),
                (DEVELOPMENT, self.development),
            ):
                if not on_red(self.table, dial):
                    score, actions = best()
                    unsure = self.sketch.unsure(self.seat) * HESITATION * (2 * lots.random() - 1)
                    found.append((score + unsure, len(found), (ChooseDial(self.seat, dial), *actions)))
            return legal(self.table, max(found)[2])
        if isinstance(step, OfferStep):
            return self.offer()[1]
        if isinstance(step, ExpandStep):
            return self.expansion(step)[1][:1]
        assert isinstance(step, DevelopStep)
        return self.development()[1]

    def expansion(self, step: ExpandStep | None = None) -> tuple[float, tuple[Action, ...]]:
        """The best few hexes of one company, one after the other."""
        best: tuple[float, tuple[Action, ...]] = 0.0, (Pass(self.seat),)
        for company, railway in self.table.state.railways.items():
            if railway.shares[self.seat] and railway.locomotives and (not step or step.company in ("", company)):
                built = step.built if step else 0
                score, actions = self._line(company, railway, self.sketch.material.limits.hexes - built)
                if score > best[0]:
                    best = score, actions
        return best

    def _line(self, company: str, railway: Railway, most: int) -> tuple[float, tuple[Action, ...]]:
        material, state = self.sketch.material, self.table.state
        weight, before, total = self.weight(railway, self.seat), self.brings[company], 0.0
        cash, spent, actions = state.cash[company], 0, list[Action]()
        for _ in range(most):
            found: tuple[float, int, int, Railway, float] | None = None
            for hex_, cost in self._sites(company, railway, cash - spent)[:LOOKED_AT]:
                value = self.chicago if hex_ == material.chicago else hex_value(self.table, hex_)
                network = railway.network | {hex_}
                after = Railway(
                    railway.income + value, railway.unsold, railway.locomotives - 1, network, railway.shares
                )
                near, way = self.sketch.prospect(company, network)
                brings = a_share(after, cash - spent - cost, near, way, self.left, self.chicago)
                if hex_ == material.chicago:
                    brings += after.income / after.sold
                if found is None or weight * (brings - before) > found[0]:
                    found = weight * (brings - before), hex_, cost, after, brings
            if found is None or found[0] <= 0:
                break
            gain, hex_, cost, railway, before = found
            total, spent = total + gain, spent + cost
            actions.append(BuildTrack(self.seat, company, material.hexes[hex_].id))
            if hex_ == material.chicago or not railway.locomotives:
                return total, tuple(actions)
        return total, (*actions, Pass(self.seat)) if len(actions) < most else tuple(actions)

    def _sites(self, company: str, railway: Railway, cash: int) -> list[tuple[int, int]]:
        """Hexes that can be built in with their cost, those with income or on the way to Chicago first."""
        material, railways = self.sketch.material, self.table.state.railways
        found = []
        for hex_ in self.sketch.border(railway.network):
            place = material.hexes[hex_]
            if place.kind.closed or place.cost > cash:
                continue
            others = sum(hex_ in each.network for other, each in railways.items() if other != company)
            cost = place.cost * (others + 1)
            if cost <= cash and not (others and place.kind.single):
                merit = 3 * hex_value(self.table, hex_) - cost - self.sketch.step_to_chicago(company, hex_)
                found.append((-merit, hex_, cost))
        return [(hex_, cost) for _, hex_, cost in sorted(found)]

    def development(self) -> tuple[float, tuple[Action, ...]]:
        """The hex that brings most."""
        state, material = self.table.state, self.sketch.material
        best, where = 0.0, -1
        networks = [(company, each) for company, each in state.railways.items() if each.sold]
        for hex_ in sorted(frozenset().union(*(each.network for _, each in networks)) - state.developed):
            place = material.hexes[hex_]
            if not (place.kind.house or place.steps) or why_not_develop(self.table, hex_) is not None:
                continue
            more = place.development
            if place.steps:
                more = place.steps[place.steps.index(state.industry[hex_]) + 1] - state.industry[hex_]
            score = 0.0
            for company, each in networks:
                if more and hex_ in each.network:
                    after = Railway(each.income + more, each.unsold, each.locomotives, each.network, each.shares)
                    gain = self._a_share(company, after) - self.brings[company]
                    score += self.weight(each, self.seat) * gain
            if score > best:
                best, where = score, hex_
        return best, (Develop(self.seat, material.hexes[where].id),) if where >= 0 else (Pass(self.seat),)

    # Shares -----------------------------------------------------------------------------------------------------

    def offer(self) -> tuple[float, tuple[Action, ...]]:
        """The share whose sale is best for who offers it."""
        best: tuple[float, tuple[Action, ...]] = 0.0, (Pass(self.seat),)
        for company, railway in self.table.state.railways.items():
            if is_open(railway) and railway.unsold:
                score = self._offered(company, start_bid(railway))
                if score > best[0]:
                    best = score, (OfferShare(self.seat, company),)
        return best

    def _offered(self, company: str, least: int) -> float:
        cash, limits = self.table.state.cash, self._limits(company, least)
        able = sorted(
            (seat for seat in self._seats if min(cash[seat], limits[seat]) >= least),
            key=lambda seat: -min(float(cash[seat]), limits[seat]),
        )
        if not able:
            return -0.1
        price = least
        if len(able) > 1:
            price = min(cash[able[0]], max(least, int(min(float(cash[able[1]]), limits[able[1]])) + 1))
        return self._against(self._sold(company, price, able[0]), self.seat) - self._against(self.now, self.seat)

    @property
    def _seats(self) -> range:
        return range(self.table.state.seats)

    def _limits(self, company: str, least: int) -> dict[int, float]:
        """What a share is worth to each seat: the price at which it would as soon see it stay unsold."""
        cash = self.table.state.cash
        return {
            seat: 0.0
            if cash[seat] < least
            else self._against(self._sold(company, least, seat), seat) + least - self._against(self.now, seat)
            for seat in self._seats
        }

    def limits(self, step: CompanyAuction) -> dict[int, float]:
        """Up to what each bidder goes: as long as to have the share is better than to leave it to the next."""
        least = step.least()
        alone = self._limits(step.lot, least)
        bidders = [seat for seat in step.bidders if self.table.state.cash[seat] >= least]
        found = dict.fromkeys(self._seats, 0.0)
        for seat in step.bidders:
            rivals = [other for other in bidders if other != seat and alone[other] >= least]
            rival = step.leader if step.leader not in (None, seat) else None
            if rival is None and rivals:
                rival = max(rivals, key=lambda other: alone[other])
            if seat == step.leader and not rivals:
                found[seat] = float(step.bid)
            elif rival is None:
                found[seat] = alone[seat]
            else:
                price = max(step.bid, min(int(alone[rival]), least))
                gain = self._against(self._sold(step.lot, least, seat), seat)
                gain -= self._against(self._sold(step.lot, price, rival), seat)
                found[seat] = least + gain
        return found

    def _against(self, worth: list[float], seat: int) -> float:
        return worth[seat] - RIVALRY * (sum(worth) - worth[seat]) / (len(worth) - 1)

    @cached_property
    def now(self) -> list[float]:
        """What each seat can expect, by the measure of steady bots."""
        return self._worth(self.left, self.brings, self.table.state.railways)

    def _worth(self, left: float, brings: Mapping[str, float], railways: Mapping[str, Railway]) -> list[float]:
        ready, control, cash = readiness(self.table, left), CONTROL * left, self.table.state.cash
        worth = [cash[seat] + ready * min(cash[seat], READY_UP_TO) for seat in self._seats]
        for company, each in brings.items():
            for seat, number in enumerate(railways[company].shares):
                if number:
                    worth[seat] += number * each + control
        return worth

    def _sold(self, company: str, price: int, buyer: int) -> list[float]:
        """What each seat could expect if somebody bought a share at a price; sold-out companies end the game."""
        state = self.table.state
        railway = state.railways[company]
        shares = tuple(number + (other == buyer) for other, number in enumerate(railway.shares))
        after = Railway(railway.income, railway.unsold - 1, railway.locomotives, railway.network, shares)
        left, brings = self._after_sale(company)
        near, way = self.sketch.prospect(company, railway.network)
        brings = {**brings, company: a_share(after, state.cash[company] + price, near, way, left, self.chicago)}
        worth = self._worth(left, brings, {**state.railways, company: after})
        ready, cash = readiness(self.table, left), state.cash[buyer]
        worth[buyer] -= price + ready * (min(cash, READY_UP_TO) - min(cash - price, READY_UP_TO))
        return worth

    def _after_sale(self, company: str) -> tuple[float, Mapping[str, float]]:
        found = self._sales.get(company)
        if found is None:
            state = self.table.state
            railway = state.railways[company]
            railways = {**state.railways, company: replace(railway, unsold=railway.unsold - 1)}
            left = dividends_left(Position(self.table.rules, replace(state, railways=railways)))
            brings = self.brings
            if left != self.left:
                brings = {
                    other: a_share(each, state.cash[other], *self.prospects[other], left, self.chicago)
                    for other, each in state.railways.items()
                    if other in self.prospects
                }
            found = self._sales[company] = left, brings
        return found


def taken(table: Table, action: Action) -> Table:
    """The position after a legal action."""
    turn: Turn[Any, Any] = Turn(table.rules, table.state)
    step = turn.pop()
    assert isinstance(step, Decision)
    step.apply(turn, action)
    settle(turn)
    return Position(turn.rules, turn.state)


def legal(table: Table, plan: tuple[Action, ...]) -> tuple[Action, ...]:
    """A plan as far as it goes: the turn may be over before, or pass by itself where nothing else can be done."""
    return tuple(_followed(table, plan))


def _followed(table: Table, plan: tuple[Action, ...]) -> Iterator[Action]:
    for place, action in enumerate(plan):
        agenda = table.state.agenda
        if not agenda or (place and isinstance(agenda[-1], PlayerTurn | CompanyAuction)):
            return
        yield action
        table = taken(table, action)
