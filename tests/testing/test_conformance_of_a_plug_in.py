"""A plug-in's own tests take over the conformance suite, and are told all that it lacks."""

import os
import sys

import pytest

from stellwerk.play.manifest import Manifest
from stellwerk.testing.conformance import Conformance
from stellwerk.testing.texts import missing_texts
from stellwerk.titles.registry import find_title
from stellwerk.words import catalogue

PROMISES = [name for name in dir(Conformance) if name.startswith("test_")]
SUITE = """
from stellwerk.testing.conformance import Conformance

class TestSealed(Conformance):
    titles = ("sealed",)
"""


@pytest.fixture
def suite(pytester, sealed, monkeypatch):
    """Runs the plug-in's tests in a process of their own."""
    pytester.makepyfile(test_sealed=SUITE)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    monkeypatch.setenv("STELLWERK_EXAMPLES", "1")
    return lambda *words: pytester.runpytest_subprocess("-q", "-p", "no:cacheprovider", "-p", "no:xdist", *words)


def test_records_are_written_beside_the_tests_and_kept(suite, pytester, monkeypatch):
    monkeypatch.setenv("STELLWERK_WRITE_GOLDEN", "1")
    suite("-k", "playthrough").assert_outcomes(passed=1)
    monkeypatch.delenv("STELLWERK_WRITE_GOLDEN")
    names = sorted(path.name for path in (pytester.path / "golden").iterdir())
    assert [name for name in names if not name.startswith("sealed-at-")] == ["sealed.perft", "sealed.txt"]
    text = pytester.path / "golden" / "sealed.txt"
    text.write_text(text.read_text("utf-8").replace("seed 1835", "seed 1836"), "utf-8")
    result = suite()
    result.stdout.fnmatch_lines(["FAILED *::test_the_playthrough_is_as_reviewed*"])
    outcomes = result.parseoutcomes()
    assert (outcomes["failed"], outcomes.get("errors", 0)) == (1, 0)
    assert outcomes["passed"] + outcomes.get("skipped", 0) >= len(PROMISES) - 1  # one may be asked for each table


class Wordless:
    """The title with secrets, without a single text of its own."""

    def __init__(self, title):
        self.manifest = Manifest(package=title.manifest.package, face=title.manifest.face, texts="nowhere")
        self.actions = title.actions


def test_missing_texts_are_listed_all_at_once(sealed):
    title = find_title(sealed)
    assert missing_texts(title, "en") == []
    without = missing_texts(Wordless(title), "en")
    assert {"action.seal_bid", "action.play_card"} <= set(without)
    assert any(key.startswith("event.") for key in without)
    assert any(key.startswith("step.") for key in without)
    assert any(key.startswith("refusal.") for key in without)


def test_english_alone_is_enough_to_play(sealed, tmp_path, monkeypatch):
    title = find_title(sealed)
    own = catalogue("en", title).variants("action.seal_bid")
    folder = tmp_path / "english"
    folder.mkdir()
    source = title.manifest.text_folder().joinpath("en.po").read_text("utf-8")
    (folder / "en.po").write_text(source, "utf-8")
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)

    class English:
        manifest = Manifest(package="english", face="")

    assert catalogue("de", English).variants("action.seal_bid") == own
    assert catalogue("de", English).variants("action.pass") == catalogue("de").variants("action.pass")
