"""What bots and the judgement of a title share. A title's `judgement.py` may import this and nothing else of bots.

A title keeps a value `JUDGEMENT` in a module `judgement` of its package: a `Judge`, which weighs every choice
itself, or a `Railways`, which tells in the words common to all 18xx what a choice is about and lets
`stellwerk.bots` weigh it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from stellwerk.board.board import Board
from stellwerk.board.tiles import Track
from stellwerk.play.core import Action, Choice, Position

Table = Position[Any, Any]
"""Rules with a state as one seat may see it."""


class Reason(Struct, frozen=True):
    """Why a choice is good or bad: a key of the catalogue (`advice.<key>`) and its values; no prose."""

    key: str
    values: Mapping[str, Any] = {}


def reason(key: str, **values: Any) -> Reason:
    """Shorthand: `reason("income_grows", company="BY", amount=30)`."""
    return Reason(key, values)


class Weighed(Struct, frozen=True):
    """An action with its score: what it is thought to bring, in the game's money, against doing nothing."""

    action: Action
    score: float
    reasons: tuple[Reason, ...] = ()


class Judge(ABC):
    """Weighs choices. Everything it may know is in the table, which is what the seat sees."""

    @abstractmethod
    def weigh(self, table: Table, seat: int, choices: Sequence[Choice]) -> Iterable[Weighed]:
        """Score choices, at least one of them; the same table and choices always give the same scores."""


# What all 18xx have in common -------------------------------------------------------------------------------


class TrainKind(Struct, frozen=True):
    """A kind of train. `ends_with` is the kind whose first purchase scraps it, "" where none does."""

    id: str
    price: int
    cities: int
    towns: int
    ends_with: str = ""


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
    """Of a tenth, on the chart or as printed; 0 where there are no shares."""
    floats_at: int = 0
    """Percent that must be sold before it runs."""
    opens_in: float = 0.0
    """Operating rounds until it can run at all, whoever holds it."""
    splits: bool = False
    """Whether its income is shared by rule, so that nobody decides about it."""


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
    """Whether this is the last round."""

    @property
    def stage(self) -> int:
        """How far track has come: 0 for the first colour."""
        return len(self.colours) - 1


class BuyShare(Struct, frozen=True):
    """A purchase of shares."""

    company: str
    percent: int
    cost: int


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
        """What a tenth of a company is likely to bring until the end, its price then included."""

    @abstractmethod
    def income(self, company: str) -> float:
        """What a company's trains earn now, or will with the train it can buy."""

    @abstractmethod
    def train_life(self, train: str) -> float:
        """Operating rounds until a kind of train is likely to be scrapped."""

    @abstractmethod
    def site_value(self, company: str, board: Board) -> float:
        """What a board would be worth to a company in a round: its run, and what it could come to run."""


class Railways(ABC):
    """What an 18xx title tells about its choices, so that one judgement serves them all."""

    @abstractmethod
    def survey(self, table: Table) -> Survey:
        """The table in common words."""

    @abstractmethod
    def read(self, table: Table, choice: Choice) -> tuple[Action, Move] | None:
        """An action in common words; None for what is the title's own, and for what no bot should do."""

    @abstractmethod
    def board(self, table: Table) -> Board:
        """The board."""

    @abstractmethod
    def run(self, table: Table, company: str, board: Board, trains: tuple[str, ...]) -> int:
        """What trains of a company would earn on a board."""

    @abstractmethod
    def price_after(self, table: Table, company: str, payouts: int) -> int:
        """The price of a tenth after so many payouts (below zero: so many incomes kept)."""

    @abstractmethod
    def price_sold(self, table: Table, company: str) -> int:
        """The price of a tenth after a sale."""

    def weigh_own(
        self, table: Table, seat: int, choices: Sequence[Choice], estimates: Estimates
    ) -> Iterable[Weighed]:
        """Decisions that only this title has."""
        return ()
