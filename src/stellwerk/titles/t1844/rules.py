"""The rules of 1844 as values: what the shared steps ask, and the section behind each reason to refuse."""

from __future__ import annotations

from stellwerk.eighteen.classic.actions import BuyPrivate
from stellwerk.eighteen.classic.privates import PrivateSale, by_subject
from stellwerk.play.core import Action, Decision

from .actions import GiveEva, LayFurka, Repay
from .data import material
from .destinations import board_changed
from .founding import STARTING, HomeTile, papers_moved
from .loans import Repaying
from .options import Options
from .privates import OWNING, EvaGift, FurkaLine, can_use_privates
from .rounds import FLOW, STOCK_ROUNDS
from .running import PAYOUTS, RunTrainsStep, as_scored
from .sbb import FEDERAL_RULES
from .shares import TRADING
from .state import Rules, count_papers, director, pay, to_come, worth
from .stations import STATIONS
from .stock import TURNS
from .track import PERMITS
from .trains import TRAINS, buy_train, may_be_helped

ANY_TIME: dict[type[Action], Decision] = {
    BuyPrivate: PrivateSale(),
    LayFurka: FurkaLine(),
    GiveEva: EvaGift(),
    Repay: Repaying(),
}

CITES = {
    # shares
    "only_shares": "Aktienrunde",
    "cannot_be_started": "Kauf von Aktien",
    "no_such_par": "Kauf von Aktien",
    "bought_already": "Aktienrunde",
    "no_sale_after": "Aktienrunde",
    "no_such_share": "Kauf von Aktien",
    "only_from_the_bank": "Kauf von Aktien",
    "not_started": "Kauf von Aktien",
    "sold_this_round": "Kauf von Aktien",
    "above_half_from_the_pool": "Kauf von Aktien",
    "share_too_dear": "Kauf von Aktien",
    "repay_first": "Loks kaufen",
    "paper_limit": "Aktienlimit",
    "no_sales_in_first_round": "Verkauf von Aktien",
    "nothing_to_sell": "Verkauf von Aktien",
    "papers_not_held": "Verkauf von Aktien",
    "not_the_director": "Verkauf von Aktien",
    "papers_in_order": "Verkauf von Aktien",
    "papers_sell_whole": "Verkauf von Aktien",
    "no_director_yet": "Verkauf von Aktien",
    "pool_limit": "Verkauf von Aktien",
    "nobody_can_direct": "Direktorwechsel",
    "choose_papers": "Direktorwechsel",
    # track
    "only_track_now": "Übersicht",
    "no_such_permit": "Gleisteile legen",
    "no_such_place": "Gleisteile legen",
    "no_such_rotation": "Gleisteile legen",
    "no_lay_left": "Gleisteile legen",
    "never_replaced": "Aufwertung von Gleisteilen",
    "not_in_the_table": "Aufwertung von Gleisteilen",
    "track_into_the_void": "Gleisteile legen",
    "track_lost": "Aufwertung von Gleisteilen",
    "colour_not_available": "Aufwertung von Gleisteilen",
    "no_tile_left": "Gleisteile legen",
    "not_connected": "Gleisteile legen",
    "track_too_dear": "Gleisteile legen",
    "not_your_private": "P2",
    "not_before_phase_3": "Privatgesellschaften",
    "power_used": "P2",
    "yellow_only": "P2",
    "no_tunnel_paper": "Tunnelbau",
    "tunnel_entrances": "Tunnelbau",
    "one_tunnel_a_hex": "Tunnelbau",
    "not_this_company": "Privatgesellschaften",
    "directors_privates_only": "Privatgesellschaften",
    "private_not_for_companies": "Privatgesellschaften",
    "private_price": "Privatgesellschaften",
    "private_too_dear": "Privatgesellschaften",
    # stations
    "only_stations_now": "Übersicht",
    "no_such_city": "Bahnhof bauen",
    "one_station_a_turn": "Bahnhof bauen",
    "not_a_city": "Bahnhof bauen",
    "no_marker_left": "Bahnhof bauen",
    "one_station_per_hex": "Bahnhof bauen",
    "no_free_place": "Bahnhof bauen",
    "home_circle_kept": "Bahnhof bauen",
    "station_not_connected": "Bahnhof bauen",
    "station_too_dear": "Bahnhof bauen",
    # income
    "pay_or_withhold": "Einnahmen verwalten",
    # trains
    "only_trains_now": "Übersicht",
    "must_own_a_train": "Loks kaufen",
    "train_not_for_sale": "Loks kaufen",
    "h_trains_only": "Regionalbahnen",
    "train_limit": "Phasenwechsel",
    "train_too_dear": "Loks kaufen",
    "train_not_there": "Loks kaufen",
    "no_trade_yet": "Loks kaufen",
    "printed_train_stays": "Gründung der SBB",
    "no_more_offers": "Loks kaufen",
    "offer_too_dear": "Loks kaufen",
    "price_out_of_range": "Loks kaufen",
    "answer_the_offer": "Loks kaufen",
    "discard_a_train": "Verschrotten von Loks",
}

TAKEN = {
    "Aktienrunde": "turns.closes stock_rounds.turn stock_rounds.first",
    "Ende der Aktienrunde": "turns.ended stock_rounds.end",
    "Kauf von Aktien": "shares.purchases.offered shares.purchases.costs shares.purchases.payee starting.startable",
    "Aktienlimit": "papers_of",
    "Verkauf von Aktien": "shares.sales.falls",
    "Inbetriebnahme": "starting.floats",
    "Reihenfolge": "flow.companies",
    "Spielende": "flow.is_last",
}


def rules_for(players: int, options: Options) -> Rules:
    """The rules of a game with this many players."""
    printed = material()
    row = printed.title["players"][str(players)]
    return Rules(
        players=players,
        printed=printed,
        cash=row["cash"],
        paper_limit=row["papers"],
        cites=CITES,
        cited=by_subject,
        director=director,
        worth=worth,
        pay=pay,
        papers_moved=papers_moved,
        board_changed=board_changed,
        to_come=to_come,
        shares=TRADING,
        permits=PERMITS,
        stations=STATIONS,
        trains=TRAINS,
        buy_train=buy_train,
        payouts=PAYOUTS,
        stock_rounds=STOCK_ROUNDS,
        turns=TURNS,
        starting=STARTING,
        owning=OWNING,
        privates=printed.privates,
        papers_of=count_papers,
        flow=FLOW,
        first_lay=HomeTile,
        run=RunTrainsStep,
        earns=as_scored,
        federal=FEDERAL_RULES,
        any_time=ANY_TIME,
        helped=may_be_helped,
        busy=can_use_privates,
    )
