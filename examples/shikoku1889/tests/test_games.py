"""What every title promises, by the suite for titles; and recorded games where they are at hand."""

from pathlib import Path

import pytest

from stellwerk.records.replay import replay
from stellwerk.testing.conformance import Conformance

RECORDS = Path(__file__).parents[4] / "shared" / "records" / "1889"


class TestShikoku(Conformance):
    titles = ("1889",)
    languages = ("en", "de")


@pytest.mark.parametrize("name", ["962", "17502"])
def test_recorded_games_come_out_exact(name):
    file = RECORDS / f"{name}.json"
    if not file.exists():
        pytest.skip(f"the record {name} of 18xx.games is not at hand")
    outcome = replay(file)
    assert outcome.mismatches == 0
    assert outcome.game.over or name != "962"
