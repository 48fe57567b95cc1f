"""Play a game that Rails recorded through our engine, and check every figure of the transcript beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Protocol

from stellwerk.play.core import Event
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game
from stellwerk.play.game import Game
from stellwerk.play.limits import Gauge
from stellwerk.titles.registry import find_title

from .api import Account, Fact
from .rails_report import Line, read_report
from .rails_save import Decision, RailsSave, read_save
from .rails_transcript import ANYWHERE, PARTIAL, Statement, statements
from .replaying import Branch, Knowledge, Outcome, Script, outcome_of, search_all, search_options

MOST_PASSES = 200


class Reader(Knowledge, Protocol):
    """A title's own knowledge of Rails."""

    kinds: frozenset[str]
    """The kinds of decisions that are known, with those that change nothing."""

    def options(self, save: RailsSave) -> dict[str, Any]:
        """The options of a game that the save names."""
        ...

    def account(self, game: Game) -> Account:
        """An empty account of a new game."""
        ...

    def name(self, rails: str) -> str:
        """Our id of what Rails calls a company or a paper."""
        ...


class Transcript:
    """A transcript's statements, and our account of the game, compared segment by segment."""

    def __init__(self, stated: Sequence[Sequence[Statement]], account: Account) -> None:
        self.stated, self.account = stated, account
        self.compared = 0
        self.faults: list[str] = []
        self.uncompared = 0
        self.complete = True
        """Whether every decision could be played so far."""

    def add(self, game: Game, events: Sequence[Event]) -> None:
        """Note what an action brought about."""
        self.account.add(game, events)

    def tell(self, facts: Sequence[Fact]) -> None:
        """Everything is told by events."""

    def copy(self) -> Transcript:
        """A comparison that goes its own way from here."""
        twin = Transcript(self.stated, self.account.copy())
        twin.compared, twin.faults = self.compared, self.faults[:]
        twin.uncompared, twin.complete = self.uncompared, self.complete
        return twin

    def leave_out(self, facts: Sequence[Fact]) -> None:
        """A transcript goes by turns, so that only turns which are never reached are not compared."""
        self.complete = False

    def give_up(self) -> None:
        """Nothing further is told."""
        self.uncompared += sum(len(segment) for segment in self.stated[self.compared :])

    def compare(self) -> None:
        """Compare every segment that is complete by now."""
        while self.compared < min(len(self.account.segments) - 1, len(self.stated)):
            ours = self.account.segments[self.compared]
            self.faults += _differences(self.stated[self.compared], ours, False, spare=self.account.spare)
            self.compared += 1

    def compare_rest(self) -> list[str]:
        """All faults of a game that goes no further."""
        self.compare()
        segments = self.account.segments
        for segment in range(self.compared, len(self.stated)):
            if segment >= len(segments) and not self.complete:
                self.uncompared += len(self.stated[segment])
                continue
            ours = segments[segment] if segment < len(segments) else Counter()
            self.faults += _differences(self.stated[segment], ours, True)
        told = [statement for segment in self.stated for statement in segment if statement.fact[0] in ANYWHERE]
        self.faults += _differences(told, self.account.anywhere, True, anywhere=True)
        return self.faults


def reader_for(title: str) -> Reader:
    """The title's own knowledge of Rails."""
    reader: Reader | None = find_title(title).manifest.part("rails")
    if reader is None:
        raise StellwerkError(f"{title} has no reader for Rails' records.")
    return reader


def replay(path: Path, every: bool = False) -> Outcome:
    """Replay a saved game and compare it with the transcript beside it, if there is one.

    `every` mismatch is looked for, beyond decisions that cannot be played.
    """
    gauge = Gauge(path.name)
    save = read_save(path, gauge)
    report = path.with_suffix(".report")
    lines = read_report(report) if report.exists() else ()
    return replay_save(path.stem, save, lines, gauge, every)


def replay_save(
    name: str, save: RailsSave, lines: Sequence[Line], gauge: Gauge | None = None, every: bool = False
) -> Outcome:
    """The same for what has been read already."""
    reader = reader_for(save.title)
    stated = statements(lines, reader.name)

    def begin(options: dict[str, Any]) -> Branch[Transcript]:
        game = new_game(find_title(save.title), list(save.players), reader.options(save) | options, 0)
        return Branch(game, Transcript(stated, reader.account(game)))

    script = Script(
        reader,
        save.decisions,
        _called,
        begin,
        finish=lambda end: _finish(reader, end),
        most_passes=MOST_PASSES,
        gauge=gauge or Gauge(name),
    )
    branch, options = search_options(script)
    if every and branch.stuck:
        branch, options = search_all(script, options)
    outcome = outcome_of(name, branch, sum(map(len, stated)), options)
    outcome.left_out = tuple(sorted({decision.kind for decision in save.decisions} - reader.kinds))
    return outcome


def _called(decision: Decision) -> str:
    return f"{decision.kind} of {decision.player}"


def _finish(reader: Reader, branch: Branch[Transcript]) -> Branch[Transcript]:
    """Compare what remains: as the game stands, and after steps that Rails had left behind when it was saved."""
    onward, stated = branch.copy(), branch.witness.stated
    for _ in range(MOST_PASSES):
        reached = len(onward.witness.account.segments)
        last = onward.witness.account.segments[-1]
        missing = _differences(stated[-1], last, True) if reached == len(stated) else ["behind"]
        if onward.game.over or reached > len(stated) or not missing:
            break
        actions, _taken = reader.let_pass(onward.game, ())
        if not actions or onward.game.refusal(actions[0]) is not None:
            break
        onward.play(actions[0])
    return min((branch, onward), key=lambda end: len(end.witness.compare_rest()))


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
