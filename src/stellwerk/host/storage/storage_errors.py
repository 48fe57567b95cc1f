"""What SQLite could not do, as a fault: a sentence for the visitor, and SQLite's own words for the log."""

from __future__ import annotations

import sqlite3

from stellwerk.view.faults import Fault, Full, Unkept

BUSY = frozenset((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED))
DAMAGED = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))


def told(error: Exception) -> Fault:
    """The fault that an error of the storage is."""
    if isinstance(error, OverflowError | UnicodeEncodeError):
        return Fault("fault.unkeepable")
    code = code_of(error)
    if code == sqlite3.SQLITE_FULL:
        return Full("fault.full", problem=cause(error))
    if code in BUSY:
        return Unkept("fault.busy", problem=cause(error))
    if code in DAMAGED:
        return Unkept("fault.damaged", problem=cause(error))
    return Unkept("fault.storage", problem=cause(error))


def code_of(error: BaseException) -> int:
    """SQLite's primary error code; 0 where there is none."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    return 0 if code is None else code & 0xFF


def cause(error: BaseException) -> str:
    """SQLite's own words, without the statement and its values."""
    return str(getattr(error, "orig", error))
