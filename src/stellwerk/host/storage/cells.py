"""JSON in cells of the database: one that cannot be read is noticed where it is used, and hides no other."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles


class Damaged:
    """Stands for what was in a cell that cannot be read."""

    def __init__(self, problem: str) -> None:
        self.problem = problem


class Json(sa.types.UserDefinedType[Any]):
    """A cell with JSON in it; reading never fails, so that one damaged cell does not end a whole query."""

    cache_ok = True

    def get_col_spec(self, **values: Any) -> str:
        """The name of its kind in the database."""
        return "JSON"

    def bind_processor(self, dialect: sa.Dialect) -> Callable[[Any], str]:
        """Into the database."""
        return json.dumps

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Callable[[Any], Any]:
        """Out of it."""
        return _read


@compiles(Json, "postgresql")
def _as_text(kind: Json, compiler: Any, **values: Any) -> str:
    return "TEXT"  # which comes back as it was written, damaged or not


def _read(cell: Any) -> Any:
    if cell is None:
        return None
    try:
        return json.loads(cell)
    except (TypeError, ValueError, RecursionError) as error:
        return Damaged(str(error))
