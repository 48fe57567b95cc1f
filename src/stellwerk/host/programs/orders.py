"""Programs that stand in a game, as its server holds them."""

from __future__ import annotations

from msgspec import Struct

from stellwerk.play.programs import Ended, Program


class Order(Struct):
    """A program of a game: set up after so many moves, and why it is over, if it is."""

    id: int
    program: Program
    since: int
    ended: Ended | None = None


class Orders:
    """All programs of a game, and which entries of the log were theirs."""

    def __init__(self) -> None:
        self.all: dict[int, Order] = {}
        self.moves: dict[int, int] = {}

    def of(self, seat: int) -> list[Order]:
        """Those of a seat, the oldest first."""
        return [order for order in self.all.values() if order.program.seat == seat]

    def standing(self) -> list[Order]:
        """Those that are not over, in the order in which they are asked."""
        standing = [order for order in self.all.values() if order.ended is None]
        return sorted(standing, key=lambda order: order.program.asked_last)

    def gives_way(self, number: int) -> bool:
        """Whether an entry of the log was a program's that goes back with what it has answered."""
        order = self.all.get(self.moves.get(number, 0))
        return order is not None and order.program.tells_nothing

    def made(self, number: int, seat: int | None, over: bool) -> bool:
        """Whether a program made an entry of the log, as far as a seat may know that."""
        order = self.all.get(self.moves.get(number, 0))
        return order is not None and (over or order.ended is not None or order.program.seat == seat)
