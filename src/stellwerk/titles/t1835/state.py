"""The state of a game of 1835, and the questions that all its rules ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from stellwerk.bank.papers import BANK, GONE, ISSUE, POOL, Owner
from stellwerk.eighteen.changes import break_bank
from stellwerk.eighteen.rules import Rules18
from stellwerk.eighteen.state import State18, percent
from stellwerk.play.core import Position, Turn

from .data import EXCHANGE, PACKET, PRUSSIA, Material, Phase35
from .events import DebtRepaid
from .options import Options

if TYPE_CHECKING:
    from .habits import Habits


class Rules(Rules18, frozen=True, kw_only=True):
    """The shared rules with what player count and options settle."""

    printed: Material
    options: Options
    habits: Habits
    """What another program plays otherwise."""


class State1835(State18, frozen=True, kw_only=True):
    """Parts are mappings and tuples that are never changed, only replaced. The start player is first in order."""

    powers_used: frozenset[str] = frozenset()
    """Private railways whose power has been used in this operating round."""
    barren: Mapping[int, int] = {}
    """Percent of Preußen that a player got in this operating round for papers that had already earned (4.5)."""
    debts: Mapping[str, int] = {}
    """What an AG owes the bank for a train that its director could not pay (5.5.4.13)."""
    packet_rounds: int = 0
    """Stock rounds that ended with the start packet unsold (7.2)."""

    @property
    def start_player(self) -> int:
        """Who begins the next stock round (2.3)."""
        return self.order[0]


Table = Position[Rules, State1835]
Move = Turn[Rules, State1835]


# Papers -----------------------------------------------------------------------------------------------------


def sold_percent(table: Table, company: str) -> int:
    """How much of an AG has ever been sold, the pool included."""
    return 100 - sum(percent(table, company, place) for place in (ISSUE, PACKET, EXCHANGE))


def packet_left(table: Table) -> list[list[str]]:
    """The rows of the start packet with what is unsold in them."""
    papers = table.state.papers
    if not papers.count(PACKET):
        return []
    rows = [[paper for paper in row if papers[paper] == PACKET] for row in table.rules.printed.packet]
    return [row for row in rows if row]


def count_papers(table: Table, seat: int) -> int:
    """Private railways, Vorpreußische and shares of a player: each one paper (2.6.2.6)."""
    return table.state.papers.count(seat)


def paper_limit(table: Table, seat: int) -> int:
    """The table's limit, and one more for each AG of which the player holds 80% (2.6.2.6)."""
    extra = 0
    least = table.rules.printed.title["shares"]["extra_paper_from"]
    for company in table.rules.printed.companies:
        extra += percent(table, company, seat) >= least
    return table.rules.paper_limit + extra


def at_paper_limit(table: Table, seat: int, over: int = 0) -> bool:
    """Whether a player holds as many papers as he may, or with `over` that many more."""
    papers = count_papers(table, seat) - over
    return papers >= table.rules.paper_limit and papers >= paper_limit(table, seat)


def director(table: Table, company: str) -> int | None:
    """Who acts for a company: the owner of a Vorpreußische, the director of an AG (3.3.4).

    After a bankruptcy the director's paper lies in the pool; then whoever holds most looks after the company,
    ties from the start player on, and the start player himself where nobody holds any (5.5.4.13).
    """
    papers = table.state.papers
    if company in table.rules.printed.minors:
        owner = papers[company]
        return owner if isinstance(owner, int) else None
    holder = papers[f"{company}-D"]
    if isinstance(holder, int):
        return holder
    if holder != POOL:
        return None
    return max(table.state.order, key=lambda seat: percent(table, company, seat))


# Companies --------------------------------------------------------------------------------------------------


def phase35(table: Table) -> Phase35:
    """What holds now."""
    return table.rules.printed.phases[table.state.phase]


def is_minor(table: Table, company: str) -> bool:
    """Whether this is one of the Vorpreußische."""
    return company in table.rules.printed.minors


def train_limit(table: Table, company: str) -> int:
    """How many trains a company may own now (5.5.4.7)."""
    ag, prussia, minor = phase35(table).limits
    if company == PRUSSIA:
        return prussia
    return minor if is_minor(table, company) else ag


def still_to_come(table: Table) -> list[str]:
    """Companies not yet in operation that will need a place at home.

    Preußen needs none of its own: it takes the marker place of Berlin-Potsdamer.
    """
    printed, state = table.rules.printed, table.state
    minors = [minor for minor in printed.minors if state.papers[minor] != GONE]
    companies = [company for company in printed.companies if company != PRUSSIA]
    return [company for company in minors + companies if company not in state.in_operation]


# Money ------------------------------------------------------------------------------------------------------


def pay(turn: Move, payer: Owner, payee: Owner, amount: int, purpose: str) -> None:
    """Pay, repay an AG's debt first (5.5.4.13), and note when the bank has nothing left (6.1)."""
    debt = turn.state.debts.get(payee, 0) if isinstance(payee, str) else 0
    if debt and payer != payee:
        part = min(debt, amount)
        turn.pay(payer, BANK, part, "debt")
        left: dict[str, int] = {**turn.state.debts, str(payee): debt - part}
        turn.set(debts={company: owed for company, owed in left.items() if owed})
        turn.emit(DebtRepaid(str(payee), part, debt - part))
        amount -= part
    turn.pay(payer, payee, amount, purpose)
    if payer == BANK and turn.state.cash[BANK] <= 0:
        break_bank(turn)
