"""The rules of 1873 as values: what the shared steps ask, and the paragraph behind each reason to refuse."""

from __future__ import annotations

from .companies.equipment import TRAINS, buy_train
from .companies.income import PAYOUTS
from .companies.insolvency import Reorganising
from .companies.running import every_fault
from .data import RAILWAY, material
from .edition import second_edition
from .lines import stations, track
from .lines.concessions import board_changed
from .options import Options
from .papers.auction import OpeningSale
from .papers.external import External, stays
from .papers.shares import TRADING, always_under, papers_moved
from .papers.stock import TURNS
from .paragraphs import cited
from .rounds import FLOW, STOCK_ROUNDS, most_cash_first
from .state import Rules, Table, director, pay, unit, worth

CITES = {
    # shares
    "only_shares": "3.2",
    "no_such_share": "3.2.3",
    "only_from_the_bank": "3.2.3",
    "in_trust": "3.2.3",
    "sold_this_round": "3.2.3",
    "share_too_dear": "3.2.3",
    "no_sales_in_first_round": "3.2.2",
    "nothing_to_sell": "3.2.2",
    "papers_not_held": "3.2.2",
    "not_the_director": "3.2.2",
    "papers_in_order": "3.2.2",
    "papers_sell_whole": "3.2.2",
    "packet_sold_already": "3.2.2",
    "not_operated_yet": "3.2.2",
    "nobody_else_directs": "3.2.2",
    # works
    "assign_switchers": "4.3.1",
    "one_switcher_a_work": "4.3.1",
    "only_works_now": "4.3.4",
    "no_such_work": "4.3.4",
    "no_slot": "4.3.4",
    "pre_harz_only": "4.3.7",
    "work_not_closed": "4.3.4",
    "work_too_dear": "4.3.4",
    "work_not_with_a_player": "4.3.4",
    # machines, locomotives, switchers
    "must_own_a_train": "4.4.7",
    "train_not_for_sale": "4.1",
    "railways_only": "4.1",
    "compulsory_first": "4.4.7",
    "never_a_lone_1": "4.4.7",
    "one_railcar": "4.1",
    "seller_in_trust": "6.2",
    "never_sells": "4.5",
    "last_locomotive": "4.4.7",
    "railcar_stays": "4.4.7",
    "no_machine_for_sale": "4.1",
    "discard_a_train": "4.3.5",
    "not_insolvent": "6",
    **track.CITES,
    **stations.CITES,
}


def to_come(table: Table) -> list[str]:
    """Railways whose homes are kept for them: their markers do not lie there yet (4.4.2)."""
    printed = table.rules.printed
    return [company for company in printed.of_kind(RAILWAY) if company not in table.state.in_operation]


def rules_for(players: int, options: Options) -> Rules:
    """The rules of a game with this many players."""
    printed = material(options.second_edition, options.dear_tanne)
    row = printed.title["players"][str(players)]
    rules = Rules(
        players=players,
        options=options,
        printed=printed,
        cash=row["cash"],
        paper_limit=len(printed.register.by_id),
        cites=CITES,
        cited=cited,
        director=director,
        worth=worth,
        pay=pay,
        papers_moved=papers_moved,
        board_changed=board_changed,
        to_come=to_come,
        shares=TRADING,
        permits=track.PERMITS,
        stations=stations.STATIONS,
        trains=TRAINS,
        buy_train=buy_train,
        payouts=PAYOUTS,
        unit=unit,
        surplus_to="scrapped",
        opening=OpeningSale(0, row["premium"]),
        external=External(printed.title["shares"]["external_price"], stays, stays),
        asked_of_runs=every_fault,
        goes_under=always_under,
        stock_rounds=STOCK_ROUNDS,
        flow=FLOW,
        turns=TURNS,
        next_order=most_cash_first,
        reorganising=Reorganising(),
        railcar_at_home=True,
        builds_from=track.active_markers,
    )
    return second_edition(rules) if options.second_edition else rules
