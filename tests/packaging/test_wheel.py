"""A built wheel in an empty environment, with and without a compiler.

`python -S` knows nothing but what PYTHONPATH names: a folder into which pip put the wheel and what it asked for.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
CODE = {".py", ".so", ".pyd", ".pyc"}


def pip(*arguments, **environment):
    """pip's answer; what it says itself is kept for a failure."""
    program = [*PIP, *map(str, arguments)]
    return subprocess.run(
        program, capture_output=True, text=True, env={**os.environ, **environment}, timeout=300, check=False
    )


def built(folder, compiler):
    """The wheel of this source, built from a copy so that nothing is left behind here."""
    copy = folder / "copy"
    skipped = shutil.ignore_patterns("*.so", "*.pyc", "__pycache__", "*.egg-info")
    shutil.copytree(SOURCE, copy / "src", ignore=skipped)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    done = pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, copy, CC=str(compiler))
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def kernels(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return [name for name in archive.namelist() if re.search(r"(board|routes)/_kernel\..*(so|pyd)$", name)]


def ask(address, body=None, **headers):
    data = None if body is None else json.dumps(body).encode()
    headers |= {"content-type": "application/json"} if data else {}
    with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=60) as answer:
        return answer.read().decode()


@pytest.fixture
def reachable(tmp_path):
    """Whether pip finds packages at all; not so on a train."""
    if pip("download", "--no-deps", "--dest", tmp_path / "reached", "msgspec").returncode:
        pytest.skip("pip reaches no packages from here: the wheel was not installed")


@pytest.mark.long
def test_server_from_a_wheel_without_a_compiler(reachable, tmp_path):
    wheel = built(tmp_path, "/bin/false")
    assert kernels(wheel) == []
    assert not_in(wheel) == set()
    place = tmp_path / "place"
    known = ("--constraint", ROOT / "requirements.lock")
    done = pip("install", "--no-compile", "--target", place, *known, f"{wheel}[server]")
    assert done.returncode == 0, done.stderr
    server = subprocess.Popen(
        [sys.executable, "-S", "-m", "stellwerk", "serve", "--port", "0", "--data", str(tmp_path / "games")],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=tmp_path,
        env={"PYTHONPATH": str(place), "PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        address = re.search(r"http://[\d.:]+", server.stdout.readline())[0]
        opens_everything(address)
    finally:
        server.terminate()
        server.communicate(timeout=60)


def not_in(wheel):
    """Files of the source that a wheel lacks: data, catalogues, pages, lessons."""
    with zipfile.ZipFile(wheel) as archive:
        there = set(archive.namelist())
    files = (path for path in (SOURCE / "stellwerk").rglob("*") if path.is_file())
    ours = {str(path.relative_to(SOURCE)) for path in files if path.suffix not in CODE - {".py"}}
    return ours - there


def opens_everything(address):
    """Lobby, every title's pages, its drawings, its lesson and a game of each."""
    from stellwerk.titles.registry import find_title, title_ids
    from stellwerk.view.learning import LEAVES

    assert "1835" in ask(address)
    guest = {"authorization": "Bearer " + json.loads(ask(f"{address}/api/guests", {"name": "Ada"}))["token"]}
    told = ask(f"{address}/api/titles")
    for id_ in title_ids():
        assert f'"{id_}"' in told
        for leaf in ("", *(f"/{name}" for name in LEAVES), "/light.svg", "/colours.css"):
            assert ask(f"{address}/titles/{id_}{leaf}")
        seats = [{"kind": "me"}] * find_title(id_).players[0]
        game = json.loads(ask(f"{address}/api/games", {"title": id_, "seats": seats}, **guest))
        assert json.loads(ask(f"{address}/api/games/{game['id']}/actions", **guest))
        assert "<svg" in ask(f"{address}/games/{game['id']}", **guest)


QUICK = """#!/bin/sh
# The compiler without its optimising, which is not what is tested.
for word; do shift; [ "$word" = -O3 ] && word=-O0; set -- "$@" "$word"; done
exec {compiler} "$@"
"""


@pytest.mark.long
@pytest.mark.skipif(not (shutil.which("cc") and shutil.which("sh")), reason="there is no C compiler here")
def test_wheel_with_a_compiler_has_the_kernel(tmp_path):
    quick = tmp_path / "quick"
    quick.write_text(QUICK.format(compiler=shutil.which("cc")))
    quick.chmod(0o755)
    wheel = built(tmp_path, quick)
    assert len(kernels(wheel)) == 2
    place = tmp_path / "place"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    code = (
        "from stellwerk.board import tree; from stellwerk.routes import _kernel, compiled;"
        "print(_kernel.__file__, compiled.available() and tree._grow is not None)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(place)}, cwd=tmp_path, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(place))
    assert done.stdout.endswith(" True\n")
