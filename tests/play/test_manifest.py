"""What a title has besides its rules: all that a manifest names is there, and is loaded only when asked for."""

import subprocess
import sys

import pytest

import stellwerk
from sealed import TITLE as SEALED
from stellwerk.bots.api import Judge, Railways
from stellwerk.bots.levels import judge_of
from stellwerk.play.errors import StellwerkError
from stellwerk.play.manifest import PARTS, Manifest
from stellwerk.records.games18xx_translation import Translation
from stellwerk.titles.registry import find_title

TITLES = [*map(find_title, stellwerk.title_ids()), SEALED]


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
def test_everything_that_a_manifest_names_is_there(title):
    own = title.manifest
    named = [name for name in PARTS if getattr(own, name)]
    assert "face" in named
    for name in named:
        assert own.part(name) is not None
    bot, reader = own.part("bot"), own.part("games18xx")
    assert bot is None or isinstance(bot, Judge | Railways)
    assert reader is None or issubclass(reader, Translation)
    assert own.text_folder().joinpath("en.po").is_file()
    assert title is SEALED or own.data_folder().joinpath("title.toml").is_file()


def test_what_a_title_does_not_have_is_none():
    none = Manifest(package="stellwerk.play", face="errors:refuse")
    assert [none.part(name) for name in PARTS if name != "face"] == [None] * (len(PARTS) - 1)


def test_a_title_without_a_bot_says_so():
    class Alone:
        id, name = "alone", "Alone"
        manifest = Manifest(package="stellwerk.play", face="errors:refuse")

    assert judge_of(Alone()) is None


def test_a_name_that_is_not_there_is_told():
    with pytest.raises(ModuleNotFoundError):
        Manifest(package="stellwerk.play", face="nowhere:FACE").part("face")


def test_a_title_is_found_without_its_bot_readers_and_face():
    script = (
        "import sys, stellwerk\n"
        "for title in stellwerk.title_ids(): stellwerk.new(title, list('ABC'))\n"
        "print([name for name in sys.modules if name.startswith(('stellwerk.bots', 'stellwerk.records'))])\n"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_unknown_readers_are_one_sentence():
    from stellwerk.records.rails_replay import reader_for

    with pytest.raises(StellwerkError, match="no reader"):
        reader_for("chicago-express")
