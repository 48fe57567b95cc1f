"""Options of the whole test suite, a title of its own that has secrets, and one that was just made."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from stellwerk.commands import new_title
from stellwerk.titles.registry import GROUP, find_title

pytest_plugins = ["pytester", "rule_lines", "longest_first"]  # to run tests in tests; what is tested; order

settings.register_profile("any machine", settings.default, deadline=None)  # however busy it is
settings.load_profile("any machine")

if "MUTANT_UNDER_TEST" in os.environ:  # mutmut 3.8 asks for a name that pytest 9.2 has given up
    pytest.Item._nodeid = property(lambda item: item.nodeid)


def pytest_addoption(parser):
    parser.addoption("--write-golden", action="store_true", help="write golden playthroughs and counts anew")


@pytest.fixture
def sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The id of the title with secrets, installed for one test as any plug-in is: by an entry point."""
    about = tmp_path / "plugins" / "sealed-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sealed\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\nsealed = sealed:TITLE\n")
    monkeypatch.syspath_prepend(about.parent)
    yield "sealed"
    find_title.cache_clear()


@pytest.fixture
def island(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a new package with the title `royal-scot`, found as if it were installed."""
    folder = new_title.write("royal_scot", tmp_path)
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    ((id_, value),) = project["entry-points"][GROUP].items()
    about = folder / "src" / "royal_scot-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: royal_scot\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{id_} = {value}\n")
    monkeypatch.syspath_prepend(folder / "src")
    yield folder
    find_title.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "royal_scot"]:
        del sys.modules[name]
