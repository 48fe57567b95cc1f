"""The server's own texts, from catalogues beside this module; all texts of games come from `stellwerk.words`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from babel.messages.pofile import read_po

from stellwerk.words import LANGUAGES
from stellwerk.words.catalogue import Catalogue
from stellwerk.words.values import Writer

SHORT = 100
"""Signs of a list of languages that is remembered."""


@cache
def read(language: str) -> dict[str, dict[str, str]]:
    """All texts of a language by key and context."""
    texts: dict[str, dict[str, str]] = {}
    with resources.files(__package__).joinpath(f"{language}.po").open("rb") as stream:
        for message in read_po(stream, locale=language):
            if message.id and message.string:
                texts.setdefault(str(message.id), {})[message.context or ""] = str(message.string)
    return texts


@cache
def writer_for(language: str) -> Writer:
    """Writes the server's texts in a language."""
    return Writer(Catalogue(language, [read(language)]), None)


def text(key: str, language: str, **values: Any) -> str:
    """A text of the server."""
    return _text(key, language, values) if values else _plain(key, language)


@lru_cache(maxsize=4096)
def _plain(key: str, language: str) -> str:
    """One without values: a page has the same ones again and again."""
    return _text(key, language, {})


def _text(key: str, language: str, values: Mapping[str, Any]) -> str:
    writer = writer_for(language)
    return writer.fill(writer.catalogue.find(key, values) or key, values)


def language_for(accepted: str) -> str:
    """The first language of a browser's list that there are texts in.

    >>> language_for("fr-CH, de-AT;q=0.9, en;q=0.8"), language_for("")
    ('de', 'en')
    """
    return _kept_language_for(accepted) if len(accepted) <= SHORT else _language_for(accepted)


def _language_for(accepted: str) -> str:
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted.split(",")[:20]):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), place, tag[:2].lower()))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(wanted) if tag in LANGUAGES), "en")


_kept_language_for = lru_cache(maxsize=256)(_language_for)


def span(seconds: float, language: str) -> str:
    """How long something lasts, in its two largest units."""
    rest, parts = int(seconds), list[str]()
    for size, unit in ((86_400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds")):
        count, rest = divmod(rest, size)
        if count and len(parts) < 2:
            parts.append(f"{count} {text(f'clock.{unit}', language)}")
    return " ".join(parts) or f"0 {text('clock.seconds', language)}"
