"""Letters that can be read on a colour: at least 4.5 to 1, as the guidelines for web pages (WCAG 2) ask."""

from __future__ import annotations

LEAST = 4.5


def contrast(one: str, other: str) -> float:
    """How far two colours are apart in brightness.

    >>> round(contrast("#ffffff", "#000000"), 1), round(contrast("#fff", "#4b8f3f"), 2)
    (21.0, 3.96)
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def legible(ground: str, ink: str) -> str:
    """The ink itself where it can be read on the ground, else the better one of black and white.

    >>> legible("#003366", "#ffffff"), legible("#4b8f3f", "#ffffff")
    ('#ffffff', '#000')
    """
    if contrast(ground, ink) >= LEAST:
        return ink
    return max("#000", "#fff", key=lambda each: contrast(ground, each))


def _luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = (int(digits[start : start + 2], 16) / 255 for start in (0, 2, 4))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
