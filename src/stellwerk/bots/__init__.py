"""Players that are programs. A bot sees a seat's view and its legal actions, and returns one of them.

>>> import random, stellwerk
>>> from stellwerk import bots
>>> game = stellwerk.new(stellwerk.title_ids()[-1], players=["North", "East", "West"])
>>> bots.choose(game, 0, "random", random.Random(1)) in game.legal_actions(0)
True
>>> [advice.action in game.legal_actions(0) for advice in bots.advise(game, 0, n=2)]
[True, True]
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable

from msgspec.structs import replace

from stellwerk.eighteen.actions import LayTile
from stellwerk.play.core import Action, Position
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game, Title

from .api import Reason, Weighed, reason
from .levels import LEVELS, Seen, as_good, explorer_of, has_level, judge_of, weigh
from .search import Budget, Trial, look_ahead

__all__ = [
    "Advice", "Budget", "Reason", "advise", "advises", "best_level", "choose", "known_level", "levels", "ponders",
    "told_of", "usual_level",
]  # fmt: skip

Advice = Weighed
"""An action, its score, and the reasons for it."""


def levels(title: Title | None = None) -> list[str]:
    """The names of all levels, or of those that a title has: one that weighs needs what the title values."""
    return [name for name in LEVELS if title is None or has_level(title, name)]


def advises(title: Title) -> bool:
    """Whether somebody weighs the choices of a title."""
    return judge_of(title) is not None


def best_level(title: Title) -> str:
    """The best level that a title has."""
    return levels(title)[-1]


def usual_level(title: Title) -> str:
    """The level that a seat gets where nobody asks for another: it answers at once and plays sensibly."""
    return "steady" if advises(title) else "random"


def ponders(level: str) -> bool:
    """Whether a bot of this level takes a while to decide, so that people should be told."""
    return level == "strong"


def known_level(name: str, title: Title | None = None) -> str:
    """The name itself, if there is such a bot, for this title if one is named."""
    there = levels(title)
    if name not in there:
        of = f" of {title.name}" if title is not None and name in LEVELS else ""
        raise StellwerkError(f"There is no bot {name!r}{of}; there are {', '.join(there)}.")
    return name


def choose(game: Game, seat: int, level: str, lots: random.Random, budget: Budget | None = None) -> Action:
    """What a bot of this level does now; the same position and lots always give the same action.

    `budget` is for a level that looks ahead: playouts, and a cap of seconds, which alone can change its mind.
    """
    here = seen(game, seat)
    return LEVELS[known_level(level, game.title)](replace(here, budget=budget) if budget else here, lots)


def advise(
    game: Game, seat: int, n: int = 3, budget: Budget | None = None, by_place: bool = False
) -> list[Advice]:
    """The best actions by the numbers that `steady` decides by, best first, each compared with the others.

    `by_place`: of tiles and their turns in one hex the best stands for all. With a `budget`, and where a title
    looks ahead, choices are played on too, and what came of that is told.
    """
    here = seen(game, seat)
    weighed = weigh(here)
    place_of = _place if by_place else _itself
    there = Counter(place_of(one.action) for one in weighed)
    firsts: dict[Hashable, Advice] = {}
    for one in weighed:
        firsts.setdefault(place_of(one.action), one)
    found = list(firsts.values())
    only = len(here.choices) == 1 and isinstance(here.choices[0], Action)
    tried = {} if budget is None or only else _played_on(here, budget)
    best = max(tried.values(), key=lambda trial: trial.gain, default=None)
    equal = len({place_of(one.action) for one in as_good(weighed)})
    told = []
    for place, one in enumerate(found):
        if place < n or (best and best.gain > best.error and one.action == best.action):
            reasons = one.reasons if one.score >= found[0].score else _true_of(one)
            if others := there[place_of(one.action)] - 1:
                reasons = (*reasons, reason("best_there", number=others))
            if place and one.action in tried:
                reasons = (*reasons, _of_playouts(tried[one.action]))
            told.append(replace(one, reasons=reasons, compared=_compared(found, place, equal, only)))
    return told


def _place(action: Action) -> Hashable:
    """What tiles and their turns in one hex have in common; any other action stands for itself."""
    return (type(action), action.permit, action.hex) if isinstance(action, LayTile) else action


def _itself(action: Action) -> Hashable:
    return action


def _played_on(here: Seen, budget: Budget) -> dict[Action, Trial]:
    """How choices play that a bot which looks ahead would try; the best plan of each that begins with it."""
    explorer = explorer_of(here.title)
    if explorer is None:
        return {}
    found = look_ahead(explorer, here.table, here.seat, here.choices, random.Random(here.seat), budget)
    ranked = sorted(found.tried, key=lambda trial: trial.gain)
    return {trial.action: trial for trial in ranked}


def _of_playouts(trial: Trial) -> Reason:
    """What playing a choice on has shown against the first one: a range where lots play a part."""
    gain, error = abs(trial.gain), trial.error
    if trial.playouts == 1:
        if round(gain) == 0:
            return reason("once_as_good")
        better = trial.gain > 0
        return reason("once_better", amount=round(gain)) if better else reason("once_worse", amount=round(gain))
    if gain <= error:
        return reason("plays_as_well", playouts=trial.playouts)
    low, high = round(gain - error), round(gain + error)
    if trial.gain > 0:
        return reason("plays_better", low=low, high=high, playouts=trial.playouts)
    return reason("plays_worse", low=low, high=high, playouts=trial.playouts)


def _compared(found: list[Advice], place: int, good: int, only: bool) -> Reason | None:
    """How a choice stands to the next best one, or to the best; None where nothing else was ranked."""
    if only:
        return reason("only_choice")
    if place < good:
        if good > 1:
            return reason("as_good", number=good - 1)
        return reason("ahead_of_next", points=_points(found[0].score - found[1].score)) if found[1:] else None
    return reason("behind_best", points=_points(found[0].score - found[place].score))


def _points(difference: float) -> float | int:
    """A difference of scores, no more exactly than it is known."""
    return round(difference) if difference >= 10 else round(difference, 1)


def told_of(advice: Advice) -> tuple[Reason, ...]:
    """All that is to be said of a choice: the reasons for it, and how it stands to others."""
    return (*advice.reasons, advice.compared) if advice.compared else advice.reasons


def _true_of(second: Advice) -> tuple[Reason, ...]:
    """The reasons for a choice that another one is better than."""
    better = reason("others_better")
    return tuple(better if told.key == "nothing_better" else told for told in second.reasons)


def seen(game: Game, seat: int) -> Seen:
    """What a bot gets of a game: the view of its seat, and what that seat may do."""
    choices = tuple(game.legal_actions(seat))
    if not choices:
        raise StellwerkError(f"{game.players[seat]} has nothing to decide now.")
    return Seen(game.title, Position(game.rules, game.view(seat)), seat, choices)
