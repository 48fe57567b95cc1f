"""The state of a game of 1835, and the questions that all its rules ask of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from stellwerk.bank.chart import Chart
from stellwerk.bank.papers import BANK, GONE, ISSUE, POOL, Certificate, Holders, Owner
from stellwerk.board.board import UNDECIDED, Board, stop_number
from stellwerk.eighteen.events import BankBroken, PriceMoved
from stellwerk.play.core import Position, State, Turn

from .data import EXCHANGE, PACKET, PRUSSIA, Material, Phase, material
from .events import DebtRepaid
from .options import Options


class Rules(Struct, frozen=True):
    """The printed material with what player count and options settle."""

    players: int
    options: Options
    material: Material
    cash: int
    paper_limit: int


def rules_for(players: int, options: Options) -> Rules:
    """The rules of a game with this many players."""
    printed = material()
    row = printed.title["players"][str(players)]
    return Rules(players, options, printed, row["cash"], row["papers"])


class State1835(State, frozen=True):
    """Parts are mappings and tuples that are never changed, only replaced."""

    papers: Holders
    """Holder of every certificate, private railway and Vorpreußische."""
    trains: Mapping[str, tuple[str, ...]]
    """Trains of each company, and of the pool."""
    depot: tuple[str, ...]
    """Trains that the bank still sells, in order."""
    chart: Chart
    board: Board
    markers: Mapping[str, int]
    """Station markers that a company has not placed yet."""
    phase: int = 0
    start_player: int = 0
    stock_round: int = 0
    operating_round: int = 0
    operating_rounds: int = 1
    in_operation: frozenset[str] = frozenset()
    operated: frozenset[str] = frozenset()
    """AGs that have had a turn: their shares may be sold (2.6.3.2)."""
    acted: frozenset[str] = frozenset()
    """Companies that have had their turn in this operating round, and those passed over."""
    sold: Mapping[int, frozenset[str]] = {}
    """What each player has sold in this stock round (2.6.2.5)."""
    powers_used: frozenset[str] = frozenset()
    """Private railways whose power has been used in this operating round."""
    barren: Mapping[int, int] = {}
    """Percent of Preußen that a player got in this operating round for papers that had already earned (4.5)."""
    debts: Mapping[str, int] = {}
    """What an AG owes the bank for a train that its director could not pay (5.5.4.13)."""
    bankrupt: frozenset[int] = frozenset()
    packet_rounds: int = 0
    """Stock rounds that ended with the start packet unsold (7.2)."""
    bank_broken_in: str = ""


Table = Position[Rules, State1835]
Move = Turn[Rules, State1835]


# Papers -----------------------------------------------------------------------------------------------------


def held(table: Table, company: str, owner: Owner) -> list[Certificate]:
    """The owner's certificates of an AG."""
    return table.rules.material.register.held(table.state.papers, company, owner)


def percent(table: Table, company: str, owner: Owner) -> int:
    """The owner's part of an AG (3.3.1)."""
    return table.rules.material.register.percent(table.state.papers, company, owner)


def sold_percent(table: Table, company: str) -> int:
    """How much of an AG has ever been sold, the pool included."""
    return 100 - sum(percent(table, company, place) for place in (ISSUE, PACKET, EXCHANGE))


def packet_left(table: Table) -> list[list[str]]:
    """The rows of the start packet with what is unsold in them."""
    papers = table.state.papers
    rows = [[paper for paper in row if papers[paper] == PACKET] for row in table.rules.material.packet]
    return [row for row in rows if row]


def count_papers(table: Table, seat: int) -> int:
    """Private railways, Vorpreußische and shares of a player: each one paper (2.6.2.6)."""
    return table.state.papers.count(seat)


def income(table: Table, private: str) -> int:
    """The fixed income of a private railway (3.1.2, 7.1)."""
    return table.rules.options.leipzig_income if private == "LD" else table.rules.material.privates[private].income


def paper_limit(table: Table, seat: int) -> int:
    """The table's limit, and one more for each AG of which the player holds 80% (2.6.2.6)."""
    extra = 0
    least = table.rules.material.title["shares"]["extra_paper_from"]
    for company in table.rules.material.companies:
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
    if company in table.rules.material.minors:
        owner = papers[company]
        return owner if isinstance(owner, int) else None
    holder = papers[f"{company}-D"]
    if isinstance(holder, int):
        return holder
    if holder != POOL:
        return None
    seats = list(seats_from(table, table.state.start_player))
    return max(seats, key=lambda seat: percent(table, company, seat))


def seats_from(table: Table, first: int) -> Iterator[int]:
    """The players still in the game, clockwise."""
    for step in range(table.state.seats):
        seat = (first + step) % table.state.seats
        if seat not in table.state.bankrupt:
            yield seat


def next_seat(table: Table, seat: int) -> int:
    """The next player to the left who is still in the game."""
    return next(seats_from(table, seat + 1))


# Companies --------------------------------------------------------------------------------------------------


def phase(table: Table) -> Phase:
    """What holds now."""
    return table.rules.material.phases[table.state.phase]


def is_minor(table: Table, company: str) -> bool:
    """Whether this is one of the Vorpreußische."""
    return company in table.rules.material.minors


def train_limit(table: Table, company: str) -> int:
    """How many trains a company may own now (5.5.4.7)."""
    ag, prussia, minor = phase(table).limits
    if company == PRUSSIA:
        return prussia
    return minor if is_minor(table, company) else ag


def price(table: Table, company: str) -> int:
    """The price of a tenth of an AG."""
    field = table.state.chart.field(company)
    assert field is not None
    return table.rules.material.sheet.price(field)


def still_to_come(table: Table) -> list[str]:
    """Companies not yet in operation that will need a place at home.

    Preußen needs none of its own: it takes the marker place of Berlin-Potsdamer.
    """
    printed, state = table.rules.material, table.state
    minors = [minor for minor in printed.minors if state.papers[minor] != GONE]
    companies = [company for company in printed.companies if company != PRUSSIA]
    return [company for company in minors + companies if company not in state.in_operation]


def home_hex(table: Table, company: str) -> int:
    """The hex of a company's home station."""
    printed = table.rules.material
    name = printed.minors[company].home[0] if company in printed.minors else printed.companies[company].hex
    return printed.box.grid.index[name]


def home_stop(table: Table, company: str) -> int:
    """The city of a company's home; cities that have grown together count as one."""
    printed = table.rules.material
    hex_ = home_hex(table, company)
    city = printed.minors[company].home[1] if company in printed.minors else printed.companies[company].city
    cities = len(table.state.board.tracks[hex_].stops)
    if cities == 1:
        return stop_number(hex_, 0)
    return stop_number(hex_, UNDECIDED if city is None else city)


# Moves that many rules make ---------------------------------------------------------------------------------


def move_paper(turn: Move, paper: str, holder: Owner) -> None:
    """Hand a paper over."""
    turn.set(papers=turn.state.papers.moved(paper, holder))


def move_price(turn: Move, company: str, direction: str, cause: str) -> None:
    """Move a company's marker on the chart; one that moves goes under those already there (5.5.3.12.3)."""
    sheet = turn.rules.material.sheet
    old = turn.state.chart.field(company)
    assert old is not None
    new = getattr(sheet, direction)(old)
    turn.set(chart=turn.state.chart.place(company, new))
    turn.emit(PriceMoved(company, sheet.price(old), old, sheet.price(new), new, cause))


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
    if payer == BANK and not turn.state.bank_broken_in and turn.state.cash[BANK] <= 0:
        turn.set(bank_broken_in="operating" if turn.state.operating_round else "stock")
        turn.emit(BankBroken())


