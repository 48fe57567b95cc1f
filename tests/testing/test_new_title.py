"""`stellwerk new-title` writes a package that plays at once and keeps what every title promises."""

import os
import subprocess
import sys
import tomllib

import pytest
from typer.testing import CliRunner

import stellwerk
from stellwerk import cli
from stellwerk.commands import new_title
from stellwerk.play.errors import StellwerkError
from stellwerk.testing.lots import by_lot
from stellwerk.testing.trying import lots_of
from stellwerk.titles.registry import GROUP, find_title


@pytest.fixture
def made(tmp_path, monkeypatch):
    """A new package, found as if it were installed."""
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


def test_it_is_played(made):
    game, lots = stellwerk.new("royal-scot", ["Ada", "Bo", "Cy"]), lots_of(1)
    while not game.over:
        assert game.describe(next(iter(game.legal_actions())))
        game.play(by_lot(game, lots))
    assert game.problems() == []
    assert stellwerk.load(game.to_json()).digest() == game.digest()


def test_its_own_tests_pass(made):
    """In a process of their own, with all that every title promises."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "STELLWERK_WRITE_GOLDEN": "1",
        "STELLWERK_EXAMPLES": "1",
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests"]
    done = subprocess.run(command, cwd=made, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    names = {path.name for path in (made / "tests" / "golden").iterdir()}
    assert {"royal-scot.txt", "royal-scot.perft", "royal-scot.printed.toml"} <= names


def test_check_and_play_know_it(made):
    if not cli.app.registered_commands:
        cli._add_commands()
    assert CliRunner().invoke(cli.app, ["check", "royal-scot"]).output == "The data of Royal Scot fit together.\n"
    board = made / "src" / "royal_scot" / "board.toml"
    board.write_text(board.read_text("utf-8").replace("cost = 80", "kost = 80"), "utf-8")
    sys.modules["royal_scot.rules"].material.cache_clear()
    told = CliRunner().invoke(cli.app, ["check", "royal-scot"]).output
    assert told == "royal-scot: board.toml, hexes.C2: Object contains unknown field `kost`.\n"


def test_the_command_says_what_comes_next(tmp_path):
    done = CliRunner().invoke(cli.app, ["new-title", "flying", "--folder", str(tmp_path)])
    assert done.exit_code == 0
    assert "stellwerk play flying" in done.output


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Royal Scot", "'Royal Scot' is no name for a package"),
        ("../up", "'../up' is no name for a package"),
        ("chicago_express", "There is a title 'chicago-express' already"),
        ("taken", "is there already; nothing was written"),
    ],
)
def test_names_that_cannot_be(tmp_path, name, said):
    (tmp_path / "taken").mkdir()
    with pytest.raises(StellwerkError, match=said):
        new_title.write(name, tmp_path)
