"""A writer of Java serialisation, just large enough for a save of Rails."""

import struct
from collections.abc import Sequence

HEADER = b"\xac\xed\x00\x05"
NULL = b"p"
STRING = "Ljava/lang/String;"


def utf(text: str) -> bytes:
    data = text.encode()
    return struct.pack(">H", len(data)) + data


def string(text: str) -> bytes:
    return b"t" + utf(text)


def describe(name: str, fields: Sequence[str] = (), parent: bytes = NULL, flags: int = 2) -> bytes:
    """A class; a field is `I price` (a number), `Z acted` (yes or no) or `L name type` (an object)."""
    head = b"r" + utf(name) + bytes(8) + bytes([flags]) + struct.pack(">H", len(fields))
    for field in fields:
        code, called, *kind = field.split()
        head += code.encode() + utf(called) + b"".join(string(each) for each in kind)
    return head + b"x" + parent


def number(value: int) -> bytes:
    return struct.pack(">i", value)


def boxed(value: int) -> bytes:
    return b"s" + describe("java.lang.Integer", ["I value"], describe("java.lang.Number")) + number(value)


def array(*items: bytes) -> bytes:
    return b"u" + describe("[Ljava.lang.Object;") + number(len(items)) + b"".join(items)


def array_list(*items: bytes) -> bytes:
    size = number(len(items))
    head = b"s" + describe("java.util.ArrayList", ["I size"], flags=3)
    return head + size + b"w\x04" + size + b"".join(items) + b"x"


def hash_map(*items: bytes) -> bytes:
    head = b"s" + describe("java.util.HashMap", ["F loadFactor", "I threshold"], flags=3)
    return head + bytes(8) + b"w\x08" + number(16) + number(len(items) // 2) + b"".join(items) + b"x"


def tree_map(*items: bytes) -> bytes:
    head = b"s" + describe("java.util.TreeMap", ["L comparator Ljava/util/Comparator;"], flags=3)
    return head + NULL + b"w\x04" + number(len(items) // 2) + b"".join(items) + b"x"


def guava_list(*items: bytes) -> bytes:
    fields = ["[ elements [Ljava/lang/Object;"]
    return b"s" + describe("com.google.common.collect.ImmutableList$SerializedForm", fields) + array(*items)


def constant(kind: str, name: str) -> bytes:
    return b"~" + describe(kind, flags=0x12, parent=describe("java.lang.Enum", flags=0x12)) + string(name)


def action(
    name: str, player: str | None, fields: Sequence[str] = (), values: bytes = b"", index: int = 0
) -> bytes:
    common = describe("rails.game.action.PossibleAction", ["Z acted", "I playerIndex", f"L playerName {STRING}"])
    who = NULL if player is None else string(player)
    return b"s" + describe(name, fields, common) + b"\x01" + number(index) + who + values


OPTIONS = hash_map(string("Variant"), string("Clemens"), string("BYFloatsAt"), string("50%"))
PLAYERS = array_list(string("Jürgen, der Ältere"), string("Sven K."))
FORMAT = boxed(9)
GAME = string("1835") + OPTIONS + PLAYERS
HEAD = HEADER + string("2.4.6+") + string("2022-08-08 19:44:28") + FORMAT + GAME
PASS = action("rails.game.action.NullAction", "Sven K.", ["I mode"], number(1))
