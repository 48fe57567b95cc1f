"""Positions of 1835, built from what a test needs instead of replayed from a hundred moves.

    game = position(3).packet_gone().ag("BY", director=0, cash=500).tile("O15", "202", 2).track("BY").game()

A position starts with everything in the box. What is handed out comes from the box or the bank, so that money,
papers and trains still add up; `game()` says so.
"""

from __future__ import annotations

import random

import msgspec
import pytest

import stellwerk
from stellwerk.bank.papers import BANK, GONE, ISSUE
from stellwerk.board.board import stop_number
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.classic.operating import EndTurn, NextCompany
from stellwerk.eighteen.state import SCRAPPED, home_stop, seats_from
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.core import Position, Range, Turn
from stellwerk.play.errors import IllegalAction
from stellwerk.play.game import settle
from stellwerk.titles.registry import find_title
from stellwerk.titles.t1835.data import PACKET
from stellwerk.titles.t1835.rounds import BeginStockRound, StockRound, StockTurn
from stellwerk.titles.t1835.running import RunTrains
from stellwerk.titles.t1835.state import director
from stellwerk.words import catalogue
from stellwerk.words.values import NOTHING

NAMES = ("North", "East", "South", "West", "Fifth", "Sixth", "Seventh")


def position(players=4, **options):
    """An empty table for so many players."""
    return Builder(players, options)


class Builder:
    """Every method changes the position and returns it."""

    def __init__(self, players, options):
        title = find_title("1835")
        self.shell = stellwerk.new("1835", NAMES[:players], options)
        turn = title.start(self.shell.rules, 0)
        self.turn = Turn(self.shell.rules, turn.state)
        self.turn.set(agenda=(), stock_round=1)
        self.next_train = "2"

    @property
    def table(self):
        return Position(self.turn.rules, self.turn.state)

    @property
    def state(self):
        return self.turn.state

    # Money and papers ---------------------------------------------------------------------------------------

    def cash(self, owner, amount):
        """Somebody has so much; the bank gives or takes the difference."""
        cash = dict(self.state.cash)
        cash[BANK] += cash[owner] - amount
        cash[owner] = amount
        self.turn.set(cash=cash)
        return self

    def bank(self, amount):
        """The bank has so much; the last AG in the list, which has no other use for it here, keeps the rest."""
        cash = dict(self.state.cash)
        cash["OL"] += cash[BANK] - amount
        cash[BANK] = amount
        self.turn.set(cash=cash)
        return self

    def give(self, owner, *papers):
        """Papers by their ids."""
        for paper in papers:
            assert paper in self.state.papers, paper
            move_paper(self.turn, paper, owner)
        return self

    def packet_gone(self):
        """The start packet is sold; what is not given to anybody is out of the game, shares go to the issue."""
        for paper, holder in self.state.papers.items():
            if holder == PACKET:
                move_paper(self.turn, paper, ISSUE if "-" in paper else GONE)
        return self

    def shares(self, owner, company, *percents, director=False):
        """Shares of an AG from its issue (or from what is exchanged), by their percentages."""
        register = self.shell.rules.printed.register
        if director:
            self.give(owner, f"{company}-D")
        for size in percents:
            paper = next(
                p
                for p in register.of[company]
                if p.percent == size and not p.director and self.state.papers[p.id] in (ISSUE, PACKET)
            )
            self.give(owner, paper.id)
        return self

    def exchanged(self, owner, *papers):
        """Shares of Preußen that were got for these papers."""
        for paper in papers:
            self.give(GONE, paper).give(owner, self.shell.rules.printed.becomes[paper])
        return self

    # Companies ----------------------------------------------------------------------------------------------

    def ag(self, company, director=None, cash=0, trains=(), field=None, operated=True, home=True):
        """An AG in operation: marker on the chart and at home, director's paper with a player."""
        state, printed = self.state, self.shell.rules.printed
        if director is not None:
            self.give(director, f"{company}-D")
        self.turn.set(
            in_operation=state.in_operation | {company},
            chart=state.chart.place(company, field or printed.starts[company]),
        )
        if operated:
            self.turn.set(operated=self.state.operated | {company})
        if home:
            self.station(company, stop=home_stop(self.turn, company))
        return self.cash(company, cash).trains(company, *trains)

    def minor(self, minor, owner, cash=0, trains=()):
        """A Vorpreußische in operation."""
        self.give(owner, minor)
        stop = home_stop(self.turn, minor)
        self.turn.set(
            in_operation=self.state.in_operation | {minor},
            board=self.state.board.with_station(minor, stop),
        )
        return self.cash(minor, cash).trains(minor, *trains)

    def prussia(self, director, cash=0, trains=(), field=None):
        """Preußen in operation: Berlin-Potsdamer has been given up for it."""
        self.give(GONE, "V2")
        return self.ag("PR", director, cash, trains, field)

    def trains(self, company, *trains):
        """A company (or the pool) owns these trains."""
        if trains:
            self.turn.set(trains={**self.state.trains, company: trains})
        return self

    def phase(self, train):
        """The first train of this kind has been bought."""
        phases = self.shell.rules.printed.phases
        self.turn.set(phase=next(number for number, phase in enumerate(phases) if phase.train == train))
        self.next_train = train or "2"
        return self

    def selling(self, train):
        """The bank sells this kind of train next."""
        self.next_train = train
        return self

    # Board --------------------------------------------------------------------------------------------------

    def tile(self, hex_, tile, rotation=0):
        """Lay a tile without asking anybody."""
        box = self.shell.rules.printed.box
        track = box.track(tile, rotation)
        assert track is not None, (tile, rotation)
        self.turn.set(board=self.state.board.lay(box.grid.index[hex_], track))
        return self

    def station(self, company, hex_="", city=0, stop=None):
        """A station marker of an AG."""
        if stop is None:
            stop = stop_number(self.shell.rules.printed.box.grid.index[hex_], city)
        self.turn.set(
            board=self.state.board.with_station(company, stop),
            markers={**self.state.markers, company: self.state.markers[company] - 1},
        )
        return self

    # Time ---------------------------------------------------------------------------------------------------

    def set(self, **parts):
        """Any part of the state."""
        self.turn.set(**parts)
        return self

    def starts(self, seat):
        """The start player."""
        return self.set(order=tuple(seats_from(self.turn, seat)))

    def left(self, *seats):
        """These players have gone bankrupt."""
        return self.set(order=tuple(seat for seat in self.state.order if seat not in seats))

    def agenda(self, *steps):
        """What comes next, first things first."""
        self.turn.set(agenda=())
        self.turn.push(*steps)
        return self

    def then(self, *steps):
        """What comes after what is already on the agenda."""
        self.turn.set(agenda=steps[::-1] + self.state.agenda)
        return self

    def operating(self, index=1, of=1):
        """We are in this operating round of a set."""
        return self.set(operating_round=index, operating_rounds=of)

    def stock_turn(self, seat, quiet=0, buyer=-1):
        """A player's turn in a stock round."""
        return self.agenda(StockTurn(seat, quiet=quiet, buyer=buyer))

    def stock_round(self, seat=0):
        """A stock round in which nobody has acted yet."""
        return self.agenda(StockRound(seat, 0, -1))

    def new_stock_round(self):
        return self.agenda(BeginStockRound())

    def track(self, company, lays=1):
        return self.operating().acting(company).agenda(LayStep(company, lays))

    def stations(self, company):
        return self.operating().acting(company).agenda(StationStep(company))

    def run(self, company):
        return self.operating().acting(company).agenda(RunTrains(company))

    def buying(self, company):
        return self.operating().acting(company).agenda(TrainStep(company))

    def acting(self, *companies):
        """These have had, or are having, their turn in this operating round."""
        return self.set(acted=self.state.acted | set(companies))

    def turn_of(self, company):
        """A company's whole turn, and the rest of the operating round."""
        lays = 1 if company.startswith("V") else self.shell.rules.printed.phases[self.state.phase].lays
        steps = LayStep(company, lays), StationStep(company), RunTrains(company), TrainStep(company)
        return self.operating().acting(company).agenda(*steps, EndTurn(company), NextCompany())

    # Done ---------------------------------------------------------------------------------------------------

    def game(self):
        """The game in this position."""
        self._put_trains_away()
        settle(self.turn)
        game = self.shell.copy()
        game._states, game._events = [self.turn.state], [tuple(self.turn.events)]
        assert game.problems() == []
        return game

    def _put_trains_away(self):
        """Trains that nobody owns: earlier kinds are scrapped, later ones for sale."""
        kinds = list(self.shell.rules.printed.trains.values())
        first = [kind.id for kind in kinds].index(self.next_train)
        owned = [train for owner, trains in self.state.trains.items() if owner != SCRAPPED for train in trains]
        gone, depot = [], []
        for number, kind in enumerate(kinds):
            left = kind.count - owned.count(kind.id)
            assert left >= 0, f"too many {kind.id}"
            (gone if number < first else depot).extend([kind.id] * left)
        self.turn.set(trains={**self.state.trains, SCRAPPED: tuple(gone)}, depot=tuple(depot))


# Questions that many tests ask ------------------------------------------------------------------------------


def listed(game, *kinds):
    """The legal actions of these kinds."""
    return [action for action in game.legal_actions() if isinstance(action, kinds or object)]


def rule_against(game, action):
    """The paragraph that forbids an action, after trying it: nothing may have changed, and the reason is told."""
    before = game.digest()
    with pytest.raises(IllegalAction) as refused:
        game.play(action)
    refusal = refused.value.refusal
    assert game.digest() == before
    assert catalogue("en", game.title).variants(f"refusal.{refusal.reason}"), refusal
    assert NOTHING not in str(refused.value), refusal
    return refusal.rule


def lays(game, hex_=None):
    """Tiles that can be laid, as (hex, tile, rotation)."""
    from stellwerk.eighteen.actions import LayTile

    return {(a.hex, a.tile, a.rotation) for a in listed(game, LayTile) if hex_ in (None, a.hex)}


def paid(events, purpose):
    """Amounts paid for a purpose, by payee."""
    from stellwerk.play.core import Paid

    return {event.payee: event.amount for event in events if isinstance(event, Paid) and event.purpose == purpose}


def holding(game, company, seat):
    """A player's papers of an AG by their size, the director's paper marked."""
    register = game.rules.printed.register
    return sorted(
        (f"{p.percent}{'D' if p.director else ''}" for p in register.held(game.state.papers, company, seat)),
        key=lambda text: (text.rstrip("D").zfill(3), text),
    )


def price_of(game, company):
    return game.rules.printed.sheet.price(game.state.chart.field(company))


def director_of(game, company):
    return director(game.position, company)


def income_of(game, company):
    """What the best run of a company earns now."""
    from stellwerk.titles.t1835.running import best

    return best(game.position, company).total


def stop_of(game, hex_, city=0):
    return stop_number(game.rules.printed.box.grid.index[hex_], city)


def markers_in(game, hex_, city=0):
    return game.state.board.stations.get(stop_of(game, hex_, city), ())


def pass_until(game, done, limit=60):
    """Pass (or withhold, decline …: the last thing listed) until something is true."""
    for _ in range(limit):
        if done(game):
            return game
        choices = list(game.legal_actions())
        choice = choices[-1]
        game.play(choice.at(choice.low) if isinstance(choice, Range) else choice)
    raise AssertionError("it did not come to that")


def kinds_of(events):
    return [type(event).__name__ for event in events]


def same(action, **fields):
    """An action with other values."""
    return msgspec.structs.replace(action, **fields)


def lots(seed=0):
    return random.Random(seed)
