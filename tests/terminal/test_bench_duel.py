"""`stellwerk bench duel`: a level of now against what it was, here with a release that answers in this process."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from typer.testing import CliRunner

import stellwerk
from stellwerk import bots, cli
from stellwerk.bench import duel, seated
from stellwerk.bench.against import CannotDo
from stellwerk.bots.duels import met
from stellwerk.play.core import Action
from stellwerk.play.game import Game

CHICAGO = "chicago-express"


class There:
    """Another release, with a fault of its own where one is wished."""

    name = "1234567"

    def __init__(self, spoiled: dict[str, Any] | None = None) -> None:
        self.questions: SimpleQueue[str] = SimpleQueue()
        self.answers = seated.answer(iter(self.questions.get, ""))
        self.asked: list[dict[str, Any]] = []
        self.spoiled = spoiled

    def ask(self, **question: Any) -> Any:
        self.asked.append(question)
        self.questions.put(json.dumps(question))
        told = json.loads(next(self.answers))
        if "fault" in told:
            raise CannotDo(f"{self.name}: {told['fault']}")
        return {"action": self.spoiled} if self.spoiled and "action" in told else told


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> There:
    found = There()

    @contextmanager
    def release(name: str, source: Path, script: str) -> Iterator[There]:
        assert Path(script) == Path(seated.__file__)
        yield found

    monkeypatch.setattr(duel, "built", lambda ref, folder: f"1234567{ref}")
    monkeypatch.setattr(duel, "release", release)
    return found


def test_a_release_against_itself_plays_every_seed_twice_with_seats_changed(there: There) -> None:
    """Random players draw their lots from the seed alone, so both games of a pair are one, and nobody is above."""
    found = duel.measure(CHICAGO, "random", "89", players=3, pairs=2, seed=5, opening=4)
    assert (found.against, found.games, found.not_to_the_end) == ("1234567", 4, ())
    assert (found.above, found.by_pair) == (0.0, (0.0, 0.0))
    begun = [number for number, one in enumerate(there.asked) if "title" in one]
    assert [there.asked[number]["seed"] for number in begun] == [5, 5, 6, 6]
    games = [there.asked[start:end] for start, end in pairwise([*begun, len(there.asked)])]
    assert [{one["seat"] for one in game[1:]} for game in games] == [{1}, {0, 2}] * 2


def test_the_other_release_is_told_every_action_once(there: There) -> None:
    games: list[Game] = []

    def ours(game: Game, seat: int, lots: Any) -> Action:
        games.append(game)
        return bots.choose(game, seat, "random", lots)

    met(CHICAGO, ("ours", ours), ("theirs", duel.Elsewhere(there, "random")), 3, 1, 7, 0)  # type: ignore[arg-type]
    second = max(number for number, one in enumerate(there.asked) if "title" in one)
    told = [raw for one in there.asked[second:] for raw in one.get("played", ())]
    followed = stellwerk.new(CHICAGO, ["Seat 1", "Seat 2", "Seat 3"], seed=7)
    for raw in told:
        followed.play(seated.read_action(raw, followed.title))
    assert list(games[-1].actions[: len(told)]) == list(followed.actions)
    assert len(told) > 20


@pytest.mark.parametrize(
    ("spoiled", "why"),
    [
        ({"type": "what_was_then", "seat": 0}, "1234567: "),
        ({"type": "pass", "seat": 7}, "would play what is not legal here"),
    ],
)
def test_a_game_that_the_other_release_cannot_play_on_is_named_with_the_reason(
    there: There, spoiled: dict[str, Any], why: str
) -> None:
    there.spoiled = spoiled
    with pytest.raises(CannotDo, match=f"No game came to its end. seed 5: .*{why}"):
        duel.measure(CHICAGO, "random", "89", players=3, pairs=1, seed=5, opening=0)


def test_a_release_that_lacks_a_level_says_so() -> None:
    questions = [
        {"title": CHICAGO, "players": ["A", "B", "C"], "seed": 1},
        {"played": [], "seat": 0, "level": "genius"},
    ]
    begun, refused = map(json.loads, seated.answer(map(json.dumps, questions)))
    assert begun == {}
    assert "There is no bot 'genius'" in refused["fault"]


def test_one_line_tells_it(there: There) -> None:
    if not cli.app.registered_commands:
        cli._add_commands()
    words = ["bench", "duel", CHICAGO, "--against", "89", "--level", "random", "--pairs", "1", "--players", "3"]
    told = json.loads(CliRunner().invoke(cli.app, words).stdout)
    assert (told["title"], told["against"], told["games"], told["error"]) == (CHICAGO, "1234567", 2, None)
