"""What a Java stream becomes: plain Python values, and which classes may be in it."""

import re
from typing import TypeAlias

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"

CLASS = "@class"
EXTRA = "@extra"

# Rails' own classes, and those of Java and Guava that hold their values.
_MAY_CONTAIN = re.compile(
    r"""(?x)
    (net\.sf\.)? rails\. [\w.$]+
    | java\.lang\. (Boolean | Byte | Character | Double | Enum | Float | Integer | Long | Number | Object
                   | Short | String)
    | java\.util\. (Abstract)? (Array | Linked)? (List | Collection)
    | java\.util\. (Abstract | Hash | LinkedHash | Tree | Enum)? (Map | Set)
    | java\.util\. (Arrays\$ArrayList | (Regular | Jumbo)EnumSet | EnumSet\$SerializationProxy)
    | java\.util\.Collections\$ (Empty | Singleton | Unmodifiable(RandomAccess)?) (List | Set | Map | Collection)
    | com\.google\.common\.collect\. [\w.$]+
    """
)
_ARRAY = re.compile(r"\[+([BCDFIJSZ]|L(?P<of>[\w.$]+);)")


def may_contain(class_name: str) -> bool:
    """Whether a save of Rails may contain objects of this class.

    >>> [may_contain(name) for name in ("rails.game.action.LayTile", "[[I", "[Ljava.lang.String;")]
    [True, True, True]
    >>> [may_contain(name) for name in ("java.net.URL", "[Ljava.io.File;", "railsx.Evil", "")]
    [False, False, False, False]
    """
    array = _ARRAY.fullmatch(class_name)
    if array:
        return array["of"] is None or may_contain(array["of"])
    return _MAY_CONTAIN.fullmatch(class_name) is not None


def words(value: Value) -> str:
    """A value as text; empty where it is nothing or holds others.

    >>> words("M1"), words(80), words(None), words(["M1"])
    ('M1', '80', '', '')
    """
    return "" if value is None or isinstance(value, list | dict) else str(value)


def simple_name(class_name: str) -> str:
    """A class name without its package.

    >>> simple_name("rails.game.specific._1835.FoldIntoPrussian")
    'FoldIntoPrussian'
    """
    return class_name.rpartition(".")[2]
