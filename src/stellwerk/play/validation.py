"""Whether something is an action of a title at all, before any rule looks at it.

Annotations bind nobody who calls `Game.play`: an amount may come as 7.5, "9" or a list. An action is well formed
if its file would give it back; so whatever is accepted can be saved and loaded.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from .core import Action
from .errors import Refusal, refuse
from .typed import decoder

# What encoding and decoding raise for values that no file can hold: objects of any kind, half characters,
# numbers of thousands of digits, lists within themselves.
_UNFIT = (msgspec.MsgspecError, TypeError, ValueError, RecursionError)


_encode = msgspec.json.Encoder().encode


def malformed(action: object, kinds: tuple[type[Action], ...]) -> Refusal | None:
    """Why this is none of a title's actions, or None."""
    kind = type(action)
    if kind not in kinds:
        return refuse("", "no_such_action")
    if _fits(action, kind):
        return None
    fields = msgspec.structs.fields(kind)
    wrong = (field.name for field in fields if not _fits(getattr(action, field.name), field.type))
    return refuse("", "wrong_kind_of_value", field=next(wrong))


def _fits(value: object, kind: Any) -> bool:
    try:
        return bool(_decoder(kind).decode(_encode(value)) == value)
    except _UNFIT:
        return False


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return decoder(kind)
