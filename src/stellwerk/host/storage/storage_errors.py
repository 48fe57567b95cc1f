"""What a database could not do, as a fault: a sentence for the visitor, and its own words for the log."""

from __future__ import annotations

import sqlite3

import sqlalchemy as sa

from stellwerk.view.faults import Fault, Full, Unkept

FAILURES = (sa.exc.DBAPIError, sa.exc.TimeoutError, sqlite3.Error, OverflowError, UnicodeEncodeError)
"""What is told as a fault."""
BUSY = frozenset((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED))
DAMAGED = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))
# PostgreSQL's codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
NO_ROOM = ("53100", "53200")
WAITED = ("55P03", "57014", "40001", "40P01", "53300")
BROKEN = ("XX001", "XX002")


def told(error: Exception) -> Fault:
    """The fault that an error of the storage is."""
    if isinstance(error, OverflowError | UnicodeEncodeError | sa.exc.DataError):
        return Fault("fault.unkeepable")
    code, state = code_of(error), getattr(getattr(error, "orig", None), "sqlstate", None)
    if code == sqlite3.SQLITE_FULL or state in NO_ROOM:
        return Full("fault.full", problem=cause(error))
    if code in BUSY or state in WAITED or isinstance(error, sa.exc.TimeoutError):
        return Unkept("fault.busy", problem=cause(error))
    if code in DAMAGED or state in BROKEN:
        return Unkept("fault.damaged", problem=cause(error))
    return Unkept("fault.storage", problem=cause(error))


def code_of(error: BaseException) -> int:
    """SQLite's primary error code; 0 where there is none."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    return 0 if code is None else code & 0xFF


def cause(error: BaseException) -> str:
    """The database's own words, without the statement and its values, and without what stands in a row."""
    orig = getattr(error, "orig", error)
    return str(getattr(getattr(orig, "diag", None), "message_primary", None) or orig)
