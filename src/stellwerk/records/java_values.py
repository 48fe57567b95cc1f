"""Java serialisation as plain Python values.

`decode` gives the objects of a stream in order. Strings and enum constants become `str`, boxes (`Integer`,
`Boolean` …) what is in them; lists, sets and arrays become lists; maps become dicts with text keys. Any other
object becomes a dict of its fields, superclass first, with its class name under `CLASS`; what its class wrote
beside its fields is the list under `EXTRA`. Should a class hide a field of its superclass, the hidden one is
kept as `Superclass.field`.
"""

import io
from collections.abc import Iterable
from typing import Any, TypeAlias

from javaobj.v2.api import ObjectTransformer
from javaobj.v2.beans import BlockData, JavaArray, JavaClass, JavaEnum, JavaInstance, JavaString
from javaobj.v2.core import JavaStreamParser
from javaobj.v2.transformers import DefaultObjectTransformer, JavaPrimitiveClass

from stellwerk.records.errors import RecordError

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"

CLASS = "@class"
EXTRA = "@extra"

_HEADER = b"\xac\xed\x00\x05"
_BOXES = frozenset(f"java.lang.{name}" for name in ("Byte", "Character", "Double", "Float", "Short"))


def decode(data: bytes, name: str) -> list[Value]:
    """The objects of a Java stream as plain values; `name` is the file's, for the error.

    >>> decode(b"\\xac\\xed\\x00\\x05t\\x00\\x041835p", "tiny.rails")
    ['1835', None]
    """
    if not data:
        raise RecordError(name, "the file is empty")
    if not data.startswith(_HEADER[: len(data)]):
        raise RecordError(name, "it is not Java serialisation, as a game saved by Rails would be")
    try:
        transformers: list[ObjectTransformer] = [DefaultObjectTransformer()]  # type: ignore[no-untyped-call]
        contents = JavaStreamParser(_WholeReads(data), transformers).run()
        return _Plain().each(contents)
    except EOFError as error:
        raise RecordError(name, f"it is cut off after {len(data)} bytes, within an object") from error
    except Exception as error:  # the parser meets damage in many ways; to the caller they are one
        problem = str(error).strip().rstrip(".") or type(error).__name__
        raise RecordError(name, f"its Java objects are damaged ({problem})") from error


class _WholeReads(io.BytesIO):
    """A stream that never gives fewer bytes than asked for, so that a cut-off string is noticed."""

    def read(self, size: int | None = -1, /) -> bytes:
        got = super().read(size)
        if size is not None and len(got) < size:
            raise EOFError
        return got


class _Plain:
    """Turns parsed objects into plain values; each once, so that shared and circular ones come to an end."""

    def __init__(self) -> None:
        self._done: dict[int, Value] = {}

    def each(self, items: Iterable[Any]) -> list[Value]:
        return [self.value(item) for item in items]

    def value(self, item: Any) -> Value:
        if item is None or isinstance(item, bool | int | float | str):
            return item
        if id(item) not in self._done:
            self._done[id(item)] = None  # what an object sees of itself while it is being read
            self._done[id(item)] = self._convert(item)
        return self._done[id(item)]

    def _convert(self, item: Any) -> Value:
        match item:
            case JavaString():
                return str(item.value)
            case JavaPrimitiveClass() | JavaEnum():
                return self.value(item.value)
            case JavaClass():
                return str(item.name)
            case BlockData():
                return bytes(item.data).hex()
            case dict():
                return {str(self.value(key)): self.value(value) for key, value in item.items()}
            case set():
                return sorted(self.each(item), key=repr)
            case list() | JavaArray():
                return self.each(item)
            case JavaInstance():
                return self._instance(item)
        return str(item)

    def _instance(self, item: Any) -> Value:
        kind = str(item.classdesc.name)
        fields: dict[str, Value] = {}
        owners: dict[str, str] = {}
        for owner, values in item.field_data.items():
            for field, value in values.items():
                if field.name in fields:
                    fields[f"{owners[field.name]}.{field.name}"] = fields.pop(field.name)
                fields[field.name] = self.value(value)
                owners[field.name] = simple_name(str(owner.name))
        if kind in _BOXES:
            return fields.get("value")
        if kind.endswith("$SerializedForm"):  # Guava's immutable collections
            return _collection(fields, kind)
        extra = self.each(part for written in item.annotations.values() for part in written)
        return {CLASS: kind, **fields, **({EXTRA: extra} if extra else {})}


def _collection(fields: dict[str, Value], kind: str) -> Value:
    match fields:
        case {"elements": list(elements)}:
            return elements
        case {"keys": list(keys), "values": list(values)}:
            return {str(key): value for key, value in zip(keys, values, strict=True)}
    return {CLASS: kind, **fields}


def simple_name(class_name: str) -> str:
    """A class name without its package.

    >>> simple_name("rails.game.specific._1835.FoldIntoPrussian")
    'FoldIntoPrussian'
    """
    return class_name.rpartition(".")[2]
