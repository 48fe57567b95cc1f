"""Positions of 1844 made by hand, for tests of what other programs' records ask."""

from msgspec.structs import replace

from stellwerk.bank.papers import BANK, GONE, ISSUE
from stellwerk.board.board import stop_number
from stellwerk.board.tiles import Track
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.play.core import Turn
from stellwerk.play.game import Game
from stellwerk.titles.t1844 import TITLE


class Made:
    """A position made by hand: a game whose present state is replaced."""

    def __init__(self, **options):
        self.game = Game(TITLE, ["Ada", "Bo", "Cy"], options, 0)
        self.rules, self.printed = self.game.rules, self.game.rules.printed
        papers = self.state.papers
        for private in self.printed.privates:
            papers = papers.moved(private, GONE)
        for paper in self.printed.register.of["FNM"]:
            papers = papers.moved(paper.id, ISSUE)
        self.set(papers=papers, stock_round=2)

    @property
    def state(self):
        return self.game.state

    @property
    def table(self):
        return self.game.position

    def set(self, **parts):
        self.game._states[-1] = replace(self.state, **parts)
        return self

    def give(self, holder, *papers):
        for paper in papers:
            self.set(papers=self.state.papers.moved(paper, holder))
        return self

    def cash(self, owner, amount):
        cash = dict(self.state.cash)
        cash[BANK] += cash[owner] - amount
        return self.set(cash=cash | {owner: amount})

    def company(self, company, director=0, cash=0, trains=(), field=(2, 4)):
        return (
            self.give(director, f"{company}-D")
            .set(
                par={**self.state.par, company: 90},
                in_operation=self.state.in_operation | {company},
                operated=self.state.operated | {company},
                chart=self.state.chart.place(company, field),
                trains={**self.state.trains, company: tuple(trains)},
            )
            .cash(company, cash)
        )

    def lay(self, hex_, tile, turned):
        entry = self.printed.box.tiles[tile]
        track = Track(entry.face, turned, tile, entry.colour)
        return self.set(board=self.state.board.lay(self.hex(hex_), track))

    def tunnel(self, hex_, tile, turned):
        track = self.printed.box.track(tile, turned)
        self.give(2, "T1").set(tunnels={"T1": self.hex(hex_)})
        return self.set(board=self.state.board.cross(self.hex(hex_), track))

    def marker(self, company, hex_):
        return self.set(board=self.state.board.with_station(company, self.stop(hex_)))

    def hex(self, name):
        return self.printed.box.grid.index[name]

    def stop(self, name):
        return stop_number(self.hex(name), 0)

    def selling(self, card):
        """The bank sells this card next, and the phase is its."""
        phase = next(n for n, each in enumerate(self.printed.phases) if each.train == card)
        depot = self.state.depot
        gone = depot[: depot.index(card) + 1]
        trains = {**self.state.trains, SCRAPPED: self.state.trains[SCRAPPED] + gone}
        return self.set(phase=phase, depot=depot[len(gone) :], trains=trains)

    def turn(self):
        return Turn(self.rules, self.state)
