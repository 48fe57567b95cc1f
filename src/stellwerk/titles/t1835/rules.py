"""The rules of 1835 as values: what the shared steps ask, and the paragraph behind each reason to refuse."""

from __future__ import annotations

from stellwerk.board.board import Board
from stellwerk.eighteen.shares import Trading

from . import shares, stations, track
from .data import material
from .ending import worth
from .habits import Habits
from .options import Options
from .privates import close_ostbayern
from .rounds import FLOW, TURNS
from .running import PAYOUTS
from .state import Move, Rules, director, pay, still_to_come
from .trains import TRAINS, buy_train

CITES = {
    # shares
    "only_shares": "2.6.1.1",
    "bought_already": "2.6.1.3",
    "no_sale_after": "2.6.1.3",
    "no_such_share": "2.6.1.2",
    "own_share": "2.6.2.4",
    "needs_55_percent": "2.6.2.4",
    "sold_this_round": "2.6.2.5",
    "paper_limit": "2.6.2.6",
    "share_too_dear": "2.4",
    "nothing_to_sell": "2.6.3.1",
    "papers_not_held": "2.6.3.1",
    "not_the_director": "2.6.3.1",
    "papers_in_order": "2.6.3.1",
    "papers_sell_whole": "2.6.3.2",
    "not_founded": "2.6.3.2",
    "not_in_operation": "2.6.3.2",
    "not_operated_yet": "2.6.3.2",
    "pool_limit": "2.6.3.2",
    "nobody_can_direct": "3.3.7",
    "choose_papers": "3.3.8",
    "must_stay_director": "5.5.4.13",
    # track
    "only_track_now": "5.4",
    "no_such_permit": "3.1.3",
    "no_such_place": "5.5.1.1",
    "no_such_rotation": "5.5.1.3",
    "no_lay_left": "5.5.1.2",
    "colour_not_available": "5.5.1.14",
    "no_tile_left": "5.5.1.17",
    "track_too_dear": "5.5.1.12",
    "not_connected": "5.5.1.23",
    "no_route_after": "5.5.1.14",
    # stations
    "only_stations_now": "5.4",
    "no_such_city": "5.5.2.2",
    "only_the_home_station": "3.2.2",
    "one_station_a_turn": "5.5.2.6",
    "not_a_city": "5.5.2.2",
    "no_marker_left": "5.5.2.1",
    "one_station_per_hex": "5.5.2.2",
    "home_not_chosen": "5.5.2.10",
    "no_free_place": "5.5.2.2",
    "home_circle_kept": "5.5.2.8",
    "station_too_dear": "5.5.2.5",
    "station_not_connected": "5.5.2.7",
    "choose_home": "5.5.2.10",
    # income
    "pay_or_withhold": "5.5.3.11.5",
    # trains
    "only_trains_now": "5.4",
    "must_own_a_train": "5.5.4.4",
    "train_not_for_sale": "5.5.4.5",
    "train_limit": "5.5.4.7",
    "train_too_dear": "5.5.4.11",
    "more_than_printed": "5.5.4.12",
    "cannot_be_raised": "5.5.4.12",
    "no_trade_yet": "5.5.4.3",
    "train_not_there": "5.5.4.3",
    "nobody_sells": "5.5.4.3",
    "no_more_offers": "5.5.4.3",
    "offer_too_dear": "5.5.4.3",
    "price_out_of_range": "5.5.4.3",
    "answer_the_offer": "5.5.4.3",
    "discard_a_train": "5.5.4.8",
}

TAKEN = {"1.1.1": "flow.stock_round", "1.1.2": "turns.closes", "2.6.1.3": "turns.more"}


def rules_for(players: int, options: Options) -> Rules:
    """The rules of a game with this many players."""
    printed = material()
    row = printed.title["players"][str(players)]
    return Rules(
        players=players,
        options=options,
        habits=Habits(),
        printed=printed,
        cash=row["cash"],
        paper_limit=row["papers"],
        cites=CITES,
        director=director,
        worth=worth,
        pay=pay,
        papers_moved=shares.papers_moved,
        board_changed=board_changed,
        to_come=still_to_come,
        shares=Trading(shares.PURCHASES, shares.SALES),
        permits=track.PERMITS,
        stations=stations.STATIONS,
        trains=TRAINS,
        buy_train=buy_train,
        payouts=PAYOUTS,
        turns=TURNS,
        flow=FLOW,
    )


def board_changed(turn: Move, before: Board) -> None:
    """Track or markers have changed, whoever did it."""
    close_ostbayern(turn)
    stations.choose_homes(turn, before)
