"""What an action would bring about: it is played on what a seat may know, and nothing is changed by that.

It ends where another turn or round begins, and where something hidden would come to light: what a seat cannot
know it is not told by trying. Where others have to agree, it is what comes about if they do.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stellwerk.play.core import Action, Beginning, Decision, Event, Procedure, Turn
from stellwerk.play.errors import IllegalAction
from stellwerk.play.game import Game
from stellwerk.play.runs import Running
from stellwerk.play.secrets import OPEN, Revealed


class Preview(Struct, frozen=True):
    """States are as the seat may see them. `done` is the one right after the action, before anything follows."""

    action: Action
    seat: int | None
    before: Any
    done: Any
    after: Any
    events: tuple[Event, ...] = ()
    asked: tuple[int, ...] = ()
    """Others who have to agree first."""
    veiled: bool = False
    """Whether something would come to light that the seat cannot know yet."""


def preview(game: Game, action: Action, seat: int | None) -> Preview:
    """What a legal action would bring about, as far as a seat can know; others raise `IllegalAction`."""
    refusal = game.refusal(action)
    if refusal is not None:
        raise IllegalAction(game.title.id, refusal)
    before = game.view(seat)
    try:
        return _played(game, action, seat, before)
    except Exception:
        if game.title.secrets is OPEN:
            raise
        return Preview(action, seat, before, before, before, veiled=True)  # a view need not be fit to play on


def _played(game: Game, action: Action, seat: int | None, before: Any) -> Preview:
    turn: Turn[Any, Any] = Turn(game.rules, before)
    agenda: Decision = before.agenda[-1]
    step = game.title.standing(game.rules, before).get(type(action)) or agenda
    listed = step.canonical_action(turn, action)
    if step is agenda:
        turn.pop()
    step.apply(turn, listed)
    if _reveals(turn.events):
        return Preview(action, seat, before, before, before, veiled=True)
    done, asked, veiled = turn.state, dict[int, None](), False
    while turn.state.agenda:
        state, known = turn.state, len(turn.events)
        following, consent = turn.state.agenda[-1], None
        if isinstance(following, Running) and following.engines(turn):
            break  # the best run may take long to find
        if isinstance(following, Decision) and not following.idle(turn):
            consent = following.assent(turn, action.seat)
            if consent is None:
                break
        turn.pop()
        if consent is not None:
            following.apply(turn, consent)
            asked[consent.seat] = None
            done = turn.state
        elif isinstance(following, Procedure):
            following.run(turn)
        else:
            following.skip(turn)
        news = turn.events[known:]
        if _reveals(news) or any(isinstance(event, Beginning) for event in news):
            veiled = _reveals(news)
            turn.state = state
            del turn.events[known:]
            break
    asked.pop(action.seat, None)
    return Preview(action, seat, before, done, turn.state, tuple(turn.events), tuple(asked), veiled)


def _reveals(events: list[Event]) -> bool:
    return any(isinstance(event, Revealed) for event in events)
