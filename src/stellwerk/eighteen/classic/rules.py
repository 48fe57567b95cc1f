"""All answers together: a playable game from data files alone, in which a title replaces what is its own."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.board.board import Board
from stellwerk.play.core import Step

from ..actions import BuyShare, SellShares
from ..printed import Printed
from ..rules import Rules18, answered
from ..state import Move, Table, phase
from ..stations import StationStep
from ..stock_rounds import StockRounds
from ..track import LayStep
from ..trains import TrainStep
from .accounts import director, pay, worth
from .actions import StartCompany
from .emergency import Help, ends_the_game, more_than_needed, must_stay_director
from .operating import Flow, by_price, end_of_the_set, forget_sales
from .powers import permits_of, sites_of
from .privates import ANY_TIME, OWNING, by_subject, can_buy_privates, pay_income
from .running import BEST_RUN, PAYOUTS
from .shares import TRADING, above_limits, count_papers, several_of_the_pool
from .starting import COMPANIES, STARTING, homeless, papers_moved, place_home
from .stations import REGULAR as STATION
from .stock import (
    SALES,
    SHARES,
    EndStockRound,
    StockTurn,
    Turns,
    after_the_last,
    note_the_last,
    sell_buy_sell,
    sold_out_rises,
)
from .track import REGULAR as LAY
from .trains import TRAINS, buy_train, in_need

SECTIONS = {
    "Auction": (
        "only_privates_now not_next paper_too_dear is_next leads_already bid_too_low bid_above_cash only_bids_now "
        "set_the_price"
    ),
    "Stock round": (
        "no_such_share only_from_the_bank not_started sold_this_round share_too_dear paper_limit holding_limit "
        "no_sales_in_first_round sold_this_turn nothing_to_sell papers_not_held not_the_director papers_in_order "
        "papers_sell_whole pool_limit nobody_can_direct choose_papers cannot_be_started no_such_par only_shares "
        "bought_already no_sale_after over_the_limit"
    ),
    "Laying track": (
        "only_track_now no_such_permit no_such_place no_such_rotation no_lay_left never_replaced not_in_the_table "
        "track_into_the_void track_lost colour_not_available no_tile_left not_connected track_too_dear "
        "hex_blocked nothing_new not_its_tile not_joined"
    ),
    "Stations": (
        "only_stations_now no_such_city one_station_a_turn not_a_city no_marker_left one_station_per_hex "
        "no_free_place home_circle_kept station_not_connected station_too_dear choose_home"
    ),
    "Running trains": "trains_must_run no_such_track not_the_best_run",
    "Dividends": "pay_or_withhold",
    "Buying trains": (
        "only_trains_now must_own_a_train train_not_for_sale train_limit train_too_dear only_the_cheapest "
        "train_not_there no_more_offers offer_too_dear price_out_of_range answer_the_offer discard_a_train "
        "not_bankrupt must_sell no_change_of_director must_stay_director more_than_needed"
    ),
    "Privates": (
        "not_this_company directors_privates_only private_price not_in_this_phase private_too_dear "
        "only_an_exchange stays_with_players"
    ),
}


def cited(sections: dict[str, str]) -> dict[str, str]:
    """The section behind each reason, from the reasons of each section.

    >>> cited({"2.4": "share_too_dear paper_limit"})
    {'share_too_dear': '2.4', 'paper_limit': '2.4'}
    """
    return {reason: section for section, reasons in sections.items() for reason in reasons.split()}


CITES = cited(SECTIONS)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing to agree on: the rulebook."""


def whole_turn(table: Table, company: str) -> tuple[Step, ...]:
    """Track, a station, the trains run, trains are bought."""
    run = answered(table.rules.runs).step(company)
    return LayStep(company, phase(table).lays), StationStep(company), run, TrainStep(company)


TURNS = Turns(
    buys={BuyShare: SHARES, StartCompany: COMPANIES},
    sells={SellShares: SALES},
    closes=sell_buy_sell,
    must_sell=above_limits,
    more=several_of_the_pool,
    ended=note_the_last,
)
STOCK_ROUNDS = StockRounds(
    StockTurn, EndStockRound, anew={"last_to_act": -1}, ends=(sold_out_rises,), next_order=after_the_last
)
FLOW = Flow(
    round_begins=(pay_income,),
    companies=by_price,
    turn_begins=(forget_sales, place_home),
    steps=whole_turn,
    is_last=end_of_the_set,
)
HELP = Help(helps=in_need, clauses=(must_stay_director,), enough=more_than_needed, broke=ends_the_game)


def nothing_follows(turn: Move, before: Board) -> None:
    """New track or markers bring nothing else about."""


def classic_rules(printed: Printed, players: int, **own: Any) -> Rules18:
    """The rules of a game with this many players; `own` are a title's answers in place of these."""
    row = printed.title["players"][str(players)]
    privates = {id_: each for id_, each in printed.privates.items() if each.least_players <= players}
    answers: dict[str, Any] = {
        "players": players,
        "printed": printed,
        "privates": privates,
        "cash": row["cash"],
        "paper_limit": row["papers"],
        "cites": CITES,
        "cited": by_subject,
        "director": director,
        "worth": worth,
        "pay": pay,
        "papers_moved": papers_moved,
        "board_changed": nothing_follows,
        "to_come": homeless,
        "shares": TRADING,
        "permits": (LAY, *permits_of(privates.values())),
        "stations": (STATION, *sites_of(privates.values())),
        "trains": TRAINS,
        "buy_train": buy_train,
        "payouts": PAYOUTS,
        "stock_rounds": STOCK_ROUNDS,
        "busy": can_buy_privates,
        "papers_of": count_papers,
        "starting": STARTING,
        "turns": TURNS,
        "flow": FLOW,
        "runs": BEST_RUN,
        "help": HELP,
        "owning": OWNING,
        "any_time": ANY_TIME,
    }
    return Rules18(**{**answers, **own})
