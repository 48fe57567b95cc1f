"""Long tests first, where several processes share them: all the others wait for a long one that begins last.

Each process gets a part of the list (pytest-xdist, `worksteal`) and, when it is done, the end of another's. The
first begins with what needs a browser, so that few run beside each other; the others with what is marked `long`.
Tests that run one after the other stay in their order.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")

BROWSER = Path(__file__).parent / "browser"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes more than a few seconds, and begins before the others")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def in_browser(item: pytest.Item) -> bool:
        return item.path.is_relative_to(BROWSER)

    def is_long(item: pytest.Item) -> bool:
        return item.get_closest_marker("long") is not None

    items[:] = dealt(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")), in_browser, is_long)


def dealt(
    items: list[T], processes: int, in_browser: Callable[[T], bool], is_long: Callable[[T], bool]
) -> list[T]:
    """All of them, so that each process finds long ones at the beginning of its part."""
    if processes < 2:
        return items
    browser = sorted(filter(in_browser, items), key=lambda item: not is_long(item))
    long = [item for item in items if is_long(item) and not in_browser(item)]
    rest = [item for item in items if not is_long(item) and not in_browser(item)]
    heads = [browser, *(long[at :: processes - 1] for at in range(processes - 1))]
    order: list[T] = []
    for number, head in enumerate(heads, 1):
        room = len(items) * number // processes - len(order) - len(head)
        order += [*head, *rest[: max(room, 0)]]
        del rest[: max(room, 0)]
    return order + rest
