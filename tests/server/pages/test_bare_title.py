"""A title that has rules, a face and English texts alone is played like any other: no bot that weighs, no lesson,
no learning page, no records. Nothing is offered that is not there, and nothing is run into."""

import random

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient
from typer.testing import CliRunner

import stellwerk
from server.conftest import Caller
from stellwerk import bots, cli
from stellwerk.host.settings import Settings
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import GROUP, find_title
from stellwerk.web.app import create_app

BARE = """
from sealed.title import SealedTitle
from stellwerk.play.manifest import Manifest

class Bare(SealedTitle):
    id, name = "bare", "Bare"
    manifest = Manifest(package="sealed", face="face:SealedFace")

TITLE = Bare()
"""


@pytest.fixture
def bare(tmp_path, monkeypatch):
    folder = tmp_path / "plugins"
    about = folder / "bare-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: bare\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\nbare = bare_title:TITLE\n")
    (folder / "bare_title.py").write_text(BARE)
    monkeypatch.syspath_prepend(folder)
    yield "bare"
    find_title.cache_clear()


@pytest.fixture
def app(tmp_path, bare):
    app = create_app(Settings(data=tmp_path / "data", pace=0.0, processes=0, rate=10_000, burst=10_000))
    yield app
    app.state.host.close()


def test_it_has_the_levels_that_need_no_judgement(bare, monkeypatch):
    title, judged = find_title(bare), find_title("1844")
    assert bots.levels(title) == ["random"]
    monkeypatch.setattr(type(judged), "manifest", replace(judged.manifest, strong=""))
    assert bots.levels(judged) == ["random", "easy", "steady"]
    assert bots.levels() == ["random", "easy", "steady", "strong"]
    assert bots.best_level(title) == "random"
    game = stellwerk.new(bare, ["A", "B"])
    with pytest.raises(StellwerkError, match=r"There is no bot 'steady' of Bare; there are random\."):
        bots.choose(game, 0, "steady", random.Random(1))
    assert bots.choose(game, 0, "random", random.Random(1)) in game.legal_actions(0)


def test_the_arena_says_which_bots_there_are(bare):
    if not cli.app.registered_commands:
        cli._add_commands()
    done = CliRunner().invoke(cli.app, ["arena", bare, "--bots", "steady,random", "--games", "1"])
    assert isinstance(done.exception, StellwerkError)
    assert str(done.exception) == "There is no bot 'steady' of Bare; there are random."
    assert CliRunner().invoke(cli.app, ["arena", bare, "--bots", "random,random", "--games", "1"]).exit_code == 0


def test_check_knows_a_title_without_data(bare):
    done = CliRunner().invoke(cli.app, ["check", bare])
    assert (done.exit_code, done.output) == (0, "The data of Bare fit together.\n")


@pytest.mark.parametrize("language", ["de", "en"])
def test_lobby_and_table_offer_what_there_is(app, bare, language):
    ada = Caller(TestClient(app), "Ada")
    pages = TestClient(app, headers={"accept-language": language})
    for address in ("/", f"/titles/{bare}", "/learn", f"/learn/{bare}"):
        assert pages.get(address).status_code in (200, 404), address
    assert 'value="steady"' not in pages.get(f"/titles/{bare}").text
    assert ada.client.get(f"/api/titles/{bare}").json()["bots"] == ["random"]
    id_ = ada.new(bare, "me", "bot")
    answer = ada.client.get(f"/api/games/{id_}/advice", headers=ada.headers)
    assert (answer.status_code, answer.json()) == (200, [])
    table = ada.client.get(f"/games/{id_}", headers=ada.headers)
    assert table.status_code == 200
