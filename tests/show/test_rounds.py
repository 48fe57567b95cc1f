"""Rounds of a game: where they begin, and what they are called."""

import random
from pathlib import Path

import pytest

import stellwerk
from stellwerk import title_ids
from stellwerk.play.core import Pass
from stellwerk.show.history import Notes, last_incomes, last_runs, rounds
from stellwerk.titles.registry import find_title
from stellwerk.words import LANGUAGES, catalogue
from stellwerk.words.rounds import named_rounds

GOLDEN = Path(__file__).parents[1] / "conformance" / "golden"


def golden(name):
    return stellwerk.load((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


def told(game, language="en"):
    return [(each.move, each.short) for each in named_rounds(game, language)]


def test_rounds_of_1835_when_nobody_buys_anything():
    game = stellwerk.new("1835", ["A", "B", "C"])
    for _ in range(3):
        game.play(Pass(game.waiting_for()[0]))
    # Nothing is owned, so that the operating round passes by itself and the second stock round begins at once.
    assert told(game) == [(0, "SR 1"), (3, "OR 1.1"), (3, "SR 2")]
    assert [each.name for each in named_rounds(game, "de")] == [
        "Aktienrunde 1", "Operationsrunde 1.1", "Aktienrunde 2"
    ]  # fmt: skip


def test_rounds_as_the_golden_playthroughs_tell_them():
    """The moves are those before which the printed playthroughs have the event."""
    assert told(golden("1844-at-73"), "de")[:5] == [
        (0, "Start"), (24, "AR 1"), (26, "BR 1.1"), (31, "AR 2"), (33, "BR 2.1")
    ]  # fmt: skip
    assert told(golden("1881-at-40"), "de")[:4] == [(0, "Start"), (7, "AR 1"), (15, "BR 1.1"), (15, "AR 2")]
    assert told(golden("chicago-express-at-63")) == [(0, "Start"), (11, "R 1"), (32, "R 2"), (57, "R 3")]


def test_auction_rounds_of_1873_are_rounds_of_their_own():
    game = golden("1873-at-48")
    assert told(game)[3:6] == [(29, "AR 2"), (32, "SR 2"), (35, "OR 2.1")]
    assert named_rounds(game)[3].name == "Auction round 2"


def test_each_round_once_and_as_many_as_events_tell():
    for name in ("1835-at-267", "1844-at-219", "1873-at-145", "1881-at-120"):
        game = golden(name)
        kinds = [type(event).__name__ for event in game.events]
        found = [each.began.key for each in rounds(game)]
        assert found.count("stock_round") == kinds.count("StockRoundBegan")
        assert found.count("operating_round") == kinds.count("OperatingRoundBegan")


def test_notes_are_read_anew_only_where_the_game_has_changed():
    game, notes = golden("chicago-express-at-63"), Notes()
    assert rounds(game, notes) == rounds(game)
    kept = dict(notes.kept)
    while len(game.actions) > 50:
        game.undo()
    assert [each.move for each in rounds(game, notes)] == [0, 11, 32]
    assert kept
    assert all(notes.kept[move] is marks for move, marks in kept.items() if move <= 50)


@pytest.mark.parametrize("id_", title_ids())
def test_every_title_has_names_for_its_rounds(id_):
    title = find_title(id_)
    for key in ("opening", *(each.began.key for each in rounds(_played(id_)))):
        for language in LANGUAGES:
            texts = catalogue(language, title)
            assert texts.find(f"round.{key}", {})
            assert texts.find(f"round_short.{key}", {})


def _played(id_):
    return golden(next(file.stem for file in sorted(GOLDEN.glob(f"{id_}-at-*.json"))))


def test_runs_and_incomes_are_noted_as_if_read_anew_also_after_something_was_taken_back():
    game, notes = golden("1835-at-267"), Notes()
    assert last_runs(game, notes) == last_runs(game)
    assert last_runs(game)
    while len(game.actions) > 200:
        game.undo()
    assert last_runs(game, notes) == last_runs(game)
    game.play(game.legal_actions().pick(random.Random(3)))
    assert last_runs(game, notes) == last_runs(game)
    assert last_incomes(game, 3, notes) == last_incomes(game, 3)
    assert last_incomes(game.seen(None, 150), 3, notes) == last_incomes(game.seen(None, 150), 3)
