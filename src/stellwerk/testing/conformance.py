"""What every title promises, as tests. A title's own tests take them over by naming it:

    from stellwerk.testing.conformance import Conformance

    class TestShikoku(Conformance):
        titles = ("1889",)

Records of the title (a playthrough, counts, digests of its data) lie in `golden` beside that file. They are
written by `pytest --write-golden`, or with STELLWERK_WRITE_GOLDEN=1 in the environment.
"""

from __future__ import annotations

import inspect
import json
import os
import random
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest

import stellwerk
from stellwerk import bots, words
from stellwerk.play.core import Action, Decision, Pass, Position, Turn
from stellwerk.play.errors import IllegalAction
from stellwerk.play.game import Game, canonical
from stellwerk.play.playable import Playable, settle
from stellwerk.play.secrets import Hidden
from stellwerk.titles.registry import find_title

from . import golden
from .lots import POLICIES, Policy, one_of, some_options
from .texts import missing_texts
from .trying import (
    CAP,
    begin,
    comes_to_the_same,
    ends,
    from_seat,
    is_listed,
    lots_of,
    mutated,
    some_of,
    words_of,
)

EXAMPLES = int(os.environ.get("STELLWERK_EXAMPLES", "2"))
MOVES = 120


class Conformance:
    """The promises. Subclasses name `titles`; what a title does not have is not asked of it."""

    titles: ClassVar[Sequence[str]] = ()
    languages: ClassVar[Sequence[str]] = ("en",)
    """In which every text must be there."""

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Each test for each title, and where it asks for players with each number of them."""
        names = metafunc.fixturenames
        counts = {title: find_title(title).players for title in self.titles} if self.titles else {}
        if "players" in names:
            metafunc.parametrize(("title", "players"), [(title, n) for title in counts for n in counts[title]])
        elif "title" in names:
            metafunc.parametrize("title", list(counts))
        if "number" in names:
            metafunc.parametrize("number", range(EXAMPLES))

    def folder(self, title: str) -> Path:
        """Where the records of a title are."""
        return Path(inspect.getfile(type(self))).parent / "golden"

    def printed_record(self, title: str) -> Path:
        """Where the digests of its data are."""
        return self.folder(title) / f"{title}.printed.toml"

    # Games ------------------------------------------------------------------------------------------------

    def test_a_new_game_is_sound(self, title: str, players: int) -> None:
        game = begin(title, players)
        assert game.problems() == []
        assert set(game.waiting_for()) <= set(range(players))
        assert game.legal_actions()
        assert len(game.legal_actions()) == len(list(game.legal_actions()))
        assert stellwerk.load(game.to_json()).digest() == game.digest()

    def test_whole_games(self, title: str, players: int, number: int) -> None:
        lots = lots_of(f"{title} {players} {number}")
        options = some_options(find_title(title), lots) if number % 2 else {}
        seed = lots.getrandbits(32)
        game = begin(title, players, options, seed)
        policies = sorted(POLICIES)
        seen = play_through(game, POLICIES[policies[(players + number) % len(policies)]], lots, looks=25)
        ends_for_good(game)
        for move, bytes_ in seen.items():
            assert canonical(game.state_after(move)) == bytes_, "an earlier state was changed by what came later"
        text = game.to_json()
        again = stellwerk.load(text)
        assert (again.digest(), again.to_json()) == (game.digest(), text)
        assert [type(event) for event in again.events] == [type(event) for event in game.events]
        while game.actions:
            game.undo()
            if len(game.actions) in seen:
                assert canonical(game.state) == seen[len(game.actions)]
        assert game.digest() == begin(title, players, options, seed).digest()
        with pytest.raises(stellwerk.StellwerkError):
            game.undo()

    def test_it_keeps_its_secrets(self, title: str) -> None:
        keeps_its_secrets(title, 1)

    def test_bots_take_legal_actions(self, title: str) -> None:
        players = find_title(title).players[0]
        for level in bots.levels(find_title(title)):
            game, lots = begin(title, players, seed=3), lots_of(3)
            while not game.over and len(game.actions) < MOVES:
                game.play(bots.choose(game, game.waiting_for()[0], level, lots, bots.Budget(playouts=4)))

    # Positions --------------------------------------------------------------------------------------------

    def test_positions_are_played_on_as_games_are(self, title: str, number: int) -> None:
        """Without history, and followed: the same events and states; who can act is who has something listed.

        The first game is played to its end, where lists are long and looked at now and then; the others have
        options by lot.
        """
        counts, lots = find_title(title).players, lots_of(number)
        options = some_options(find_title(title), lots) if number else {}
        game = begin(title, counts[number % len(counts)], options, number)
        followed, position = game.copy(), game.position
        while not game.over and (number == 0 or len(game.actions) < MOVES * 4):
            action = one_of(tuple(POLICIES.values()), lots)(game, lots)
            if len(game.actions) < MOVES * 4 or len(game.actions) % 10 == 0:
                acts_where_something_is_listed(position, action)
            position = position.apply(action)
            assert followed.follow(action) == position.events == game.play(action)
            if game.over or lots.random() < 0.05:
                assert canonical(position.state) == canonical(followed.state) == canonical(game.state)
        assert canonical(position.state) == canonical(followed.state) == canonical(game.state)
        begun = begin(title, len(game.players), options, number)
        assert canonical(begun.position.after(game.actions).state) == canonical(game.state)
        begun.follow(*game.actions)  # where what comes next tells of steps that they were idle
        assert begun.told() == game.told()
        assert canonical(begun.state) == canonical(game.state)

    # Records and texts ------------------------------------------------------------------------------------

    def test_the_playthrough_is_as_reviewed(self, title: str, request: pytest.FixtureRequest) -> None:
        folder = self.folder(title)
        if writing(request):
            golden.write(title, folder)
        file = folder / f"{title}.txt"
        assert file.exists(), "new title: write its records (--write-golden) and review them"
        told = file.read_text(encoding="utf-8").splitlines()
        now = golden.story(golden.played(title)).splitlines()
        for number, (old, new) in enumerate(zip(told, now, strict=False), 1):
            assert new == old, f"{file.name}, line {number}"
        assert len(now) == len(told)

    def test_perft_of_stored_positions(self, title: str) -> None:
        folder = self.folder(title)
        expected = json.loads((folder / f"{title}.perft").read_text(encoding="utf-8"))
        assert {file.name for file in golden.stored(title, folder)} == set(expected)
        for name, counts in expected.items():
            game = stellwerk.load(folder / name)
            digest = game.digest()
            assert [golden.perft(game, depth) for depth in (1, 2)] == counts
            assert game.digest() == digest

    def test_printed_values_are_as_recorded(self, title: str, request: pytest.FixtureRequest) -> None:
        """What is printed on a title's board, tiles, papers and trains changes only knowingly."""
        record, now = self.printed_record(title), golden.printed(title)
        if now and not record.is_file() and writing(request):
            record.parent.mkdir(parents=True, exist_ok=True)
            record.write_text("".join(f'"{name}" = "{value}"\n' for name, value in now.items()), encoding="utf-8")
        recorded = tomllib.loads(record.read_text("utf-8")) if record.is_file() else {}
        changed = [name for name in sorted({*now, *recorded}) if now.get(name) != recorded.get(name)]
        lines = "\n".join(f'"{name}" = "{value}"' for name, value in now.items())
        assert not changed, (
            f"Values in {', '.join(changed)} of {title} are not those recorded in {record.name}. "
            f"If the game's material says so, let the record read:\n{lines}"
        )

    def test_the_lesson_can_be_played(self, title: str) -> None:
        """Every move is legal, told in every language, and nobody else is waited for when the learner decides."""
        lessons = pytest.importorskip("stellwerk.view.lessons", exc_type=ImportError)
        if not lessons.has_lesson(title):
            pytest.skip(f"{title} has no lesson")
        course = lessons.course_of(title)
        assert course is not None, "its moves are not those of the rules"
        lesson = course.lesson
        names = [str(seat) for seat in range(lesson.players)]
        game = stellwerk.new(title, names, lesson.options, lesson.seed)
        for number, action in enumerate(course.actions):
            if number >= course.begun and action.seat == course.seat:
                assert game.waiting_for() == (course.seat,), "a bot would move instead, and leave the lesson"
            game.play(action)
        assert course.seat in game.waiting_for(), "after the lesson it is the learner's turn"
        for step in lesson.step:
            mine = any(move["seat"] == course.seat for move in step.moves)
            assert set(self.languages) <= set(step.text)
            assert all(bool(told.do) == mine for told in step.text.values())

    def test_every_text_is_there(self, title: str) -> None:
        for language in self.languages:
            without = missing_texts(find_title(title), language)
            assert not without, f"{title} lacks texts in {language}: {', '.join(without)}"


def writing(request: pytest.FixtureRequest) -> bool:
    """Whether records are to be written."""
    return bool(request.config.getoption("--write-golden", False) or os.environ.get("STELLWERK_WRITE_GOLDEN"))


def play_through(game: Game, policy: Policy, lots: random.Random, looks: int) -> dict[int, bytes]:
    """Play to the end; now and then look closer. Returns snapshots of some states."""
    seen = {0: canonical(game.state)}
    while not game.over:
        assert len(game.actions) < CAP, "the game does not end"
        assert game.waiting_for(), "the game waits for nobody"
        if lots.random() < looks / 1000:
            accepts_what_it_lists(game, lots)
            refuses_what_it_does_not_list(game, lots)
            refuses_the_wrong_seat(game, lots)
        game.play(policy(game, lots))
        assert game.problems() == []
        if lots.random() < 0.03:
            seen[len(game.actions)] = canonical(game.state)
    return seen


def acts_where_something_is_listed(position: Playable, action: Action) -> None:
    """At every decision on the way, idle ones too, a step `can_act` exactly if it lists more than a pass."""
    turn: Turn[Any, Any] = Turn(position.rules, position.state)
    step = position.step_for(action)
    assert step is not None
    if step is position.step:
        turn.pop()
    step.apply(turn, action)
    settle(turn, can_act_as_listed)


def can_act_as_listed(turn: Turn[Any, Any]) -> None:
    """Where nobody is left to be asked, a decision passes by itself."""
    step, table = turn.state.agenda[-1], Position(turn.rules, turn.state)
    if isinstance(step, Decision) and not asks_somebody(step, table):
        assert step.idle(turn), step
    elif isinstance(step, Decision):
        listed = (choice for seat in step.waiting(table) for choice in step.choices(table, seat))
        assert step.can_act(turn) == any(not isinstance(choice, Pass) for choice in listed), step


def asks_somebody(step: Decision, table: Position[Any, Any]) -> bool:
    """Whether there is anybody to ask: a company that is gone by the time of its step has no director."""
    try:
        return bool(step.waiting(table))
    except AssertionError:
        return False


def ends_for_good(game: Game) -> None:
    """After the end there is nothing to do, and everybody has a result."""
    assert game.over
    assert not game.waiting_for()
    assert not list(game.legal_actions())
    assert set(game.result()) == set(range(len(game.players)))
    with pytest.raises(IllegalAction):
        game.play(game.actions[-1])


def accepts_what_it_lists(game: Game, lots: random.Random) -> None:
    """Each listed action is taken by a copy, without a trace in the game it was copied from."""
    before = canonical(game.state)
    choices = list(game.legal_actions())
    assert len(choices) == len(set(map(repr, choices))), "something is listed twice"
    for action in some_of(dict.fromkeys(ends(choices)), 12, lots):
        twin = game.copy()
        assert action in game.legal_actions()
        twin.play(action)
        assert twin.problems() == []
        assert len(game.actions) == len(twin.actions) - 1
    assert canonical(game.state) == before


def refuses_what_it_does_not_list(game: Game, lots: random.Random) -> None:
    """Listed or earlier actions with something changed are legal exactly if they are listed."""
    before = canonical(game.state)
    choices = list(game.legal_actions())
    seats, words_ = game.waiting_for(), words_of(game)
    actions = list(ends(choices))
    for _ in range(20):
        if game.actions and lots.random() < 0.3:
            action = from_seat(one_of(game.actions, lots), one_of(seats, lots))
        else:
            action = mutated(one_of(actions, lots), words_, lots)
        if is_listed(game.canonical_action(action), choices) or comes_to_the_same(game, action, choices):
            assert action in game.legal_actions()
        else:
            assert action not in game.legal_actions()
            with pytest.raises(IllegalAction) as refused:
                game.play(action)
            if 0 <= action.seat < len(game.players):
                assert str(refused.value)
    assert canonical(game.state) == before


def refuses_the_wrong_seat(game: Game, lots: random.Random) -> None:
    """Nobody acts for somebody else."""
    for seat in range(len(game.players)):
        if seat not in game.waiting_for():
            wrong = from_seat(one_of(list(ends(game.legal_actions())), lots), seat)
            if not is_listed(game.canonical_action(wrong), list(game.legal_actions(seat))):
                with pytest.raises(IllegalAction):
                    game.play(wrong)


def keeps_its_secrets(title: str, seed: int) -> None:
    """What a seat sees of a game by lot never changes but by an event that says so, and can be told and shown."""
    players = find_title(title).players[-1]
    game, lots = begin(title, players, seed=seed), random.Random(seed)
    everybody = (None, *range(players))
    while not game.over and len(game.actions) < MOVES:
        before = [game.seen(seat) for seat in everybody]
        game.play(game.legal_actions().pick(lots))
        if game.over:
            break
        for seat, old in zip(everybody, before, strict=True):
            seen = game.seen(seat)
            assert seen.waiting_for() == game.waiting_for(), "who is waited for is open"
            assert [action.seat for action in seen.actions] == [action.seat for action in game.actions]
            assert not any(isinstance(action, Hidden) and action.seat == seat for action in seen.actions)
            known_before = old.actions, [old.events_of(n) for n in range(len(game.actions))]
            known_now = seen.actions[:-1], [seen.events_of(n) for n in range(len(game.actions))]
            if known_now != known_before:
                assert game.irrevocable == len(game.actions), "what came to light needs an event that says so"
            assert words.grids(seen, "en", seat)
            assert set(seen.result()) == set(range(players))
            assert seen.step is None or words.prompt(seen.step, seen, "en")
