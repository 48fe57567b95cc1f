"""A hot-seat game: shows what happened, asks whose turn it is, and carries out what was typed."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from stellwerk import bots, words
from stellwerk.play.choosing import action_of
from stellwerk.play.core import Action, Choice, Range
from stellwerk.play.errors import IllegalAction, StellwerkError
from stellwerk.play.forced import forced_pass
from stellwerk.play.game import Game

from . import screens
from .files import keep
from .menu import SHORT, TOLD, Entry, brings, find, menu

LOG_LINES = 10


class Session:
    """One sitting. `read` gives the next line that was typed and raises EOFError when there is none."""

    def __init__(
        self,
        game: Game,
        console: Console,
        language: str,
        file: Path | None,
        read: Callable[[str], str],
        robots: frozenset[int] = frozenset(),
    ) -> None:
        self.game, self.console, self.language, self.file, self.read = game, console, language, file, read
        self.robots = robots
        self.menus: list[list[Entry]] = []
        self.kept = file is not None
        self._told = 0
        self._asked: int | None = None
        self._round = ""
        self._left = False
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda rest: self.say("ui.help"),
            "?": lambda rest: self.say("ui.help"),
            "board": lambda rest: self.show(screens.board(self.seen, language, self.seat)),
            "chart": lambda rest: self.show(screens.chart(self.seen, language, self.seat)),
            "companies": lambda rest: self.tables("companies"),
            "players": lambda rest: self.tables("players"),
            "trains": lambda rest: self.tables("trains"),
            "tables": lambda rest: self.tables(),
            "log": self.log,
            "recap": lambda rest: self.recap(),
            "why": self.why_not,
            "advise": lambda rest: self.advise(),
            "undo": self.undo,
            "save": self.save,
            "back": lambda rest: self.back(),
            "quit": lambda rest: self.leave(),
        }

    @property
    def seat(self) -> int | None:
        """The seat that is asked."""
        waiting = self.game.waiting_for()
        return waiting[0] if waiting else None

    @property
    def seen(self) -> Game:
        """The game as the seat that is asked may know it: all that the screen shows is made from it."""
        return self.game.seen(self.seat)

    # Showing ------------------------------------------------------------------------------------------------

    def show(self, what: RenderableType) -> None:
        """Something on the screen."""
        self.console.print(what)

    def say(self, key: str, style: str = "", **values: Any) -> None:
        """A text of the catalogue."""
        self.show(Text(words.phrase(key, self.game, self.language, **values), style=style))

    def tables(self, *keys: str) -> None:
        """Tables of the title by key, all of them without one."""
        grids = words.grids(self.seen, self.language, self.seat)
        for key in keys or grids:
            if key in grids:
                self.show(screens.table(self.game, grids[key]))
            else:
                self.say("ui.no_table")

    def log(self, rest: str) -> None:
        """The last lines of the log."""
        number = int(rest) if rest.isdecimal() else LOG_LINES
        lines = words.log(self.game, self.seen.events, self.language)
        for line in lines[-number:] if number else ():
            self.show(Text(f"  {line}"))
        if not lines:
            self.say("ui.no_log")

    def recap(self) -> None:
        """What happened since the last turn of the seat that is asked."""
        told = screens.recap(self.seen, self.seat, self.language)
        self.show(told) if told else self.say("ui.no_log")

    def why_not(self, rest: str) -> None:
        """What the seat that is asked cannot do now, everywhere or on one hex, and by which paragraph."""
        told = screens.why_not(self.seen, self.seat, self.language, rest) if self.seat is not None else None
        self.show(told) if told else self.say("ui.nothing_impossible")

    def _news(self) -> None:
        """What has happened since it was last told; the tables when a round begins."""
        self._hand_over()
        seen = self.seen
        events = [event for n in range(self._told, len(seen.actions) + 1) for event in seen.events_of(n)]
        self._told = len(seen.actions) + 1
        facts = words.summary(seen, self.language, self.seat)
        if facts[0] != self._round:
            self._round = facts[0]
            self.tables()
        for line in words.log(self.game, events, self.language):
            self.show(Text(f"  {line}", style="cyan"))
        self.show(Rule(Text(" · ".join(facts), style="bold"), align="left"))

    def _hand_over(self) -> None:
        """Where a title has secrets, a clear screen for the next person, who says when nobody else looks."""
        before, self._asked = self._asked, self.seat
        if self.game.all_open or before is None or before == self.seat:
            return
        self.console.clear()
        self.read(words.phrase("ui.hand_over", self.game, self.language, seat=self.seat) + "> ")
        self.console.clear()

    def _ask(self) -> str:
        """The prompt with its menu, and what is typed."""
        seen = self.seen
        step = seen.step
        if step is None:
            self.say("ui.over")
            self.show(screens.result(self.game, self.language))
        else:
            if not self.menus:
                self.menus = [[*self._now(), *self._at_any_time()]]
            self.show(Text(words.prompt(step, seen, self.language), style="bold"))
            for number, entry in enumerate(self.menus[-1], 1):
                self.show(self._line(number, entry))
            if len(self.menus) > 1:
                self.say("ui.back", "dim")
        return self.read(words.phrase("ui.choice", self.game, self.language) + "> ").strip()

    def _now(self) -> list[Entry]:
        """What the seat may do that is asked."""
        legal = self.game.legal_actions(self.seat)
        wanted = [choice for choice in legal if not self.game.at_any_time(action_of(choice))]
        return menu(self.seen, wanted, self.language)

    def _at_any_time(self) -> list[Entry]:
        """What may be done out of turn, by anybody at this table; where there are secrets, by who is asked."""
        found = []
        for seat in range(len(self.game.players)):
            if seat not in self.robots and (self.game.all_open or seat == self.seat):
                legal = self.game.legal_actions(seat)
                wanted = [choice for choice in legal if self.game.at_any_time(action_of(choice))]
                for entry in menu(self.seen, wanted, self.language):
                    values = {"seat": seat, "task": entry.text}
                    text = words.phrase("ui.any_time", self.game, self.language, **values)
                    found.append(Entry(text, entry.choices))
        return found

    def _line(self, number: int, entry: Entry) -> Text:
        line = Text(f"{number:>4}  {entry.text}")
        if len(entry.choices) > 1:
            ways = words.phrase("ui.ways", self.game, self.language, count=len(entry.choices))
            line.append(f"  ({ways})", style="dim")
        elif len(self.menus[-1]) <= TOLD:
            line.append(self._brings(entry.choices[0]), style="dim")
        return line

    def _brings(self, choice: Choice) -> str:
        """What a choice would bring whoever has it, behind its words."""
        seat = action_of(choice).seat if self.game.all_open else self.seat
        told = brings(self.seen, choice, self.language, seat)
        amount = f"{choice.low}: " if isinstance(choice, Range) else ""
        return f"  → {amount}{told}" if told else ""

    def ask_about(self, entry: Entry | None, rest: str) -> None:
        """What a choice of the menu would bring, with the amount that was typed; of several, the first ones."""
        if entry is None:
            self.say("ui.unknown", "red", text="?", count=len(self.menus[-1]) if self.menus else 0)
            return
        for choice in entry.choices[:SHORT]:
            if isinstance(choice, Range) and rest.isdecimal():
                action = self._amount(choice, rest)
                if action is None:
                    return
                choice = action
            text = words.action(choice, self.seen, self.language)
            self.show(Text(f"      {text}").append(self._brings(choice), style="dim"))

    # Playing ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until somebody leaves or nothing more is typed."""
        if self.game.actions:
            self._told = len(self.game.actions) + 1
            self.log("")
        self.say("ui.hint", "dim")
        self._let_bots_play()
        self._news()
        while not self._left:
            try:
                self._obey(self._ask())
            except EOFError:
                self.leave()
            except IllegalAction as error:
                self._regret(error)
            except StellwerkError as error:
                self._regret(error)

    def _regret(self, error: StellwerkError) -> None:
        self.show(Text(str(error), style="red"))

    def _obey(self, line: str) -> None:
        if not line:
            return
        word, _, rest = line.partition(" ")
        if self.menus and word == "0":
            self.back()
            return
        if word.startswith("?") and word != "?":
            self.ask_about(find(self.menus[-1], word[1:]) if self.menus else None, rest.strip())
            return
        entry = find(self.menus[-1], word) if self.menus else None
        if entry is not None:
            self._choose(entry, rest.strip())
        elif word.lower() in self.commands:
            self.commands[word.lower()](rest.strip())
        else:
            self.say("ui.unknown", "red", text=line, count=len(self.menus[-1]) if self.menus else 0)

    def _choose(self, entry: Entry, rest: str) -> None:
        if len(entry.choices) > 1:
            self.menus.append(menu(self.seen, entry.choices, self.language))
            if rest:
                self._obey(rest)
            return
        choice = entry.choices[0]
        action = self._amount(choice, rest) if isinstance(choice, Range) else choice
        if action is not None and (not action.final or self._sure(action, rest)):
            self.game.play(action)
            self._changed()

    def _sure(self, action: Action, typed: str) -> bool:
        """Whether something is to be given up for good: asked once more, unless that was typed along with it."""
        text = words.action(action, self.seen, self.language)
        asked = words.phrase("ui.sure", self.game, self.language, action=text)
        sure = (typed or self.read(f"{asked}> ")).strip().lower()
        if sure in words.phrase("ui.yes", self.game, self.language).split():
            return True
        self.say("ui.left_undone", "dim")
        return False

    def _amount(self, choice: Range, typed: str) -> Any:
        limits = {"low": choice.low, "high": choice.high, "step": choice.step if choice.step > 1 else 0}
        if not typed:
            typed = self.read(words.phrase("ui.amount", self.game, self.language, **limits) + "> ").strip()
        amount = int(typed) if typed.isdecimal() else -1
        if not choice.low <= amount <= choice.high or (amount - choice.low) % choice.step:
            self.say("ui.not_a_number", "red", text=typed, **limits)
            return None
        return choice.at(amount)

    def _changed(self) -> None:
        self.menus = []
        self._let_bots_play()
        self._keep()
        self._news()

    def _asks_somebody(self) -> bool:
        """Whether a person has something to choose now."""
        return self.seat not in self.robots and forced_pass(self.game) is None

    def _let_bots_play(self) -> None:
        """Until a person has something to choose; the same game gives the same answers."""
        while (seat := self.seat) is not None and not self._asks_somebody():
            lots = random.Random(f"{self.game.seed}:{len(self.game.actions)}")
            self.game.play(
                forced_pass(self.game) or bots.choose(self.game, seat, bots.usual_level(self.game.title), lots)
            )

    def advise(self) -> None:
        """A bot's three best choices with its reasons."""
        if self.seat is None:
            self.say("ui.over")
            return
        for number, best in enumerate(bots.advise(self.game, self.seat, by_place=True), 1):
            told = [words.advice(why.key, why.values, self.game, self.language) for why in bots.told_of(best)]
            reasons = "; ".join(filter(None, told))
            text = words.action(best.action, self.seen, self.language)
            self.show(Text(f"  {number}. {text}" + (f": {reasons}" if reasons else ""), style="green"))

    # Commands -----------------------------------------------------------------------------------------------

    def back(self) -> None:
        """To the menu before."""
        if len(self.menus) > 1:
            self.menus.pop()

    def undo(self, rest: str) -> None:
        """Take the last action back."""
        if len(self.game.actions) <= self.game.irrevocable:
            self.say("ui.came_to_light" if self.game.actions else "ui.nothing_to_undo", "red")
            return
        known = self.seen.actions
        self.game.undo()
        while len(self.game.actions) > self.game.irrevocable and not self._asks_somebody():
            self.game.undo()
        self._told = len(self.game.actions) + 1
        action = words.action(known[len(self.game.actions)], self.seen, self.language)
        self.say("ui.undone", action=action)
        self._changed()

    def save(self, rest: str) -> None:
        """Save in the game's file, or in another one, which from then on is the game's."""
        file = Path(rest) if rest else self.file
        if file is None:
            self.say("ui.file_needed", "red")
            return
        if file != self.file and file.exists():
            self.say("ui.exists", "red", file=file.name)
            return
        keep(self.game, file)
        self.file, self.kept = file, True
        self.say("ui.saved", file=file.name)

    def _keep(self) -> None:
        """Keep the game's file up to date, where it has one."""
        self.kept = False
        if self.file is not None:
            keep(self.game, self.file)
            self.kept = True

    def leave(self) -> None:
        """End the sitting."""
        self._left = True
        if self.file is not None and self.kept:
            self.say("ui.kept", file=self.file.name)
        elif self.game.actions:
            self.say("ui.not_saved")
