"""The catalogues: gettext files, a general one of this room, one in each title's folder, and layers between them.

A message's id is a key such as `event.tile_laid`. Its context, where it has one, says when the text is meant:
`source=pool`, or `old=none new=player` for several conditions. The first text whose context holds is taken, the
one without context when none does. A title's texts go before those of the layers that it names, these before the
general ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from babel.messages.pofile import read_po

from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Title

LANGUAGES = ("de", "en")
ENGLISH = "en"  # speaks for a title that has no texts in another language

Texts = Mapping[str, Mapping[str, str]]  # key → context → text
_MANY = 20_000  # keys that are remembered: some are made of what somebody asked for


class Catalogue:
    """The texts of one language, from several files of which earlier ones go first."""

    def __init__(self, language: str, layers: Iterable[Texts]) -> None:
        self.language = language
        self._layers = tuple(layers)
        self._rows: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {}
        self._plain: dict[str, str | None] = {}

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
        rows = self._rows.get(key)
        for conditions, text in self._in_order(key) if rows is None else rows:
            if not conditions or all(_holds(condition, values) for condition in conditions):
                return text
        return None

    def plain(self, key: str) -> str | None:
        """The text of a key where there are no values."""
        try:
            return self._plain[key]
        except KeyError:
            found = self._plain[key] = self.find(key, {})
            if len(self._plain) > _MANY:
                self._plain.clear()
            return found

    def _in_order(self, key: str) -> tuple[tuple[tuple[str, ...], str], ...]:
        """The texts of a key as they are tried, each with its conditions; the first without any ends it."""
        rows: list[tuple[tuple[str, ...], str]] = []
        for layer in self._layers:
            texts = layer.get(key, {})
            rows += ((tuple(context.split()), text) for context, text in texts.items() if context)
            if "" in texts:
                rows.append(((), texts[""]))
                break
        if len(self._rows) > _MANY:
            self._rows.clear()
        self._rows[key] = found = tuple(rows)
        return found


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
    field, other, wanted = _taken_apart(condition)
    if other:
        return bool(values.get(field) == values.get(other))
    value = values.get(field)
    if isinstance(value, bool):
        return wanted == ("yes" if value else "no")
    if wanted == "player":
        return isinstance(value, int)
    if wanted == "none":
        return value in (None, "", ())
    return str(value) == wanted


@lru_cache(maxsize=4096)
def _taken_apart(condition: str) -> tuple[str, str, str]:
    """A condition's field, the other field, the value wanted."""
    field, _, other = condition.partition("==")
    if other:
        return field, other, ""
    field, _, wanted = condition.partition("=")
    return field, "", wanted


def catalogue(language: str, title: Title | None = None) -> Catalogue:
    """The catalogue of a language, with a title's and its layers' texts before the general ones."""
    if language not in LANGUAGES:
        raise StellwerkError(f"There are no texts in {language!r}; there are {' and '.join(LANGUAGES)}.")
    folders = [(__package__, "")]
    if title is not None:
        own = title.manifest
        folders = [(own.package, own.texts), *((layer, "") for layer in own.layers), *folders]
    return _of_folders(language, tuple(folders))


@lru_cache(maxsize=64)
def _of_folders(language: str, folders: tuple[tuple[str, str], ...]) -> Catalogue:
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
