"""`stellwerk new-title` writes a package that plays at once and keeps what every title promises."""

import os
import subprocess
import sys

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

import stellwerk
from island import edited
from stellwerk import cli
from stellwerk.bank.papers import ISSUE
from stellwerk.commands import new_title
from stellwerk.eighteen.classic.actions import BuyPaper
from stellwerk.eighteen.classic.events import TrainExported
from stellwerk.eighteen.classic.privates import blocked
from stellwerk.eighteen.classic.trains import export_train, must_in_any_case, must_with_a_route
from stellwerk.eighteen.events import CertificateReceived, PhaseBegan
from stellwerk.eighteen.state import SCRAPPED, percent
from stellwerk.play.core import Turn
from stellwerk.play.errors import StellwerkError
from stellwerk.testing.lots import by_lot
from stellwerk.testing.trying import lots_of


def test_it_is_played(island):
    game, lots = stellwerk.new("royal-scot", ["Ada", "Bo", "Cy"]), lots_of(1)
    while not game.over:
        assert game.describe(next(iter(game.legal_actions())))
        game.play(by_lot(game, lots))
    assert game.problems() == []
    assert stellwerk.load(game.to_json()).digest() == game.digest()


def test_its_own_tests_pass(island):
    """In a process of their own, with all that every title promises."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "STELLWERK_WRITE_GOLDEN": "1",
        "STELLWERK_EXAMPLES": "1",
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests"]
    done = subprocess.run(command, cwd=island, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    names = {path.name for path in (island / "tests" / "golden").iterdir()}
    assert {"royal-scot.txt", "royal-scot.perft", "royal-scot.printed.toml"} <= names


def test_check_and_play_know_it(island):
    if not cli.app.registered_commands:
        cli._add_commands()
    assert CliRunner().invoke(cli.app, ["check", "royal-scot"]).output == "The data of Royal Scot fit together.\n"
    board = island / "src" / "royal_scot" / "board.toml"
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


def test_a_private_blocks_several_hexes_and_brings_a_share(island):
    edited(island, "companies.toml", 'blocks = "C2"', 'blocks = ["C2", "A2"]\nbrings = "SR"')
    game = stellwerk.new("royal-scot", ["Ada", "Bo", "Cy"])
    index = game.rules.printed.box.grid.index
    for private in ("HF", "MT"):
        game.play(BuyPaper(game.waiting_for()[0], private))
    assert blocked(game.position) == {index["C2"]: "MT", index["A2"]: "MT"}
    assert [percent(game.position, "SR", seat) for seat in range(3)] == [0, 10, 0]
    assert CertificateReceived(1, "SR", 10, False, "MT") in game.events_of(2)
    assert game.state.papers[game.rules.printed.register.director_paper("SR").id] == ISSUE


@pytest.mark.parametrize(
    ("key", "said"),
    [('blocks = ["C2", "Z9"]', "there is no hex 'Z9'"), ('brings = "XX"', "there is no company 'XX'")],
)
def test_privates_know_hexes_and_companies_that_there_are(island, key, said):
    edited(island, "companies.toml", 'blocks = "C2"', key)
    with pytest.raises(StellwerkError, match=said):
        stellwerk.new("royal-scot", ["Ada", "Bo", "Cy"])


def test_the_next_train_is_exported_after_a_set_and_begins_its_phase(island):
    game = stellwerk.new("royal-scot", ["Ada", "Bo", "Cy"])
    for at, of, left in ((1, 2, 4), (2, 2, 3)):
        turn = Turn(game.rules, replace(game.state, operating_round=at, operating_rounds=of))
        export_train(turn)
        assert turn.state.depot.count("2") == left
        assert turn.state.trains[SCRAPPED] == (("2",) if left == 3 else ())
    turn.set(depot=turn.state.depot[3:])
    export_train(turn)
    assert turn.events == [TrainExported("2"), TrainExported("3"), PhaseBegan("3", "3")]
    turn.set(depot=("5",))
    export_train(turn)
    assert turn.state.depot == ("5",), "of the last there is no end"


def test_a_train_may_be_a_duty_without_a_route(island):
    game = stellwerk.new("royal-scot", ["Ada", "Bo", "Cy"])
    table = game.position
    assert must_in_any_case(table, "NR")
    assert not must_with_a_route(table, "NR")
    turn = Turn(game.rules, replace(game.state, trains={**game.state.trains, "NR": ("2",)}))
    assert not must_in_any_case(turn, "NR")
