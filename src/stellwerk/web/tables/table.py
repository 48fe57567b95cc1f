"""What a page shows of a game: fragments of HTML for one seat's view, in one language, at one move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from msgspec import Struct

from stellwerk import bots, draw, words
from stellwerk.host import corrections
from stellwerk.host.kept.cache import measured
from stellwerk.host.live import LiveGame, Look
from stellwerk.host.storage.rows import BOT, PERSON, Person
from stellwerk.show.face import face_of
from stellwerk.show.history import last_runs
from stellwerk.view import drawn_runs
from stellwerk.view.cards import Card, phases
from stellwerk.view.drawn_runs import drawn
from stellwerk.view.menu import Menu, Teller, menu, offered_runs
from stellwerk.view.recap import Since, changed, next_move, since, told_after
from stellwerk.view.texts import text
from stellwerk.words.sentences import writer_for

SAID = 400
"""Bytes that one thing takes of what is told since one's last turn."""


class Entry(Struct, frozen=True):
    """A move in the log."""

    move: int
    lines: tuple[str, ...]


class Account(Struct, frozen=True):
    """What one player has in the end; `cash` is empty where that is all there is. Bars are percent of the best."""

    seat: int
    place: int
    name: str
    cash: str
    papers: str
    worth: str
    cash_bar: int
    bar: int


def log_entries(live: LiveGame, seat: int | None, language: str, first: int, last: int) -> list[Entry]:
    """The log from one move to another as a seat may know it, newest first; sentences are made once."""
    game = live.seen(seat, language)
    noted: dict[int, list[str]] = {}
    for note in corrections.notes(live, seat, language):
        noted.setdefault(note.move, []).append(corrections.line(note))
    entries = []
    for move in range(max(0, first), min(last, len(game.actions)) + 1):
        events = game.events_of(move)
        kept = live.log_memo.get((seat, language, move))
        if kept is None or kept[0] != events:
            kept = (events, tuple(words.log(game, events, language)))
            live.log_memo.put((seat, language, move), kept, measured(kept[1]))  # the events are the game's
        lines = (*kept[1], *noted.get(move, ()))
        if move and live.orders.made(live.marks[move], seat, live.game.over):
            lines = (*lines, text("log.by_order", language))
        if move and live.marks[move] in live.late:
            lines = (*lines, text("log.late", language))
        if lines:
            entries.append(Entry(move, lines))
    entries.reverse()
    return entries


@contextmanager
def teller(live: LiveGame, seat: int, language: str) -> Iterator[Teller]:
    """Puts what a seat may do now into words, unless that has been done before."""
    key, now = (seat, language), (live.number, live.version)
    known: tuple[tuple[int, int], Teller] | None = live.told_choices.get(key)
    tell = known[1] if known is not None and known[0] == now else Teller()
    size = tell.size
    yield tell
    if tell.size > size:
        live.told_choices.put(key, (now, tell), tell.size)


class Shown:
    """A game as a view has it, with everything that fragments ask for."""

    def __init__(self, live: LiveGame, look: Look) -> None:
        self.live, self.look = live, look
        moves = len(live.game.actions)
        self.moves = moves
        self.before = None if look.after is None else max(0, min(look.after, moves))
        """The move that was shown before this one."""
        self.at = moves if look.at is None else max(0, min(look.at, moves))
        self.whole = live.seen(look.seat, look.language)
        """The game up to the present, also where an earlier move is looked at."""
        if self.before is not None:
            self.at = next_move(self.whole, self.before)
        self.now = self.at == moves
        self.past = not self.now and not look.watch
        """Whether somebody looks back; who watches others move waits for the present."""
        self.game = self.whole if self.now else live.seen(look.seat, look.language, self.at)
        self.language = look.language
        self.writer = writer_for(self.game, look.language)
        self.machines = {seat.seat: BOT for seat in live.seats if seat.kind == BOT}
        self.machines |= {seat.seat: "program" for seat in live.seats if seat.played_by_program}
        """Seats that no person plays for, and what does."""
        self.notes = live.ledger(look.seat).notes
        last = last_runs(self.game, self.notes).values()
        self.runs = {each.company: (each.move, drawn(each.routes)) for each in last if each.routes}
        """Each company's last run, unless it earned nothing."""
        self.offers = offered_runs(self.game, look.seat) if self.now else []
        """Runs among which the view's seat has to choose."""
        self.run = look.run if look.run in self.runs else self._offered or self._fresh_run()

    @property
    def _offered(self) -> str:
        """The sign of the run on offer that is drawn: the one asked for, else the first."""
        signs = [f"~{number}" for number in range(len(self.offers))]
        return self.look.run if self.look.run in signs else next(iter(signs), "")

    def _fresh_run(self) -> str:
        """The company that has just run, to draw it by itself; passes that were no choice do not hide it."""
        since = self.at
        while self.now and since > 0 and self.live.no_choice(since - 1):
            since -= 1
        fresh = {move: company for company, (move, _) in self.runs.items() if move >= since}
        return fresh[max(fresh)] if fresh else ""

    @property
    def routes(self) -> tuple[drawn_runs.Route, ...]:
        """The routes that are drawn."""
        if self.run.startswith("~"):
            return drawn_runs.routes_offered(self.game, self.offers[int(self.run[1:])])
        return self.runs[self.run][1] if self.run else ()

    @property
    def runner(self) -> str:
        """The company whose run is drawn."""
        return self.routes[0].company if self.routes else ""

    @property
    def proved(self) -> bool:
        """Whether no run earns more: the rules of the title demand the best, and the search came to its end."""
        if face_of(self.game.title).free_runs:
            return False
        return self.run not in self.runs or drawn_runs.is_proved(
            self.game.events_of(self.runs[self.run][0]), self.run
        )

    @property
    def mates(self) -> tuple[int, ...]:
        """All seats of the person whose view this is."""
        mine = next((seat.person for seat in self.live.seats if seat.seat == self.look.seat), None)
        return self.live.seats_of(mine)

    @property
    def neighbours(self) -> bool:
        """Whether other people sit at the table."""
        return any(seat.kind == PERSON and seat.seat not in self.mates for seat in self.live.seats)

    @property
    def my_turn(self) -> bool:
        """Whether the view's own seat has to decide now."""
        return self.now and self.look.seat in self.game.waiting_for() and not self.live.waits_for_people

    @property
    def ponders(self) -> bool:
        """Whether bots have to decide that look ahead, which takes them a while."""
        asked = self.game.waiting_for() if self.now and not self.live.waits_for_people else ()
        return any(
            seat.kind == BOT and seat.seat in asked and bots.ponders(seat.level) for seat in self.live.seats
        )

    @property
    def menu(self) -> Menu:
        """What the view's seat may do; nothing where it only watches or looks back."""
        if not self.now or self.look.seat is None or self.live.waits_for_people or self.live.closed:
            return Menu()
        with teller(self.live, self.look.seat, self.language) as tell:
            return menu(self.game, self.look.seat, self.language, self.mates, tell)

    @cached_property
    def prompt(self) -> str:
        """Whose turn it is and what for."""
        if self.live.waits_for_people:
            return text("table.waiting", self.language)
        step = self.game.step
        if step is None:
            return self.winner
        return words.prompt(step, self.game, self.language)

    @property
    def winners(self) -> tuple[int, ...]:
        """Whoever has most."""
        worth = self.game.result()
        return tuple(seat for seat, value in worth.items() if value == max(worth.values()))

    @property
    def winner(self) -> str:
        """Who has won."""
        seats, worth = self.winners, self.game.result()
        key = "ui.winner" if len(seats) == 1 else "ui.draw"
        return words.phrase(key, self.game, self.language, seat=seats[0], seats=seats, worth=worth[seats[0]])

    @property
    def accounts(self) -> list[Account]:
        """The final accounts, best first."""
        worth = self.game.result()
        most = max(1, *worth.values())
        cash = self.game.state.cash
        order = sorted(worth, key=lambda seat: -worth[seat])
        return [
            Account(
                seat,
                1 + sum(other > worth[seat] for other in worth.values()),
                self.game.players[seat],
                self.writer.money(cash[seat]) if worth[seat] != cash.get(seat, worth[seat]) else "",
                self.writer.money(worth[seat] - cash.get(seat, 0)),
                self.writer.money(worth[seat]),
                max(0, round(100 * cash.get(seat, 0) / most)),
                max(0, round(100 * worth[seat] / most)),
            )
            for seat in order
        ]

    @property
    def since(self) -> Since:
        """What happened since the view's seat had its last turn, also while it looks back."""
        if self.look.watch and not self.now:
            return since(self.game, self.look.seat, self.language)
        key, number = (self.look.seat, self.language), self.live.number
        kept = self.live.since_memo.get(key)
        if kept is None or kept[0] != number:
            kept = number, since(self.whole, self.look.seat, self.language, self.live.recaps)
            said = sum(len(row.parts) for section in kept[1].sections for row in section.rows)
            self.live.since_memo.put(key, kept, SAID * (3 + said))
        found: Since = kept[1]
        return found

    @property
    def step(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Of a move that is looked at by itself: what the log says of it, and the hexes that it changed."""
        if self.now and self.before is None:
            return (), ()
        before = max(0, self.at - 1) if self.before is None else min(self.before, self.at)
        return tuple(told_after(self.game, before, self.language)), changed(self.game, before)

    @property
    def phases(self) -> list[Card]:
        """What holds now, and what comes next."""
        return phases(self.game, self.language)

    @property
    def supply(self) -> list[tuple[str, int, int]]:
        """Colours of tiles: how many are left, and how many there were."""
        board = draw.board_of(self.game)
        sums: dict[str, tuple[int, int]] = {}
        for id_, tile in board.box.tiles.items() if board is not None else ():
            left, all_ = sums.get(tile.colour, (0, 0))
            sums[tile.colour] = (left + board.left[id_], all_ + tile.count)  # type: ignore[union-attr]
        return [(colour, left, all_) for colour, (left, all_) in sums.items()]

    def money(self, amount: int) -> str:
        """An amount with the title's currency."""
        return self.writer.money(amount)

    def stops(self, route: drawn_runs.Route) -> str:
        """A route's places."""
        return drawn_runs.stops(self.writer, route)

    def name(self, id_: str) -> str:
        """A company's name."""
        return self.writer.name(id_)


def may_undo(live: LiveGame, person: Person | None) -> bool:
    """Whether a person may take something back now."""
    return person is not None and not (live.closed or live.long) and live.last_of(person.id) is not None


def may_redo(live: LiveGame, person: Person | None) -> bool:
    """Whether a person may do again what they have taken back."""
    return person is not None and not live.closed and bool(live.again_by(person.id))
