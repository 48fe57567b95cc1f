"""Names that look alike: what is the same for all of them, so that nobody can pass for somebody else."""

from __future__ import annotations

import unicodedata

# Letters of other alphabets beside the Latin ones as which fonts draw them, after everything was made small.
_DRAWN_ALIKE = (
    "аa вb гr еe зe іi јj кk мm нh оo рp сc тt уy хx ьb ѕs ԁd ԛq ԝw һh ӏl пn иu цu шw щw чy "
    "αa βb γy εe ηn ιi κk νv οo ρp τt υu χx ωw ϲc σo μu ıi łl øo đd ħh ŧt ðd þp ɑa ɡg"
)
_LATIN = str.maketrans({pair[0]: pair[1] for pair in _DRAWN_ALIKE.split()})
_DRAWN = str.maketrans({"0": "o", "1": "l", "i": "l", "j": "l", "|": "l", "3": "e", "5": "s", "8": "b"})
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("nn", "m"))


def likeness(name: str) -> str:
    """What a name looks like: the same for names that could be taken for one another.

    >>> likeness("Ada") == likeness("АDA") == likeness("a.d-a") == likeness("Adä")
    True
    >>> likeness("Otto") == likeness("0tt0"), likeness("Modem") == likeness("Modern")
    (True, True)
    >>> likeness("Ada") == likeness("Ida")
    False
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(sign for sign in plain if sign.isalnum())
    drawn = letters.translate(_LATIN).translate(_DRAWN)
    for pair, one in _PAIRS:
        drawn = drawn.replace(pair, one)
    return drawn


def scripts(name: str) -> set[str]:
    """The alphabets of a name's letters.

    >>> sorted(scripts("Ada 5")), sorted(scripts("Adа"))
    (['LATIN'], ['CYRILLIC', 'LATIN'])
    """
    return {unicodedata.name(sign, "UNKNOWN").partition(" ")[0] for sign in name if sign.isalpha()}
