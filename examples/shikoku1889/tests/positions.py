"""Positions of 1889, built from what a test needs; money, papers and trains still add up."""

from shikoku1889.rules import TITLE

from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.classic.operating import EndTurn, NextCompany
from stellwerk.eighteen.classic.starting import place_home
from stellwerk.eighteen.classic.stock import StockTurn
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.eighteen.stock_rounds import NextPlayer
from stellwerk.eighteen.trains import begin_phase
from stellwerk.play.core import Range, Turn
from stellwerk.play.game import Game, settle

NAMES = ("North", "East", "South", "West", "Fifth", "Sixth")


class Built:
    """Every method changes the position and returns it."""

    def __init__(self, players=4):
        self.shell = Game(TITLE, NAMES[:players], {}, 0)
        self.turn = Turn(self.shell.rules, TITLE.start(self.shell.rules, 0).state)
        self.turn.set(stock_round=2, agenda=())
        for private in self.turn.rules.privates:
            move_paper(self.turn, private, players - 1)

    def give(self, owner, *papers):
        for paper in papers:
            move_paper(self.turn, paper, owner)
        return self

    def cash(self, owner, amount):
        cash = dict(self.turn.state.cash)
        cash[BANK] += cash[owner] - amount
        cash[owner] = amount
        self.turn.set(cash=cash)
        return self

    def company(self, name, director, par=75, cash=0, trains=()):
        """A company that has floated and acted; its director holds 20%."""
        turn, field = self.turn, self.turn.rules.printed.pars[par]
        move_paper(turn, f"{name}-D", director)
        turn.set(
            par={**turn.state.par, name: par},
            chart=turn.state.chart.place(name, field),
            in_operation=turn.state.in_operation | {name},
            operated=turn.state.operated | {name},
        )
        place_home(turn, name)
        for train in trains:
            depot = list(turn.state.depot)
            depot.remove(train)
            owned = (*turn.state.trains[name], train)
            turn.set(depot=tuple(depot), trains={**turn.state.trains, name: owned})
        return self.cash(name, cash)

    def shares(self, owner, company, number):
        """So many unsold tenths."""
        for _ in range(number):
            papers = self.turn.rules.printed.register.of[company]
            paper = next(p for p in papers if not p.director and self.turn.state.papers[p.id] == ISSUE)
            move_paper(self.turn, paper.id, owner)
        return self

    def at(self, company, row, column):
        self.turn.set(chart=self.turn.state.chart.place(company, (row, column)))
        return self

    def selling(self, train):
        """The bank sells this train next, and its phase has begun; what came before is out of the game."""
        depot = self.turn.state.depot
        place = depot.index(train)
        gone = (*self.turn.state.trains[SCRAPPED], *depot[:place])
        self.turn.set(depot=depot[place:], trains={**self.turn.state.trains, SCRAPPED: gone})
        begin_phase(self.turn, train)
        return self

    def without(self, train):
        """No train of this kind is left."""
        depot, gone = self.turn.state.depot, self.turn.state.trains[SCRAPPED]
        gone += (train,) * depot.count(train)
        depot = tuple(each for each in depot if each != train)
        self.turn.set(depot=depot, trains={**self.turn.state.trains, SCRAPPED: gone})
        return self

    def tile(self, hex_, tile, rotation=0):
        box = self.turn.rules.printed.box
        track = box.track(tile, rotation)
        self.turn.set(board=self.turn.state.board.lay(box.grid.index[hex_], track))
        return self

    def stock_turn(self, seat=0):
        self.turn.set(agenda=())
        self.turn.push(StockTurn(seat), NextPlayer(seat + 1))
        return self

    def acting(self, company, *steps):
        self.turn.set(operating_round=1, acted=frozenset(self.turn.state.in_operation), agenda=())
        self.turn.push(*steps, EndTurn(company), NextCompany())
        return self

    def game(self):
        settle(self.turn)
        game = self.shell.copy()
        game._states, game._events = [self.turn.state], [tuple(self.turn.events)]
        assert game.problems() == []
        return game


def listed(game, kind):
    """Legal actions of a kind, a range as its lowest."""
    actions = (choice.action if isinstance(choice, Range) else choice for choice in game.legal_actions())
    return [action for action in actions if isinstance(action, kind)]


def reason(game, action):
    """Why an action is refused, None if it is not."""
    refusal = game.refusal(action)
    assert (refusal is None) == (action in game.legal_actions())
    return refusal and refusal.reason
