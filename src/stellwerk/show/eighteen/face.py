"""The answers that 18xx titles share: what follows from the printed material, the rules and the state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from stellwerk.bank.papers import Certificate
from stellwerk.board.board import Board
from stellwerk.eighteen.classic.operating import acting, still_to_act
from stellwerk.eighteen.directors import DirectorExchange
from stellwerk.eighteen.printed import Printed
from stellwerk.play.core import Event, Step
from stellwerk.play.game import Title
from stellwerk.show.face import Face
from stellwerk.show.history import Mark
from stellwerk.show.market import BOARD, MARKET, Account, PriceMove, Wealth
from stellwerk.show.tables import ChartView, Fact, Home, Livery, Look, Turns

from . import market, tables
from .history import fixed, mark


class EighteenFace(Face):
    """How an 18xx title is shown; a title says where its `printed` material is, and answers what differs."""

    facts: Mapping[str, Callable[[Any, Any], Any]] = tables.FACTS
    about_papers: ClassVar[tuple[type[Step], ...]] = ()
    """Decisions about papers that interrupt operating rounds."""

    def __init__(self, title: Title) -> None:
        super().__init__(title)
        self.printed = self.material(title)
        self.currency = self.printed.title["currency"]

    def material(self, title: Any) -> Printed:
        """What is printed."""
        raise NotImplementedError

    def names(self) -> Mapping[str, str]:
        """Companies."""
        return {each.id: each.name for each in self.printed.companies.values()}

    def places(self) -> Mapping[str, str]:
        """Hexes that have a name."""
        return tables.named_places(self.printed.box)

    def look(self) -> Look:
        """All companies in their colours, at home where they begin."""
        companies = self.printed.companies.values()
        return Look(
            tuple(Livery(company.id, company.colour, company.id) for company in companies),
            tuple(Home(company.id, company.hex, company.city) for company in companies if company.hex),
        )

    def board(self, position: Any) -> Board | None:
        """The board."""
        board: Board = position.state.board
        return board

    def certificates(self, position: Any) -> tuple[Certificate, ...]:
        """All share certificates."""
        return tuple(self.printed.register.by_id.values())

    def homes_to_come(self, position: Any) -> tuple[str, ...]:
        """Companies whose home is kept for them."""
        return tuple(position.rules.to_come(position))

    def chart(self, position: Any) -> ChartView | None:
        """The share-price chart."""
        return ChartView(position.rules.printed.sheet, position.state.chart, {})

    def summary(self, position: Any) -> tuple[Fact, ...]:
        """Round, phase and bank."""
        return tables.round_and_bank(position)

    def turns(self, position: Any) -> Turns | None:
        """Who acts when in an operating round."""
        return tables.turns(position, acting(position), still_to_act(position))

    def stage(self, position: Any) -> str:
        """In operating rounds the board, but for decisions about papers that interrupt them."""
        agenda = position.state.agenda
        papers: tuple[type[Step], ...] = (DirectorExchange, *self.about_papers)
        if not agenda or (position.state.operating_round and not isinstance(agenda[-1], papers)):
            return BOARD
        return MARKET

    def marks(self, events: Sequence[Event], position: Any) -> Iterator[Mark]:
        """Rounds, incomes and what became of them, trains."""
        papers = self.paying_papers(position)
        for event in events:
            found = mark(event)
            if found is not None:
                yield found
            yield from fixed(event, papers)

    def paying_papers(self, position: Any) -> frozenset[str]:
        """Purposes for which the bank pays a fixed income, such as the names of private railways."""
        return frozenset()

    def price_moves(self, position: Any, company: str) -> tuple[PriceMove, ...]:
        """Where a price can go."""
        return market.moves(position, company)

    def wealth(self, position: Any, seat: int) -> Wealth:
        """Cash, shares at the prices of the chart, and what else counts or does not."""
        others = tuple(self.other_wealth(position, seat))
        return Wealth(position.state.cash[seat], market.shares(position, seat), others)

    def other_wealth(self, position: Any, seat: int) -> Iterable[Account]:
        """What a player has besides cash and shares."""
        return ()

    def liquid(self, position: Any, seat: int) -> int | None:
        """Cash, and what legal sales would bring."""
        return market.liquid(position, seat)

    def first(self, position: Any) -> int | None:
        """The first in the order of players."""
        order: tuple[int, ...] = position.state.order
        return order[0] if order else None

    def income(self, position: Any, company: str) -> int | None:
        """What a company's trains could earn now."""
        return tables.glance(position, company, self.title.manifest.part("runs"))
