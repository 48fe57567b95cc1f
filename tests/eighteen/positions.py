"""Positions of any 18xx title, built from what a test needs instead of replayed from a hundred moves.

A position starts with everything in the box. What is handed out comes from the box or the bank, so that money,
papers, tiles, markers and trains still add up; `game()` says so. A title adds what only it has, and how its
companies begin.
"""

from __future__ import annotations

from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.board.board import stop_number
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.state import SCRAPPED, home_stop
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.core import Paid, Position, Range, Turn
from stellwerk.play.errors import IllegalAction
from stellwerk.play.game import Game, settle

NAMES = ("North", "East", "South", "West", "Fifth", "Sixth", "Seventh")


class Builder:
    """Every method changes the position and returns it."""

    def __init__(self, title, players, options):
        self.shell = Game(title, NAMES[:players], options, 0)
        self.turn = Turn(self.shell.rules, title.start(self.shell.rules, 0).state)
        self.turn.set(agenda=(), stock_round=2)
        self.next_card = ""

    @property
    def table(self):
        return Position(self.turn.rules, self.turn.state)

    @property
    def state(self):
        return self.turn.state

    @property
    def printed(self):
        return self.shell.rules.printed

    # Money and papers ---------------------------------------------------------------------------------------

    def cash(self, owner, amount):
        """Somebody has so much; the bank gives or takes the difference."""
        cash = dict(self.state.cash)
        cash[BANK] += cash[owner] - amount
        cash[owner] = amount
        return self.set(cash=cash)

    def purses(self, *amounts):
        """The players have so much, in the order of their seats."""
        for seat, amount in enumerate(amounts):
            self.cash(seat, amount)
        return self

    def bank(self, amount, keeper):
        """The bank has so much; a company that has no other use for it here keeps the rest."""
        cash = dict(self.state.cash)
        cash[keeper] += cash[BANK] - amount
        cash[BANK] = amount
        return self.set(cash=cash)

    def give(self, owner, *papers):
        """Papers by their ids."""
        for paper in papers:
            assert paper in self.state.papers, paper
            move_paper(self.turn, paper, owner)
        return self

    def shares(self, owner, company, *percents, source=ISSUE):
        """Ordinary shares of a company, by their percentages, from its unsold ones."""
        for size in percents:
            paper = next(
                p
                for p in self.printed.register.of[company]
                if p.percent == size and not p.director and self.state.papers[p.id] == source
            )
            self.give(owner, paper.id)
        return self

    # Companies ----------------------------------------------------------------------------------------------

    def at(self, company, row, column):
        """The company's marker on the chart; rows and columns count from 1."""
        return self.set(chart=self.state.chart.place(company, (row - 1, column - 1)))

    def in_operation(self, company, markers, operated=True):
        """A company that has begun, with so many markers in all; one that has acted has its home."""
        self.set(
            in_operation=self.state.in_operation | {company},
            markers={**self.state.markers, company: markers},
        )
        if operated:
            self.set(operated=self.state.operated | {company})
            self.marker(company, stop=home_stop(self.turn, company))
        return self

    def trains(self, company, *trains):
        """A company (or the pool) owns these trains."""
        return self.set(trains={**self.state.trains, company: trains})

    def phase(self, id_, selling=""):
        """A phase by its name; the bank sells this card next, or the one of the phase."""
        phases = self.printed.phases
        number = next(number for number, phase in enumerate(phases) if phase.id == id_)
        self.next_card = selling or phases[number].train
        return self.set(phase=number)

    # Board --------------------------------------------------------------------------------------------------

    def tiles(self, text):
        """Lay tiles without asking anybody: "D15 15/1, C14 58/5"."""
        for each in filter(None, (part.strip() for part in text.split(","))):
            hex_, tile = each.split(" ", 1)
            self.tile(hex_, tile)
        return self

    def tile(self, hex_, tile):
        track = self.track(tile)
        return self.set(board=self.state.board.lay(self.hex(hex_), track))

    def track(self, tile):
        """A tile turned: "15/1"."""
        name, _, rotation = tile.partition("/")
        track = self.printed.box.track(name, int(rotation or 0))
        assert track is not None, tile
        return track

    def hex(self, name):
        return self.printed.box.grid.index[name]

    def marker(self, company, hex_="", city=0, stop=None):
        """A station marker of a company."""
        if stop is None:
            stop = stop_number(self.hex(hex_), city)
        return self.set(
            board=self.state.board.with_station(company, stop),
            markers={**self.state.markers, company: self.state.markers[company] - 1},
        )

    # Time ---------------------------------------------------------------------------------------------------

    def set(self, **parts):
        """Any part of the state."""
        self.turn.set(**parts)
        return self

    def agenda(self, *steps):
        """What comes next, first things first."""
        self.turn.set(agenda=())
        self.turn.push(*steps)
        return self

    def operating(self, index=1, of=1):
        """We are in this operating round of a set."""
        return self.set(operating_round=index, operating_rounds=of)

    def acting(self, company, *steps):
        """These steps are what is left of the company's turn."""
        if not self.state.operating_round:
            self.operating()
        return self.set(acted=self.state.acted | {company}).agenda(*steps)

    def laying(self, company, lays=1):
        return self.acting(company, LayStep(company, lays))

    def placing(self, company):
        return self.acting(company, StationStep(company))

    def buying(self, company):
        return self.acting(company, TrainStep(company))

    # Done ---------------------------------------------------------------------------------------------------

    def game(self):
        """The game in this position."""
        self._put_trains_away()
        assert self.shell.title.problems(self.shell.rules, self.state) == []
        settle(self.turn)
        game = self.shell.copy()
        game._states, game._events = [self.turn.state], [tuple(self.turn.events)]
        assert game.problems() == []
        return game

    def _put_trains_away(self):
        """Cards that nobody owns: earlier ones are out of the game, later ones for sale."""
        kinds = self.printed.trains
        cards = list(dict.fromkeys(kind.card for kind in kinds.values() if kind.card))
        first = cards.index(self.next_card or cards[0])
        owned = [kinds[t].card for owner, trains in self.state.trains.items() if owner != SCRAPPED for t in trains]
        gone, depot = [], []
        for number, card in enumerate(cards):
            left = kinds[card].count - owned.count(card) if kinds[card].count else 1
            assert left >= 0, f"too many {card}"
            (gone if number < first else depot).extend([card] * left)
        self.set(trains={**self.state.trains, SCRAPPED: tuple(gone)}, depot=tuple(depot))


# Questions that many tests ask ------------------------------------------------------------------------------


def listed(game, *kinds, seat=None):
    """The legal actions of these kinds, a range as its lowest."""
    choices = (c.action if isinstance(c, Range) else c for c in game.legal_actions(seat))
    return [action for action in choices if isinstance(action, kinds or object)]


def amounts(game, kind, **fields):
    """The lowest and the highest amount of the one range of this kind with these values; None if there is none."""
    found = [
        (choice.low, choice.high)
        for choice in game.legal_actions()
        if isinstance(choice, Range)
        and isinstance(choice.action, kind)
        and all(getattr(choice.action, name) == value for name, value in fields.items())
    ]
    assert len(found) <= 1, found
    return found[0] if found else None


def rule_against(game, action):
    """The section that forbids an action, after trying it: nothing may have changed."""
    return refused(game, action).rule


def reason_against(game, action):
    """The reason why an action is forbidden, after trying it."""
    return refused(game, action).refusal.reason


def refused(game, action):
    """The refusal of an action that is not listed either."""
    before = game.digest()
    assert action not in listed(game)
    try:
        game.play(action)
    except IllegalAction as error:
        assert game.digest() == before
        return error
    raise AssertionError(f"{action} was accepted")


def lays(game, hex_=None, permit=None):
    """Tiles that can be laid, as "C14 58/5"."""
    return {
        f"{a.hex} {a.tile}/{a.rotation}"
        for a in listed(game, LayTile)
        if hex_ in (None, a.hex) and permit in (None, a.permit)
    }


def lay(game, company, text, permit=""):
    """Lay a tile given as "C14 58/5" for a company whose turn it is."""
    hex_, tile = text.split(" ", 1)
    name, _, rotation = tile.partition("/")
    return game.play(LayTile(game.waiting_for()[0], company, hex_, name, int(rotation), permit))


def paid(events, purpose):
    """Amounts paid for a purpose, by payee."""
    return {event.payee: event.amount for event in events if isinstance(event, Paid) and event.purpose == purpose}


def holding(game, company, owner):
    """An owner's papers of a company by their size, the director's paper marked."""
    held = game.rules.printed.register.held(game.state.papers, company, owner)
    papers = sorted(held, key=lambda paper: (paper.percent, paper.director))
    return [f"{paper.percent}{'D' if paper.director else ''}" for paper in papers]


def cell(game, company):
    """Row and column of a company's marker, counted from 1."""
    row, column = game.state.chart.field(company)
    return row + 1, column + 1


def price_of(game, company):
    return game.rules.printed.sheet.price(game.state.chart.field(company))


def director_of(game, company):
    return game.rules.director(game.position, company)


def markers_in(game, hex_, city=0):
    index = game.rules.printed.box.grid.index
    return game.state.board.stations.get(stop_number(index[hex_], city), ())


def places_of(game, company):
    """Hexes with a marker of the company."""
    names = game.rules.printed.box.grid.names
    return sorted(names[stop // PLACES] for stop in game.state.board.stops_of(company))


def told(events, kind):
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
