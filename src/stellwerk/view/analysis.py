"""An analysis of a game in words and as a chart, for the page and the terminal."""

from __future__ import annotations

from msgspec import Struct

from stellwerk import words
from stellwerk.bots.analysis import Analysis, Turning
from stellwerk.draw.plots import Chart, Series, lines_svg
from stellwerk.play.game import Game

from .charts import NARROW, WIDE, Picture
from .texts import text

MILLE = 1000
EARLY = 0.3
"""The part of a game's moves in which its forecast is little more than an opinion."""


class TurningPoint(Struct, frozen=True):
    """A decision as it is told: after so many actions, whose, and the two choices with what they promised."""

    number: int
    name: str
    taken: str
    better: str
    told: str


class Told(Struct, frozen=True):
    """The curve as a drawing, its last and first values, and the decisions."""

    picture: Picture
    turnings: tuple[TurningPoint, ...]
    summary: str


def told(game: Game, analysis: Analysis, language: str) -> Told:
    """All of it in a language."""
    ticks = tuple(str(point.number) for point in analysis.curve)
    series = [
        Series(name, tuple(round(MILLE * point.parts[seat]) for point in analysis.curve), seat)
        for seat, name in enumerate(game.players)
    ]
    caption = text("analysis.curve", language)
    about = text("analysis.curve_told", language)
    wide, narrow = (
        lines_svg(Chart(caption, about, ticks, lambda mille: percent(mille / MILLE, language), *size), series)
        for size in (WIDE, NARROW)
    )
    turnings = tuple(_turning(game, one, language) for one in analysis.turnings)
    summary = text("analysis.summary" if turnings else "analysis.nothing", language, count=analysis.decisions)
    return Told(Picture(wide, narrow), turnings, summary)


def _turning(game: Game, one: Turning, language: str) -> TurningPoint:
    then = game.seen(one.seat, one.number)
    parts = {key: percent(getattr(one, key), language) for key in ("before", "after", "instead")}
    parts["more"] = points(round(one.instead, 3) - round(one.after, 3), language)
    return TurningPoint(
        one.number,
        game.players[one.seat],
        words.action(one.taken, then, language),
        words.action(one.better, then, language),
        text("analysis.promised", language, early=one.number < EARLY * len(game.actions), **parts),
    )


def percent(part: float, language: str) -> str:
    """A part of the whole, to a tenth of a percent.

    >>> percent(0.2514, "en"), percent(0.2514, "de")
    ('25.1%', '25,1\\xa0%')
    """
    return f"{points(part, language)}\N{NO-BREAK SPACE}%" if language == "de" else f"{points(part, language)}%"


def points(part: float, language: str) -> str:
    """The same without the sign, as a difference of two parts is told."""
    figure = f"{100 * part:.1f}"
    return figure.replace(".", ",") if language == "de" else figure
