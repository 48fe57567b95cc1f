"""The state of a game of 1844, and the questions that its rules ask of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.bank.papers import BANK, Owner
from stellwerk.eighteen.changes import break_bank
from stellwerk.eighteen.rules import Rules18
from stellwerk.eighteen.state import State18, cash_and_shares
from stellwerk.play.core import Decision, Position, Turn
from stellwerk.routes import Route

from .data import FEDERAL, HISTORICAL, PRE_SBB, REGIONAL, SBB, Kind, Material, Phase44


def the_train_bought(table: Table, company: str, price: int) -> int:
    """Forced sales are for the train that is bought (Loks kaufen)."""
    return price


class Rules(Rules18, frozen=True, kw_only=True):
    """The shared rules with what player count and options settle."""

    printed: Material
    first_lay: Callable[[str], Decision]
    """How a company begins to build."""
    run: Callable[[str], Decision]
    """How its trains run."""
    earns: Callable[[Any, Route], Route]
    """What a route brings."""
    federal: Any  # sbb.Federal
    helped: Callable[[Any, str], bool]
    """Whether the director must help a company to a train."""
    lender: str = BANK
    """Whose money loans are."""
    sales_cover: Callable[[Any, str, int], int] = the_train_bought
    """The price that forced sales may cover, given that of the train which a company buys."""


class State44(State18, frozen=True, kw_only=True):
    """Parts are mappings and tuples that are never changed, only replaced."""

    par: Mapping[str, int] = {}
    """The price of issue of each company that has been started."""
    loans: Mapping[int, int] = {}
    tunnels: Mapping[str, int] = {}
    """The hex of each tunnel that has been built, by the certificate that was used for it."""
    mountains: Mapping[str, tuple[int, int]] = {}
    """Site and kind of income board of each mountain railway."""
    earning: frozenset[str] = frozenset()
    """Tunnels and mountain railways that a train has used."""
    power_used: bool = False
    """Whether P2 has brought its extra tile."""
    rewarded: frozenset[str] = frozenset()
    """Companies that have had their premium, or can get none."""
    bought: Mapping[int, frozenset[str]] = {}
    """Which special papers, `tunnel` or `mountain`, a player has bought in this stock round."""
    passes: int = 0
    """How many players have passed one after another in this stock round."""
    eva: int | None = None
    """Who has the locomotive EVA to give away."""
    sbb_director: int | None = None
    sbb_due: bool = False
    """Whether the SBB is to be founded at the end of this operating round."""


Table = Position[Rules, State44]
Move = Turn[Rules, State44]


# Companies --------------------------------------------------------------------------------------------------


def kind_of(table: Table, company: str) -> Kind:
    """What holds for this kind of company."""
    return table.rules.printed.kinds[table.rules.printed.companies[company].kind]


def is_kind(table: Table, company: str, *kinds: str) -> bool:
    """Whether a company is of one of these kinds."""
    return table.rules.printed.companies[company].kind in kinds


def is_regional(table: Table, company: str) -> bool:
    """Whether this is one of R1 to R3."""
    return is_kind(table, company, REGIONAL)


def phase44(table: Table) -> Phase44:
    """What holds now."""
    return table.rules.printed.phases[table.state.phase]


def in_phase(table: Table, number: int) -> bool:
    """Whether this phase has begun."""
    return table.state.phase >= number - 1


def director(table: Table, company: str) -> int | None:
    """Who holds the director's share; of the SBB, who became its director (Direktorwechsel, Gründung der SBB)."""
    if is_kind(table, company, FEDERAL):
        return table.state.sbb_director
    holder = table.state.papers[f"{company}-D"]
    return holder if isinstance(holder, int) else None


def train_limit(table: Table, company: str) -> int:
    """How many trains a company may own now (Phasenwechsel)."""
    if is_kind(table, company, HISTORICAL):
        return phase44(table).limit
    return kind_of(table, company).trains


def stations_of(table: Table, company: str) -> int:
    """How many markers a company begins with (Inbetriebnahme): historical ones by their price of issue."""
    kind = kind_of(table, company)
    return kind.stations_by_par[table.state.par[company]] if kind.stations_by_par else kind.stations


def sbb_founded(table: Table) -> bool:
    """Whether the companies before the SBB are no more."""
    return SBB in table.state.in_operation


def to_come(table: Table) -> list[str]:
    """Companies whose home is kept for them: their marker does not lie there yet (Bahnhof bauen)."""
    return [
        company
        for company, each in table.rules.printed.companies.items()
        if each.hex and company not in table.state.operated and not (each.kind == PRE_SBB and sbb_founded(table))
    ]


# Papers and money -------------------------------------------------------------------------------------------


def count_papers(table: Table, seat: int) -> int:
    """Shares of a player; privates, tunnels and mountain railways do not count (Aktienlimit)."""
    papers = table.state.papers
    counts: dict[int, int] = papers.memo.setdefault("shares", {})
    if seat not in counts:
        special = [paper for paper in table.rules.printed.special_papers if papers[paper] == seat]
        counts[seat] = papers.count(seat) - len(special)
    return counts[seat]


def owner_seat(table: Table, paper: str) -> int | None:
    """Who decides about a paper: its owner, or the director of the company that owns it."""
    owner = table.state.papers[paper]
    if isinstance(owner, int):
        return owner
    return director(table, owner) if owner in table.rules.printed.companies else None


def pay(turn: Move, payer: Owner, payee: Owner, amount: int, purpose: str) -> None:
    """Pay; the first sum that the bank cannot pay in full begins the end of the game (Spielende)."""
    turn.pay(payer, payee, amount, purpose)
    if payer == BANK and turn.state.cash[BANK] < 0:
        break_bank(turn)


def worth(table: Table, seat: int) -> int:
    """Cash, shares at their price, tunnels and mountain railways in use, less loans (Endabrechnung)."""
    total: int = cash_and_shares(table, seat) + worth_of_papers(table, seat) - table.state.loans.get(seat, 0)
    return total


def worth_of_papers(table: Table, seat: int) -> int:
    """A player's tunnels and mountain railways in use (Endabrechnung)."""
    printed, state = table.rules.printed, table.state
    return sum(
        printed.title["tunnels" if paper in printed.tunnel_papers else "mountains"]["worth"]
        for paper in state.earning
        if state.papers[paper] == seat
    )
