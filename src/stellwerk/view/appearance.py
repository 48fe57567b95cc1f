"""How somebody wants to see boards and pages: colours, how the board lies, density, daylight, language.

Kept as one short text, with an account or in a browser's cookie; what cannot be read in it is as usual. Colours
go to pages as a sheet of their own, since nothing else of a drawing changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct, structs

from stellwerk.draw import LIGHT, Livery, Look

from .contrast import legible
from .drawn_runs import TRAINS

USUAL, CLEAR, OWN = "usual", "clear", "own"
CHOICES: Mapping[str, tuple[str, ...]] = {
    "colours": (USUAL, CLEAR, OWN),
    "turn": ("0", "90", "180", "270", "mirror"),
    "density": (USUAL, "dense", "roomy"),
    "theme": ("", "auto", "light", "dark"),
    "language": ("", "de", "en"),
}
"""What can be chosen; the first one is the usual one."""
LONGEST = 400
"""Signs of the text."""
_COLOUR = re.compile(r"[0-9a-f]{6}")

GROUNDS = ("white", "yellow", "green", "brown", "gray", "red", "blue")
USUAL_COLOURS: Mapping[str, str] = {key: LIGHT.fill(key) for key in GROUNDS} | {
    f"run{number}": colour for number, colour in enumerate(TRAINS)
}
"""What somebody can have otherwise: grounds of hexes, and the lines of trains."""
CLEAR_GROUNDS: Mapping[str, tuple[str, str]] = {
    "white": ("#fbfaf4", "#363c40"),
    "yellow": ("#feb101", "#ffd005"),
    "green": ("#1d988c", "#4babb0"),
    "brown": ("#d87a18", "#a97037"),
    "gray": ("#b9bbd6", "#c1cba7"),
    "printed": ("#ddc0a1", "#867d67"),
    "red": ("#ee5651", "#e4831b"),
    "blue": ("#94b4fe", "#6879b7"),
    "purple": ("#ae64f5", "#b255f3"),
}
"""By day and by night, for eyes that tell few colours apart (`tests/draw/test_sight.py`)."""
CLEAR_RUNS = ("#ea5dd3", "#002cff", "#ebe11c", "#22cf84", "#2a003d", "#660000")
CLEAR_COMPANIES = (
    "#e38409", "#73bcff", "#1e6553", "#ffdd29", "#215aff", "#b63408", "#a871aa", "#510447",
    "#979f70", "#f0ffd4", "#74090c", "#1b03a9", "#9bdd70", "#ffa1c3", "#060000", "#64338d",
)  # fmt: skip
"""For companies in the order in which a title names them; from then on they begin again."""
CLEAR_PLAYERS: tuple[tuple[str, str], ...] = (
    ("#7310e0", "#fe2ded"), ("#0e6abe", "#a5fca0"), ("#351b31", "#ff5867"), ("#27256a", "#ebfe6e"),
    ("#6f1a12", "#77b31f"), ("#7f6963", "#4afdd8"), ("#c44401", "#b59dc1"),
)  # fmt: skip
"""For players' lines in charts, by day and by night."""


class Appearance(Struct, frozen=True):
    """What somebody has chosen; `theme` and `language` are empty where the browser says it.

    >>> read("colours:clear.turn:180.density:nonsense").told()
    'colours:clear.turn:180'
    >>> read("colours:own.yellow:ffcc00.green:red.yellow").own
    (('yellow', 'ffcc00'),)
    """

    colours: str = USUAL
    turn: str = "0"
    density: str = USUAL
    theme: str = ""
    language: str = ""
    own: tuple[tuple[str, str], ...] = ()
    """Colours of one's own, without the sign before them."""

    def told(self) -> str:
        """As it is kept: only what is not as usual."""
        chosen = [(key, getattr(self, key)) for key in CHOICES]
        parts = [f"{key}:{value}" for key, value in chosen if value != CHOICES[key][0]]
        return ".".join((*parts, *(f"{key}:{value}" for key, value in self.own)))

    def colour(self, key: str) -> str:
        """A colour of one's own, or the usual one."""
        return f"#{dict(self.own)[key]}" if key in dict(self.own) else USUAL_COLOURS[key]

    @property
    def coloured(self) -> str:
        """The part of it that a sheet is made from; empty where all colours are as usual."""
        if self.colours == USUAL or (self.colours == OWN and not self.own):
            return ""
        return Appearance(self.colours, own=self.own if self.colours == OWN else ()).told()


def read(text: str) -> Appearance:
    """What is kept; nonsense in it is left out."""
    if not text:
        return Appearance()
    found: dict[str, str] = {}
    for part in text[:LONGEST].split("."):
        key, told, value = part.partition(":")
        if told:
            found[key] = value
    return of(found)


def of(values: Mapping[str, str]) -> Appearance:
    """What somebody has chosen in a form; nonsense in it is left out."""
    chosen = {key: values[key] for key, all_ in CHOICES.items() if values.get(key) in all_}
    own = tuple(
        (key, value)
        for key, usual in USUAL_COLOURS.items()
        if _COLOUR.fullmatch(value := values.get(key, "").lower().removeprefix("#")) and f"#{value}" != usual
    )
    return structs.replace(Appearance(own=own), **chosen)


def sheet(chosen: Appearance) -> str:
    """The colours as a stylesheet that comes after all others."""
    if chosen.colours == CLEAR:
        grounds = {key: f"light-dark({day}, {night})" for key, (day, night) in CLEAR_GROUNDS.items()}
        lines = enumerate(CLEAR_PLAYERS)
        rules = [f".plot .s{seat} {{ --series: light-dark({day}, {night}); }}" for seat, (day, night) in lines]
    else:
        grounds, rules = _own_grounds(chosen), []
    for key, colour in grounds.items():
        if key == "white":
            rules.append(f".board-view, .chart-view {{ --land: {colour}; }}")
            continue
        where = f":is(.board-view, .tilepick, .tiles-view) .hex.{key}"
        rules.append(f"{where} {{ --ground: {colour}; }}")
        rules.append(f"{where} > .land, .board-view .cell.{key}, .chart-view .paper.{key} {{ fill: {colour}; }}")
        rules.append(f".supply .left .tint-{key} {{ background: {colour}; color: #111; }}")
    for number, colour in enumerate(trains(chosen)):
        rules.append(f".run-{number} {{ --run: {colour}; }} path.run-{number} {{ stroke: {colour}; }}")
    return "\n".join(rules)


def _own_grounds(chosen: Appearance) -> dict[str, str]:
    return {key: f"#{colour}" for key, colour in chosen.own if key in GROUNDS}


def trains(chosen: Appearance) -> tuple[str, ...]:
    """The colours of trains' lines."""
    if chosen.colours == CLEAR:
        return CLEAR_RUNS
    return tuple(chosen.colour(f"run{number}") for number in range(len(TRAINS)))


def clear_livery(number: int, livery: Livery) -> Livery:
    """A company by its number among those that a title names; a charge on it would be of a further colour."""
    fill = CLEAR_COMPANIES[number % len(CLEAR_COMPANIES)]
    return structs.replace(livery, fill=fill, text=legible(fill, livery.text), charge="")


def dressed(look: Look, chosen: Appearance, dark: bool) -> Look:
    """How a drawing looks that no sheet of a page reaches: a picture that stands alone."""
    if chosen.colours == CLEAR:
        grounds = {key: both[dark] for key, both in CLEAR_GROUNDS.items()}
        liveries = tuple((key, clear_livery(number, each)) for number, (key, each) in enumerate(look.liveries))
        look = structs.replace(look, liveries=liveries)
    else:
        grounds = _own_grounds(chosen)
    return structs.replace(look, palette=structs.replace(look.palette, **grounds))
