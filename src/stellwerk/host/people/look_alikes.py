"""Names that look alike: what is the same for all of them, so that nobody can pass for somebody else."""

from __future__ import annotations

import unicodedata

# Letters of other alphabets beside the Latin ones as which fonts draw them, after everything was made small.
_DRAWN_ALIKE = (
    "аa вb гr еe зe іi јj кk мm нh оo рp сc тt уy хx ьb ѕs ԁd ԛq ԝw һh ӏl пn иu цu шw щw чy "
    "αa βb γy εe ηn ιi κk νv οo ρp τt υu χx ωw ϲc σo μu ıi łl øo đd ħh ŧt ðd þp ɑa ɡg "
    "ǀl ǃl աw գq զq հh ղn յj նu ոn ռn սu ցg քp օo ւl ⲁa ⲃb ⲅr ⲉe ⲓi ⲕk ⲙm ⲛn ⲟo ⲣp ⲥc ⲧt ⲩy ⲭx"
)
# Alphabets without small letters, or whose small ones are drawn like large ones: as Latin capitals are drawn.
_CAPITALS_ALIKE = (
    "ᎠD ᎡR ᎢT ᎥI ᎩY ᎪA ᎫJ ᎬE ᎳW ᎷM ᎻH ᎽY ᏀG ᏂH ᏃZ ᏎA ᏏB ᏒR ᏔW ᏕS ᏙV ᏚS ᏞL ᏟC ᏢP ᏦK ᏧD ᏮG ᏳG ᏴB "
    "ꓐB ꓑP ꓒD ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓟM ꓠN ꓡL ꓢS ꓣR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲI ꓳO ꓴU"
)
_LATIN = str.maketrans({pair[0]: pair[1].lower() for pair in (*_DRAWN_ALIKE.split(), *_CAPITALS_ALIKE.split())})
_DRAWN = str.maketrans("01ij|23568", "ollllzesgb")
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("nn", "m"))


UNSEEN = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters, by what they are called, that are drawn as nothing."""

RULE = "3"
"""Another one for every change of what looks alike: what is kept of names is then worked out again."""


def likeness(name: str) -> str:
    """What a name looks like: the same for names that could be taken for one another.

    >>> likeness("Ada") == likeness("АDA") == likeness("a.d-a") == likeness("Adä")
    True
    >>> likeness("Otto") == likeness("0tt0"), likeness("Modem") == likeness("Modern")
    (True, True)
    >>> likeness("ᴀᴅᴀ") == likeness("ᎪᎠᎪ") == likeness("Ada"), likeness("ꓮꓠꓠꓮ") == likeness("Anna")
    (True, True)
    >>> likeness("2oe") == likeness("Zoe"), likeness("6ina") == likeness("Gina")
    (True, True)
    >>> likeness("Adaʼ") == likeness("Ada\\u3164") == likeness("Ada"), likeness("L߀la") == likeness("Lola")
    (True, True)
    >>> likeness("Ada") == likeness("Ida")
    False
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(_large(sign) for sign in plain if sign.isalnum() and not _unread(sign))
    drawn = letters.translate(_LATIN).translate(_DRAWN)
    for pair, one in _PAIRS:
        drawn = drawn.replace(pair, one)
    return drawn


def _unread(sign: str) -> bool:
    """Whether a letter is drawn as nothing, or only changes another one: apostrophes, strokes that lengthen."""
    return sign in UNSEEN or sign in "ꞌꞋ" or unicodedata.category(sign) == "Lm"


def _large(sign: str) -> str:
    """A small capital as the letter that it is drawn like, and a digit of any writing as ours."""
    if sign.isdecimal():
        return str(unicodedata.decimal(sign))
    before, capital, letter = unicodedata.name(sign, "").partition("LATIN LETTER SMALL CAPITAL ")
    return letter.lower() if capital and not before and len(letter) == 1 else sign


_WRITTEN_TOGETHER = frozenset(("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "IDEOGRAPHIC"))


def scripts(name: str) -> set[str]:
    """The alphabets of a name's letters; those of East Asia that are written together count as one.

    >>> sorted(scripts("Ada 5")), sorted(scripts("Adа")), sorted(scripts("田中さん"))
    (['LATIN'], ['CYRILLIC', 'LATIN'], ['CJK'])
    """
    plain = unicodedata.normalize("NFKC", name)
    found = {unicodedata.name(sign, "UNKNOWN").partition(" ")[0] for sign in plain if sign.isalpha()}
    return {"CJK" if script in _WRITTEN_TOGETHER else script for script in found}
