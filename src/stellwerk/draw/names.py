"""Names of places: whole if they fit in letters that can be read on the whole board, else a short form of them."""

import math
from collections.abc import Iterator
from functools import lru_cache
from html import escape

from msgspec import Struct

from .free_space import Box, Room, places, text_width
from .geometry import APOTHEM, short, text_at
from .sizes import SMALL

_VOWELS = frozenset("aeiouyäöüâéèAEIOUÄÖÜ")
_LEAST = 6  # letters of a name that is never cut
_STUMP = 3  # letters that are left of one in the end
_NARROW = 0.71  # letters may be so much narrower than usual
_TOLERABLE = 54.0  # so much track may be written over
_LAST_RESORT = 150.0
_HALO = 3.5

Lines = tuple[str, ...]


class Written(Struct, frozen=True):
    """A name in its place: how large, how narrow, and how much it disturbs there."""

    box: Box
    size: float
    lines: Lines
    narrow: float
    harm: float


def name_text(room: Room, layout: str, name: str, brief: tuple[str, ...], size: float, halo: str) -> str:
    """The name of a place; `brief` are the forms in which its title shortens it, if it does."""
    for narrow in (1.0, 0.9, 0.8, _NARROW):
        for lines in _whole(name):
            found = _fitting(room, layout, lines, size, narrow)
            if found is not None:
                room.add_box(found.box)
                return _drawn(found, halo, "name")
    whole = _small(room, layout, name, size)
    forms = _shorter(name, brief)
    for i, lines in enumerate(forms):
        last = i == len(forms) - 1
        found = _fitting(room, layout, lines, size, _NARROW, _LAST_RESORT if last else _TOLERABLE)
        if found is not None:
            room.add_box(found.box)
            return _drawn(found, halo, 'name short" display="none') + _drawn(whole, halo, "name full", usual=False)
    room.add_box(whole.box)
    return _drawn(whole, halo, "name full", usual=False)


def _fitting(
    room: Room, layout: str, lines: Lines, size: float, narrow: float, limit: float = _TOLERABLE
) -> Written | None:
    """Where these lines disturb least, if that is less than `limit`."""
    half_width = math.ceil(narrow * max(text_width(line, size) for line in lines) / 2 + 0.5)
    half_height = round(size * (0.43 if len(lines) == 1 else 0.88), 1)
    if half_width >= APOTHEM:
        return None
    box, harm = room.find(places(layout, half_width, half_height, "band"), limit)
    return Written(box, size, lines, narrow, harm) if harm < limit else None


def _small(room: Room, layout: str, name: str, size: float) -> Written:
    """The whole name as large as there is room for it, but in small letters wherever that is."""
    size = max(SMALL, size * 0.8)
    while size > SMALL:
        for lines in _whole(name):
            found = _fitting(room, layout, lines, size, 0.9)
            if found is not None:
                return found
        size = max(SMALL, size * 0.85)
    tried = [_fitting(room, layout, lines, SMALL, _NARROW, math.inf) for lines in _whole(name)]
    whole = Written(Box(0, 0, 0, 0), SMALL, (name,), _NARROW, math.inf)
    return min((found for found in tried if found), key=lambda found: found.harm, default=whole)


def _whole(name: str) -> Iterator[Lines]:
    """The name in one line, and in two if there is a place to part it."""
    yield (name,)
    for sign in "/-– ":
        before, found, after = name.partition(sign)
        if found and after.strip():
            yield before.strip() + sign.strip(), after.strip()
            return


@lru_cache(maxsize=1024)
def _shorter(name: str, brief: tuple[str, ...]) -> tuple[Lines, ...]:
    """Shorter and shorter forms of a name, in one line or two; the last is for a hex that has no room at all.

    >>> _shorter("Braunschweig", ()), _shorter("Wiesbaden/Mainz", ("Wi./Mainz",))
    ((('Braunschw.',), ('Bra.',)), (('Wi./Mainz',), ('Wi./', 'Mainz')))
    """
    if brief:
        return tuple(lines for form in brief for lines in _whole(form))
    if len(name) <= _LEAST:
        return ((name,),)
    whole = list(_whole(name))[-1]
    parts = ((8, 2), (6, 2), (8, 1), (6, 1), (4, 2), (4, 1), (3, 1))
    found = [tuple(cut(line, letters) for line in whole[:lines]) for letters, lines in parts]
    return tuple(dict.fromkeys([*found, (name[:_STUMP] + ".",)]))


def cut(word: str, letters: int) -> str:
    """A word of about so many letters, cut before a vowel as usual.

    >>> cut("Magdeburg", 6), cut("Nürnberg", 4), cut("Ost", 4), cut("Braunschweig", 8)
    ('Magdeb.', 'Nürnb.', 'Ost', 'Braunschw.')
    """
    for end in range(letters, len(word) - 1):
        if word[end] in _VOWELS and word[end - 1] not in _VOWELS:
            return word[:end] + "."
    return word


def _drawn(written: Written, halo: str, kind: str, usual: bool = True) -> str:
    box, size, lines, narrow = written.box, written.size, written.lines, written.narrow
    edged = f' stroke="{halo}" stroke-width="{short(_HALO)}" paint-order="stroke"' if written.harm else ""
    drawn = ""
    sized = "" if usual else f' font-size="{short(size)}"'
    for i, line in enumerate(lines):
        baseline = box.y + size * (0.35 + 0.92 * (i - (len(lines) - 1) / 2))
        squeezed = ""
        if narrow < 1:
            squeezed = f' textLength="{narrow * text_width(line, size):.0f}" lengthAdjust="spacingAndGlyphs"'
        drawn += f'<text class="{kind}"{text_at(box.x, baseline)}{sized}{edged}{squeezed}>{escape(line)}</text>'
    return drawn
