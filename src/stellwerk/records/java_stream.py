"""Java serialisation as plain Python values.

`decode` gives the objects of a stream in order. Strings and enum constants become `str`, boxes (`Integer`,
`Boolean` …) what is in them; lists, sets and arrays become lists; maps become dicts with text keys. Any other
object becomes a dict of its fields, superclass first, with its class name under `CLASS`; what its class wrote
beside its fields is the list under `EXTRA`. Should a class hide a field of its superclass, the hidden one is
kept as `Superclass.field`.

A stream may refer to an object again and again, so that few bytes stand for a great many values: each
reference counts as often as it is followed, and whoever gets the values can walk them without further care.
"""

import io
from collections.abc import Iterable
from typing import Any

from javaobj.constants import TerminalCode
from javaobj.v2.api import ObjectTransformer
from javaobj.v2.beans import BlockData, JavaArray, JavaClass, JavaEnum, JavaInstance, JavaString
from javaobj.v2.core import JavaStreamParser
from javaobj.v2.transformers import DefaultObjectTransformer, JavaPrimitiveClass

from stellwerk.play.limits import Excess, Gauge
from stellwerk.records.errors import RecordError
from stellwerk.records.java_values import CLASS, EXTRA, Value, may_contain, simple_name, words

_HEADER = b"\xac\xed\x00\x05"
_BOXES = frozenset(f"java.lang.{name}" for name in ("Byte", "Character", "Double", "Float", "Short"))


def decode(data: bytes, gauge: Gauge) -> list[Value]:
    """The objects of a Java stream as plain values; the gauge says how many there may be, and how deep.

    >>> decode(b"\\xac\\xed\\x00\\x05t\\x00\\x041835p", Gauge("tiny.rails"))
    ['1835', None]
    """
    name = gauge.name
    gauge.size(len(data))
    if not data:
        raise RecordError(name, "the file is empty")
    if not data.startswith(_HEADER[: len(data)]):
        raise RecordError(name, "it is not Java serialisation, as a game saved by Rails would be")
    try:
        return _Plain(gauge).each(_Parser(data, gauge).run())
    except (RecordError, Excess):
        raise
    except EOFError as error:
        raise RecordError(name, f"it is cut off after {len(data)} bytes, within an object") from error
    except RecursionError:
        raise gauge.excess("depth") from None
    except Exception as error:  # the parser meets damage in many ways; to the caller they are one
        problem = str(error).strip().rstrip(".")[:200] or type(error).__name__
        raise RecordError(name, f"its Java objects are damaged ({problem})") from error


class _WholeReads(io.BytesIO):
    """A stream that never gives fewer bytes than asked for, so that a cut-off string is noticed."""

    def read(self, size: int | None = -1, /) -> bytes:
        got = super().read(size)
        if size is not None and len(got) < size:
            raise EOFError
        return got


class _Parser(JavaStreamParser):
    """A parser that counts what it reads and stops at whatever no save contains."""

    def __init__(self, data: bytes, gauge: Gauge) -> None:
        transformers: list[ObjectTransformer] = [DefaultObjectTransformer()]  # type: ignore[no-untyped-call]
        super().__init__(_WholeReads(data), transformers)
        self._gauge, self._depth = gauge, 0

    def _read_content(self, type_code: int, block_data: bool, class_desc: Any = None) -> Any:
        if type_code == TerminalCode.TC_EXCEPTION:
            raise ValueError("no save has exceptions")
        self._gauge.value(self._depth)
        self._depth += 1
        content = super()._read_content(type_code, block_data, class_desc)
        self._depth -= 1
        return content

    def _read_field_value(self, field_type: Any) -> Any:
        self._gauge.value(self._depth)
        return super()._read_field_value(field_type)

    def _read_new_string(self, type_code: int) -> Any:
        if type_code == TerminalCode.TC_LONGSTRING:
            raise ValueError("no save has strings that long")
        return super()._read_new_string(type_code)

    def _do_classdesc(self, type_code: int) -> Any:
        """A class; its superclass is read within it, so that chains of them are nested."""
        if type_code == TerminalCode.TC_PROXYCLASSDESC:
            raise ValueError("no save has proxies")
        self._gauge.value(self._depth)
        self._depth += 1
        described = super()._do_classdesc(type_code)
        self._depth -= 1
        if described is not None and not may_contain(str(described.name)):
            raise ValueError(f"no save has objects of the class {str(described.name)[:100]}")
        return described


class _Plain:
    """Turns parsed objects into plain values: a tree in which nothing is shared but strings."""

    def __init__(self, gauge: Gauge) -> None:
        self._gauge = gauge
        self._within: list[int] = []

    def each(self, items: Iterable[Any]) -> list[Value]:
        return [self.value(item) for item in items]

    def value(self, item: Any) -> Value:
        self._gauge.value(len(self._within))
        if isinstance(item, str):
            return _whole_text(item)
        if item is None or isinstance(item, bool | int | float):
            return item
        if id(item) in self._within:
            return None  # what an object sees of itself
        self._within.append(id(item))
        found = self._convert(item)
        self._within.pop()
        return found

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
                return {self._key(key): self.value(value) for key, value in item.items()}
            case set():
                return sorted(self.each(item), key=words)
            case list() | JavaArray():
                return self.each(item)
            case JavaInstance():
                return self._instance(item)
        raise ValueError(f"no save has a {type(item).__name__} there")

    def _key(self, item: Any) -> str:
        key = self.value(item)
        if isinstance(key, list | dict):
            raise ValueError("a map has keys that are no words")
        return words(key)

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
            return {words(key): value for key, value in zip(keys, values, strict=True)}
    return {CLASS: kind, **fields}


def _whole_text(text: str) -> str:
    """A single `char` of Java may be half a sign, which no text may be."""
    if not text.isascii():
        text.encode()
    return text
