"""What follows from an immutable value is worked out once and kept beside it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


def kept(memo: dict[Any, Any], key: Hashable, make: Callable[[], T]) -> T:
    """The value of this key; made only where nobody has asked before.

    >>> memo = {}
    >>> kept(memo, "sum", lambda: 1 + 2), kept(memo, "sum", lambda: 0)
    (3, 3)
    """
    try:
        found: T = memo[key]
    except KeyError:
        found = memo[key] = make()
    return found
