"""What 18xx.games plays otherwise, each as a value that is put in the place of a rule when a game begins.

The numbers are those of the list of deviations that the notes on this title keep. Deviations that only forbid
what we allow (a stop worth nothing, P4 and repayments only in one's own turn, trains of the SBB at face value)
need no habit: a recorded action is never refused for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec.structs import replace

from stellwerk.bank.chart import ChartSheet
from stellwerk.bank.papers import ISSUE, POOL, Owner
from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.changes import move_price
from stellwerk.eighteen.events import SharesSold
from stellwerk.eighteen.running import network
from stellwerk.eighteen.state import SCRAPPED, percent
from stellwerk.eighteen.track import LayStep, Permit, terrain
from stellwerk.play import options
from stellwerk.play.core import Decision, Position
from stellwerk.routes import Route

from .actions import GiveEva, GoBankrupt
from .bankruptcy import Bankruptcy
from .data import SBB
from .destinations import pay_premiums
from .loans import balance_bank, lend
from .privates import EvaGift
from .rounds import FLOW, STOCK_ROUNDS, move_prices
from .running import AnyRunStep, tunnel_links
from .sbb import TENTH, forerunners, has_tenth
from .shares import price_or_lower_if_new
from .state import Move, Rules, Table, is_regional, kind_of
from .track import REGULAR
from .trains import cheapest

OUTSIDE = "outside"  # money for loans that is not the bank's
DISPUTED = (4, 12)
LAST_TRAINS = 20


class Habits(options.Habits, frozen=True):
    """The defaults are the rulebook."""

    aarau_costs: bool = False
    chart_without_180: bool = False
    twenty_last_trains: bool = False
    home_tile_optional: bool = False
    eva_above_limit: bool = False
    one_area_a_side: bool = False
    tunnel_bonus_anywhere: bool = False
    any_run: bool = False
    premiums_in_operating_rounds: bool = False
    duty_by_connection: bool = False
    help_for_dearer_trains: bool = False
    sales_for_dearest_train: bool = False
    each_sale_falls: bool = False
    bankruptcy: Literal["no", "at_once", "sold_out", "penniless", "shareless", "ruined"] = "no"
    surplus_trains_leave: bool = False
    loans_from_outside: bool = False
    overdraft_is_a_loan: bool = False
    tenth_from_the_pool: bool = False
    ten_federal_markers: bool = False
    federal_director_has_a_tenth: bool = False
    prices_company_by_company: bool = False

    def varied(self, rules: Rules) -> Rules:
        """The rules with everything that these habits put in their place."""
        for name, put in VARIATIONS.items():
            rules = put(rules) if getattr(self, name) else rules
        return rules if self.bankruptcy == "no" else bankrupt_directors(rules, self.bankruptcy)


# Board and money --------------------------------------------------------------------------------------------


def aarau_costs(rules: Rules) -> Rules:
    """1: what is printed on a hex falls due with its first tile, also on a printed yellow hex."""

    def with_terrain(permit: Permit) -> Permit:
        return replace(permit, cost=terrain) if permit.cost is REGULAR.cost else permit

    return replace(rules, permits=tuple(map(with_terrain, rules.permits)))


def chart_without_180(rules: Rules) -> Rules:
    """2: the disputed field does not exist."""
    row, column = DISPUTED
    rows = [list(line) for line in rules.printed.sheet.rows]
    rows[row][column] = 0
    return replace(rules, printed=replace(rules.printed, sheet=ChartSheet(rows)))


def twenty_last_trains(rules: Rules) -> Rules:
    """3: the last card is there twenty times, not without limit."""
    kinds = {
        name: replace(kind, count=LAST_TRAINS) if kind.card and not kind.count else kind
        for name, kind in rules.printed.trains.items()
    }
    return replace(rules, printed=replace(rules.printed, trains=kinds))


def home_tile_optional(rules: Rules) -> Rules:
    """4: a company's first tile may be left out."""

    def first_lay(company: str) -> Decision:
        return LayStep(company, 1)

    return replace(rules, first_lay=first_lay)


# Privates ---------------------------------------------------------------------------------------------------


def eva_above_limit(rules: Rules) -> Rules:
    """7: EVA may come as a train too many; one is then given up."""
    return replace(rules, any_time={**rules.any_time, GiveEva: EvaGift(above_limit=True)})


# Running ----------------------------------------------------------------------------------------------------


def one_area_a_side(rules: Rules) -> Rules:
    """9: no route visits two areas of one side."""
    sides = sorted({area.side for area in rules.printed.areas.values()})
    groups = {name: sides.index(area.side) for name, area in rules.printed.areas.items()}
    return replace(rules, printed=replace(rules.printed, groups=groups))


def tunnel_bonus_anywhere(rules: Rules) -> Rules:
    """11: a train that leaves stops out gets the tunnel bonus wherever the tunnel lies on its way."""
    return replace(rules, earns=with_any_tunnel)


def with_any_tunnel(table: Table, route: Route) -> Route:
    """A route with the bonus for a tunnel beyond its first or last counted stop."""
    board = table.state.board
    links = frozenset[int]().union(*tunnel_links(table, board, network(board)).values())
    if not links & set(route.links) or any(name == "tunnel" for name, _ in route.bonuses):
        return route
    counted = sum(value is not None for value in route.values)
    bonus = table.rules.printed.title["tunnels"]["bonus"] * counted
    return replace(route, bonuses=(*route.bonuses, ("tunnel", bonus)), total=route.total + bonus)


def any_run(rules: Rules) -> Rules:
    """12: the best run is no duty."""
    return replace(rules, run=AnyRunStep)


def premiums_in_operating_rounds(rules: Rules) -> Rules:
    """13: what is reached in a stock round is paid when the operating round has begun."""

    def board_changed(turn: Move, before: Board) -> None:
        if turn.state.operating_round:
            pay_premiums(turn)

    flow = replace(FLOW, round_begins=(*FLOW.round_begins, pay_premiums))
    return replace(rules, board_changed=board_changed, flow=flow)


# Trains and loans -------------------------------------------------------------------------------------------


def duty_by_connection(rules: Rules) -> Rules:
    """14, 15: any two places that are connected make a train a duty, sites too, whatever the range of trains."""
    return replace(rules, trains=replace(rules.trains, must_buy=must_buy_if_connected))


def must_buy_if_connected(table: Table, company: str) -> bool:
    """Places far away do not count for regional companies."""
    if table.state.trains[company] or not kind_of(table, company).must_own:
        return False
    stops = table.state.board.reach(company).stops
    areas = table.rules.printed.area_of if is_regional(table, company) else {}
    return sum(stop // PLACES not in areas for stop in stops) > 1


def help_for_dearer_trains(rules: Rules) -> Rules:
    """The director may help a company that needs a train to a dearer one than it could pay itself."""

    def helped(table: Table, company: str) -> bool:
        return table.rules.trains.must_buy(table, company)

    return replace(rules, helped=helped)


def sales_for_dearest_train(rules: Rules) -> Rules:
    """Forced sales may bring what the dearest train on sale costs, whichever is bought then."""
    return replace(rules, sales_cover=the_dearest_train)


def the_dearest_train(table: Table, company: str, price: int) -> int:
    """Only a company that cannot pay any train itself is helped by sales."""
    helped = table.rules.helped(table, company) and table.state.cash[company] < cheapest(table, company)
    wares = table.rules.trains.for_sale(table, company) if helped else []
    return max([price, *(ware.price for ware in wares)])


def each_sale_falls(rules: Rules) -> Rules:
    """Until November 2024 every sale of a turn had its own price and its own fall."""
    sales = replace(rules.shares.sales, pays=price_of_each_sale, falls=one_row_a_sale)
    return replace(rules, shares=replace(rules.shares, sales=sales))


def price_of_each_sale(table: Table, company: str) -> int:
    """As if nothing had been sold in this turn before."""
    return price_or_lower_if_new(Position(table.rules, replace(table.state, sold_at={})), company)


def one_row_a_sale(turn: Move, sale: SharesSold) -> None:
    """One field down with each sale."""
    move_price(turn, sale.company, "down", "sale")


def bankrupt_directors(rules: Rules, leaves: str) -> Rules:
    """16: a director who cannot pay ends the game; what he leaves behind is the habit's word."""
    return replace(rules, any_time={**rules.any_time, GoBankrupt: Bankruptcy(leaves)})


def surplus_trains_leave(rules: Rules) -> Rules:
    """21: trains above a limit leave the game."""
    return replace(rules, surplus_to=SCRAPPED)


def loans_from_outside(rules: Rules) -> Rules:
    """Loans do not come out of the bank, which therefore breaks later."""
    return replace(rules, lender=OUTSIDE)


# SBB --------------------------------------------------------------------------------------------------------


def overdraft_is_a_loan(rules: Rules) -> Rules:
    """23: what a player lacks at the exchange he owes, without interest until the end of the next stock round."""
    return replace(rules, federal=replace(rules.federal, balance=owe_what_lacks))


def owe_what_lacks(turn: Move) -> None:
    """Nobody is below zero; the difference is his debt."""
    for seat in turn.state.order:
        lacking = -turn.state.cash[seat]
        if lacking > 0:
            turn.set(loans={**turn.state.loans, seat: turn.state.loans.get(seat, 0) + lacking})
            lend(turn, seat, lacking)
            balance_bank(turn)


def tenth_from_the_pool(rules: Rules) -> Rules:
    """24: the first director gets his 10% paper from the pool if one lies there."""

    def giver(table: Table, old: int) -> Owner:
        return POOL if has_tenth(table, POOL) else old

    return replace(rules, federal=replace(rules.federal, gives_tenth=giver))


def ten_federal_markers(rules: Rules) -> Rules:
    """26: the SBB gets two markers for each company before it, founded or not."""

    def spare(table: Table, founded: Sequence[str]) -> int:
        return sum(kind_of(table, company).stations for company in forerunners(table) if company not in founded)

    return replace(rules, federal=replace(rules.federal, spare_markers=spare))


def federal_director_has_a_tenth(rules: Rules) -> Rules:
    """28: who has less than 10% does not direct the SBB."""

    def may_direct(table: Table, seat: int) -> bool:
        return percent(table, SBB, seat) >= TENTH

    return replace(rules, federal=replace(rules.federal, may_direct=may_direct))


# End of stock rounds ----------------------------------------------------------------------------------------


def prices_company_by_company(rules: Rules) -> Rules:
    """30: each company in its turn moves left or up."""
    ends = tuple(move_each if each is move_prices else each for each in STOCK_ROUNDS.ends)
    return replace(rules, stock_rounds=replace(STOCK_ROUNDS, ends=ends))


def move_each(turn: Move) -> None:
    """In the order in which companies act."""
    for company in turn.state.chart.order(turn.rules.printed.sheet):
        if company in turn.state.in_operation:
            if percent(turn, company, POOL):
                move_price(turn, company, "left", "in_pool")
            elif not percent(turn, company, ISSUE):
                move_price(turn, company, "up", "sold_out")


VARIATIONS: dict[str, Callable[[Rules], Rules]] = {
    each.__name__: each
    for each in (
        aarau_costs,
        chart_without_180,
        twenty_last_trains,
        home_tile_optional,
        eva_above_limit,
        one_area_a_side,
        tunnel_bonus_anywhere,
        any_run,
        premiums_in_operating_rounds,
        duty_by_connection,
        help_for_dearer_trains,
        sales_for_dearest_train,
        each_sale_falls,
        surplus_trains_leave,
        loans_from_outside,
        overdraft_is_a_loan,
        tenth_from_the_pool,
        ten_federal_markers,
        federal_director_has_a_tenth,
        prices_company_by_company,
    )
}
