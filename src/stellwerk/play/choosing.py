"""Long lists of choices taken apart, so that a person finds one of hundreds by a few questions."""

from __future__ import annotations

from collections.abc import Sequence

from .core import Action, Choice, Range


def action_of(choice: Choice) -> Action:
    """The action of a choice, for a range the lowest."""
    return choice.action if isinstance(choice, Range) else choice


def divided(choices: Sequence[Choice]) -> tuple[str, dict[object, list[Choice]]]:
    """Choices of one kind by the first field that differs but not everywhere; no field where there is none.

    Of a field with several values, such as two works, the first one divides.
    """
    for field in type(action_of(choices[0])).__struct_fields__:
        whole: dict[object, list[Choice]] = {}
        begun: dict[object, list[Choice]] = {}
        for choice in choices:
            value = getattr(action_of(choice), field)
            whole.setdefault(value, []).append(choice)
            begun.setdefault(value[0] if isinstance(value, tuple) and value else value, []).append(choice)
        for parts in (begun, whole):
            if 1 < len(parts) < len(choices):
                return field, parts
    return "", {}
