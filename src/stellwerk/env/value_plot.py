"""What a learned value is worth, as a picture: expected and real ends, and errors beside another's."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from .value_training import Report

SIZE, EDGE = 240, 40
"""A panel's inside, and the room around it for writing."""

Points = Sequence[tuple[float, float]]


class Panels(Struct, frozen=True):
    """What is drawn: what was expected and came about in groups, and two errors by part of the game."""

    title: str
    tried: int
    calibration: Points
    parts: tuple[int, ...]
    error: tuple[float, ...]
    beside: str
    """Whose error stands beside."""
    beside_error: tuple[float, ...]


def panels(report: Report) -> Panels:
    """A value beside the forecast."""
    errors = report.error, "forecast", report.forecast_error
    return Panels(report.title, report.tried, report.calibration, report.parts, *errors)


def plot(drawn: Panels) -> str:
    """A drawing of two panels: calibration in ten groups, and errors by part of the game."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * (SIZE + 2 * EDGE)} {SIZE + 2 * EDGE}" '
        'font-family="sans-serif" font-size="10" role="img">'
        f"<title>{drawn.title}: a learned value on {drawn.tried} games it has not seen</title>"
        f"{_calibration(drawn)}{_errors(drawn)}</svg>\n"
    )


def _calibration(drawn: Panels) -> str:
    reach = max(1.0, *(abs(figure) for pair in drawn.calibration for figure in pair)) * 1.1
    points = [((told + reach) / (2 * reach), (came + reach) / (2 * reach)) for told, came in drawn.calibration]
    body = _line([(0.0, 0.0), (1.0, 1.0)], "#999", "4 3") + _line(points, "#1f5fa8", dots=True)
    ends = f"{-reach:.0f}", f"{reach:.0f}"
    return _panel(0, "expected from the mean, and what came about", ends, ends, body)


def _errors(drawn: Panels) -> str:
    most = max(1.0, *drawn.error, *drawn.beside_error) * 1.1
    places = [part / 100 for part in drawn.parts]
    learned = [(place, error / most) for place, error in zip(places, drawn.error, strict=True)]
    others = [(place, error / most) for place, error in zip(places, drawn.beside_error, strict=True)]
    body = _line(learned, "#1f5fa8", dots=True) + _line(others, "#b0452f", "4 3", dots=True)
    body += _text(EDGE + 8, EDGE + SIZE - 8, f"— learned   – – {drawn.beside}")
    return _panel(1, "error by part of the game", ("0%", "100%"), ("0", f"{most:.0f}"), body)


def _panel(number: int, title: str, across: tuple[str, str], up: tuple[str, str], body: str) -> str:
    frame = f'<rect x="{EDGE}" y="{EDGE}" width="{SIZE}" height="{SIZE}" fill="none" stroke="#444"/>'
    writing = (
        _text(EDGE, EDGE - 12, title)
        + _text(EDGE, EDGE + SIZE + 14, across[0])
        + _text(EDGE + SIZE - 24, EDGE + SIZE + 14, across[1])
        + _text(6, EDGE + SIZE, up[0])
        + _text(6, EDGE + 10, up[1])
    )
    return f'<g transform="translate({number * (SIZE + 2 * EDGE)} 0)">{frame}{writing}{body}</g>'


def _line(points: Points, colour: str, dash: str = "", dots: bool = False) -> str:
    """A line through points whose places are parts of the panel."""
    at = [(EDGE + x * SIZE, EDGE + (1 - y) * SIZE) for x, y in points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
    drawn = f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-dasharray="{dash}"/>'
    return drawn + "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in at if dots)


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x}" y="{y}">{text}</text>'
