"""Playing a record through our engine, decision by decision, whatever program wrote it.

Where the record does not say which of several things was meant, all are played on side by side, and those
that the record later contradicts are dropped. Where our rules refuse a recorded decision that the other
program's rules allowed, the game is begun again with the named option under which we play it that way.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec
from msgspec import Struct, field

from stellwerk.play.core import Action, Event
from stellwerk.play.errors import Refusal
from stellwerk.play.game import Game
from stellwerk.play.limits import Gauge

from .api import Answer, Fact, Unknown

MOST_BRANCHES = 16
MOST_LATER = 4  # steps that may pass before a decision that is nobody's in turn
MOST_IN_A_ROW = 25  # decisions left out one after another before nothing more is tried


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
    faults: tuple[str, ...] = ()
    """Every mismatch, as far as the record could be played."""
    skipped: int = 0
    """Decisions that could not be played, so that the game went on without them."""
    uncompared: int = 0
    """Statements that had nothing to be compared with because of that."""

    def line(self) -> str:
        """The one line that is printed for a record."""
        actions = len(self.game.actions)
        text = f"{self.name}: {actions} actions, {self.checks} checks, {self.mismatches} mismatches"
        if self.options:
            text += f" [{', '.join(sorted(self.options))}]"
        if self.left_out:
            text += f" [not known and left out: {', '.join(self.left_out)}]"
        return f"{text}: {self.first}" if self.first else text

    def lines(self) -> Iterator[str]:
        """The same with every mismatch on a line of its own, and what could not be compared."""
        yield msgspec.structs.replace(self, first="").line()
        yield from (f"  {fault}" for fault in self.faults)
        if self.skipped:
            yield f"  decisions left out: {self.skipped}; what differs after the first of them may follow from it"
            yield f"  statements not compared: {self.uncompared}"


class Witness(Protocol):
    """What a record states of a game beside its decisions, compared with what comes about."""

    faults: list[str]

    def add(self, game: Game, events: Sequence[Event]) -> None:
        """Note what an action brought about."""
        ...

    def tell(self, facts: Sequence[Fact]) -> None:
        """Note what the position says."""
        ...

    def compare(self) -> None:
        """Compare what can be compared by now."""
        ...

    uncompared: int
    """Statements that have nothing to be compared with."""

    def leave_out(self, facts: Sequence[Fact]) -> None:
        """A decision that states this cannot be played, and the game goes on without it."""
        ...

    def give_up(self) -> None:
        """The game goes no further: whatever has not been compared by now never will be."""
        ...

    def copy(self) -> Self:
        """A witness that goes its own way from here."""
        ...


W = TypeVar("W", bound=Witness)
D = TypeVar("D")


class Branch(Generic[W]):
    """One reading of the record: a game and what is said of it."""

    def __init__(self, game: Game, witness: W) -> None:
        self.game, self.witness = game, witness
        self.stuck: tuple[int, str, Refusal | None] | None = None
        self.needs: Mapping[str, Any] = {}
        self.skipped = 0
        self.wanted: list[Mapping[str, Any]] = []
        """Options under which decisions that were left out could perhaps be played."""

    def copy(self) -> Branch[W]:
        """A branch that goes its own way from here."""
        twin = Branch(self.game.copy(), self.witness.copy())
        twin.skipped, twin.wanted = self.skipped, self.wanted[:]
        return twin

    @property
    def faults(self) -> list[str]:
        """Everything that differs from the record so far."""
        return self.witness.faults

    def score(self) -> tuple[int, int]:
        """How well the record is told: how far it could be played, then how few faults."""
        reached = self.stuck[0] if self.stuck else sys.maxsize
        return reached, -len(self.faults)

    def play(self, action: Action) -> None:
        """Take an action and note what it brought about."""
        self.witness.add(self.game, self.game.play(action))


class Knowledge(Protocol):
    """A title's knowledge of another program: what its decisions mean, and where its rules differ."""

    def habit(self, refusal: Refusal) -> Mapping[str, Any] | None:
        """The option under which the program's rule lets pass what ours refuses."""
        ...

    def doubts(self) -> Sequence[Mapping[str, Any]]:
        """Options to try where the record tells other figures than our rules give."""
        ...

    def answer(self, game: Game, upcoming: Sequence[Any]) -> Answer:
        """What the first of the upcoming decisions means now."""
        ...

    def let_pass(self, game: Game, upcoming: Sequence[Any]) -> tuple[tuple[Action, ...], int | None]:
        """How the present step goes on without a decision of its own; perhaps one of the upcoming is used."""
        ...


def _nothing(decision: object) -> Sequence[Fact]:
    return ()


class Script(Struct, Generic[D, W]):
    """A record as the replay needs it: its decisions, how one is named in a message, and who judges."""

    knowledge: Knowledge
    decisions: Sequence[D]
    called: Callable[[D], str]
    begin: Callable[[dict[str, Any]], Branch[W]]
    """A new game with these options."""
    finish: Callable[[Branch[W]], Branch[W]]
    """Compare what remains when all decisions have been played."""
    most_passes: int
    """Steps that may pass between two recorded decisions."""
    gauge: Gauge
    """Measures how long it takes."""
    states: Callable[[D], Sequence[Fact]] = _nothing
    """What a decision states by itself."""


def search_options(script: Script[D, W]) -> tuple[Branch[W], dict[str, Any]]:
    """Begin by the rulebook; take up another rule only where the record cannot be played or told without it."""
    knowledge, options = script.knowledge, dict[str, Any]()
    branch = attempt(script, options)
    doubts = list(knowledge.doubts())
    while branch.stuck or branch.faults:
        habit = _habit(script, branch)
        if habit and not set(habit) <= set(options):
            options.update(habit)
            branch = attempt(script, options)
        elif doubts:
            doubt = doubts.pop(0)
            other = attempt(script, {**options, **doubt})
            if other.score() > branch.score():
                branch = other
                options.update(doubt)
        else:
            break
    return branch, options


def _habit(script: Script[D, W], branch: Branch[W]) -> Mapping[str, Any]:
    """The option under which the other program played what has been refused."""
    refusal = branch.stuck[2] if branch.stuck else None
    return branch.needs or (refusal and script.knowledge.habit(refusal)) or {}


def attempt(script: Script[D, W], options: Mapping[str, Any]) -> Branch[W]:
    """Play the whole record with these options, as far as it goes."""
    branches = [script.begin(dict(options))]
    used: set[int] = set()
    for number in range(len(script.decisions)):
        script.gauge.reached(number, len(script.decisions))
        if number in used:
            continue
        alive = [twin for branch in branches for twin in _decide(script, branch, number, used)]
        for branch in alive:
            branch.witness.compare()
        fit = [branch for branch in alive if branch.stuck is None]
        if not fit:
            return alive[0]
        least = min(len(branch.faults) for branch in fit)
        branches = [branch for branch in fit if len(branch.faults) == least][:MOST_BRANCHES]
    return min((script.finish(branch) for branch in branches), key=lambda branch: len(branch.faults))


def search_all(script: Script[D, W], options: dict[str, Any]) -> tuple[Branch[W], dict[str, Any]]:
    """The same beyond what cannot be played with any option: what comes later may need further ones."""
    branch, tried = attempt_all(script, options), set[str]()
    while fresh := [habit for habit in branch.wanted if not set(habit) <= tried | set(options)]:
        tried |= set(fresh[0])
        other = attempt_all(script, {**options, **fresh[0]})
        if len(other.faults) < len(branch.faults):
            branch, options = other, {**options, **fresh[0]}
    return branch, options


def attempt_all(script: Script[D, W], options: Mapping[str, Any]) -> Branch[W]:
    """Play the record to its end; a decision that cannot be played is a mismatch and left out.

    Nothing is put in its place: the game goes on from where it stands, and so does whatever is stated later.
    """
    branch, used, in_a_row = script.begin(dict(options)), set[int](), 0
    for number, decision in enumerate(script.decisions):
        if number in used:
            continue
        before, also_used = branch.copy(), set(used)
        alive = _decide(script, branch, number, also_used)
        for twin in alive:
            twin.witness.compare()
        fit = [twin for twin in alive if twin.stuck is None]
        if fit:
            branch, used, in_a_row = min(fit, key=lambda twin: len(twin.faults)), also_used, 0
            continue
        stuck = alive[0].stuck
        assert stuck is not None
        branch, in_a_row = before, in_a_row + 1
        branch.skipped += 1
        branch.wanted += [habit for habit in (_habit(script, alive[0]),) if habit]
        branch.faults.append(f"decision {number}: {stuck[1]}; left out")
        branch.witness.leave_out(script.states(decision))
        if in_a_row == MOST_IN_A_ROW:
            branch.faults.append(f"after {in_a_row} such decisions in a row nothing more was tried")
            branch.witness.give_up()
            return branch
    return script.finish(branch)


def _decide(script: Script[D, W], branch: Branch[W], number: int, used: set[int]) -> list[Branch[W]]:
    """Carry out one decision; several branches come back where its meaning is open."""
    name = script.called(script.decisions[number])
    upcoming = script.decisions[number:]
    pending, done = [branch], []
    passes = later = 0
    while pending:
        script.gauge.time()
        here = pending.pop()
        if here.game.over:
            done.append(here)
            continue
        try:
            answer = script.knowledge.answer(here.game, upcoming)
            actions, taken = answer.actions, None
            if not actions and not answer.done:
                actions, taken = script.knowledge.let_pass(here.game, upcoming)
        except Unknown as error:
            here.stuck = (number, f"{name}: {error}", None)
            done.append(here)
            continue
        if not actions and answer.done:
            here.witness.tell(answer.told)
            done.append(here)
            continue
        if not answer.actions:
            passes += 1
            if taken is not None:
                used.add(number + taken)
            if passes > script.most_passes or not actions:
                here.stuck = (number, f"{name} finds no place", None)
                done.append(here)
                continue
        if answer.or_later and later < MOST_LATER:
            later += 1
            pending += _passed(script, here)
        branches = [here, *(here.copy() for _ in actions[1:])]
        refusals = [here.game.refusal(action) for action in actions]
        legal = [pair for pair in zip(branches, actions, refusals, strict=True) if pair[2] is None]
        if not legal:
            refusal = refusals[0]
            assert refusal is not None
            text = f"{name} refused: {refusal.reason} ({_section(refusal)})"
            here.stuck = (number, f"{text}, {actions[0]}", refusal)
            here.needs = answer.needs
            done.append(here)
        for twin, action, _ in legal:
            twin.witness.tell(answer.told)
            twin.play(action)
            (done if answer.actions and answer.done else pending).append(twin)
    return done


def _passed(script: Script[D, W], branch: Branch[W]) -> list[Branch[W]]:
    """The same after the present step has passed, where it can."""
    twin = branch.copy()
    actions, taken = script.knowledge.let_pass(twin.game, ())
    if not actions or taken is not None or twin.game.refusal(actions[0]) is not None:
        return []
    twin.play(actions[0])
    return [twin]


def _section(refusal: Refusal) -> str:
    return f"§{refusal.rule}" if refusal.rule[:1].isdigit() else refusal.rule


def outcome_of(name: str, branch: Branch[W], checks: int, options: dict[str, Any]) -> Outcome:
    """What is told of a record that has been played."""
    stuck = [f"decision {branch.stuck[0]}: {branch.stuck[1]}"] if branch.stuck else []
    faults = tuple(branch.faults + stuck)
    first = (stuck + branch.faults + [""])[0]
    outcome = Outcome(name, branch.game, checks, len(faults), first, options)
    outcome.faults, outcome.skipped, outcome.uncompared = faults, branch.skipped, branch.witness.uncompared
    return outcome
