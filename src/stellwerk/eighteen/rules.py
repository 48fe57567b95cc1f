"""The questions that shared steps ask of a title's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from stellwerk.bank.papers import POOL, Owner
from stellwerk.board.board import Board
from stellwerk.play.core import Action, Decision

from .printed import Printed, Private

if TYPE_CHECKING:
    from .classic.emergency import Help
    from .classic.operating import Flow
    from .classic.privates import Owning
    from .classic.running import Runs
    from .classic.starting import Starting
    from .classic.stock import Turns
    from .shares import Trading
    from .stations import Site
    from .stock_rounds import StockRounds
    from .track import Permit
    from .trains import Buying

T = TypeVar("T")


def answered(answer: T | None) -> T:
    """The answer to a question that not every title has: only steps that a title takes ask for it."""
    assert answer is not None
    return answer


def by_reason(table: Any, reason: str, values: Mapping[str, Any]) -> str:
    """The paragraph of a reason, whomever it is given to."""
    rule: str = table.rules.cites[reason]
    return rule


def nothing_else(table: Any, company: str) -> bool:
    """There is nothing that a company could do beside the steps of its turn."""
    return False


def printed_unit(table: Any, company: str) -> int:
    """The part of a company that its price is for, in percent, where that never changes."""
    unit: int = table.rules.printed.companies[company].unit
    return unit


def every_paper(table: Any, seat: int) -> int:
    """All that a player holds count."""
    count: int = table.state.papers.count(seat)
    return count


def nothing_more(turn: Any) -> None:
    """Nothing else follows."""


class Rules18(Struct, frozen=True, kw_only=True):
    """The printed material, and a title's answers to the questions that shared steps ask."""

    players: int
    printed: Printed
    cash: int
    """What each player begins with."""
    paper_limit: int
    """How many papers a player may hold."""
    cites: Mapping[str, str]
    """The paragraph behind each reason for a refusal."""
    director: Callable[[Any, str], int | None]
    """Who acts for a company."""
    worth: Callable[[Any, int], int]
    """What a player is worth by the final accounts."""
    pay: Callable[[Any, Owner, Owner, int, str], None]
    """Pay, with all that hangs on it."""
    papers_moved: Callable[[Any, str], None]
    """What follows when papers of a company have changed hands."""
    board_changed: Callable[[Any, Board], None]
    """What follows when track or markers differ from this earlier board."""
    to_come: Callable[[Any], Iterable[str]]
    """Companies whose home is kept for them."""
    shares: Trading
    """How shares are bought and sold."""
    permits: tuple[Permit, ...]
    """Ways to lay track, the regular one first."""
    stations: tuple[Site, ...]
    """Ways to place markers, the regular one first."""
    trains: Buying
    """How companies come by trains."""
    buy_train: Callable[[Any, Any], None]
    """Carry out the purchase of a train from bank or pool, paid by whomever."""
    payouts: Mapping[str, Callable[[Any, str, int], None]]
    """What can become of an income, by kind of dividend."""
    unit: Callable[[Any, str], int] = printed_unit
    """The part of a company, in percent, that its price on the chart is for."""
    surplus_to: str = POOL
    """Where trains above the limit go."""
    busy: Callable[[Any, str], bool] = nothing_else
    """Whether a company has more to do than the steps of its turn; the last one does not pass by itself then."""
    cited: Callable[[Any, str, Mapping[str, Any]], str] = by_reason
    """The paragraph that a refusal names, where the same reason has several."""
    stock_rounds: StockRounds | None = None
    """Where players have turns until all have passed."""
    turns: Turns | None = None
    """What a player may do in his turn."""
    flow: Flow | None = None
    """Operating rounds and companies' turns."""
    starting: Starting | None = None
    """How companies come into being."""
    runs: Runs | None = None
    """How trains run."""
    help: Help | None = None
    """How directors help companies to trains."""
    owning: Owning | None = None
    """What private railways bring to those who own them."""
    privates: Mapping[str, Private] = {}
    """Those that are in the game with this many players, in the order in which they are sold."""
    papers_of: Callable[[Any, int], int] = every_paper
    """How many papers of a player count against the limit."""
    phase_began: Callable[[Any], None] = nothing_more
    """What else comes with a new phase."""
    any_time: Mapping[type[Action], Decision] = {}
    """What may be done beside the step on the agenda, out of turn too."""
