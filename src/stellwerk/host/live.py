"""A game in memory, with its lock, its log numbers and the ids of its decisions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.play.core import Action, Pass, Position
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game, read_action
from stellwerk.play.following import AHEAD, DAMAGED, ELSEWHERE, LEFT_OUT, SETTLED, Correction, Follower
from stellwerk.play.forced import forced_pass
from stellwerk.play.game import Game, Title
from stellwerk.play.secrets import OPEN as ALL_OPEN
from stellwerk.play.secrets import Masks
from stellwerk.show.books import Books, Ledger, books_of
from stellwerk.titles.registry import find_title
from stellwerk.view.faults import Fault, Missing, Stale
from stellwerk.view.lessons import Course
from stellwerk.view.names import called, unlike
from stellwerk.words import tag

from .board_diff import Boards
from .clocks.clock import Away, Clock, Terms
from .kept.cache import MEGABYTE, Cache, Shelf
from .programs.orders import Orders
from .storage.rows import BOT, OPEN, PERSON, RUNNING, GameRow, Seat
from .storage.tables.journal import LONGEST, Journal, Mark, Standing, unwritten
from .tables.asks import Ask, Branch, Gone

BASE, MOVE = 60_000, 1_000
"""Bytes that a game takes in memory, and that each of its moves does (`tests/measure/weigh.py`)."""
OWN = 8 * MEGABYTE
"""Bytes of a cache that no other game shares."""
KNOWN = 64
"""Entries that are remembered as they were read."""


class Look(Struct, frozen=True):
    """Which view of a game is wanted."""

    seat: int | None
    language: str
    at: int | None = None
    """A move to look back at; None is now."""
    run: str = ""
    """The company whose last run is drawn."""
    after: int | None = None
    """The move that was looked at before, where one move after another is shown."""
    watch: bool = False
    """Whether that is because others are moving, and not to look back."""


class LiveGame:
    """What the server holds of a game. Everything that changes it happens under its lock."""

    def __init__(self, row: GameRow, longest: int = LONGEST, cache: Cache | None = None) -> None:
        cache = Cache(OWN) if cache is None else cache
        self.row = row
        self.lock = threading.RLock()
        self.title: Title = find_title(row.title)
        self.seats = row.seats
        self.number = 0
        """Entries in the log."""
        self.marks = [0]
        """The log's length after each action: what tells two futures of the same past apart."""
        self.taken_back: list[Action] = []
        """Actions that were taken back and could be done again, the next one last."""
        self.undone: list[Gone] | None = None
        """The last moves that were taken back, once somebody has asked for them."""
        self.version = 0
        """Changes that are not in the log, such as somebody sitting down."""
        self.broken = ""
        """Where and why the log cannot be read any further."""
        self.rules = row.rules
        """The rules by which the log was played or last read."""
        self.corrections: list[Correction] = []
        """Where these and later ones read the game otherwise than it was played."""
        self.unwritten: list[Correction] = []
        """Those of them that no mark in the log tells of yet."""
        self.unmarked = 0
        """Entries of the log since its last mark."""
        self.longest = longest
        """Entries that the log may have."""
        self.course: Course | None = None
        """The lesson as which it is played, if it is."""
        self.orders = Orders()
        """What people have decided beforehand."""
        self.terms: Terms | None = None
        """What was agreed about time."""
        self.clock: Clock | None = None
        self.away: Callable[[], Away] = dict
        """Who is on vacation, by seat."""
        self.late: set[int] = set()
        """Entries that were made because somebody's time was up."""
        self.asks: dict[int, Ask] = {}
        """What somebody asks of the others."""
        self.missing: Callable[[], set[int]] = set
        """People who sit here and have not been there for long."""
        self.stalling: Callable[[], set[int]] = set
        """Those who have kept it waiting for long."""
        self.branch: Branch | None = None
        """Where it comes from, if somebody tries it out alone."""
        self.said: dict[str, int] = {}
        """The number of the last message in each room."""
        self.gone = False
        """Whether it is no longer the one that the host has: whoever holds it must ask for the game again."""
        self.memo = Shelf(cache)
        """Fragments of pages for the present number, by view and language."""
        self.previews = Shelf(cache)
        """What actions would bring, by number, seat, language and action."""
        self.kept: set[Look] = set()
        """Views for the present number that the storage has already."""
        self.boards = Boards(Shelf(cache))
        """Boards that pages have, to tell what is another now."""
        self.log_memo = Shelf(cache)
        """Sentences of the log by seat, language and move, with the events they were made from."""
        self.recaps = Shelf(cache)
        """Moves as others are told of them: by seat where there are secrets, language and move."""
        self.since_memo = Shelf(cache)
        """What happened since a seat's last turn, by seat and language, with the number for which it was told."""
        self.cards = Shelf(cache)
        """Cards of players, companies and papers as they were set last, with what they were made from."""
        self.told_choices = Shelf(cache)
        """What seats may do, put into words: by seat and language, with the number and version that it is for."""
        self._ledgers: dict[tuple[int | None, bool], Ledger] = {}
        """What has been read of the game's books, by seat, and whether everything was open."""
        self._masks: dict[int | None, tuple[int, Masks]] = {}
        """By seat: which moves are open to it, and the mark of the last of them."""
        self._questions: dict[int, tuple[int, int, bool, str, int]] = {}
        """Of seats: a number of moves with its mark, whether and what it was asked there, and since which move."""
        self._known_entries: dict[bytes, Action] = {}
        """Entries that were read last: the same are asked about again and again."""
        names = [seat.name or f"{seat.seat + 1}" for seat in row.seats]
        self.game = new_game(self.title, unlike(names), row.options, row.seed, row.drawn and row.status != OPEN)

    @property
    def reserve(self) -> int:
        """Entries from which on nothing is taken back, so that the game can be played to its end."""
        return self.longest * 3 // 4

    @property
    def long(self) -> bool:
        """Whether the log is so long that nothing is taken back any more."""
        return self.number >= self.reserve

    # The log ------------------------------------------------------------------------------------------------

    def follow(self, *entries: bytes, pause: Callable[[], None] = lambda: None) -> None:
        """Take in entries of the log: what still stands of them is played, as it happened.

        Where one cannot be read the game stays as it was before it, to be looked at. `pause` is called after every
        action, so that others get their turn.
        """
        if self.broken:
            self.number += len(entries)
            return
        journal = Journal(self._decoded, self.game.actions, self.number, self.rules)
        journal.taken_back += self.taken_back
        journal.unmarked = self.unmarked
        journal.take(entries)
        for _ in range(journal.back):
            self.game.undo()
            self.marks.pop()
        self.corrections = [each for each in self.corrections if each.move <= len(self.game.actions)]
        self._stand(journal, pause)
        self.number, self.rules, self.unmarked = journal.number, journal.rules, journal.unmarked
        self.clock = journal.clock or self.clock
        self.late |= journal.late
        try:
            self.taken_back = [self._decoded(one) if isinstance(one, bytes) else one for one in journal.taken_back]
        except msgspec.MsgspecError:
            self.taken_back = []
        told = [each for each in journal.corrections if each.move <= len(self.game.actions)]
        self.corrections = sorted((*self.corrections, *told), key=lambda each: each.move)

    def _stand(self, journal: Journal, pause: Callable[[], None]) -> None:
        """Play what stands."""
        follower, now = Follower(self.game), self.title.rules_version
        self._compare(journal.first)
        for place, each in enumerate(journal.standing):
            try:
                action = self._decoded(each.body)
                if each.rules < now:
                    ahead = journal.standing[place + 1 : place + 1 + AHEAD]
                    found = follower.follow(action, self._readable(ahead))
                else:
                    found = ()
                    after = self._readable(journal.standing[place + 1 : place + 2])
                    follower.game.follow(action, then=after[0] if after else None)
            except Exception as error:  # whatever a damaged entry does, the game is shown up to it
                self._damaged(each.number, str(error) or type(error).__name__)
                break
            self.game = follower.game
            self._note(each, found)
            self._compare(each.marks)
            pause()
        if journal.damage is not None and not self.broken:
            self._damaged(journal.damage.number, journal.damage.problem)

    def _note(self, each: Standing, found: Sequence[Correction]) -> None:
        """An entry was followed, perhaps with corrections."""
        for correction in found:
            noted = msgspec.structs.replace(correction, entry=each.number)
            self.corrections.append(noted)
            self.unwritten.append(noted)
            if correction.kind == SETTLED:
                self.marks.append(unwritten(len(self.marks)))
        if not any(correction.kind == LEFT_OUT for correction in found):
            self.marks.append(each.number)

    def _compare(self, marks: Sequence[Mark]) -> None:
        """Whether the position is still the one of its marks; the first that is not is told of."""
        for one in marks:
            kind = DAMAGED if one.rules == self.title.rules_version else ELSEWHERE
            if any(each.kind == kind for each in self.corrections) or one.digest == self.game.digest():
                continue
            if kind == DAMAGED:
                self.corrections.append(Correction(DAMAGED, len(self.game.actions)))
            elif one.shape == self.game.shape():
                self._led_elsewhere()

    def compare_accounts(self) -> None:
        """Whether everybody has what they had when the game was left, where its log has no mark to tell."""
        row, older = self.row, self.rules < self.title.rules_version
        if not older or self.broken or self.corrections or row.result is None:
            return
        if list(row.result) != public_result(self.game) or row.waiting not in ((), self.game.waiting_for()):
            self._led_elsewhere()

    def _led_elsewhere(self) -> None:
        found = Correction(ELSEWHERE, len(self.game.actions))
        self.corrections.append(found)
        self.unwritten.append(found)

    def _damaged(self, number: int, problem: str) -> None:
        told = problem if self.title.secrets is ALL_OPEN else ""
        self.broken = f"{number}: {told or 'unreadable'}"

    def _decoded(self, entry: bytes) -> Action:
        found = self._known_entries.get(entry)
        if found is None:
            found = self.read(msgspec.json.decode(entry))
            if len(self._known_entries) >= KNOWN:
                self._known_entries.clear()
            self._known_entries[entry] = found
        return found

    def _readable(self, entries: Sequence[Standing]) -> list[Action]:
        """Actions up to one that cannot be read."""
        found: list[Action] = []
        for each in entries:
            try:
                found.append(self._decoded(each.body))
            except Exception:
                break
        return found

    def went_on(self) -> None:
        """An action was played: along the way that was taken back, or along another, which ends that one."""
        if self.taken_back and self.taken_back[-1] == self.game.actions[-1]:
            self.taken_back.pop()
        else:
            self.taken_back.clear()

    def read(self, raw: Any) -> Action:
        """An action from plain data; a log, or a page that is still open, may be of an earlier version."""
        return read_action(raw, self.title)

    @property
    def closed(self) -> Fault | None:
        """Why the game can only be looked at, if so."""
        bar = barred(msgspec.structs.replace(self.row, rules=max(self.row.rules, self.rules)))
        if bar is None and self.broken:
            return Stale("fault.broken", reason=self.broken)
        if bar is None and self.number >= self.longest and not self.game.over:
            return Stale("fault.long_log", number=self.number, limit=self.longest)
        return bar

    # What is told -------------------------------------------------------------------------------------------

    def names(self, language: str) -> tuple[str, ...]:
        """Players as they are called in a language."""
        return tuple(unlike([called(name, language) for name in self.game.players]))

    def told(self, language: str) -> Game:
        """The game with its players as they are called in a language; it may tell secrets."""
        game = self.game.copy()
        game.players = self.names(language)
        return game

    def seen(self, seat: int | None, language: str, number: int | None = None) -> Game:
        """The game as a seat may know it, to be told in a language, up to the present or to the n-th action."""
        with self.lock:
            masks = self._masks_for(seat)
            game = self.game.seen(seat, number, masks)
            if masks.moves >= 0:
                self._masks[seat] = self.marks[masks.moves], masks
        game.players = self.names(language)
        return game

    def _masks_for(self, seat: int | None) -> Masks:
        """What need not be looked through again for a seat, unless something was taken back since."""
        mark, masks = self._masks.get(seat, (0, Masks()))
        same = masks.moves < len(self.marks) and (masks.moves < 0 or self.marks[masks.moves] == mark)
        return masks if same else Masks()

    # Seats --------------------------------------------------------------------------------------------------

    @property
    def waits_for_people(self) -> bool:
        """Whether play has not begun because seats are free."""
        return self.row.status == OPEN

    def seats_of(self, person: int | None) -> tuple[int, ...]:
        """Where a person sits; with several seats they play hot-seat."""
        return seats_of(self.seats, person)

    def seat_for(self, person: int | None) -> int | None:
        """The seat whose view a person has: the one that must decide, else the first; None only watches."""
        return seat_for(self.seats, self.game.waiting_for(), person)

    def bot_to_move(self) -> Seat | None:
        """The bot that the game waits for, if it does."""
        if self.waits_for_people or self.closed:
            return None
        waiting = self.game.waiting_for()
        return next((seat for seat in self.seats if seat.seat in waiting and seat.kind == BOT), None)

    # Decisions ----------------------------------------------------------------------------------------------

    def decision(self, seat: int) -> str:
        """The id of what a seat has to decide: it stays while others act and the seat's question is the same.

        A seat that is not asked may still do what can be done at any time; others' turns do not change that.
        """
        game, last = self.game, len(self.game.actions)
        asked = self._asked(last, seat)
        kind = _question(game, last) if asked else ""
        then, mark, *was, since = self._questions.get(seat, (-1, 0, False, "", 0))
        now = last
        while (
            now
            and game.actions[now - 1].seat != seat
            and self._asked(now - 1, seat) == asked
            and (not asked or _question(game, now - 1) == kind)
        ):
            now -= 1
            if now == then and self.marks[then] == mark and was == [asked, kind]:
                now = since  # it was found out before how far back that goes
                break
        self._questions[seat] = last, self.marks[last], asked, kind, now
        return f"{self.marks[now]}.{seat}"

    def _asked(self, number: int, seat: int) -> bool:
        state = self.game.state_after(number)
        return bool(state.agenda) and seat in state.agenda[-1].waiting(Position(self.game.rules, state))

    def last_of(self, person: int) -> int | None:
        """How many actions to keep so that a person's last one is taken back; None where they may not.

        One's own action can be taken back until another person has acted or something hidden came to light; what
        bots answered goes with it, and orders that told nothing by it, and passes of anybody that were no choice.
        """
        mine = self.seats_of(person)
        bots = {seat.seat for seat in self.seats if seat.kind == BOT}
        settled, veiled = self.course.begun if self.course else 0, self.title.secrets is not ALL_OPEN
        if veiled and self.game.over:
            return None
        for number in range(len(self.game.actions) - 1, settled - 1, -1):
            if veiled and self.game.revealed_by(number + 1):
                return None
            seat = self.game.actions[number].seat
            if self.no_choice(number):
                continue
            if seat in mine:
                return number
            if seat not in bots and not self.orders.gives_way(self.marks[number + 1]):
                return None
        return None

    def no_choice(self, number: int) -> bool:
        """Whether the action after so many was a pass, and nothing else could be done."""
        return isinstance(self.game.actions[number], Pass) and forced_pass(self.game, number) is not None

    def settle(self) -> None:
        """All of a log was followed: note what the books need, then keep of the past what must be kept."""
        people = [seat.seat for seat in self.seats if seat.kind == PERSON]
        seats = (None,) if self.title.secrets is ALL_OPEN else (None, *people)
        for seat in seats if self.game.actions else ():
            books_of(self.game.seen(seat), self.ledger(seat))
            self.ledger(seat).share(self.ledger(None))
        self.game.thin()

    def forget(self) -> None:
        """Let go of what was made of the game and may be made again."""
        for shelf in (
            self.memo, self.previews, self.boards, self.log_memo, self.recaps, self.since_memo, self.cards,
            self.told_choices,
        ):  # fmt: skip
            shelf.clear()

    def news_beside_the_log(self) -> None:
        """Something changed that is not in the log: pages are made anew."""
        self.version += 1
        self.memo.clear()
        self.kept.clear()

    def ledger(self, seat: int | None) -> Ledger:
        """What has been read of the game's books as a seat may know them."""
        key = (None, True) if self.game.all_open else (seat, False)
        return self._ledgers.setdefault(key, Ledger())

    def books(self, seat: int | None, game: Game) -> Books:
        """The books of a game as a seat may know it; what was read before is not read again."""
        return books_of(game, self.ledger(seat))

    @property
    def weight(self) -> int:
        """About how many bytes the game takes, without what can be made of it again."""
        return BASE + MOVE * len(self.marks)

    def again_by(self, person: int) -> list[Action]:
        """What a person has taken back last and may do again: an action of theirs, and what bots answered."""
        if not self.taken_back or self.taken_back[-1].seat not in self.seats_of(person):
            return []
        bots = {seat.seat for seat in self.seats if seat.kind == BOT}
        first, *rest = reversed(self.taken_back)
        return [first, *takewhile(lambda action: action.seat in bots, rest)]


def barred(row: GameRow) -> Fault | None:
    """Why a game cannot be played on here, if so: its title is not installed, or its rules are newer than ours."""
    try:
        title = find_title(row.title)
    except StellwerkError:
        return Missing("fault.title_gone", title=row.title)
    if row.rules > title.rules_version:
        return Stale("fault.newer_rules", title=title.name, rules=row.rules, ours=title.rules_version)
    return None


def public_result(game: Game) -> list[int]:
    """Everybody's worth as those who only watch may know it: for lists that everybody sees."""
    worth = game.title.result(game.rules, game.view(None))
    return [worth[seat] for seat in range(len(game.players))]


def seats_of(seats: Sequence[Seat], person: int | None) -> tuple[int, ...]:
    """The seats that are a person's."""
    if person is None:
        return ()
    return tuple(seat.seat for seat in seats if seat.kind == PERSON and seat.person == person)


def is_turn_of(row: GameRow, person: int) -> bool:
    """Whether a game in a list waits for a person."""
    return row.status == RUNNING and any(seat in row.waiting for seat in seats_of(row.seats, person))


def seat_for(seats: Sequence[Seat], waiting: Sequence[int], person: int | None) -> int | None:
    """The seat whose view a person has, when these seats are waited for."""
    mine = seats_of(seats, person)
    return next(iter((*(seat for seat in waiting if seat in mine), *mine)), None)


def _question(game: Game, number: int) -> str:
    agenda = game.state_after(number).agenda
    return tag(agenda[-1]) if agenda else ""
