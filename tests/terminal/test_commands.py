"""The commands `play` and `render` as a person runs them, with good and with bad input."""

import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree

import pytest

import stellwerk
from stellwerk import cli

PLAYERS = ["--players", "North,East,West"]
SEATED = [*PLAYERS, "--as-seated"]
HERE = str(Path(stellwerk.__file__).parents[1])  # the checkout that is tested, whatever is installed


def run(*arguments, typed="", cwd="."):
    """As `started`, in this process: a second of imports is not waited for a hundred times."""
    out, told, status = io.StringIO(), io.StringIO(), 0
    with (
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(told),
        patch("sys.stdin", io.StringIO(typed)),
        patch("sys.argv", ["stellwerk", *map(str, arguments)]),
        patch.dict("os.environ", {"TERM": "dumb"}),
    ):
        try:
            cli.main()
        except SystemExit as left:
            status = left.code or 0
    return subprocess.CompletedProcess(arguments, status, out.getvalue(), told.getvalue())


def started(*arguments, typed="", cwd=None):
    code = "from stellwerk.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        input=typed,
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=60,
        check=False,
        env={"PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1", "PATH": "", "TERM": "dumb", "PYTHONPATH": HERE},
    )


def refused(result, *parts):
    """One sentence on stderr, exit status 2, no traceback."""
    assert result.returncode == 2, result
    assert "Traceback" not in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    for part in parts:
        assert part in result.stderr
    return True


@pytest.fixture
def saved(tmp_path):
    game = stellwerk.new("1835", ["North", "East", "West"])
    for _ in range(12):
        game.play(next(iter(game.legal_actions())))
    file = tmp_path / "game.json"
    stellwerk.save(game, file)
    return file


def test_play_through_a_pipe(tmp_path):
    result = started("play", "1835", *SEATED, "--file", "g.json", typed="1\n1\nundo\nquit\n", cwd=tmp_path)
    assert result.returncode == 0
    assert not result.stderr
    assert "East buys Bergisch-Märkische for 80 M." in result.stdout
    assert len(json.loads((tmp_path / "g.json").read_text())["actions"]) == 1
    result = started("play", "g.json", cwd=tmp_path, typed="2\n")
    assert "East buys Leipzig-Dresdner Bahn for 190 M." in result.stdout
    result = started("play", "--resume", "g.json", cwd=tmp_path)
    assert result.returncode == 0
    assert "North: buy a paper" not in result.stdout
    assert "West: buy a paper" in result.stdout


@pytest.mark.parametrize("title", ["1835", "1844", "1873"])
def test_the_order_of_play_is_drawn_and_told_first(title, tmp_path):
    """1835 Spielvorbereitung, 1844 Spielaufbau, 1873 2; the seed settles it, and bots stay bots."""
    orders = set()
    for seed in range(4):
        file = tmp_path / f"{seed}.json"
        result = run("play", title, *PLAYERS, "--bots", "1", "--seed", seed, "--file", file)
        game = stellwerk.load(file)
        assert game.drawn
        *first, last = game.players
        assert f"The order of play is drawn: {', '.join(first)}, and {last}." in result.stdout
        assert sorted(game.players) == ["Bot 1", "East", "North", "West"]
        assert "Bot 1:" not in result.stdout.splitlines()[-1]
        orders.add(game.players)
    assert len(orders) > 1


def test_as_seated_and_where_rules_draw_nothing_the_order_is_the_one_given(tmp_path):
    for title, words in (("1835", ["--as-seated"]), ("chicago-express", []), ("1881", [])):
        file = tmp_path / f"{title}.json"
        result = run("play", title, *PLAYERS, *words, "--file", file)
        assert "is drawn" not in result.stdout
        assert stellwerk.load(file).players == ("North", "East", "West")


def test_options_and_seed_reach_the_game(tmp_path):
    options = ["--option", "leipzig_income=30", "--option", "variant=snake", "--option", "falling_prices=true"]
    run("play", "1835", *PLAYERS, *options, "--seed", "5", "--file", "g.json", cwd=tmp_path)
    game = stellwerk.load(tmp_path / "g.json")
    assert game.options == {"leipzig_income": 30, "variant": "snake", "falling_prices": True}
    assert game.seed == 5


def test_bad_beginnings(tmp_path):
    refused(started("play", "1899", *PLAYERS), "There is no title '1899'", "1835")
    refused(run("play", "1835", "--players", "North,East"), "3 to 7 players, not 2")
    refused(run("play", "1835"), "3 to 7 players, not 0")
    refused(run("play", "1835", "--players", "North,North,East"), "name of their own")
    refused(run("play", "1835", *PLAYERS, "--option", "speed=9"), "no option 'speed'", "leipzig_income")
    refused(run("play", "1835", *PLAYERS, "--option", "leipzig_income=25"), "does not know these options")
    refused(run("play", "1835", *PLAYERS, "--option", "track_anywhere=true"), "not played so (track_anywhere)")
    refused(run("play", "1835", *PLAYERS, "--option", "minors_wait=bayern"), "not played so (minors_wait)")
    refused(run("play", "1835", *PLAYERS, "--option", "variant"), "key=value")
    refused(run("play", "1835", *PLAYERS, "--language", "fr"), "no texts in 'fr'")
    refused(run("play", "1835", *PLAYERS, "--file", tmp_path / "no" / "g.json"), "g.json cannot be written")
    refused(run("play"), "Name a title or a saved game")
    refused(run("play", "missing.json"), "missing.json cannot be read")
    refused(run("play", "1835", *PLAYERS, "--file", tmp_path), "exists already")


def test_a_file_is_never_overwritten_by_a_new_game(saved):
    before = saved.read_bytes()
    refused(run("play", "1835", *PLAYERS, "--file", saved), "exists already", "stellwerk play game.json")
    assert saved.read_bytes() == before


def test_a_saved_game_takes_no_new_players(saved):
    refused(run("play", saved, *PLAYERS), "in its file")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda text: text[: len(text) // 2], "is not a Stellwerk game file"),
        (lambda text: "", "is not a Stellwerk game file"),
        (lambda text: "[1, 2]", "is not a Stellwerk game file"),
        (lambda text: "[" * 100_000, "nested more than 30 deep"),
        (lambda text: text.replace('"stellwerk": 1', '"stellwerk": 99'), "later version"),
        (lambda text: text.replace('"title": "1835"', '"title": "1899"'), "no title '1899'"),
        (lambda text: text.replace('"paper":"NF"', '"paper":"HA"', 1), "illegal action 1"),
        (lambda text: text.replace('"digest": "', '"digest": "0'), "does not lead to the position"),
        (lambda text: text.replace('"East", ', ""), "3 to 7 players"),
    ],
)
@pytest.mark.parametrize("command", ["play", "render"])
def test_spoilt_files(saved, tmp_path, spoil, told, command):
    text = spoil(saved.read_text(encoding="utf-8"))
    saved.write_text(text, encoding="utf-8")
    out = tmp_path / "out.svg"
    refused(run(command, saved, *(["--out", out] if command == "render" else [])), told)
    assert saved.read_text(encoding="utf-8") == text
    assert not out.exists()


def test_an_illegal_action_in_a_file_is_told_with_its_paragraph(saved):
    text = saved.read_text(encoding="utf-8").replace('"paper":"NF"', '"paper":"HA"', 1)
    saved.write_text(text, encoding="utf-8")
    refused(run("play", saved), "Hannoversche Bahn is not for sale now (1835 §2.5.1)")


@pytest.mark.parametrize("what", [[], ["--tiles"], ["--chart"]])
def test_render_a_title_and_a_game(saved, tmp_path, what):
    for source in ("1835", saved):
        out = tmp_path / "out.svg"
        result = run("render", source, "--out", out, *what)
        assert result.returncode == 0, result.stderr
        assert ElementTree.parse(out).getroot().tag.endswith("svg")


def test_a_saved_game_shows_its_markers(saved, tmp_path):
    run("render", saved, "--out", tmp_path / "game.svg")
    run("render", "1835", "--out", tmp_path / "printed.svg", "--language", "de")
    game, printed = ((tmp_path / name).read_text(encoding="utf-8") for name in ("game.svg", "printed.svg"))
    assert "stations V1" in game
    assert "Bahnhöfe V1" not in printed
    assert "Heimat von V1" in printed


def test_bad_drawings(tmp_path):
    refused(run("render", "1835", "--out", tmp_path / "no" / "b.svg"), "b.svg cannot be written")
    refused(run("render", "1835", "--out", tmp_path / "b.svg", "--tiles", "--chart"), "Choose one")
    refused(run("render", "1899", "--out", tmp_path / "b.svg"), "no title")
    refused(run("render", "chicago-express", "--out", tmp_path / "b.svg", "--chart"), "no share-price chart")


def test_somebody_has_to_play():
    assert refused(run("play", "1835", "--bots", "4"), "fewer bots than seats")


def test_play_against_bots():
    result = run("play", "chicago-express", "--players", "North", "--bots", "2", typed="advise\n1\nquit\n")
    assert result.returncode == 0
    assert "Bot 2" in result.stdout
