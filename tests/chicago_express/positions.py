"""Positions of Chicago Express, built from what a test needs.

    game = position(players=3).share("NYC", 0).cash("NYC", 10).turn(0)

A position begins after the opening, with nothing sold. Locomotives, shares, houses and money come from tableau,
supply and bank, and incomes follow from the hexes. A `line` need not be connected, and `income` sets a counter by
hand: both are for tests that do not look at the rest of the network.
"""

from __future__ import annotations

import msgspec
import pytest

import stellwerk
from stellwerk.bank.papers import BANK
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass, Position, Range, Turn
from stellwerk.play.game import settle
from stellwerk.titles.chicago_express.actions import BuildTrack, ChooseDial, Develop, OfferShare
from stellwerk.titles.chicago_express.auctions import OfferStep
from stellwerk.titles.chicago_express.development import DevelopStep
from stellwerk.titles.chicago_express.expansion import ExpandStep, border, build_cost
from stellwerk.titles.chicago_express.opening import OpeningSale
from stellwerk.titles.chicago_express.state import hex_value
from stellwerk.titles.chicago_express.turns import NextTurn
from stellwerk.titles.registry import find_title

NAMES = ("Andy", "Bert", "Charly", "Dora", "Emil", "Fritz")

# The cheapest line of a company on an empty board, up to the last hex before Chicago.
NYC_LINE = "S2 S1 R0 Q0 P0 O0 N0 M0 L0 K1 J1 I2 H2 G2 F2 E2 D2 C3 B2"
BO_LINE = "P6 O7 N6 M6 L6 K7 J6 I7 H6 G6 F5 E5 D4 C4 B3 A3"


def position(players: int = 3) -> Builder:
    """The table laid out for so many players."""
    return Builder(players)


class Builder:
    """Every method changes the position and returns it; `turn` makes a game of it."""

    def __init__(self, players: int) -> None:
        self.game = new_game(players)
        self.move = Turn(self.game.rules, find_title("chicago-express").start(self.game.rules, 0).state)
        self.index = self.game.rules.material.index

    @property
    def state(self):
        return self.move.state

    def change(self, company: str, **parts) -> Builder:
        railway = msgspec.structs.replace(self.state.railways[company], **parts)
        self.move.set(railways={**self.state.railways, company: railway})
        return self

    def cash(self, owner: int | str, amount: int) -> Builder:
        """Somebody has so much."""
        cash = dict(self.state.cash)
        cash[BANK] += cash[owner] - amount
        cash[owner] = amount
        self.move.set(cash=cash)
        return self

    def share(self, company: str, seat: int, number: int = 1) -> Builder:
        """A seat holds so many more shares."""
        railway = self.state.railways[company]
        shares = list(railway.shares)
        shares[seat] += number
        return self.change(company, shares=tuple(shares), unsold=railway.unsold - number)

    def line(self, company: str, hexes: str) -> Builder:
        """A company has these hexes too."""
        railway = self.state.railways[company]
        new = {self.index[name] for name in hexes.split()} - railway.network
        income = railway.income + sum(hex_value(self.move, hex_) for hex_ in new)
        left = railway.locomotives - len(new)
        return self.change(company, network=railway.network | new, locomotives=left, income=income)

    def wabash(self) -> Builder:
        """The Wabash is open."""
        return self.line("WAB", "D3")

    def without_locomotives(self, company: str) -> Builder:
        """A company's network has grown, over hexes open to everybody, until no locomotive was left."""
        hexes = self.game.rules.material.hexes
        while self.state.railways[company].locomotives:
            beside = border(self.move, self.state.railways[company].network)
            free = [hexes[hex_] for hex_ in beside if hexes[hex_].kind_name in ("plain", "forest", "city")]
            taken = {hexes[h].id for railway in self.state.railways.values() for h in railway.network}
            self.line(company, next(h.id for h in free if not (h.kind.single and h.id in taken)))
        return self

    def houses(self, hexes: str) -> Builder:
        """These hexes are developed; companies there gain."""
        for name in hexes.split():
            hex_ = self.index[name]
            self.move.set(developed=self.state.developed | {hex_}, houses=self.state.houses - 1)
            for company, railway in self.state.railways.items():
                if hex_ in railway.network:
                    gain = self.game.rules.material.hexes[hex_].development
                    self.change(company, income=railway.income + gain)
        return self

    def industry(self, name: str, value: int) -> Builder:
        """The marker of an industry city stands here; set it before any line leads there."""
        self.move.set(industry={**self.state.industry, self.index[name]: value})
        return self

    def income(self, company: str, income: int) -> Builder:
        """A counter set by hand, for the rulebook's examples."""
        return self.change(company, income=income)

    def dials(self, **places: int) -> Builder:
        """How far the pointers have been turned."""
        self.move.set(dials={**self.state.dials, **places})
        return self

    def turn(self, seat: int):
        """The game with this seat coming to the turn."""
        return self._begin(NextTurn(seat))

    def opening(self, number: int = 0, opener: int = 0):
        """The game at one of the opening auctions."""
        return self._begin(OpeningSale(number, opener))

    def _begin(self, step):
        self.move.set(agenda=(step,))
        settle(self.move)
        self.game._states[:] = [self.move.state]
        self.game._events[:] = [tuple(self.move.events)]
        return self.game


def new_game(players: int = 3, seed: int = 0):
    return stellwerk.new("chicago-express", NAMES[:players], seed=seed)


# Acting for whoever is to decide ----------------------------------------------------------------------------


def seat(game) -> int:
    """The one seat that the game waits for."""
    (waiting,) = game.waiting_for()
    return waiting


def bid(game, amount: int):
    return game.play(Bid(seat(game), amount))


def passes(game):
    return game.play(Pass(seat(game)))


def choose(game, dial: str):
    return game.play(ChooseDial(seat(game), dial))


def offer(game, company: str):
    choose(game, "auction")
    return game.play(OfferShare(seat(game), company))


def build(game, company: str, hexes: str):
    """Build these hexes one after the other; returns the last one's events."""
    events = ()
    for name in hexes.split():
        events = game.play(BuildTrack(seat(game), company, name))
    return events


def develop(game, name: str):
    choose(game, "development")
    return game.play(Develop(seat(game), name))


def waste(game, dial: str):
    """Choose a dial and do nothing, whether or not there was anything to do."""
    events = choose(game, dial)
    return passes(game) if isinstance(game.step, OfferStep | ExpandStep | DevelopStep) else events


def refused(game, action, reason: str, section: str | None = None) -> None:
    """The action is neither listed nor accepted, for this reason, and nothing changes."""
    before = game.digest()
    assert action not in list(game.legal_actions())
    with pytest.raises(stellwerk.IllegalAction) as error:
        game.play(action)
    assert error.value.refusal.reason == reason
    assert section is None or error.value.rule == section
    assert game.digest() == before


def can_build(game, company: str) -> set[str]:
    """The hexes offered to a company."""
    return {a.hex for a in game.legal_actions() if isinstance(a, BuildTrack) and a.company == company}


def can_develop(game) -> set[str]:
    """The hexes that may be developed now."""
    return {a.hex for a in game.legal_actions() if isinstance(a, Develop)}


def bids(game) -> tuple[int, int] | None:
    """The lowest and the highest bid on offer."""
    ranges = [choice for choice in game.legal_actions() if isinstance(choice, Range)]
    return (ranges[0].low, ranges[0].high) if ranges else None


def cost(game, name: str) -> int:
    return build_cost(Position(game.rules, game.state), game.rules.material.index[name])


def kinds(events) -> list[str]:
    """The names of events in order."""
    return [type(event).__name__ for event in events]


def only(events, kind):
    """The one event of a kind."""
    (event,) = [event for event in events if isinstance(event, kind)]
    return event
