"""The state of a game of 1881, and the questions that its rules ask of it."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.bank.chart import Chart
from stellwerk.bank.papers import ISSUE, NOTHING, POOL, Owner
from stellwerk.eighteen.rules import Rules18
from stellwerk.eighteen.state import State18, cash_and_shares, has_begun, percent
from stellwerk.play.core import Action, Position, Turn

from .data import Company81, Material, Phase81
from .options import Options


class Rules(Rules18, frozen=True, kw_only=True):
    """The shared rules with what player count and options settle."""

    printed: Material
    options: Options


class State81(State18, frozen=True, kw_only=True):
    """Parts are mappings and tuples that are never changed, only replaced."""

    envelopes: Mapping[int, int] = {}
    """What players have put into their envelopes, until these are opened (2.5)."""
    auctioneer: int = 0
    rank: tuple[int, ...] = ()
    """The players in the order of their bids (2.7)."""
    tram: int = 0
    """Who has the Tram (3.4)."""
    last_buyer: int | None = None
    """Who bought last in this stock round (4.7)."""
    passes: int = 0
    """How many players have bought nothing one after another in this stock round (4.6)."""
    still: int = 0
    """How many operating rounds have passed one after another in which no company acted."""
    opened: int = 0
    """How many further companies have been opened since the first purchases (4.12)."""
    laid: tuple[str, ...] = ()
    """Hexes built on in the turn that is being played (6.1)."""
    joined: frozenset[int] = frozenset()
    """Stations of the periphery whose bonus has been paid (9.4)."""
    turn_bonus: int = 0
    """What the company whose turn it is has won by joining the periphery (9.4)."""
    invested: frozenset[str] = frozenset()
    """Tram companies that have bought an S-Bahn share in this operating round (10.9)."""
    network_depots: Mapping[str, frozenset[int]] = {}
    """Hexes of the S-Bahn's depots by network; those apart and the main one (12.5)."""
    sbahn_depot: tuple[str, ...] = ()
    """S-Bahn trains that the bank still has, the smallest first (12.7)."""
    further_depots: frozenset[int] = frozenset()
    """Hexes of the S-Bahn's depots beside its start depots, which are never sold (7.8, 12.10)."""
    ridden: str = ""
    """Hex sides that the S-Bahn's networks have run over in this round, as hexadecimal bits (8.7; rulings)."""
    apart: tuple[str, ...] = ()
    """Networks that are not part of the main one."""
    paid_out: tuple[tuple[str, int], ...] = ()
    """What networks have paid out in the S-Bahn's turn; 0 if one saved (12.12, 12.13)."""
    vetoed: tuple[Action, ...] = ()
    """What the board has not let pass in this turn (12.6)."""
    credit: Mapping[str, tuple[str, int]] = {}
    """A tram that is not paid for yet, and what its company owes (15)."""
    bankrupt: frozenset[str] = frozenset()
    noted: Mapping[Owner, int] = {}
    """What the bank could not pay, by whom it is owed to: it counts at the end and buys nothing (13.2)."""


Table = Position[Rules, State81]
Move = Turn[Rules, State81]


# Companies and networks -------------------------------------------------------------------------------------


def company_of_network(table: Table, id_: str) -> str:
    """The company that a network is part of; a tram company is its own."""
    return id_ if id_ in table.rules.printed.companies else table.rules.printed.sbahn


def company81(table: Table, id_: str) -> Company81:
    """What is printed of a company, also for one of its networks."""
    return table.rules.printed.companies[company_of_network(table, id_)]


def track_kind(table: Table, id_: str) -> str:
    """The kind of track that a company or network builds and runs on."""
    return company81(table, id_).track


def is_sbahn(table: Table, id_: str) -> bool:
    """Whether this is the S-Bahn or one of its networks."""
    printed = table.rules.printed
    return id_ == printed.sbahn or id_ not in printed.companies


def seat_of(table: Table, owner: Owner) -> int | None:
    """Who decides for an owner of papers: a player, or the director of a tram company."""
    if isinstance(owner, int):
        return owner
    return director(table, owner) if owner in table.rules.printed.trams else None


def director(table: Table, id_: str) -> int | None:
    """Who acts for a company: who holds the director's paper, the chair's or a seat's (5.2, 12.5, 12.6)."""
    printed, papers = table.rules.printed, table.state.papers
    if id_ in printed.companies:
        return seat_of(table, papers[printed.register.director_paper(id_).id])
    return seat_of(table, papers[seat_paper(table, id_)])


def seat_paper(table: Table, network: str) -> str:
    """The paper of the board member to whom a network belongs."""
    return next(paper for paper, each in table.rules.printed.seats.items() if each == network)


def phase81(table: Table) -> Phase81:
    """What holds now."""
    return table.rules.printed.phases[table.state.phase]


def is_open(table: Table, company: str) -> bool:
    """Whether shares of a company can be bought: its marker lies on the chart, or the S-Bahn's time has come."""
    if is_sbahn(table, company):
        return has_begun(table, table.rules.printed.title["sbahn"]["phase"])
    return table.state.chart.field(company) is not None


# Papers and money -------------------------------------------------------------------------------------------


def counted_papers(table: Table, seat: int) -> int:
    """A player's papers, without those of companies in the yellow zone (4.4)."""
    papers, chart = table.state.papers, table.state.chart
    kept: tuple[Chart, list[str], dict[int, int]] | None = papers.memo.get("counted")
    if kept is None or kept[0] is not chart:
        kept = papers.memo["counted"] = chart, _outside_the_yellow_zone(table), {}
    counts = kept[2]
    if seat not in counts:
        held = table.rules.printed.register.holdings(papers)
        counts[seat] = sum([len(held[company].get(seat, NOTHING)[1]) for company in kept[1]])
    return counts[seat]


def _outside_the_yellow_zone(table: Table) -> list[str]:
    printed, fields = table.rules.printed, table.state.chart.fields
    price, zone = printed.sheet.price, printed.zones.yellow
    return [each for each in printed.register.of if each not in fields or price(fields[each]) > zone]


def holders(table: Table, company: str) -> list[Owner]:
    """Players and tram companies, who may hold shares of the S-Bahn (10.9)."""
    others = table.rules.printed.trams if is_sbahn(table, company) else ()
    return [*range(table.state.seats), *others]


def all_with_players(table: Table, company: str) -> bool:
    """Whether the bank has no share of a company; tram companies count as players (4.16; rulings)."""
    return not percent(table, company, POOL) and not percent(table, company, ISSUE)


def worth(table: Table, seat: int) -> int:
    """Private money, what is noted, and all shares at their price (13.2, 13.3); the richest has won (13.4)."""
    return cash_and_shares(table, seat) + table.state.noted.get(seat, 0)
