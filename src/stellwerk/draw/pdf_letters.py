"""Letters of a PDF that has no fonts in it.

Every reader has those of western Europe, and many have fonts of their own for those of East Asia; where one has
none, their place stays empty. Other alphabets are spelled by letters of western Europe where there is a way; what
has none is written as a question mark.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from .free_space import text_width

WESTERN = "cp1252"
_SIGNS = {"−": "–", "→": ">", "★": "*", "∞": "oo", "≥": ">=", "✓": "x"}
_ALPHABETS = """
а:a б:b в:v г:g д:d е:e ж:zh з:z и:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch
ъ: ы:y ь: э:e ю:yu я:ya і:i є:ye ј:j љ:lj њ:nj ћ:c ђ:dj џ:dz ѕ:dz
α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o
ł:l đ:d ı:i ħ:h ŋ:ng ŧ:t ə:e ĸ:k
"""
_SPELLED = dict(pair.split(":") for pair in _ALPHABETS.split())


class Font(Struct, frozen=True):
    """Letters that a reader brings along: what they are called there, and how they are numbered."""

    key: str
    name: str
    numbering: str
    order: str

    def descriptor(self) -> bytes:
        """What a file says of how large its letters are."""
        box = "/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93"
        return f"<</Type/FontDescriptor/FontName/{self.name}/Flags 6{box}>>".encode()

    def dictionary(self, descriptor: int) -> bytes:
        """How a file names it, whose descriptor has that number there."""
        letters = f"<</Registry(Adobe)/Ordering({self.order})/Supplement 2>>"
        below = f"/CIDSystemInfo{letters}/DW 1000/FontDescriptor {descriptor} 0 R"
        below = f"<</Type/Font/Subtype/CIDFontType0/BaseFont/{self.name}{below}>>"
        head = f"<</Type/Font/Subtype/Type0/BaseFont/{self.name}/Encoding/{self.numbering}"
        return f"{head}/DescendantFonts[{below}]>>".encode()


CHINESE = Font("F2", "STSong-Light", "UniGB-UCS2-H", "GB1")
KOREAN = Font("F3", "HYSMyeongJo-Medium", "UniKS-UCS2-H", "Korea1")
EASTERN = (CHINESE, KOREAN)
_BY_SCRIPT = {"CJK": CHINESE, "HIRAGANA": CHINESE, "KATAKANA": CHINESE, "IDEOGRAPHIC": CHINESE, "HANGUL": KOREAN}


def spelled(words: str) -> str:
    """Words in letters that can be shown.

    >>> spelled("Köln, Łódź, Москва, Ψαρά"), spelled("北京 – Rīga"), spelled("Žďár")
    ('Köln, Lódz, Moskva, Psara', '北京 – Riga', 'Ždár')
    """
    return "".join(_spelled(sign) for sign in unicodedata.normalize("NFC", words))


def _spelled(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    if _is_western(sign) or _eastern(sign) is not None:
        return sign
    return "".join(_plain(letter) for letter in unicodedata.normalize("NFKD", sign)) or "?"


def _plain(letter: str) -> str:
    """A letter without its marks; one of another alphabet by how it is spoken."""
    if unicodedata.combining(letter):
        return ""
    if _is_western(letter):
        return letter
    told = _SPELLED.get(letter.lower())
    if told is None:
        return "?"
    return told.capitalize() if letter.isupper() else told


def _is_western(sign: str) -> bool:
    return bool(sign.encode(WESTERN, "ignore"))


def _eastern(sign: str) -> Font | None:
    return _BY_SCRIPT.get(unicodedata.name(sign, "").partition(" ")[0]) if sign <= "\uffff" else None


def pieces(words: str) -> Iterator[tuple[Font | None, str]]:
    """What stands in one font after another, as a file says it; none is the one that every reader has.

    >>> [said for _, said in pieces("Köln (A)")], [said for _, said in pieces("A北")]
    (['(Köln \\\\(A\\\\))'], ['(A)', '<5317>'])
    """
    for font, signs in groupby(spelled(words), _eastern):
        run = "".join(signs)
        yield font, string(run) if font is None else f"<{run.encode('utf-16-be').hex()}>"


def wide(words: str, size: float, bold: bool = False) -> float:
    """About how wide words come out; letters of East Asia are as wide as they are high."""
    shown = spelled(words)
    square = sum(_eastern(sign) is not None for sign in shown)
    return square * size + text_width("".join(sign for sign in shown if _eastern(sign) is None), size, bold)


def title(words: str) -> bytes:
    """What a file is called, in any letters."""
    if words.encode(WESTERN, "replace").decode(WESTERN) == words:
        return string(words).encode(WESTERN)
    return f"<feff{words.encode('utf-16-be', 'replace').hex()}>".encode()


def string(words: str) -> str:
    """Words of western letters in brackets."""
    shown = words.encode(WESTERN, "replace").decode(WESTERN)
    return "(" + re.sub(r"([\\()])", r"\\\1", shown).replace("\n", " ").replace("\r", " ") + ")"
