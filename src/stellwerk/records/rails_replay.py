"""Play a game that Rails recorded through our engine, decision by decision, and check every figure.

Where the record does not say which of several things was meant, all are played on side by side, and those
that the record later contradicts are dropped. Where our rules refuse a recorded decision that Rails' rules
allowed, the game is begun again with the named option under which we play it Rails' way.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from stellwerk.play.errors import Refusal, StellwerkError
from stellwerk.play.files import new_game
from stellwerk.play.game import Game
from stellwerk.play.limits import Gauge
from stellwerk.titles.registry import find_title

from .api import Account, Fact, Reader, Unknown
from .rails_report import Line, read_report
from .rails_save import RailsSave, read_save
from .rails_transcript import ANYWHERE, PARTIAL, Statement, statements

MOST_PASSES = 200  # steps that may pass between two recorded decisions
MOST_BRANCHES = 16
MOST_LATER = 4  # steps that may pass before a decision that is nobody's in turn


class Outcome(Struct):
    """What came of one record."""

    name: str
    game: Game
    checks: int = 0
    mismatches: int = 0
    first: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    """Kinds of decisions that nobody here has heard of."""

    def line(self) -> str:
        """The one line that is printed for a record."""
        actions = len(self.game.actions)
        text = f"{self.name}: {actions} actions, {self.checks} checks, {self.mismatches} mismatches"
        if self.options:
            text += f" [{', '.join(sorted(self.options))}]"
        if self.left_out:
            text += f" [not known and left out: {', '.join(self.left_out)}]"
        return f"{text}: {self.first}" if self.first else text


class Branch:
    """One reading of the record: a game and our account of it."""

    def __init__(self, game: Game, account: Account) -> None:
        self.game, self.account = game, account
        self.compared = 0
        self.faults: list[str] = []
        self.stuck: tuple[int, str, Refusal | None] | None = None
        self.needs: Mapping[str, Any] = {}

    def copy(self) -> Branch:
        """A branch that goes its own way from here."""
        twin = Branch(self.game.copy(), self.account.copy())
        twin.compared, twin.faults = self.compared, self.faults[:]
        return twin

    def score(self) -> tuple[int, int]:
        """How well the record is told: how far it could be played, then how few faults."""
        reached = self.stuck[0] if self.stuck else sys.maxsize
        return reached, -len(self.faults)

    def play(self, action: Any) -> None:
        """Take an action and note what it brought about."""
        self.account.add(self.game, self.game.play(action))

    def compare(self, stated: Sequence[Sequence[Statement]]) -> None:
        """Compare every segment that is complete by now."""
        while self.compared < min(len(self.account.segments) - 1, len(stated)):
            ours = self.account.segments[self.compared]
            self.faults += _differences(stated[self.compared], ours, False, spare=self.account.spare)
            self.compared += 1


def reader_for(title: str) -> Reader:
    """The title's own knowledge of Rails."""
    package = type(find_title(title)).__module__.rpartition(".")[0]
    try:
        reader: Reader = import_module(f"{package}.rails").READER
    except ModuleNotFoundError:
        raise StellwerkError(f"{title} has no reader for Rails' records.") from None
    return reader


def replay(path: Path) -> Outcome:
    """Replay a saved game and compare it with the transcript beside it, if there is one."""
    gauge = Gauge(path.name)
    save = read_save(path, gauge)
    report = path.with_suffix(".report")
    lines = read_report(report) if report.exists() else ()
    return replay_save(path.stem, save, lines, gauge)


def replay_save(name: str, save: RailsSave, lines: Sequence[Line], gauge: Gauge | None = None) -> Outcome:
    """The same for what has been read already."""
    reader = reader_for(save.title)
    stated = statements(lines, reader.name)
    branch, options = Search(reader, save, stated, gauge or Gauge(name)).best()
    outcome = Outcome(name, branch.game, sum(map(len, stated)), len(branch.faults), options=options)
    outcome.left_out = tuple(sorted({decision.kind for decision in save.decisions} - reader.kinds))
    if branch.stuck:
        number, text, _ = branch.stuck
        outcome.mismatches += 1
        outcome.first = f"decision {number}: {text}"
    elif branch.faults:
        outcome.first = branch.faults[0]
    return outcome


class Search:
    """Looks for the reading of a record, and the options, under which we can play and tell it."""

    def __init__(
        self, reader: Reader, save: RailsSave, stated: Sequence[Sequence[Statement]], gauge: Gauge
    ) -> None:
        self.reader, self.save, self.stated, self.gauge = reader, save, stated, gauge

    def best(self) -> tuple[Branch, dict[str, Any]]:
        """Begin by the rulebook; take up another rule only where the record cannot be played without it."""
        options: dict[str, Any] = {}
        branch = self._attempt(options)
        doubts = [doubt for doubt in self.reader.doubts() if not set(doubt) <= set(options)]
        while branch.stuck or branch.faults:
            habit = branch.needs
            if not habit and branch.stuck and branch.stuck[2]:
                habit = self.reader.habit(branch.stuck[2]) or {}
            if habit and not set(habit) <= set(options):
                options.update(habit)
                branch = self._attempt(options)
            elif doubts:
                doubt = doubts.pop(0)
                other = self._attempt({**options, **doubt})
                if other.score() > branch.score():
                    branch = other
                    options.update(doubt)
            else:
                break
        return branch, options

    def _attempt(self, bent: Mapping[str, Any]) -> Branch:
        options = {**self.reader.options(self.save), **bent}
        game = new_game(find_title(self.save.title), list(self.save.players), options, 0)
        branches = [Branch(game, self.reader.account(game))]
        used: set[int] = set()
        for number in range(len(self.save.decisions)):
            if number in used:
                continue
            alive = []
            for branch in branches:
                alive += self._decide(branch, number, used)
            for branch in alive:
                branch.compare(self.stated)
            fit = [branch for branch in alive if branch.stuck is None]
            if not fit:
                return alive[0]
            least = min(len(branch.faults) for branch in fit)
            branches = [branch for branch in fit if len(branch.faults) == least][:MOST_BRANCHES]
        finished = [_finish(self.reader, branch, self.stated) for branch in branches]
        return min(finished, key=lambda branch: len(branch.faults))

    def _decide(self, branch: Branch, number: int, used: set[int]) -> list[Branch]:
        """Carry out one decision; several branches come back where its meaning is open."""
        upcoming = self.save.decisions[number:]
        decision = upcoming[0]
        pending, done = [branch], []
        passes = later = 0
        while pending:
            self.gauge.time()
            here = pending.pop()
            if here.game.over:
                here.stuck = None
                done.append(here)
                continue
            try:
                answer = self.reader.answer(here.game, upcoming)
                actions, taken = answer.actions, None
                if not actions and not answer.done:
                    actions, taken = self.reader.let_pass(here.game, upcoming)
            except Unknown as error:
                here.stuck = (number, f"{decision.kind} of {decision.player}: {error}", None)
                done.append(here)
                continue
            if not actions and answer.done:
                done.append(here)
                continue
            if not answer.actions:
                passes += 1
                if taken is not None:
                    used.add(number + taken)
                if passes > MOST_PASSES or not actions:
                    here.stuck = (number, f"{decision.kind} of {decision.player} finds no place", None)
                    done.append(here)
                    continue
            if answer.or_later and later < MOST_LATER:
                later += 1
                pending += self._passed(here)
            branches = [here, *(here.copy() for _ in actions[1:])]
            refusals = [here.game.refusal(action) for action in actions]
            legal = [pair for pair in zip(branches, actions, refusals, strict=True) if pair[2] is None]
            if not legal:
                refusal = refusals[0]
                assert refusal is not None
                text = f"{decision.kind} of {decision.player} refused: {refusal.reason} (§{refusal.rule})"
                here.stuck = (number, f"{text}, {actions[0]}", refusal)
                here.needs = answer.needs
                done.append(here)
            for twin, action, _ in legal:
                twin.play(action)
                (done if answer.actions and answer.done else pending).append(twin)
        return done


    def _passed(self, branch: Branch) -> list[Branch]:
        """The same after the present step has passed, where it can."""
        twin = branch.copy()
        actions, taken = self.reader.let_pass(twin.game, ())
        if not actions or taken is not None or twin.game.refusal(actions[0]) is not None:
            return []
        twin.play(actions[0])
        return [twin]


def _finish(reader: Reader, branch: Branch, stated: Sequence[Sequence[Statement]]) -> Branch:
    """Compare what remains: as the game stands, and after steps that Rails had left behind when it was saved."""
    onward = branch.copy()
    for _ in range(MOST_PASSES):
        reached = len(onward.account.segments)
        last = onward.account.segments[-1]
        missing = _differences(stated[-1], last, True) if reached == len(stated) else ["behind"]
        if onward.game.over or reached > len(stated) or not missing:
            break
        actions, _taken = reader.let_pass(onward.game, ())
        if not actions or onward.game.refusal(actions[0]) is not None:
            break
        onward.play(actions[0])
    return min((branch, onward), key=lambda end: len(_compare_rest(end, stated)))


def _compare_rest(branch: Branch, stated: Sequence[Sequence[Statement]]) -> list[str]:
    """All faults of a game that goes no further."""
    branch.compare(stated)
    for segment in range(branch.compared, len(stated)):
        ours = branch.account.segments[segment] if segment < len(branch.account.segments) else Counter()
        branch.faults += _differences(stated[segment], ours, True)
    told = [statement for segment in stated for statement in segment if statement.fact[0] in ANYWHERE]
    branch.faults += _differences(told, branch.account.anywhere, True, anywhere=True)
    return branch.faults


def _differences(
    stated: Sequence[Statement],
    ours: Counter[Fact],
    unfinished: bool,
    anywhere: bool = False,
    spare: Collection[Fact] = (),
) -> list[str]:
    """What one side states and the other does not."""
    theirs = Counter(s.fact for s in stated if (s.fact[0] in ANYWHERE) == anywhere)
    lines = {s.fact: s.line for s in stated}
    faults = [
        f"line {lines[fact]} of the transcript states {', '.join(fact)}; ours: {_nearest(fact, ours)}"
        for fact in theirs - ours
    ]
    if not unfinished:
        extra = [fact for fact in ours - theirs if fact[0] not in PARTIAL and fact not in spare]
        near = max(lines.values(), default=0)
        faults += [f"near line {near} ours has {', '.join(fact)}, the transcript not" for fact in extra]
    return faults


def _nearest(fact: Any, ours: Counter[Any]) -> str:
    alike = [other for other in ours if other[:2] == fact[:2]]
    return "; ".join(", ".join(other) for other in alike) or "nothing like it"
