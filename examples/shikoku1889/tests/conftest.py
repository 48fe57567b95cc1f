"""Tests of the plug-in: they need it installed beside Stellwerk (`make examples`)."""

import pytest

from stellwerk import title_ids


def pytest_addoption(parser):
    parser.addoption("--write-golden", action="store_true", help="write the golden game and its counts anew")


def pytest_collection_modifyitems(items):
    if "1889" not in title_ids():
        for item in items:
            item.add_marker(pytest.mark.skip(reason="1889 is not installed: pip install -e examples/shikoku1889"))
