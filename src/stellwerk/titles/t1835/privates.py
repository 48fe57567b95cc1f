"""Private railways: their incomes, who may use their powers, and how they close (3.1)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.changes import close_private
from stellwerk.eighteen.state import phase
from stellwerk.play.core import Procedure
from stellwerk.play.errors import Refusal, refuse

from .state import Move, Table, director, is_minor, pay

# The powers of private railways, which their owner uses for an AG that he directs.
POWERS = {"NF": "3.1.3.1", "OB": "3.1.3.2", "PF": "3.1.3.3"}


def income(table: Table, private: str) -> int:
    """The fixed income of a private railway (3.1.2, 7.1)."""
    return table.rules.options.leipzig_income if private == "LD" else table.rules.printed.privates[private].income


class PrivateIncome(Procedure, frozen=True):
    """The bank pays the owner of each private railway its fixed income (3.1.2, 5.3.2)."""

    def run(self, turn: Move) -> None:
        for private in turn.rules.printed.privates:
            owner = turn.state.papers[private]
            if isinstance(owner, int):
                pay(turn, BANK, owner, income(turn, private), private)
                turn.set(acted=turn.state.acted | {private})


# Powers -----------------------------------------------------------------------------------------------------


def not_the_owners(table: Table, private: str, company: str) -> Refusal | None:
    """Its owner uses a private railway for an AG that he directs (3.1.3)."""
    if not is_minor(table, company) and table.state.papers[private] == director(table, company):
        return None
    return refuse(POWERS[private], "not_your_private", private=private)


def power_hexes(table: Table, private: str) -> tuple[int, ...]:
    """The hexes in which a private railway has its power."""
    index = table.rules.printed.box.grid.index
    return tuple(index[name] for name in table.rules.printed.privates[private].hexes)


# Closing ----------------------------------------------------------------------------------------------------


def _close_if_owned(turn: Move, private: str) -> None:
    if isinstance(turn.state.papers[private], int):
        close_private(turn, private)


def close_ostbayern(turn: Move) -> None:
    """Ostbayern closes when both its hexes are built on, by whomever (3.1.3.2); unsold it waits for its buyer."""
    if _built_on(turn, "OB"):
        _close_if_owned(turn, "OB")


def close_leipzig(turn: Move, company: str) -> None:
    """Leipzig-Dresden closes with Sachsen's first train from any source (3.1.3.4)."""
    if company == "SX":
        _close_if_owned(turn, "LD")


def close_with_the_first_5(turn: Move) -> None:
    """Those that do not become shares of Preußen close (3.1.2)."""
    for private in ("NF", "LD", "OB", "PF"):
        _close_if_owned(turn, private)


def _built_on(table: Table, private: str) -> bool:
    return all(table.state.board.tracks[hex_].tile for hex_ in power_hexes(table, private))


def has_closed(table: Table, private: str) -> bool:
    """Whether a private railway bought only now has nothing left but its share (3.1.2, 3.1.3.2)."""
    if private == "OB" and _built_on(table, private):
        return True
    return private not in table.rules.printed.becomes and "brown" in phase(table).colours
