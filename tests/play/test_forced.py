"""A pass that is no choice, and why there is none where something is hidden."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from forced_games import before_a_forced_pass
from stellwerk.bank.papers import BANK
from stellwerk.play.core import Pass
from stellwerk.play.forced import forced_pass


class _HiddenBank:
    """Secrets of a title whose bank nobody may count."""

    def view(self, rules: Any, state: Any, seat: int | None) -> Any:
        return replace(state, cash={**state.cash, BANK: 0})


class _Secretive:
    """A title that is another in everything but what it hides."""

    def __init__(self, title: Any) -> None:
        self._title, self.secrets = title, _HiddenBank()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._title, name)


def test_an_action_may_lead_to_a_pass_that_is_no_choice() -> None:
    before, after = before_a_forced_pass("1835")
    assert forced_pass(before) is None
    first = len(before.actions)
    forced = after.actions[first + 1 :]
    assert forced
    for number, action in enumerate(forced, first + 1):
        assert isinstance(action, Pass)
        assert forced_pass(after, number) == action
    assert forced_pass(after) is None
    assert forced_pass(after, first) is None  # the action before was a choice


def test_where_something_is_hidden_everybody_is_asked() -> None:
    before, after = before_a_forced_pass("1835")
    number = len(before.actions) + 1
    hiding = after.copy()
    hiding.title = _Secretive(after.title)
    assert forced_pass(hiding, number) is None
