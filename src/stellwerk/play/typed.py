"""Plain data made into what a type says, by msgspec, which works out a type when it meets it for the first time.

Two threads that meet one at the same moment work it out beside each other, and one reads what the other has not
finished: with msgspec 0.22 the whole process ends there. So a type is met alone, and by all threads after that.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

_met: set[Any] = set()
_meeting = threading.RLock()


@contextmanager
def _meet(type_: Any) -> Iterator[None]:
    """Keep all others out until a type is worked out, whether or not the first value is one of it."""
    with _meeting:
        try:
            yield
        finally:
            _met.add(type_)


@overload
def convert(value: Any, type_: type[T], strict: bool = True) -> T: ...
@overload
def convert(value: Any, type_: Any, strict: bool = True) -> Any: ...
def convert(value: Any, type_: Any, strict: bool = True) -> Any:
    """`msgspec.convert`, in any thread.

    >>> convert([1, 2], tuple[int, ...])
    (1, 2)
    """
    if type_ in _met:
        return msgspec.convert(value, type_, strict=strict)
    with _meet(type_):
        return msgspec.convert(value, type_, strict=strict)


@overload
def decode(text: bytes | str, type_: type[T]) -> T: ...
@overload
def decode(text: bytes | str, type_: Any) -> Any: ...
def decode(text: bytes | str, type_: Any) -> Any:
    """`msgspec.json.decode` to a type, in any thread.

    >>> decode("[1, 2]", tuple[int, ...])
    (1, 2)
    """
    if type_ in _met:
        return msgspec.json.decode(text, type=type_)
    with _meet(type_):
        return msgspec.json.decode(text, type=type_)


def decoder(type_: Any) -> msgspec.json.Decoder[Any]:
    """`msgspec.json.Decoder`, in any thread; it may be kept and asked by all of them."""
    with _meeting:
        return msgspec.json.Decoder(type_)
