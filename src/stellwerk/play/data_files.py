"""Data files of a title: read, and held against types that say what they look like.

Whatever is wrong is told in one sentence with file and key, for an author of data does not read tracebacks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from msgspec import Struct, ValidationError
from msgspec.structs import fields

from .errors import StellwerkError
from .typed import convert

T = TypeVar("T")


class DataError(StellwerkError):
    """Data that cannot be used; `faults` has everything that is wrong, one sentence each."""

    def __init__(self, package: str, faults: Iterable[str]) -> None:
        self.package, self.faults = package, list(faults)
        more = f" ({len(self.faults) - 1} more)" if len(self.faults) > 1 else ""
        name = package.removesuffix(".data").rpartition(".")[2]
        super().__init__(f"The data of {name} cannot be used: {self.faults[0]}{more}.")


def read_data(package: str, name: str) -> dict[str, Any]:
    """A data file that lies beside a title's code."""
    try:
        return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(package, [f"there is no {name}"]) from None
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(package, [f"{name}: {error}"]) from None


def checked(package: str, name: str, value: Any, type_: type[T]) -> T:
    """The value as its type has it.

    >>> checked("title", "board.toml", {"A1": {"cost": 20}}, dict[str, dict[str, int]])
    {'A1': {'cost': 20}}
    """
    faults = list(misfits(name, value, type_))
    if faults:
        raise DataError(package, faults)
    return convert(value, type_)


def misfits(name: str, value: Any, type_: Any) -> Iterator[str]:
    """Everything in a file that is not as its type says.

    >>> list(misfits("board.toml", {"hexes": {"A1": {"cost": "dear"}}}, dict[str, dict[str, dict[str, int]]]))
    ['board.toml, hexes.A1.cost: Expected `int`, got `str`']
    """
    for key, what in _misfits(value, type_, ""):
        yield f"{name}, {key}: {what}" if key else f"{name}: {what}"


def _misfits(value: Any, type_: Any, at: str) -> Iterator[tuple[str, str]]:
    try:
        convert(value, type_)
    except ValidationError as error:
        inside = [fault for key, part, kind in _parts(value, type_, at) for fault in _misfits(part, kind, key)]
        yield from inside or [(at, str(error).partition(" - at ")[0])]


def _parts(value: Any, type_: Any, at: str) -> Iterator[tuple[str, Any, Any]]:
    """Whatever a value consists of, with the key that leads there."""
    origin, inner = get_origin(type_), get_args(type_)
    if origin is Annotated:
        yield from _parts(value, inner[0], at)
    elif origin in (Union, UnionType):
        for kind in inner:
            yield from _parts(value, kind, at)
    elif isinstance(value, Mapping) and isinstance(type_, type) and issubclass(type_, Struct):
        kinds = {field.encode_name: field.type for field in fields(type_)}
        yield from ((_key(at, key), part, kinds[key]) for key, part in value.items() if key in kinds)
    elif isinstance(value, Mapping) and origin in (dict, Mapping):
        yield from ((_key(at, key), part, inner[1]) for key, part in value.items())
    elif isinstance(value, list) and origin in (list, tuple):
        kinds_of = inner if origin is tuple and ... not in inner else (inner[0],) * len(value)
        for number, (part, kind) in enumerate(zip(value, kinds_of, strict=False)):
            id_ = part.get("id") if isinstance(part, Mapping) else None
            yield _key(at, id_ if isinstance(id_, str) and id_ else number), part, kind


def _key(at: str, key: object) -> str:
    return f"{at}.{key}" if at else str(key)
