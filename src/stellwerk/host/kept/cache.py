"""What has been made of games and may be made again: one cache for all of them, bounded by bytes."""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import Any

MEGABYTE = 1024 * 1024
ENTRY = 300
"""Bytes that keeping anything takes, besides itself."""


class Cache:
    """Whatever was asked for last stays, as much as fits.

    >>> cache = Cache(2 * ENTRY + 250)
    >>> views = Shelf(cache)
    >>> for name in "abc": views.put(name, name * 10)
    >>> [views.get(name) for name in "abc"]
    [None, 'bbbbbbbbbb', 'cccccccccc']
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[Shelf, Hashable], tuple[Any, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, shelf: Shelf, key: Hashable) -> Any:
        """What is kept under a key, or None."""
        with self._lock:
            found = self._kept.get((shelf, key))
            if found is None:
                return None
            self._kept.move_to_end((shelf, key))
            return found[0]

    def put(self, shelf: Shelf, key: Hashable, value: Any, size: int) -> None:
        """Keep something; what was not asked for the longest time goes."""
        with self._lock:
            self._drop(shelf, key)
            self._kept[shelf, key] = value, size
            shelf.keys[key] = None
            self.size += size
            while self.size > self.limit:
                self._drop(*next(iter(self._kept)))

    def clear(self, shelf: Shelf) -> None:
        """Let go of all that is on a shelf."""
        with self._lock:
            for key in list(shelf.keys):
                self._drop(shelf, key)

    def items(self, shelf: Shelf) -> list[tuple[Any, Any]]:
        """All that is on a shelf."""
        with self._lock:
            return [(key, self._kept[shelf, key][0]) for key in shelf.keys]

    def size_of(self, shelf: Shelf) -> int:
        """Bytes of what is on a shelf."""
        with self._lock:
            return sum(self._kept[shelf, key][1] for key in shelf.keys)

    def _drop(self, shelf: Shelf, key: Hashable) -> None:
        found = self._kept.pop((shelf, key), None)
        if found is not None:
            self.size -= found[1]
            del shelf.keys[key]


class Shelf:
    """One game's part of the cache, for things of one kind."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self.keys: dict[Hashable, None] = {}

    def get(self, key: Hashable) -> Any:
        """What is kept under a key, or None."""
        return self._cache.get(self, key)

    def put(self, key: Hashable, value: Any, size: int | None = None) -> None:
        """Keep something, if there is room for it; its size is measured where it is not known already."""
        self._cache.put(self, key, value, ENTRY + (measured(value) if size is None else size))

    def clear(self) -> None:
        """Let go of everything."""
        self._cache.clear(self)

    def items(self) -> Iterator[tuple[Any, Any]]:
        """All that is here."""
        return iter(self._cache.items(self))

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def size(self) -> int:
        """Bytes of everything here."""
        return self._cache.size_of(self)


def measured(value: Any) -> int:
    """About how many bytes something takes with all that is in it; what is shared counts for everybody."""
    size = sys.getsizeof(value)
    if isinstance(value, str | int):
        return size
    if isinstance(value, dict):
        return size + sum(measured(key) + measured(item) for key, item in value.items())
    if isinstance(value, tuple | list | set | frozenset):
        return size + sum(map(measured, value))
    fields = getattr(value, "__struct_fields__", ())
    return size + sum(measured(getattr(value, name)) for name in fields)
