"""Our own titles keep what every title promises; so does one with secrets that is installed as a plug-in."""

from pathlib import Path

import pytest

import stellwerk
from stellwerk.testing.conformance import Conformance, keeps_its_secrets


class TestTitles(Conformance):
    """All of them; `tests/words` asks more of their texts."""

    titles = stellwerk.title_ids()
    languages = ()

    def printed_record(self, title):
        return Path(__file__).parent / "printed" / f"{title}.toml"


@pytest.mark.parametrize("seed", range(5))
def test_a_title_with_secrets(sealed, seed):
    keeps_its_secrets(sealed, seed)
