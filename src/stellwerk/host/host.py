"""The games that are being played: in memory, acting, taking back, bots that answer, and news of all this."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from stellwerk.play.errors import StellwerkError
from stellwerk.play.following import DAMAGED
from stellwerk.play.game import Game
from stellwerk.play.options import told_apart
from stellwerk.titles.registry import find_title
from stellwerk.view.faults import Busy, Fault, Forbidden, Missing, Stale, Unkept
from stellwerk.view.lessons import course_of
from stellwerk.view.names import unlike
from stellwerk.view.texts import text

from . import moves
from .bots.bot_pool import Robots
from .bots.driver import Driver
from .bots.queued import Queued, Thinking
from .clocks import timekeeper
from .clocks.clock import Terms
from .imports.import_worker import Brought
from .kept import kept_pages
from .kept.cache import Cache
from .kept.memory import Breaths, surplus
from .live import LiveGame, barred
from .news import News
from .programs import programs
from .settings import Settings
from .storage.data_dir import claim, open_storage
from .storage.expiring import delete_game
from .storage.page_cache import View
from .storage.rows import (
    FREE,
    LISTED,
    OPEN,
    PERSON,
    RUNNING,
    UNLISTED,
    GameRow,
    Person,
    Seat,
    Taken,
)  # fmt: skip
from .storage.tables import ask_rows, clock_rows, talk_rows
from .tables import asking
from .tables.asks import OPEN as ASKED
from .tables.seating import begun
from .tables.talk import Talk

_log = logging.getLogger(__name__)
GROWN = 50
"""Moves after which a game is weighed again."""
GAME = "game"
"""What other processes are told of a game that they have."""
WOKEN = 1000
"""Games that are taken up after a start, if there is room for them."""


class Host:
    """Everything a page or the JSON interface can ask for. Its methods block; call them from threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.quotas = settings, settings.quotas
        self._folder = claim(settings)
        try:
            self.storage = open_storage(settings)
        except BaseException:
            self._folder.close()
            raise
        self.storage.in_use = True
        self.secret = self.storage.secret()
        self.robots: Thinking = Queued(self.storage) if settings.queued else Robots(settings.processes)
        self.news = News(settings.streams, settings.streams_each)
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._cache = Cache(settings.cache_bytes)
        self._opening: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()
        self._driver = Driver(self._move, self._attended, self._played, settings.pace, 2 + 2 * settings.processes)
        self.talk = Talk(self.storage)
        self._closing = threading.Event()
        self.place = settings.place
        self.tell_others: Callable[[str, str], None] = lambda what, about: None
        """Has other processes hear of something, where several serve together."""
        self.parting: Callable[[], None] = lambda: None
        """Called when all is written and nothing more will be."""

    def close(self) -> None:
        """Stop bots and let go of the files."""
        self._closing.set()
        self.news.close()
        self._driver.stop()
        self.robots.close()
        self._driver.join()
        for live in list(self._live.values()):
            kept_pages.keep(self.storage, live, leaving=True)
        self.parting()
        self.storage.close()
        self._folder.close()

    # Games --------------------------------------------------------------------------------------------------

    def open(self, id_: str) -> LiveGame:
        """A game, from memory or replayed once from its log; who comes meanwhile waits for the same replay."""
        with self._lock:
            live = self._in_memory(id_)
            if live is not None:
                return live
            opening = self._opening.setdefault(id_, threading.Lock())
        with opening:
            with self._lock:
                live = self._in_memory(id_)
            if live is None:
                try:
                    live = self._replayed(id_)
                finally:
                    with self._lock:
                        self._opening.pop(id_, None)
        return live

    def games_in_memory(self) -> int:
        """How many games are in memory."""
        with self._lock:
            return len(self._live)

    def bots_wanted(self) -> int:
        """How many games wait for a bot."""
        return self._driver.many()

    def bots_cut(self) -> dict[str, int]:
        """How many decisions of bots were cut short since the start, by level."""
        return self.robots.cuts.counts()

    def at_hand(self, id_: str) -> LiveGame | None:
        """A game that is in memory; this waits for nobody."""
        with self._lock:
            return self._in_memory(id_)

    def _in_memory(self, id_: str) -> LiveGame | None:
        live = self._live.get(id_)
        if live is not None:
            self._live.move_to_end(id_)
        return live

    def _replayed(self, id_: str) -> LiveGame:
        self._be_here(id_)
        row = self.storage.game(id_)
        if row is None:
            raise Missing("fault.no_game")
        bar = barred(row)
        if isinstance(bar, Missing):
            raise bar
        fresh = LiveGame(row, self.settings.longest_log, self._cache)
        fresh.follow(*self.storage.entries(id_), pause=Breaths())
        fresh.compare_accounts()
        fresh.settle()
        self._resume(fresh)
        self._note_turn(fresh)
        if self.storage.is_lesson(id_):
            fresh.course = course_of(row.title)
        with self._lock:
            live = self._live.setdefault(id_, fresh)
        self._make_room()
        if live.broken:
            _log.error("game %s can only be looked at, its log cannot be followed: %s", id_, live.broken)
        for each in live.corrections:
            if each.kind == DAMAGED:
                _log.error("the log of game %s is damaged: at move %s it leads elsewhere", id_, each.move)
        self.drive(live)
        return live

    def _resume(self, fresh: LiveGame) -> None:
        """Take up what people have decided beforehand, should the server have stopped in between."""
        try:
            fresh.said = talk_rows.last(self.storage, fresh.row.id)
            fresh.asks = ask_rows.read(self.storage, fresh.row.id)
            fresh.missing = lambda: asking.missing(self.storage, fresh)
            fresh.stalling = lambda: asking.stalling(self.storage, fresh)
            fresh.branch = ask_rows.branch_of(self.storage, fresh.row.id)
            timekeeper.load(self.storage, fresh)
            programs.load(self.storage, fresh)
            programs.run(self.storage, fresh)
            asking.review(self.storage, fresh)
            self._keep_time(fresh)
        except Unkept as fault:  # the game can be looked at all the same
            _log.warning("programs of game %s wait: %s", fresh.row.id, fault.values["problem"])

    def _make_room(self) -> None:
        """Have no more games in memory than there is room for."""
        with self._lock:
            games = list(self._live.values())
        for one in surplus(games, self.settings.games_bytes, self._stays):
            self.drop(one)
            kept_pages.keep(self.storage, one, leaving=True)
            one.forget()

    def _stays(self, id_: str) -> int:
        """What speaks for keeping a game in memory: somebody looks at it, or its bots have to move."""
        return 2 if self.news.watched(id_) else 1 if self._driver.wanted(id_) else 0

    def _note_turn(self, live: LiveGame) -> None:
        """Have lists of games tell whose turn it is, also where nobody has moved yet."""
        waiting = live.game.waiting_for()
        if live.row.waiting != waiting:
            try:
                self.storage.wait_for(live.row.id, waiting)
            except Unkept as fault:  # the list does without
                _log.warning("whose turn it is in %s cannot be kept: %s", live.row.id, fault.values["problem"])

    def drop(self, live: LiveGame) -> None:
        """Have a game no longer in memory; whoever holds it sees that it is gone and asks for it again."""
        with live.lock:
            live.gone = True
            with self._lock:
                if self._live.get(live.row.id) is live:
                    del self._live[live.row.id]

    def _be_here(self, id_: str) -> None:
        """Have nothing done to a game that another process has, which must stay the only one."""
        if not self.place.has(id_):
            raise Busy("fault.restarting")

    def hand_over(self, gone: Callable[[str], bool]) -> None:
        """Let go of games that are no longer ours; whoever looks at one comes again, and finds who has it then."""
        with self._lock:
            those = [live for id_, live in self._live.items() if gone(id_)]
        for live in those:
            self.drop(live)
            live.forget()
            self.news.end(live.row.id)

    def _locked(self, id_: str) -> LiveGame:
        while True:
            live = self.open(id_)
            live.lock.acquire()
            if not live.gone:
                return live
            live.lock.release()

    @contextmanager
    def held(self, id_: str) -> Iterator[LiveGame]:
        """A game under its lock, to be changed; where its log could not be written it is read from it again."""
        live = self._locked(id_)
        try:
            self._be_here(id_)
            yield live
        except Taken:
            self.drop(live)
            raise Stale("fault.stale") from None
        except BaseException as error:
            if not isinstance(error, Fault) or isinstance(error, Unkept):
                self.drop(live)
            raise
        finally:
            live.lock.release()

    def kept_view(self, id_: str, person: int | None, language: str) -> tuple[GameRow, View] | None:
        """A page of a game that is not in memory, if it was kept and nothing has happened since."""
        with self._lock:
            if id_ in self._live:
                return None
        return kept_pages.kept_view(self.storage, id_, person, language)

    def wake(self) -> None:
        """Take up the running games again after a start: replayed before anybody asks, and bots go on."""
        for id_ in filter(self.place.has, self.storage.last_changed(RUNNING, WOKEN)):
            with self._lock:
                taken = sum(live.weight for live in self._live.values())
            if self._closing.is_set() or taken > self.settings.games_bytes // 2:
                return
            self.take_up(id_)
            with self._lock:
                if id_ in self._live:
                    self._live.move_to_end(id_, last=False)  # the last changed is the last to go

    def take_up(self, id_: str) -> None:
        """Have a game in memory before anybody asks; what stands in the way is told in the log."""
        try:
            self.open(id_)
        except Fault as fault:
            _log.warning("game %s cannot be taken up: %s", id_, text(fault.key, "en", **fault.values))
        except StellwerkError as error:  # such as a title whose data is another now
            _log.warning("game %s cannot be taken up: %s", id_, error)
        except Exception:  # one damaged game must not keep the others from being taken up
            _log.exception("game %s cannot be taken up", id_)

    def _forget(self, id_: str) -> None:
        with self._lock:
            live = self._live.get(id_)
        if live is not None:
            self.drop(live)
            live.forget()

    def ids_in_memory(self) -> list[str]:
        """Which games are in memory."""
        with self._lock:
            return list(self._live)

    def in_memory_with(self, people: Collection[int]) -> list[str]:
        """Those at which one of these people sits."""
        found = [live for id_ in (self.ids_in_memory() if people else ()) if (live := self.at_hand(id_))]
        return [live.row.id for live in found if any(seat.person in people for seat in live.seats)]

    def look_again(self, ids: Sequence[str]) -> None:
        """Read games again from the storage, where somebody in them is called otherwise now."""
        for id_ in ids:
            if not self.place.has(id_):
                self.tell_others(GAME, id_)
            live = self.at_hand(id_)
            self._forget(id_)
            if live is not None:
                live.version += 1
                self.news.tell(live)

    def create(
        self,
        owner: Person,
        title: str,
        places: Sequence[Seat],
        options: dict[str, Any],
        seed: int | None = None,
        as_seated: bool = False,
        access: str = LISTED,
        terms: Terms | None = None,
    ) -> LiveGame:
        """Lay out a new game; its order of play is drawn where the rules say so, unless all play as seated."""
        names = unlike([place.name or str(place.seat + 1) for place in places])
        known = find_title(title)
        if len(places) not in known.players:
            raise Fault("fault.players", title=known.name, few=known.players[0], many=known.players[-1])
        chosen = seed is not None
        if seed is None:
            seed = secrets.randbelow(2**63)  # too many for trying which one deals the cards that one sees
        _, habits = told_apart(known, options)
        if habits:
            raise Fault("fault.habit", title=known.name, options=", ".join(sorted(habits)))
        game = Game(known, names, options, seed)  # raises a sentence where options are not known
        if chosen and known.secrets.seed_tells(game.rules):
            raise Fault("fault.seed")
        named = [
            msgspec.structs.replace(place, name="" if place.kind == FREE else name)
            for place, name in zip(places, names, strict=True)
        ]
        now = time.time()
        status = OPEN if any(place.kind == FREE for place in places) else RUNNING
        row = GameRow(
            self.place.new_id(), title, known.rules_version, game.options, seed, owner.id, status, now, now,
            None, tuple(named), drawn=known.draws_order and not as_seated, access=access,
        )  # fmt: skip
        row = begun(row)
        self.storage.add_game(row)
        if terms is not None:
            clock_rows.agree(self.storage, row.id, terms)
        live = self.open(row.id)
        with live.lock:
            self._keep_time(live)
        return live

    def take_in(self, owner: Person, game: Brought) -> str:
        """Keep a game that somebody has brought along; they get every seat, to look at or to play on hot-seat.

        No list has it: whoever is called so in the file has never sat down here.
        It has just been played through, so that it is opened only when somebody looks at it.
        """
        places = tuple(
            Seat(seat, PERSON, name, owner.id, program=owner.program) for seat, name in enumerate(game.players)
        )
        now = time.time()
        row = GameRow(
            self.place.new_id(), game.title, game.rules, game.options, game.seed, owner.id,
            "finished" if game.over else RUNNING, now, now, list(game.result), places, drawn=game.drawn,
            access=UNLISTED,
        )  # fmt: skip
        self.storage.add_game(row, [bytes(action) for action in game.actions])
        return row.id

    def let_go(self, id_: str, status: str, changed: float) -> bool:
        """Delete a game that has expired, unless somebody looks at it or it has changed; whether it is gone."""
        if (
            not self.place.has(id_)
            or self.news.watched(id_)
            or not delete_game(self.storage, id_, status, changed)
        ):
            return False
        self._forget(id_)
        return True

    # Play ---------------------------------------------------------------------------------------------------

    def act(self, id_: str, person: Person | None, decision: str, raw: Any) -> LiveGame:
        """Take an action for a seat that is this person's, if its decision is still open."""
        with self.held(id_) as live:
            try:
                action = live.read(raw)
            except msgspec.ValidationError as error:
                raise Fault("fault.unreadable", problem=str(error)) from None
            if person is None or action.seat not in live.seats_of(person.id):
                raise Forbidden("fault.not_your_seat")
            if live.waits_for_people:
                raise Stale("fault.not_begun")
            if live.closed:
                raise live.closed
            if decision != live.decision(action.seat):
                raise Stale("fault.stale")
            moves.play(self.storage, live, action)
            programs.run(self.storage, live)
        self.changed(live)
        return live

    def undo(self, id_: str, person: Person | None, number: int) -> LiveGame:
        """Take a person's last action back; `number` is the log's length that they saw."""
        with self.held(id_) as live:
            if number != live.number:
                raise Stale("fault.stale")
            keep = live.last_of(person.id) if person is not None else None
            if keep is None or live.closed:
                raise live.closed or Forbidden("fault.no_undo")
            programs.take_back(self.storage, live, keep, live.seats_of(person.id) if person else None)
        self.changed(live)
        return live

    def redo(self, id_: str, person: Person | None, number: int) -> LiveGame:
        """Do again what a person has taken back; `number` is the log's length that they saw."""
        with self.held(id_) as live:
            if number != live.number:
                raise Stale("fault.stale")
            again = live.again_by(person.id) if person is not None else []
            if not again or live.closed:
                raise live.closed or Forbidden("fault.no_redo")
            moves.play_again(self.storage, live, again)
            programs.run(self.storage, live)
        self.changed(live)
        return live

    def set_up(self, id_: str, person: Person | None, raw: Any) -> LiveGame:
        """Have decisions of one's own seat taken beforehand."""
        with self.held(id_) as live:
            mine = live.seats_of(person.id) if person is not None else ()
            if not isinstance(raw, dict) or raw.get("seat") not in mine:
                raise Forbidden("fault.not_your_seat")
            if live.waits_for_people:
                raise Stale("fault.not_begun")
            if live.closed:
                raise live.closed
            before = live.number
            programs.set_up(self.storage, live, raw)
            programs.run(self.storage, live)
        if live.number != before:  # nobody else learns that anything was set up
            self.changed(live)
        return live

    def stop(self, id_: str, person: Person | None, order: int) -> LiveGame:
        """End what one has decided beforehand."""
        with self.held(id_) as live:
            programs.stop(self.storage, live, order, live.seats_of(person.id) if person is not None else ())
        return live

    # Bots ---------------------------------------------------------------------------------------------------

    def drive(self, live: LiveGame) -> None:
        """Let bots answer in the background for as long as it is their turn."""
        if live.bot_to_move() is not None:
            self._driver.want(live.row.id)

    def _move(self, id_: str) -> bool:
        """One move of a bot; whether there may be another. The game may leave memory while the bot thinks."""
        if not self.place.has(id_):
            return False
        with self.held(id_) as live:
            seat, number = live.bot_to_move(), live.number
            action = live.course.next(live.game.actions) if live.course else None
        if seat is None:
            return False
        if action is None:
            action = self.robots.choose(live, seat.seat, seat.level)
        with self.held(id_) as live:
            if live.number == number and action is not None:
                moves.play(self.storage, live, action)
                programs.run(self.storage, live)
        self._keep_time(live)
        self.news.tell(live)
        self._grown(live)
        return live.bot_to_move() is not None

    # Time ---------------------------------------------------------------------------------------------------

    def _keep_time(self, live: LiveGame) -> None:
        """Start the clock of a game that begins, and have it known when the next one's time is up."""
        if live.terms is not None:
            with live.lock:
                timekeeper.begin(self.storage, live)
                timekeeper.note(self.storage, live)

    def review(self) -> None:
        """See in games that are at hand what became of what was asked there."""
        for id_ in self.ids_in_memory():
            live = self.at_hand(id_)
            if live is None or not any(ask.status == ASKED for ask in list(live.asks.values())):
                continue
            try:
                with self.held(id_) as live:
                    asking.review(self.storage, live)
                self.changed(live)
            except Fault as fault:  # the next time will do
                _log.warning("what is asked in game %s waits: %s", id_, fault.key)

    def _attended(self, id_: str) -> bool:
        """Whether a person plays in a game or looks at it, so that its bots should not let them wait."""
        return self.news.watched(id_) or self._played(id_)

    def _played(self, id_: str) -> bool:
        """Whether a person plays in a game, who waits for their own turn while bots move."""
        with self._lock:
            live = self._live.get(id_)
        return live is not None and any(seat.kind == PERSON for seat in live.seats)

    def settled(self, id_: str) -> LiveGame:
        """Wait until no bot has anything to do: for tests and for people in a hurry."""
        self._driver.wait(id_)
        return self.open(id_)

    def changed(self, live: LiveGame) -> None:
        """Tell everybody of what has happened in a game, and let bots answer."""
        self._keep_time(live)
        self.news.tell(live)
        self.drive(live)
        self._grown(live)

    def _grown(self, live: LiveGame) -> None:
        if len(live.marks) % GROWN == 0:
            self._make_room()
