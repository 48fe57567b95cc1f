"""Taking records from the disk."""

from pathlib import Path

from stellwerk.play.limits import Limits

from .errors import RecordError


def read_bytes(path: Path, limits: Limits) -> bytes:
    """What is in a file, and one byte too many where it is too large: no more of it is read."""
    try:
        with path.open("rb") as file:
            return file.read(limits.bytes + 1)
    except OSError as error:
        raise RecordError(path.name, error.strerror or "the file cannot be opened") from error
