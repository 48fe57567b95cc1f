"""Where the shared records are."""

from pathlib import Path

import pytest


@pytest.fixture
def records_1835() -> Path:
    """The folder of saved games and transcripts of Rails, beside the project."""
    folder = Path(__file__).parents[2].parent / "shared" / "records" / "1835"
    if not folder.is_dir():
        pytest.skip("the shared records (../shared/records/1835) are not on this machine")
    return folder
