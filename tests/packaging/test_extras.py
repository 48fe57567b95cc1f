"""The library needs msgspec alone; what else is asked for names its extra in one sentence."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "stellwerk"
# Extras of what we run, not of how it is tested.
OURS = ("words", "cli", "records", "server", "postgres", "bots", "testing", "research", "ray", "value",
        "openspiel")  # fmt: skip
# Packages by the names that they are imported by, where these differ from those they are installed by.
IMPORTED = {"javaobj-py3": "javaobj", "python-multipart": "python_multipart", "markdown-it-py": "markdown_it",
            "argon2-cffi": "argon2", "open_spiel": "pyspiel"}  # fmt: skip

HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
"""
EVERYTHING = (
    "typer", "click", "rich", "babel", "javaobj", "starlette", "uvicorn", "anyio", "h11", "jinja2", "sqlalchemy",
    "python_multipart", "segno", "markdown_it", "openskill", "pytest", "hypothesis",
)  # fmt: skip

PLAY = """
import random
import stellwerk
for title in stellwerk.title_ids():
    game, lots = stellwerk.new(title, players=["North", "East", "West"], seed=1), random.Random(1)
    most = 150 if title in {long!r} else 5000
    while not game.over and len(game.actions) < most:
        game.play(game.legal_actions().pick(lots))
    again = stellwerk.load(game.to_json())
    assert again.digest() == game.digest()
    print(title, game.over)
"""


def run(code, *hidden, arguments=()):
    program = [sys.executable, "-c", HIDE.format(hidden=hidden) + code, *arguments]
    return subprocess.run(program, capture_output=True, text=True, timeout=120, cwd=ROOT, check=False)


def command(*words, hidden):
    code = "from stellwerk.__main__ import main; sys.argv[0] = 'stellwerk'; main()"
    return run(code, *hidden, arguments=words)


def test_games_are_played_saved_and_loaded_with_msgspec_alone():
    done = run(PLAY.format(long=("1844", "1873", "1881")), *EVERYTHING)
    assert done.returncode == 0, done.stderr
    assert "1835 True" in done.stdout
    assert "chicago-express True" in done.stdout


def test_bots_play_with_msgspec_alone():
    code = """
import random, stellwerk
from stellwerk import bots
for title in stellwerk.title_ids():
    game = stellwerk.new(title, players=["North", "East", "West"])
    for level in bots.levels(game.title):
        for _ in range(2):
            seat = game.waiting_for()[0]
            game.play(bots.choose(game, seat, level, random.Random(1)))
print("played")
"""
    done = run(code, *EVERYTHING)
    assert done.stdout == "played\n", done.stderr


def test_a_refusal_can_be_read_without_words():
    code = """
import stellwerk
game = stellwerk.new("1835", players=["North", "East", "West"])
try:
    game.play(stellwerk.Pass(2))
except stellwerk.IllegalAction as error:
    print(error)
"""
    assert run(code, *EVERYTHING).stdout == "not your turn\n"


@pytest.mark.parametrize(
    ("asked", "extra"),
    [("game.describe(action)", "words"), ("str(game.legal_actions())", "words"), ("print(game.show())", "cli")],
)
def test_what_is_shown_names_its_extra(asked, extra):
    code = f"""
import stellwerk
game = stellwerk.new("1835", players=["North", "East", "West"])
action = next(iter(game.legal_actions()))
try:
    {asked}
except stellwerk.MissingExtra as error:
    print(error)
"""
    said = run(code, *EVERYTHING)
    assert said.stdout.endswith(f'pip install "stellwerk[{extra}]".\n'), said.stderr
    assert said.stdout.count("\n") == 1


def test_a_notebook_has_its_picture_with_msgspec_alone():
    code = "import stellwerk; print(stellwerk.new('1835', ['A', 'B', 'C']).show()._repr_svg_()[:4])"
    assert run(code, *EVERYTHING).stdout == "<svg\n"


@pytest.mark.parametrize(
    ("words", "hidden", "extra"),
    [
        (("rules", "1835"), ("typer",), "cli"),
        (("play", "1835"), ("rich",), "cli"),
        (("play", "1835"), ("babel",), "cli"),
        (("serve",), ("typer",), "server"),
        (("serve", "--port", "0"), ("starlette",), "server"),
        (("bench", "env"), ("pettingzoo",), "research"),
        (("dataset", "a.json", "--out", "a.parquet"), ("pyarrow",), "research"),
        (("arena", "chicago-express", "--bots", "random,random,random", "--games", "1"), ("openskill",), "bots"),
    ],
)
def test_a_command_names_the_extra_that_it_lacks(words, hidden, extra):
    done = command(*words, hidden=hidden)
    assert done.returncode == 2
    assert done.stdout == ""
    said = done.stderr.strip()
    assert said.startswith("stellwerk: ")
    assert said.endswith(f'pip install "stellwerk[{extra}]".')
    assert "\n" not in said


def test_records_of_rails_name_their_extra_and_others_do_without(tmp_path):
    (tmp_path / "a.rails").write_bytes(b"\xac\xed\x00\x05")
    (tmp_path / "b.json").write_text("{}")
    done = command("replay", str(tmp_path / "a.rails"), str(tmp_path / "b.json"), hidden=("javaobj",))
    rails, other = done.stdout.splitlines()
    assert rails.endswith('pip install "stellwerk[records]".')
    assert other.startswith("b: b.json cannot be read")
    assert done.stderr == ""


def test_every_package_that_is_imported_comes_with_an_extra():
    """Nothing is imported that only happens to be there; and nothing is asked for that is not imported."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *(one for name in extras for one in extras[name] if name in OURS)]
    names = {one.partition(">")[0].partition("[")[0] for one in asked if not one.startswith("stellwerk[")}
    packages = {IMPORTED.get(name, name).lower() for name in names}
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add(node.module.partition(".")[0])
    outside = found - set(sys.stdlib_module_names) - {"stellwerk"}
    # starlette brings anyio, jinja2 markupsafe; starlette and uvicorn import the others by themselves
    by_others = {"python_multipart", "httptools", "uvloop"}
    assert outside - {"anyio", "markupsafe"} == packages - by_others
