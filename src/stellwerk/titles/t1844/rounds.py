"""The order of rounds and turns (Aktienrunde, Ende der Aktienrunde, Betriebsrunde, Export, Spielende)."""

from __future__ import annotations

from stellwerk.bank.papers import ISSUE, POOL
from stellwerk.eighteen.changes import move_price
from stellwerk.eighteen.classic.operating import Flow, by_price, end_of_the_set, forget_sales
from stellwerk.eighteen.classic.starting import place_home
from stellwerk.eighteen.classic.stock import EndStockRound, StockTurn
from stellwerk.eighteen.events import OrderChanged
from stellwerk.eighteen.state import percent
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.stock_rounds import StockRounds
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.core import Step

from .loans import add_interest
from .privates import pay_income
from .sbb import FoundSbb
from .state import Move, Table
from .trains import export

# Stock rounds -----------------------------------------------------------------------------------------------


def cards_by_cash(turn: Move) -> None:
    """Who has most cash gets the first card (Ende der Aktienrunde)."""
    order = tuple(sorted(turn.state.order, key=lambda seat: -turn.state.cash[seat]))
    turn.set(order=order)
    turn.emit(OrderChanged(order))


def move_prices(turn: Move) -> None:
    """First all companies with shares in the pool to the left, then all that players hold wholly up."""
    order = turn.state.chart.order(turn.rules.printed.sheet)
    running = [company for company in order if company in turn.state.in_operation]
    for company in running:
        if percent(turn, company, POOL):
            move_price(turn, company, "left", "in_pool")
    for company in running:
        if not percent(turn, company, POOL) and not percent(turn, company, ISSUE):
            move_price(turn, company, "up", "sold_out")


STOCK_ROUNDS = StockRounds(
    StockTurn, EndStockRound, anew={"bought": {}}, ends=(cards_by_cash, move_prices, add_interest)
)


# Operating rounds -------------------------------------------------------------------------------------------


def steps(table: Table, company: str) -> tuple[Step, ...]:
    """What a company does in its turn; its first tile comes to lie at home (Betriebsrunde, Gleisteile legen)."""
    building = table.rules.first_lay(company) if from_home(table, company) else LayStep(company, 1)
    return building, StationStep(company), table.rules.run(company), TrainStep(company)


def from_home(table: Table, company: str) -> bool:
    """Whether this is the first turn of a company that has a home: the SBB has none."""
    return company not in table.state.operated and company in table.rules.printed.homes


def first_turn(turn: Move, company: str) -> None:
    """With its first turn a company has acted, and places its home marker (Bahnhof bauen)."""
    homeless = from_home(turn, company)
    turn.set(operated=turn.state.operated | {company})
    if homeless:
        place_home(turn, company)


def set_ends(turn: Move) -> None:
    """At the end of a set a train is exported; then the SBB is founded if it is due (Export, Gründung der SBB)."""
    turn.push(FoundSbb())
    if turn.state.operating_round == turn.state.operating_rounds:
        export(turn)


# After a set comes a stock round, or the end if the bank is broken (Spielablauf).
FLOW = Flow(
    round_begins=(pay_income,),
    companies=by_price,
    turn_begins=(forget_sales, first_turn),
    steps=steps,
    round_ends=(set_ends,),
    is_last=end_of_the_set,
)
