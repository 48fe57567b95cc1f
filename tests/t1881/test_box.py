"""Corrected data: whatever is wrong with a file is told in one sentence."""

import logging

import pytest
from starlette.testclient import TestClient

import stellwerk
from server.conftest import Caller
from stellwerk.host.settings import Settings
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import BOX, find_title
from stellwerk.titles.t1881 import TITLE
from stellwerk.titles.t1881.check import inconsistencies
from stellwerk.titles.t1881.title import with_box
from stellwerk.web.app import create_app

pytestmark = pytest.mark.unmeasured

WRONG = {
    "not toml": ("title.toml", "bank = = 1"),
    "not text": ("title.toml", b"\xff\xfe\x00"),
    "a misspelt file": ("bord.toml", ""),
    "a date": ("title.toml", "bank = 1990-01-01"),
    "a huge number": ("title.toml", "bank = 1" + "0" * 4000),
    "a word for a number": ("tiles.toml", '[18]\ncount = "two"'),
    "a list for a number": ("tiles.toml", "[18]\ncount = [1, 2]"),
    "a list for a tile": ("tiles.toml", "[9]\nbecomes = [[1]]"),
    "no such tile": ("tiles.toml", '[9]\nbecomes = ["99"]'),
    "a tile without a name": ("tiles.toml", '[21]\nbecomes = ["43", ""]'),
    "no such first tile": ("board.toml", '[hexes.G5]\nbecomes = ["99"]'),
    "no such colour": ("tiles.toml", '[18]\ncolour = "pink"'),
    "no track": ("tiles.toml", '[18]\ntrack = "what"'),
    "a new tile without a count": ("tiles.toml", '[99]\ncolour = "gray"\ntrack = ""'),
    "a misspelt key": ("board.toml", "[hexes.F4]\nbonsu = 50"),
    "a barrier of one hex": ("board.toml", '[barriers]\nsides = [["I1"]]'),
    "a barrier beside the board": ("board.toml", '[barriers]\nsides = [["Z9", "I1"]]'),
    "a line with seven sides": ("board.toml", "[hexes.G6]\nline = [6]"),
    "a row of words": ("chart.toml", 'rows = [["ten"]]'),
    "an arrow to nowhere": ("chart.toml", '[[arrow]]\nfield = [0, 0]\nleaving = "up"\nmoves = "away"'),
    "a start that is no field": ("chart.toml", '[start]\nGBS = [6, "four"]'),
    "a start for nobody": ("chart.toml", "[start]\nBVG = [6, 4]"),
    "one company alone": ("companies.toml", '[[company]]\nid = "GBS"'),
    "a train without a price": ("title.toml", '[[trains]]\nid = "2"'),
    "a phase of a train that is none": ("title.toml", '[sbahn]\nphase = "9"'),
    "a phase without lays": ("title.toml", "[track.lays]\n5 = 1"),
    "another name for the S-Bahn": ("title.toml", '[sbahn]\nid = "BVG"'),
    "a seat on a paper that is none": ("title.toml", "[sbahn]\nseats = [2, 3, 40]"),
    "a table for seven": ("title.toml", "[players.7]\ncash = 300\npapers = 10"),
    "a bank without money": ("title.toml", "bank = 100"),
    "no steps between bids": ("title.toml", "[opening]\nstep = 0"),
    "a bid nobody can make": ("title.toml", "[opening]\nleast = 500"),
}


def boxed(folder, name, text):
    content = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(content)
    return with_box(folder)


@pytest.mark.parametrize("case", WRONG)
def test_wrong_files_are_told_in_one_sentence(tmp_path, case):
    with pytest.raises(StellwerkError) as told:
        boxed(tmp_path, *WRONG[case])
    assert str(told.value).count("\n") == 0


def test_it_is_told_which_hex_or_tile_is_meant(tmp_path):
    with pytest.raises(StellwerkError, match=r"tiles\.toml, 18: .*pink"):
        boxed(tmp_path, "tiles.toml", '[18]\ncolour = "pink"')
    (tmp_path / "tiles.toml").unlink()
    with pytest.raises(StellwerkError, match=r"board\.toml, F4: .*bonsu"):
        boxed(tmp_path, "board.toml", "[hexes.F4]\nbonsu = 50")


def test_a_file_too_large_to_be_data(tmp_path):
    with pytest.raises(StellwerkError, match=r"title\.toml is too large"):
        boxed(tmp_path, "title.toml", "#" * 1_000_001)


def test_9_11_arrows_that_lead_round_in_a_circle(tmp_path):
    """From the top back down: who saves for ever is never bankrupt."""
    top = '[[arrow]]\nfield = [0, 0]\nleaving = "up"\nmoves = "down"'
    faults = list(inconsistencies(boxed(tmp_path, "chart.toml", top).printed))
    assert "saving_never_ends" in {fault.reason for fault in faults}


def test_a_correction_alone_is_enough(tmp_path):
    """The 2 may have cost 120; nothing else has to be in the file than the list that differs."""
    trains = "".join(
        f'[[trains]]\nid = "{t.id}"\nprice = {120 if t.id == "2" else t.price}\ncount = {t.count}\n'
        f'range = {t.stops}\nsbahn = {str(t.sbahn).lower()}\nphase = "{t.phase}"\n'
        for t in TITLE.printed.trains.values()
    )
    title = boxed(tmp_path, "title.toml", trains)
    assert title.printed.trains["2"].price == 120
    assert not list(inconsistencies(title.printed))
    assert title.manifest.stamps != TITLE.manifest.stamps


# Games that were begun with other data ------------------------------------------------------------------------


@pytest.fixture
def other_data(tmp_path, monkeypatch):
    """From the call on the program has a folder with another bank."""

    def lay_over():
        folder = tmp_path / "box"
        folder.mkdir()
        (folder / "title.toml").write_text("bank = 12000")
        monkeypatch.setenv(BOX, str(folder))
        find_title.cache_clear()

    yield lay_over
    find_title.cache_clear()


def test_a_file_is_refused(tmp_path, other_data):
    path = tmp_path / "game.json"
    stellwerk.save(stellwerk.new("1881", ["A", "B", "C"], seed=5), path)
    other_data()
    with pytest.raises(StellwerkError, match="begun with other data"):
        stellwerk.load(path)


def test_a_game_that_the_server_keeps_is_refused_in_one_sentence(tmp_path, other_data, caplog):
    settings = Settings(data=tmp_path / "data", pace=0.0, processes=0, rate=10_000, burst=10_000)
    app = create_app(settings)
    ada = Caller(TestClient(app), "Ada")
    id_ = ada.new("1881", "me", "me", "me")
    app.state.host.close()
    other_data()
    app = create_app(settings)
    with caplog.at_level(logging.WARNING):
        app.state.host.take_up(id_)
    assert [(r.levelname, r.exc_info) for r in caplog.records] == [("WARNING", None)]
    assert "begun with other data" in caplog.text
    answer = TestClient(app).get(f"/api/games/{id_}", headers=ada.headers)
    assert answer.status_code == 400
    assert "begun with other data" in answer.json()["error"]
    app.state.host.close()
