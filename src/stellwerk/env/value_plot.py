"""What a learned value is worth, as a picture: expected and real ends, and errors beside the forecast's."""

from __future__ import annotations

from collections.abc import Sequence

from .value_training import Report

SIZE, EDGE = 240, 40
"""A panel's inside, and the room around it for writing."""

Points = Sequence[tuple[float, float]]


def plot(report: Report) -> str:
    """A drawing of two panels: calibration in ten groups, and errors by part of the game."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * (SIZE + 2 * EDGE)} {SIZE + 2 * EDGE}" '
        'font-family="sans-serif" font-size="10" role="img">'
        f"<title>{report.title}: a learned value on {report.tried} games it has not seen</title>"
        f"{_calibration(report)}{_errors(report)}</svg>\n"
    )


def _calibration(report: Report) -> str:
    reach = max(1.0, *(abs(figure) for pair in report.calibration for figure in pair)) * 1.1
    points = [((told + reach) / (2 * reach), (came + reach) / (2 * reach)) for told, came in report.calibration]
    body = _line([(0.0, 0.0), (1.0, 1.0)], "#999", "4 3") + _line(points, "#1f5fa8", dots=True)
    ends = f"{-reach:.0f}", f"{reach:.0f}"
    return _panel(0, "expected from the mean, and what came about", ends, ends, body)


def _errors(report: Report) -> str:
    most = max(1.0, *report.error, *report.forecast_error) * 1.1
    places = [part / 100 for part in report.parts]
    learned = [(place, error / most) for place, error in zip(places, report.error, strict=True)]
    forecast = [(place, error / most) for place, error in zip(places, report.forecast_error, strict=True)]
    body = _line(learned, "#1f5fa8", dots=True) + _line(forecast, "#b0452f", "4 3", dots=True)
    body += _text(EDGE + 8, EDGE + SIZE - 8, "— learned   – – forecast")
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
