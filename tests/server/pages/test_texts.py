"""The server's own texts: both languages have the same keys and values, and every key in use has a text."""

from __future__ import annotations

import re
from pathlib import Path

import stellwerk
from stellwerk import bots
from stellwerk.view.texts import read, text
from stellwerk.words.values import placeholders

SOURCE = Path(stellwerk.__file__).parent
CALLS = r"(?:\bt|\btext|Fault|Missing|Forbidden|Stale|TooLarge|Busy|Full|Unkept)"
USED = re.compile(CALLS + r"""\(\s*["']([a-z_.]+)["']""")
MADE = ("theme.auto", "theme.light", "theme.dark", "seat.me", "seat.friend", "seat.open", "seat.bot", "lobby.open")


def test_both_languages_say_the_same() -> None:
    german, english = read("de"), read("en")
    assert german.keys() == english.keys()
    for key in german:
        one, other = german[key], english[key]
        assert one.keys() == other.keys(), key
        for context in one:
            assert placeholders(one[context]) == placeholders(other[context]), key


def test_every_key_in_use_has_a_text() -> None:
    known = read("en").keys()
    used = set(MADE) | {f"level.{level}" for level in bots.levels()}
    rooms = [SOURCE / room for room in ("view", "host", "web")]
    for file in [file for room in rooms for kind in ("*.py", "*.html") for file in room.rglob(kind)]:
        used |= {key for key in USED.findall(file.read_text(encoding="utf-8")) if not key.endswith(".")}
    assert used - known == set()


def test_values_are_written_in() -> None:
    assert text("title.players", "de", few=3, many=7) == "3–7 Spieler"


WORKSHOP = re.compile(
    r"\b(JSON|POST|GET|API|SVG|PNG|bytes?|token|command line|Kommandozeile|megabytes?"
    r"|msgspec|openskill|PlackettLuce"
    r"|Edition|Brief|Briefe|letters?|verschachtelt|nested)\b"
)
SPOKEN = ("name_short", "name_scripts", "look.density")
"""Letters of a name, and of how large they are."""


def test_texts_are_in_words_for_people() -> None:
    for language in ("de", "en"):
        for key, contexts in read(language).items():
            for words in contexts.values():
                found = WORKSHOP.findall(words) if not any(part in key for part in SPOKEN) else []
                assert not found, f"{language} {key}: {words}"
