"""What is kept is for its owner only: it holds the server's secret and what people may not see of each other."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path

_log = logging.getLogger(__name__)


def private_folder(folder: Path) -> None:
    """Make a folder that nobody else may look into; one that was there keeps its rights."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)


def private_file(file: Path) -> None:
    """Make a database that only its owner can read; what SQLite puts beside it takes the same rights."""
    with suppress(OSError):  # who opens it next says what is wrong
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    for part in (file, *(file.with_name(file.name + ending) for ending in ("-wal", "-shm"))):
        try:
            if part.stat().st_mode & 0o077:
                part.chmod(0o600)
        except FileNotFoundError:
            continue
        except OSError as error:
            _log.warning("%s can be read by others, and that cannot be changed: %s", part, error.strerror)
