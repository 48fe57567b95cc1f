"""The levels of play: by lot, weighing with mistakes, weighing, looking ahead."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import takewhile

from msgspec import Struct

from stellwerk.play.core import Action, Choice, Pass, Position
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game, Title
from stellwerk.play.manifest import Manifest
from stellwerk.play.playable import amount

from .api import Explorer, Foresight, Judge, Railways, Table, Weighed
from .book import book_of
from .eighteen import EighteenJudge
from .eighteen.explorer import EighteenExplorer
from .search import Budget, Found, look_ahead

SLACK = 0.01  # choices this near to the best are as good, as a part of the way from the best to the middle one
OVERLOOKED = 0.25  # of the choices, when there are many
REASONABLE = 3  # choices at most that somebody may reasonably take in an opening
MANY = 4  # choices up to which nothing is overlooked
BLUR = 0.6  # what a score is misjudged by, as a part of the way from the best to the middle one
BLUR_AT_MOST = 0.1  # the same as a part of the money that a seat has on average: nobody takes ruin for a trifle
ROUNDING = 1e-9  # what sums in another order may differ by, as a part of a score


class Seen(Struct, frozen=True):
    """All that a bot gets: the view of its seat, and what it may do."""

    title: Title
    table: Table
    seat: int
    choices: tuple[Choice, ...]
    budget: Budget = Budget()
    """How much a level that looks ahead may play."""
    lately: tuple[Action, ...] = ()
    """What the seat itself has done since another seat did something, or it passed."""


def by_lot(seen: Seen, lots: random.Random) -> Action:
    """Any legal action, but mostly something rather than nothing, so that games come to an end."""
    action = _pick(seen.choices, lots)
    return _pick(seen.choices, lots) if isinstance(action, Pass) and lots.random() < 0.8 else action


def _pick(choices: tuple[Choice, ...], lots: random.Random) -> Action:
    return amount(choices[int(lots.random() * len(choices))], lots)


def steadily(seen: Seen, lots: random.Random) -> Action:
    """The best action; lots settle what is as good, so that not every game is the same."""
    if len(seen.choices) == 1 and isinstance(seen.choices[0], Action):
        return seen.choices[0]
    equal = as_good(weigh(seen))
    return equal[int(lots.random() * len(equal))].action


def reasonably(seen: Seen, lots: random.Random) -> Action:
    """One of the best three by lot, none of the worse half, nothing that costs more than a mistake of `easy`."""
    weighed = weigh(seen)
    least = max(weighed[len(weighed) // 2].score, weighed[0].score - _dear_mistake(seen))
    reasonable = [one for one in weighed[:REASONABLE] if one.score >= least]
    return reasonable[int(lots.random() * len(reasonable))].action


def easily(seen: Seen, lots: random.Random) -> Action:
    """What looks best to somebody who sees less far, overlooks some choices and misjudges the others a little."""
    if len(seen.choices) == 1 and isinstance(seen.choices[0], Action):
        return seen.choices[0]
    weighed = weigh(seen, short=True)
    blur = min(BLUR * (weighed[0].score - weighed[len(weighed) // 2].score), _dear_mistake(seen))
    noticed = [one for one in weighed if lots.random() >= OVERLOOKED] if len(weighed) > MANY else weighed
    return max(noticed or weighed[:1], key=lambda one: one.score + blur * lots.gauss(0.0, 1.0)).action


def _dear_mistake(seen: Seen) -> float:
    """What somebody loses at most who errs, by what a seat has in cash."""
    state = seen.table.state
    money: float = sum(max(0, state.cash[seat]) for seat in range(state.seats)) / state.seats
    return BLUR_AT_MOST * money


def as_good(weighed: Sequence[Weighed]) -> list[Weighed]:
    """The choices that are as good as the best, of all from the best to the worst.

    What a small difference is, only the other scores can tell: titles count in different money. The middle one is
    the measure, as a single choice that would be ruinous says nothing about the others.
    """
    best, middle = weighed[0].score, weighed[len(weighed) // 2].score
    least = best - SLACK * (best - middle) - ROUNDING * max(1.0, abs(best))
    return [one for one in weighed if one.score >= least]


def weigh(seen: Seen, short: bool = False) -> list[Weighed]:
    """All choices that the title's judgement has an opinion on, best first; `short`: with little foresight."""
    judge = judge_of(seen.title)
    if judge is None:
        raise StellwerkError(f"{seen.title.name} has no bot that weighs; there are bots by lot.")
    judge = judge.short_sighted() if short else judge
    return sorted(judge.weigh(seen.table, seen.seat, sensible(seen)), key=lambda one: -one.score)


def sensible(seen: Seen) -> tuple[Choice, ...]:
    """The choices that take back nothing which the seat has done in this turn; all, where there is no other."""
    judge = judge_of(seen.title)
    return seen.choices if judge is None else tuple(judge.sensible(seen.table, seen.lately, seen.choices))


def judge_of(title: Title) -> Judge | None:
    """Who weighs the choices of a title; None where its manifest names nobody."""
    return _judge(title.manifest)


@cache
def _judge(manifest: Manifest) -> Judge | None:
    judgement: Judge | Railways | None = manifest.part("bot")
    return judgement if judgement is None or isinstance(judgement, Judge) else EighteenJudge(judgement)


def looking_ahead(seen: Seen, lots: random.Random) -> Action:
    """What plays best when it is played on, of what the title finds worth trying."""
    return looked_ahead(seen, lots).action


def looked_ahead(seen: Seen, lots: random.Random) -> Found:
    """The same, with what came of looking ahead: how often was played on, and whether the cap cut it."""
    explorer = explorer_of(seen.title)
    if explorer is None:
        raise StellwerkError(f"{seen.title.name} has no bot that looks ahead.")
    book = book_of(seen.title)
    opening = book.opening(seen.table, seen.seat) if book else None
    if opening is not None:
        return Found(opening.action, 0)
    choices = sensible(seen)
    if len(choices) == 1 and isinstance(choices[0], Action):
        return Found(choices[0], 0)
    return look_ahead(explorer.after(seen.lately), seen.table, seen.seat, choices, lots, seen.budget)


def explorer_of(title: Title) -> Explorer | None:
    """Who plays on in thought; None where a title's manifest names nobody."""
    return _explorer(title.manifest)


@cache
def _explorer(manifest: Manifest) -> Explorer | None:
    looking: Explorer | Foresight | None = manifest.part("strong")
    judge = _judge(manifest)
    if isinstance(looking, Foresight):
        return EighteenExplorer(judge.railways, looking) if isinstance(judge, EighteenJudge) else None
    return looking


def sketcher_of(title: Title) -> Explorer | None:
    """Who could play on in thought: who does, or the common way of 18xx where a title does not look ahead yet."""
    explorer, judge = explorer_of(title), judge_of(title)
    if explorer is None and isinstance(judge, EighteenJudge):
        return EighteenExplorer(judge.railways, Foresight(from_round=1))
    return explorer


def seen(game: Game, seat: int) -> Seen:
    """What a bot gets of a game: the view of its seat, what that seat may do, and what it has just done itself."""
    choices = tuple(game.legal_actions(seat))
    if not choices:
        raise StellwerkError(f"{game.players[seat]} has nothing to decide now.")
    lately = done_lately(reversed(game.actions), seat)
    return Seen(game.title, Position(game.rules, game.view(seat)), seat, choices, lately=lately)


def done_lately(newest_first: Iterable[Action], seat: int) -> tuple[Action, ...]:
    """What a seat has done since another one acted or it passed itself; the newest comes first."""
    return tuple(takewhile(lambda done: done.seat == seat and not isinstance(done, Pass), newest_first))


# From the weakest to the best.
LEVELS: dict[str, Callable[[Seen, random.Random], Action]] = {
    "random": by_lot,
    "easy": easily,
    "steady": steadily,
    "strong": looking_ahead,
}


def decided(level: str, seen: Seen, lots: random.Random) -> Found:
    """What a level does, with what came of looking ahead where it does so."""
    chooses = LEVELS[level]
    return looked_ahead(seen, lots) if chooses is looking_ahead else Found(chooses(seen, lots), 0)


def has_level(title: Title, level: str) -> bool:
    """Whether a title has what a level needs."""
    needs = {"random": True, "strong": explorer_of(title) is not None}
    return needs.get(level, judge_of(title) is not None)
