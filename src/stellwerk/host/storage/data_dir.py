"""Where a server keeps its data: a folder, made where it is missing and one server's at a time, or a database."""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import ExitStack
from pathlib import Path

import sqlalchemy as sa

from stellwerk.play.errors import StellwerkError
from stellwerk.view.faults import Unkept

from ..settings import Settings
from .earlier import keeping
from .permissions import private_file, private_folder
from .postgres import is_postgres
from .storage import Storage
from .upgrading import VERSION, version_of

LOCK = "stellwerk.lock"
AGAIN, PAUSE = 60.0, 0.5
"""Seconds for which a database is tried again by one of several processes, and between two tries."""
UNUSABLE = {
    "fault.full": "There is no room left for {file} ({problem}).",
    "fault.busy": "{file} is in use by another program ({problem}); end it first.",
    "fault.damaged": "{file} is damaged, or not of Stellwerk ({problem}); put a backup in its place.",
    "fault.storage": "{file} cannot be used ({problem}).",
}
"""Sentences for whoever starts a server, by what is wrong with its file."""


class Folder:
    """A folder that is ours until we let go of it; the system lets go for a process that was killed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            private_folder(path)
            self._lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except (FileExistsError, NotADirectoryError):
            raise StellwerkError(f"{path} is a file or lies in one; the games need a folder (--data).") from None
        except OSError as error:
            raise StellwerkError(
                f"The folder {path} cannot be written ({error.strerror}); name another one (--data)."
            ) from None
        try:
            self._claim()
        except BaseException:
            os.close(self._lock)
            raise

    def _claim(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = os.read(self._lock, 20).decode(errors="replace").strip()
            raise StellwerkError(
                f"Another server (process {who or 'unknown'}) uses the folder {self.path};"
                " end it first, or name another folder (--data)."
            ) from None
        os.ftruncate(self._lock, 0)
        os.write(self._lock, f"{os.getpid()}\n".encode())

    def close(self) -> None:
        """Let others have it."""
        os.close(self._lock)


def claim(settings: Settings) -> ExitStack:
    """Have the folder for this server alone, until this is closed; a database has a lock of its own."""
    held = ExitStack()
    if not settings.postgres:
        held.callback(Folder(settings.data).close)
    return held


def open_storage(settings: Settings) -> Storage:
    """The storage of a server that starts; what is wrong with it is one sentence."""
    where = str(settings.file)
    if settings.postgres:
        where = _named(settings.postgres)
    else:
        private_file(settings.file)
    end = time.monotonic() + (AGAIN if settings.place.together else 0)
    try:
        return _opened(settings, end)
    except Unkept as fault:
        problem = " ".join(str(fault.values["problem"]).split())
        raise StellwerkError(UNUSABLE[fault.key].format(file=where, problem=problem)) from None


def _opened(settings: Settings, end: float) -> Storage:
    """The storage; one of several processes waits for a database that is just being started."""
    while True:
        try:
            together, copy = settings.place.together, keeping(settings)
            return _checked(Storage(settings.database, settings.patience, together=together, copy=copy))
        except Unkept as fault:
            if fault.key != "fault.storage" or time.monotonic() > end:
                raise
            time.sleep(PAUSE)


def open_beside(settings: Settings) -> Storage:
    """The storage beside a server that may run: its lock and its tables are left as they are."""
    if not settings.postgres and not settings.file.exists():
        raise StellwerkError(f"There is no {settings.file} (--data).")
    where = _named(settings.postgres) if settings.postgres else str(settings.file)
    try:
        storage = Storage(settings.database, settings.patience, alone=False)
        with storage.reading() as connection:
            found = version_of(connection)
    except Unkept as fault:
        problem = " ".join(str(fault.values["problem"]).split())
        raise StellwerkError(UNUSABLE[fault.key].format(file=where, problem=problem)) from None
    if found != VERSION:
        storage.close()
        raise StellwerkError("The database is of another version; start `stellwerk serve` of this one first.")
    return storage


def _named(url: str) -> str:
    """A database as it may be told, without its password."""
    try:
        if not is_postgres(url):
            raise ValueError
        return sa.make_url(url).render_as_string(hide_password=True)
    except (sa.exc.ArgumentError, ValueError):
        raise StellwerkError("--database takes postgresql://USER:PASSWORD@HOST/NAME.") from None


def _checked(storage: Storage) -> Storage:
    try:
        storage.check()
        storage.secret()
    except BaseException:
        storage.close()
        raise
    return storage
