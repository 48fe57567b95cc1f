"""Playthroughs and counts are what they were; a change of rules shows here as a difference to be reviewed."""

import json

import pytest

import stellwerk

from .golden import FOLDER, perft, played, stored, story, write


@pytest.fixture(autouse=True, scope="module")
def _written(request):
    if request.config.getoption("--write-golden"):
        for title in stellwerk.title_ids():
            write(title)


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_the_playthrough_is_as_reviewed(title):
    file = FOLDER / f"{title}.txt"
    assert file.exists(), "new title: run pytest with --write-golden and review the file"
    told, now = file.read_text(encoding="utf-8").splitlines(), story(played(title)).splitlines()
    for number, (old, new) in enumerate(zip(told, now, strict=False), 1):
        assert new == old, f"{file.name}, line {number}"
    assert len(now) == len(told)


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_perft_of_stored_positions(title):
    expected = json.loads((FOLDER / f"{title}.perft").read_text(encoding="utf-8"))
    assert {file.name for file in stored(title)} == set(expected)
    for name, counts in expected.items():
        game = stellwerk.load(FOLDER / name)
        digest = game.digest()
        assert [perft(game, depth) for depth in (1, 2)] == counts
        assert game.digest() == digest
