"""Lessons: a first round of a title, played on a real game. A title's `lesson.toml` has the moves and the words.

A lesson is a list of steps. A step is read, or it has moves: the learner makes those of one seat, the others are
made as they are written. As long as a game's actions are the lesson's it goes on; whatever else the learner does
is a game like any other.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, Literal

import msgspec
from markupsafe import Markup
from msgspec import Struct

from stellwerk.play.core import Action
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game, read_action
from stellwerk.play.typed import convert
from stellwerk.show.market import BOARD, MARKET
from stellwerk.titles.registry import find_title

from .learning import line_of

_log = logging.getLogger(__name__)


class Telling(Struct, frozen=True, forbid_unknown_fields=True):
    """A step in one language: a heading, what there is to see, why one would do it, and what to do."""

    head: str
    see: str
    why: str = ""
    do: str = ""


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to read or to do. `point` names what the page rings: `hex:H20`, `tab:chart`, `company:BY` …"""

    text: dict[str, Telling]
    stage: Literal["", "board", "market"] = ""
    """What it speaks of, where nothing that it points at tells."""
    point: tuple[str, ...] = ()
    moves: tuple[dict[str, Any], ...] = ()

    @property
    def scene(self) -> str:
        """What belongs on the stage while it is read: what it speaks of; empty where the decision says so."""
        kinds = {point.split(":")[0] for point in self.point}
        if self.stage or kinds & {"hex", "runs"}:
            return self.stage or BOARD
        return MARKET if "tab:chart" in self.point else ""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written; `before` are moves that have been made when it begins."""

    players: int
    step: tuple[Step, ...]
    seat: int = 0
    seed: int = 0
    options: dict[str, Any] = {}
    before: tuple[dict[str, Any], ...] = ()


class Course(Struct, frozen=True):
    """A lesson with all its actions, as a game keeps them; `starts` tells after how many of them a step comes."""

    lesson: Lesson
    actions: tuple[Action, ...]
    starts: tuple[int, ...]

    @property
    def seat(self) -> int:
        """The learner's."""
        return self.lesson.seat

    @property
    def begun(self) -> int:
        """Actions that have been taken before the first step; they cannot be taken back."""
        return len(self.lesson.before)

    def common(self, actions: Sequence[Action]) -> int:
        """How many of a game's first actions are the lesson's."""
        for number, (one, other) in enumerate(zip(actions, self.actions, strict=False)):
            if one != other:
                return number
        return min(len(actions), len(self.actions))

    def next(self, actions: Sequence[Action]) -> Action | None:
        """What comes after these actions, if they are the lesson's and it goes on."""
        number = len(actions)
        return self.actions[number] if number < len(self.actions) and self.common(actions) == number else None


class Page(Struct, frozen=True):
    """A step as it is shown; `action` is what the learner is to do now, as JSON; empty where there is nothing."""

    number: int
    head: str
    see: Markup
    why: Markup
    do: Markup
    action: str
    scene: str
    point: str
    done: bool
    ready: bool
    """Whether all its moves are made; while they are not and there is no action, the others are to move."""


class Guide(Struct, frozen=True):
    """What a learner sees of a lesson: all pages so far; reading begins at `first`."""

    pages: tuple[Page, ...]
    total: int
    first: int
    left: bool
    """Whether the learner went another way."""
    over: bool
    """Whether nothing more comes after these pages."""


@cache
def has_lesson(title_id: str) -> bool:
    """Whether a title has one; whether it can be played is looked at when somebody wants to."""
    return _file(title_id).is_file()


def _file(title_id: str) -> Traversable:
    return find_title(title_id).manifest.text_folder().joinpath("lesson.toml")


@cache
def course_of(title_id: str) -> Course | None:
    """A title's lesson; none where it has none, or where its moves are not those of the rules and data at hand."""
    if not has_lesson(title_id):
        return None
    lesson = convert(tomllib.loads(_file(title_id).read_text(encoding="utf-8")), Lesson)
    try:
        return played(lesson, title_id)
    except (StellwerkError, msgspec.ValidationError) as error:
        _log.warning("the lesson of %s cannot be played: %s", title_id, error)
        return None


def played(lesson: Lesson, title_id: str) -> Course:
    """Play a lesson from its start to its end."""
    title = find_title(title_id)
    game = new_game(title, [str(seat) for seat in range(lesson.players)], lesson.options, lesson.seed)
    starts = []
    for raw in lesson.before:
        game.play(read_action(raw, title))
    for step in lesson.step:
        starts.append(len(game.actions))
        for raw in step.moves:
            game.play(read_action(raw, title))
    return Course(lesson, tuple(game.actions), tuple(starts))


def guide(course: Course, actions: Sequence[Action], names: Sequence[str], language: str) -> Guide:
    """Where a game stands in a lesson; `names` are those of the players."""
    common = course.common(actions)
    steps = course.lesson.step
    reached = [number for number, start in enumerate(course.starts) if start <= common]
    pages = tuple(_page(course, number, common, names, language) for number in reached)
    done = [page.number for page in pages if page.done]
    first = min(done[-1] + 1, len(pages) - 1) if done else 0
    left = common < min(len(actions), len(course.actions))
    return Guide(pages, len(steps), first, left, len(pages) == len(steps))


def _page(course: Course, number: int, common: int, names: Sequence[str], language: str) -> Page:
    step, start = course.lesson.step[number], course.starts[number]
    told = step.text[language]
    mine = [start + place for place, move in enumerate(step.moves) if move["seat"] == course.seat]
    action = course.actions[common] if common in mine else None

    def line(text: str) -> Markup:
        for seat, name in enumerate(names):
            if seat != course.seat:
                text = text.replace(f"{{{seat}}}", name)
        return line_of(text)

    return Page(
        number,
        told.head,
        line(told.see),
        line(told.why),
        line(told.do),
        msgspec.json.encode(action).decode() if action is not None else "",
        step.scene,
        " ".join(step.point),
        bool(mine) and common > mine[-1],
        common >= start + len(step.moves),
    )
