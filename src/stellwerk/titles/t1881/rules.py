"""The rules of 1881 as values: what the shared steps ask, and the paragraph behind each reason to refuse."""

from __future__ import annotations

from .companies.purses import pay
from .companies.trains import TRAINS, buy_train
from .data import Material
from .lines import depots, track
from .lines.board_changes import board_changed
from .options import Options
from .papers.floating import papers_moved
from .papers.shares import TRADING
from .rounds import FLOW, STOCK_ROUNDS
from .state import Rules, director, worth

CITES = {
    **track.CITES,
    **depots.CITES,
    # shares
    "no_such_share": "4.3",
    "only_from_the_bank": "4.3",
    "not_open_yet": "4.12",
    "sbahn_not_yet": "12.1",
    "chair_first": "12.1",
    "sold_this_round": "4.8",
    "paper_limit": "4.4",
    "share_too_dear": "4.3",
    "nothing_to_sell": "4.9",
    "papers_not_held": "4.9",
    "not_the_director": "4.2",
    "papers_in_order": "4.9",
    "papers_sell_whole": "4.9",
    "director_paper_stays": "4.2",
    "sbahn_by_seats": "12.5",
    "choose_papers": "4.22",
    # income
    "pay_or_withhold": "9.6",
    # trains
    "only_trains_now": "5.4",
    "must_own_a_train": "10.8",
    "train_not_for_sale": "10.3",
    "train_limit": "10.7",
    "train_too_dear": "10.1",
    "train_not_there": "10.5",
    "own_kind_only": "10.9",
    "on_credit_stays": "15.4",
    "credit_not_played": "15",
    "credit_for_trams": "15.1",
    "credit_without_a_tram": "15.1",
    "credit_without_money": "15.1",
    "credit_for_the_cheapest": "15.1",
    "pay_credit_first": "15.3",
    "no_more_offers": "10.5",
    "offer_too_dear": "10.5",
    "price_out_of_range": "10.5",
    "answer_the_offer": "10.5",
    "discard_a_train": "10.7",
    "trams_invest": "10.9",
    "one_share_a_round": "10.9",
}


def rules_for(printed: Material, players: int, options: Options) -> Rules:
    """The rules of a game with this many players, on this material."""
    row = printed.title["players"][str(players)]
    return Rules(
        players=players,
        options=options,
        printed=printed,
        cash=row["cash"],
        paper_limit=row["papers"],
        cites=CITES,
        director=director,
        worth=worth,
        pay=pay,
        papers_moved=papers_moved,
        board_changed=board_changed,
        to_come=depots.to_come,
        shares=TRADING,
        permits=track.PERMITS,
        stations=depots.STATIONS,
        trains=TRAINS,
        buy_train=buy_train,
        payouts={},
        surplus_to="scrapped",
        stock_rounds=STOCK_ROUNDS,
        flow=FLOW,
    )
