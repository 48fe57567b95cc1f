"""Starting a server where something is in the way: one sentence, no traceback, and a second one stays away."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stellwerk.host.host import Host
from stellwerk.host.settings import Settings
from stellwerk.host.storage.data_dir import LOCK
from stellwerk.play.errors import StellwerkError


def _start(*arguments: object) -> subprocess.Popen[str]:
    code = "from stellwerk.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, "serve", "--port", "0", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _refused(*arguments: object) -> str:
    """What a server says that does not start."""
    server = _start(*arguments)
    out, told = server.communicate(timeout=60)
    assert (out, server.returncode) == ("", 2)
    assert told.startswith("stellwerk: ")
    assert told.count("\n") == 1
    assert told.endswith(".\n")
    return told


@pytest.mark.long
def test_a_file_where_a_folder_is_needed(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("no folder")
    assert "is a file" in _refused("--data", tmp_path / "games")
    with pytest.raises(StellwerkError, match="is a file"):
        Host(Settings(data=tmp_path / "games" / "deeper"))


@pytest.mark.long
def test_a_port_that_is_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"Port {port}" in _refused("--data", tmp_path, "--port", port)
    assert "no address" in _refused("--data", tmp_path, "--host", "no.such.host.invalid")


@pytest.mark.parametrize("damage", ["no database", "cut off", "in the middle"])
def test_a_damaged_file(tmp_path: Path, damage: str) -> None:
    settings = Settings(data=tmp_path, processes=0)
    host = Host(settings)
    for number in range(300):
        host.storage.add_person(f"P{number}", f"key {number}")
    host.close()
    content = settings.file.read_bytes()
    middle = len(content) // 2
    settings.file.write_bytes(
        {
            "no database": b"no database " * 1000,
            "cut off": content[:middle],
            "in the middle": content[:middle] + b"\xff" * 4096 + content[middle + 4096 :],
        }[damage]
    )
    with pytest.raises(StellwerkError, match="is damaged, or not of Stellwerk"):
        Host(settings)
    if damage == "no database":
        assert "is damaged" in _refused("--data", tmp_path)


def test_a_file_of_another_program(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, processes=0)
    with closing(sqlite3.connect(settings.file)) as other:
        other.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)")
    with pytest.raises(StellwerkError, match="table people has no column created"):
        Host(settings)


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A folder in which nothing can be written, not even by root."""
    folder = tmp_path / "fixed"
    folder.mkdir()
    if os.geteuid():
        folder.chmod(0o500)
        yield folder
        folder.chmod(0o700)
        return
    command = ["mount", "-t", "tmpfs", "-o", "ro,size=64k", "tmpfs", str(folder)]
    mounted = subprocess.run(command, capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"no folder can be made read-only here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.mark.long
def test_a_folder_that_cannot_be_written(read_only: Path) -> None:
    assert "cannot be written" in _refused("--data", read_only)
    assert "cannot be written" in _refused("--data", read_only / "games")


@pytest.mark.long
def test_a_second_server_stays_away_until_the_first_is_gone(tmp_path: Path) -> None:
    first = _start("--data", tmp_path)
    try:
        assert first.stdout is not None
        assert first.stdout.readline().startswith("Stellwerk is open at")
        assert f"process {first.pid}" in _refused("--data", tmp_path)
        with pytest.raises(StellwerkError, match="Another server"):
            Host(Settings(data=tmp_path))
    finally:
        first.send_signal(signal.SIGKILL)
        first.communicate(timeout=60)
    Host(Settings(data=tmp_path)).close()
    assert (tmp_path / LOCK).exists()
    Host(Settings(data=tmp_path)).close()


@pytest.mark.parametrize("data", ["[[[", "price = 1", '[[company]]\nid = "GBS"'])
def test_a_box_that_cannot_be_used(tmp_path: Path, data: str) -> None:
    """Said at the start, and not to the first visitor."""
    box = tmp_path / "box"
    box.mkdir()
    (box / "companies.toml").write_text(data)
    assert "companies.toml" in _refused("--data", tmp_path / "games", "--box", box)
    assert not (tmp_path / "games").exists()
