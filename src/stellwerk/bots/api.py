"""What bots and the judgement of a title share. A title's `judgement.py` may import this and nothing else of bots.

A title keeps a value `JUDGEMENT` in a module `judgement` of its package: a `Judge`, which weighs every choice
itself, or a `Railways`, which tells in the words common to all 18xx what a choice is about and lets
`stellwerk.bots` weigh it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from enum import StrEnum
from random import Random
from typing import Any, Self

from msgspec import Struct

from stellwerk.board.board import Board
from stellwerk.board.tiles import Stop, Track
from stellwerk.play.core import Action, Choice, Position

Table = Position[Any, Any]
"""Rules with a state as one seat may see it."""


Shares = tuple[str, str]
"""The company that holds shares, "" for the player who acts, and the company that they are shares of."""


class Reason(Struct, frozen=True):
    """Why a choice is good or bad: a key of the catalogue (`advice.<key>`) and its values; no prose."""

    key: str
    values: Mapping[str, Any] = {}


def reason(key: str, **values: Any) -> Reason:
    """Shorthand: `reason("income_grows", company="BY", amount=30)`."""
    return Reason(key, values)


class Measure(StrEnum):
    """What a score counts. How far two choices are apart is told only where both stand in one measure."""

    NOTHING = "nothing"  # to do nothing, which is 0 by every measure
    MONEY = "money"  # what a choice brings the seat, in the game's money
    LEAD = "lead"  # what the seat can expect at the end, less a part of what the others can on average
    PERCENT = "percent"  # a gain in percent of the price that is paid or fetched
    DUTY = "duty"  # money, and NEEDED for the train that a company must own: no figure beside doing nothing
    FREE = "free"  # a gain in percent, as where it is paid for, of what costs nothing: of 1, so it is money
    ROUND = "round"  # what a choice brings the seat in an operating round
    INCOME = "income"  # what a company takes in in a round
    PAPERS = "papers"  # papers that are given away, counted below zero
    RANK = "rank"  # an order alone, or a mixture of several measures: no figure of it means anything


class Weighed(Struct, frozen=True):
    """An action with its score: what it is thought to bring against doing nothing, by the measure told."""

    action: Action
    score: float
    reasons: tuple[Reason, ...] = ()
    measure: Measure = Measure.RANK
    compared: Reason | None = None
    """How it stands to the other choices by that score; told where advice is given."""


class Judge(ABC):
    """Weighs choices. Everything it may know is in the table, which is what the seat sees."""

    @abstractmethod
    def weigh(self, table: Table, seat: int, choices: Sequence[Choice]) -> Iterable[Weighed]:
        """Score choices, at least one of them; the same table and choices always give the same scores."""

    def outlook(self, table: Table, now: Sequence[float]) -> Sequence[float]:
        """What each seat is likely to be worth at the end; `now` is what the final accounts would give."""
        return now

    def short_sighted(self) -> "Judge":
        """The same for somebody who thinks of what comes soon, as in first games."""
        return self

    def undoes(self, table: Table, earlier: Action, choice: Choice) -> bool:
        """Whether a choice takes back what the same seat has done in this turn."""
        return False

    def sensible(self, table: Table, lately: Sequence[Action], choices: Sequence[Choice]) -> Sequence[Choice]:
        """The choices that take back nothing which the seat has done lately; all, where there is no other."""
        if not lately:
            return choices
        return [one for one in choices if not any(self.undoes(table, done, one) for done in lately)] or choices


Leaf = Callable[[Table], Sequence[float]]
"""What each seat can expect in a position."""


class Explorer(ABC):
    """What a title tells a search that looks ahead. All that it may know is in the table, which the seat sees."""

    by_lot: bool = True
    """Whether playouts differ by lots; where they do not, each plan is played on once."""
    leaf: Leaf | None = None
    """Who is asked what can be expected in place of the title's own forecast."""

    def asking(self, leaf: Leaf) -> Self:
        """The same, but somebody else says what can be expected where a playout ends."""
        twin = copy(self)
        twin.leaf = leaf
        return twin

    def after(self, lately: Sequence[Action]) -> Self:
        """The same for a seat that has done this in its turn already, which it does not take back."""
        return self

    def leads_to(self, table: Table, plan: Sequence[Action]) -> Reason | None:
        """What a plan is for that its first action does not show."""
        return None

    @abstractmethod
    def plans(self, table: Table, seat: int, choices: Sequence[Choice]) -> Iterable[Sequence[Action]]:
        """What is worth trying, best first: actions that a seat takes one after the other; at least one plan."""

    def weight(self, table: Table) -> float:
        """The part of the playouts that a decision deserves."""
        return 1.0

    def least_gain(self, table: Table, seat: int) -> float:
        """What another plan than the first must gain at least, beside being surely better."""
        return 0.0

    @abstractmethod
    def far_enough(self, begun: Table, now: Table) -> bool:
        """Whether a playout that began somewhere has come to where what can be expected is told."""

    @abstractmethod
    def reach(self, table: Table, seat: int, plan: Sequence[Action], lots: Random) -> Table:
        """Follow a plan, and play on by lot for a while."""

    @abstractmethod
    def expects(self, begun: Table, reached: Table) -> Sequence[float]:
        """What each seat can expect where a playout ended; at the end of a game, what it has."""

    def play_on(self, table: Table, seat: int, plan: Sequence[Action], lots: Random) -> float:
        """Follow a plan, play on, and say what the seat can then expect above the mean of the others."""
        reached = self.reach(table, seat, plan, lots)
        worth = self.leaf(reached) if self.leaf else self.expects(table, reached)
        return worth[seat] - (sum(worth) - worth[seat]) / (len(worth) - 1)


class Foresight(Struct, frozen=True):
    """How an 18xx title looks ahead, in place of an `Explorer` of its own."""

    from_round: int
    """The stock round from which the forecast can be trusted."""
    gain: float = 0.01
    """What another choice than that of `steady` must gain at least, as a part of what the seat is worth."""
    tried: int = 4
    """Choices that are played on, beside doing nothing."""
    turns: int = 0
    """Turns of a stock round that are played on, each as one choice: sales, and the purchase that they pay for."""
    never: tuple[type[Action], ...] = ()
    """The title's own actions that are only taken where `steady` would, as sales of shares are."""


# What all 18xx have in common -------------------------------------------------------------------------------


class TrainKind(Struct, frozen=True):
    """A kind of train: so many cities and towns, or so many `hexes`; one that `skips` leaves stops out.

    `ends_with` is the kind whose first purchase scraps it, "" where none does. `turns_into` is the kind that it
    becomes with the first of `turns_with`. `card` is what the bank sells it as, where a card has two faces.
    """

    id: str
    price: int
    cities: int
    towns: int
    ends_with: str = ""
    hexes: int = 0
    skips: bool = False
    turns_into: str = ""
    turns_with: str = ""
    card: str = ""


class Firm(Struct, frozen=True):
    """A railway company as any 18xx knows it."""

    id: str
    director: int | None
    running: bool
    treasury: int
    trains: tuple[str, ...]
    room: int
    """Trains that it may own beside those it has."""
    must_own: bool
    """Whether it must own a train, and its director help it to one."""
    parts: tuple[int, ...]
    """Percent of the income that each seat gets when it is paid out."""
    pool: int = 0
    issue: int = 0
    """Percent in the pool, and unsold."""
    next_paper: int = 0
    """Percent of the paper that can be bought next from the unsold ones; 0 while none can."""
    price: int = 0
    """Of a share of `unit` percent, on the chart or as printed; 0 where there are no shares or no price yet."""
    floats_at: int = 0
    """Percent that must be sold before it runs."""
    opens_in: float = 0.0
    """Operating rounds until it can run at all, whoever holds it."""
    splits: bool = False
    """Whether its income is shared by rule, so that nobody decides about it."""
    unit: int = 10
    """Percent of a share, for which its price is."""
    capital: int = 0
    """What it begins with, where that is not the price of the shares that have been sold."""
    only_hexes: bool = False
    """Whether it may own only trains that count hexes."""
    merges_into: str = ""
    merges_in: float = 0.0
    """The company that it becomes part of, and operating rounds until then."""
    merger_costs: int = 0
    """What a share of that company costs then, to be paid with one of its own."""
    merger_brings: float = 1.0
    """What shares of such companies have proved worth, against what is foreseen for them."""
    markers: int = 0
    """Station markers that it will have beside its home."""
    goal: int = -1
    reward: int = 0
    """A hex, and what the treasury gets when the company's track leads there."""

    @property
    def shares(self) -> float:
        """How many shares of its unit it has."""
        return 100 / self.unit


class Survey(Struct, frozen=True):
    """The table as a bot looks at it."""

    seats: int
    cash: tuple[int, ...]
    bank: int
    firms: Mapping[str, Firm]
    kinds: Mapping[str, TrainKind]
    depot: tuple[str, ...]
    """Trains that the bank still sells, in order."""
    pool: tuple[str, ...]
    """Trains in the pool."""
    colours: tuple[str, ...]
    """Colours of track that may be laid."""
    rounds: int
    """Operating rounds between two stock rounds."""
    papers_left: tuple[int, ...]
    """Papers that each seat may still take."""
    fixed_income: int
    """What the bank pays for private railways in a round."""
    ending: bool = False
    """Whether the bank is broken: the game ends with this round, or with this set of rounds."""
    faces: Mapping[str, tuple[str, ...]] = {}
    """Kinds of train on a card of the depot, where there is more than the one that it is named after."""
    exports: float = 0.0
    """Trains that leave the depot in a round without a buyer."""
    debts: tuple[int, ...] = ()
    """What each seat owes, at `interest` percent for a set of rounds."""
    interest: int = 0
    track_to_come: float = 1.0
    """How much counts of what a further train like others of its company could earn on track to come."""
    rounds_to_come: float = 0.0
    """Operating rounds until the end, where not the bank's money but the title tells."""
    rounds_at_most: float = 0.0
    """Operating rounds until something else than the bank's money is likely to end the game; 0: nothing."""

    set_left: int = 0
    """Operating rounds of this set that are not over, or of the next one in a stock round, where a game ends with
    a whole set; 0 where it ends with a round."""

    @property
    def stage(self) -> int:
        """How far track has come: 0 for the first colour."""
        return len(self.colours) - 1


class BuyShare(Struct, frozen=True):
    """A purchase of shares; `par` is the price that the buyer sets with the first of a company."""

    company: str
    percent: int
    cost: int
    par: int = 0


class SellShares(Struct, frozen=True):
    """A sale of shares."""

    company: str
    percent: int
    proceeds: int
    director: bool


class LayTrack(Struct, frozen=True):
    """A tile on a hex. `free` lays beside the regular ones."""

    company: str
    hex: int
    track: Track
    cost: int
    free: bool = False


class PlaceStation(Struct, frozen=True):
    """A marker in a stop."""

    company: str
    stop: int
    cost: int


class PayOut(Struct, frozen=True):
    """Pay an income out or keep it."""

    company: str
    income: int
    pay: bool


class TakeTrain(Struct, frozen=True):
    """A train from the bank, the pool or (`seller`) another company."""

    company: str
    train: str
    cost: int
    from_bank: bool = True
    seller: str = ""


class SellTrain(Struct, frozen=True):
    """Accept an offer for a train, or decline it."""

    company: str
    train: str
    price: int
    buyer: str
    accept: bool


class GiveUpTrain(Struct, frozen=True):
    """Give up a train above the limit."""

    company: str
    train: str


class Done(Struct, frozen=True):
    """Nothing more in this step; `company` is the one whose turn it is, "" in a stock round."""

    company: str = ""


Move = BuyShare | SellShares | LayTrack | PlaceStation | PayOut | TakeTrain | SellTrain | GiveUpTrain | Done


class Estimates(ABC):
    """What the bots have worked out and a title's own judgement may ask."""

    survey: Survey

    @abstractmethod
    def rounds_left(self) -> float:
        """Operating rounds until the game is likely to end."""

    @abstractmethod
    def share_value(self, company: str) -> float:
        """What a share of a company's unit is likely to bring until the end, its price then included."""

    @abstractmethod
    def income(self, company: str) -> float:
        """What a company's trains earn now, or will with the train it can buy."""

    @abstractmethod
    def train_life(self, train: str) -> float:
        """Operating rounds until a kind of train is likely to be scrapped."""

    @abstractmethod
    def comes_in(self, train: str) -> float:
        """Operating rounds until a kind of train is likely to come to the top of the depot; 0 once it has gone."""

    @abstractmethod
    def site_value(self, company: str, board: Board) -> float:
        """What a board would be worth to a company in a round: its run, and what it could come to run."""

    @abstractmethod
    def run(self, company: str, trains: tuple[str, ...], board: Board | None = None) -> int:
        """What trains of a company would earn, on another board if one is given."""

    @abstractmethod
    def train_adds(self, company: str, train: str) -> float:
        """What one more train would earn a company until it goes, in all."""

    @abstractmethod
    def spending(self, company: str, amount: int) -> float:
        """What it costs its director that a company's treasury has so much less."""

    @abstractmethod
    def short_of(self, seat: int) -> bool:
        """Whether money is short, so that papers are scored in percent of their price; else papers are."""

    def measured(self, seat: int, gain: float, cost: int) -> tuple[float, Measure]:
        """A gain by the measure of what is short: in percent of its cost while money is, else as it is."""
        if self.short_of(seat):
            return 100 * gain / max(1, cost), Measure.PERCENT if cost > 0 else Measure.FREE
        return gain, Measure.MONEY

    @abstractmethod
    def at(self, table: Table) -> "Estimates":
        """The same for another table."""

    @abstractmethod
    def built_on(self, table: Table) -> "Estimates":
        """The same where only the board differs, and what has been built there: nothing that the survey tells."""


RIVALRY = 0.4
"""What a mark that others gain counts against one's own."""
TO_AND_FRO = 25.0
"""What moving a train among one's own companies must gain at least, so that it does not go to and fro."""
NEEDED = 500.0
"""What a train is worth to a company that must own one: better a lasting one of its own choice."""
MARGIN = 30.0
"""Percent of its worth by which an exchange of a share must be better, so that shares do not go in circles."""
EARLY = 10.0
"""Operating rounds to come from which on what is said of the end is a rough guess."""


def brings_until_the_end(estimates: Estimates, company: str, worth: float) -> Reason:
    """What shares are likely to bring, said as surely as it is known so long before the end."""
    rounds = estimates.rounds_left()
    if rounds > EARLY:
        return reason("share_could_bring", company=company, price=round(worth), rounds=round(rounds))
    return reason("share_is_worth", company=company, price=round(worth))


def sale_brings(company: str, amount: int, better: float = 0.0) -> Reason:
    """What a sale brings, and what another paper would gain that it pays for."""
    return reason("sale_brings", company=company, amount=amount, better=round(better))


def paper_is_worth(estimates: Estimates, worth: float, cost: int) -> Reason:
    """What a paper is worth to the seat beside its price, said as surely as it is known."""
    return reason("paper_is_worth", worth=round(worth), cost=cost, early=estimates.rounds_left() > EARLY)


def lasts(estimates: Estimates, train: str) -> Reason:
    """How long a train is likely to run: until it is scrapped, or to the end."""
    life = estimates.train_life(train)
    if life >= estimates.rounds_left() - 1:
        return reason("train_stays", train=train)
    return reason("train_lasts", train=train, rounds=round(life))


class Railways(ABC):
    """What an 18xx title tells about its choices, so that one judgement serves them all."""

    plans_lines: bool = False
    """Whether track is planned several lays ahead; a title says so where games have shown that it gains by it."""
    rises_last: float = 4.0
    """Operating rounds for which a rise of a run counts that a lay or a line brings, as games have shown."""

    @abstractmethod
    def survey(self, table: Table) -> Survey:
        """The table in common words."""

    @abstractmethod
    def read(self, table: Table, choice: Choice) -> tuple[Action, Move] | None:
        """An action in common words; None for what is the title's own, and for what no bot should do."""

    def gets(self, table: Table, action: Action) -> Shares | None:
        """Whose shares of which company an action brings."""
        return None

    def gives(self, table: Table, action: Action) -> Shares | None:
        """Whose shares of which company an action sells."""
        return None

    @abstractmethod
    def board(self, table: Table) -> Board:
        """The board."""

    @abstractmethod
    def run(self, table: Table, company: str, board: Board, trains: tuple[str, ...]) -> int:
        """What trains of a company would earn on a board."""

    @abstractmethod
    def price_after(self, table: Table, company: str, payouts: int) -> int:
        """The price of a share after so many payouts (below zero: so many incomes kept)."""

    @abstractmethod
    def price_sold(self, table: Table, company: str) -> int:
        """The price of a share after a sale."""

    def run_hangs_on(self, table: Table) -> Hashable:
        """What a run hangs on beside board, company, trains and colours."""
        return None

    def track_hangs_on(self, table: Table, company: str) -> Hashable:
        """What a company's track and stations hang on beside its board, trains, money and markers, the phase,
        the train on offer and who runs: papers that let it build more, tiles of this turn, a premium to come.
        """
        return None

    def marker_price(self, table: Table, board: Board, company: str, stop: int) -> int | None:
        """What a marker of the company would cost in a stop of another board; None where it may place none."""
        return None

    def calls_at(self, stop: Stop) -> bool:
        """Whether the trains of companies in the survey ever call at such a stop."""
        return True

    def leads_on(self, board: Board, hex_: int) -> Sequence[Track]:
        """Tracks that may come to lie on a hex of the board some day."""
        return board.box.successors(hex_, board.tracks[hex_])

    def lay_brings(self, table: Table, seat: int, move: LayTrack) -> float:
        """What a lay brings a seat beside what the company runs."""
        return 0.0

    def started(self, table: Table, seat: int, company: str, par: int) -> Table:
        """The table after a seat has started a company at a price of its own."""
        raise NotImplementedError

    def weigh_own(
        self, table: Table, seat: int, choices: Sequence[Choice], estimates: Estimates
    ) -> Iterable[Weighed]:
        """Decisions that only this title has."""
        return ()

    # The forecast -----------------------------------------------------------------------------------------------

    def share_brings(self, table: Table, company: str, estimates: Estimates) -> float:
        """What a share of a company's unit will bring its holder until the end beyond its price now."""
        return estimates.share_value(company) - estimates.survey.firms[company].price

    def promises(self, table: Table, estimates: Estimates) -> Sequence[float]:
        """What each seat can expect of all that is no share with a price: privates, minors, exchanges."""
        return ()
