"""The catalogues: gettext files, a general one of this room, one in each title's folder, and layers between them.

A message's id is a key such as `event.tile_laid`. Its context, where it has one, says when the text is meant:
`source=pool`, or `old=none new=player` for several conditions. The first text whose context holds is taken, the
one without context when none does. A title's texts go before those of the layers that it names, these before the
general ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from babel.messages.pofile import read_po

from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Title

LANGUAGES = ("de", "en")
ENGLISH = "en"  # speaks for a title that has no texts in another language

Texts = Mapping[str, Mapping[str, str]]  # key → context → text


class Catalogue:
    """The texts of one language, from several files of which earlier ones go first."""

    def __init__(self, language: str, layers: Iterable[Texts]) -> None:
        self.language = language
        self._layers = tuple(layers)

    def all_keys(self) -> set[str]:
        """Every key that has a text."""
        return {key for layer in self._layers for key in layer}

    def variants(self, key: str) -> Mapping[str, str]:
        """All texts of a key by context; empty where there is none."""
        texts: dict[str, str] = {}
        for layer in self._layers:
            texts = {**layer.get(key, {}), **texts}
        return texts

    def has(self, key: str) -> bool:
        """Whether a key has a text, were it for some values alone."""
        return any(key in layer for layer in self._layers)

    def find(self, key: str, values: Mapping[str, Any]) -> str | None:
        """The text of a key that suits these values."""
        for layer in self._layers:
            texts = layer.get(key, {})
            for context, text in texts.items():
                if context and all(_holds(condition, values) for condition in context.split()):
                    return text
            if "" in texts:
                return texts[""]
        return None


def asked(context: str) -> set[str]:
    """The values that a context is about.

    >>> sorted(asked("source=pool new==old"))
    ['new', 'old', 'source']
    """
    return {
        name
        for condition in context.split()
        for name in (condition.split("==") if "==" in condition else condition.split("=")[:1])
    }


def _holds(condition: str, values: Mapping[str, Any]) -> bool:
    """Whether a condition `field=value`, or `field==field`, holds.

    >>> _holds("source=player", {"source": 2}), _holds("pay=no", {"pay": True}), _holds("old=none", {})
    (True, False, True)
    """
    field, _, other = condition.partition("==")
    if other:
        return bool(values.get(field) == values.get(other))
    field, _, wanted = condition.partition("=")
    value = values.get(field)
    if isinstance(value, bool):
        return wanted == ("yes" if value else "no")
    if wanted == "player":
        return isinstance(value, int)
    if wanted == "none":
        return value in (None, "", ())
    return str(value) == wanted


def catalogue(language: str, title: Title | None = None) -> Catalogue:
    """The catalogue of a language, with a title's and its layers' texts before the general ones."""
    if language not in LANGUAGES:
        raise StellwerkError(f"There are no texts in {language!r}; there are {' and '.join(LANGUAGES)}.")
    folders = [(__package__, "")]
    if title is not None:
        own = title.manifest
        folders = [(own.package, own.texts), *((layer, "") for layer in own.layers), *folders]
    return Catalogue(language, [_read(*each, language) or _read(*each, ENGLISH) for each in folders])


@cache
def _read(package: str, folder: str, language: str) -> Texts:
    file = resources.files(package).joinpath(folder, f"{language}.po")
    if not file.is_file():
        return {}
    texts: dict[str, dict[str, str]] = {}
    with file.open("rb") as stream:
        for message in read_po(stream, locale=language):
            if message.id and message.string:
                texts.setdefault(str(message.id), {})[message.context or ""] = str(message.string)
    return texts
