"""A PostgreSQL of the tests' own: in a folder that goes away, with a socket in it, so that it takes no port."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
HASTE = ("fsync=off", "full_page_writes=off", "listen_addresses=", "log_min_messages=log", "max_connections=30")


def _program(name: str) -> str:
    found = shutil.which(name, path=os.pathsep.join([*map(str, PLACES), os.environ.get("PATH", "")]))
    if found is None:
        pytest.skip("PostgreSQL is not here (Debian: apt-get install postgresql): nothing is tested with it")
    return found


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty database. PostgreSQL does not run as root: then its own user has it."""
    initdb, server = _program("initdb"), _program("postgres")
    root = os.geteuid() == 0
    folder = Path(tempfile.mkdtemp(prefix="stellwerk-postgres-"))
    try:
        if root:
            try:
                shutil.chown(folder, "postgres", "postgres")
            except LookupError:
                pytest.skip("there is no user postgres, and PostgreSQL does not run as root")
        user = "postgres" if root else None
        made = [initdb, "-D", folder / "data", "-U", "stellwerk", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        subprocess.run(made, user=user, group=user, cwd=folder, check=True, capture_output=True, timeout=120)
        options = [part for option in (*HASTE, f"unix_socket_directories={folder}") for part in ("-c", option)]
        started = [server, "-D", folder / "data", *options]
        with subprocess.Popen(
            started, user=user, group=user, cwd=folder, stderr=subprocess.PIPE, text=True
        ) as run:
            assert run.stderr is not None
            try:
                said: list[str] = []
                for line in iter(run.stderr.readline, ""):
                    said.append(line)
                    if "ready to accept connections" in line:
                        break
                assert run.poll() is None, "".join(said)
                yield f"postgresql://stellwerk@/postgres?host={folder}"
            finally:
                run.send_signal(signal.SIGQUIT)  # at once
    finally:
        shutil.rmtree(folder)
