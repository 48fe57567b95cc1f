"""A few hundred damaged files; `fuzz.py` goes on for as long as one likes."""

import fuzz
import pytest


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_damaged_saves(first: int) -> None:
    for number in range(first, first + 20):
        fuzz.attempt(fuzz.rails, number)


@pytest.mark.parametrize("first", range(0, 20, 10))
def test_damaged_files_of_18xx_games(first: int) -> None:
    for number in range(first, first + 10):
        fuzz.attempt(fuzz.games18xx, number)


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_damaged_files(first: int) -> None:
    for number in range(first, first + 50):
        fuzz.attempt(fuzz.files, number)
