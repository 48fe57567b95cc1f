"""Pages that are kept between two looks at a game, so that one which is not in memory opens at once.

They are a cache and nothing more: each is tagged with the title, its rules and this program, and counts only while
the game's log has not grown. The log stays the truth; it is replayed while the page is already being read.
"""

from __future__ import annotations

import zlib
from functools import cache
from hashlib import blake2b
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.play.typed import decode
from stellwerk.titles.registry import find_title

View = tuple[dict[str, str], dict[str, Any]]
"""Fragments of a page, and the facts that its script goes by."""

_WRITTEN = (".py", ".html", ".po", ".toml")


class KeptView(Struct, frozen=True):
    """A seat's view in a language after so many entries of the log; `seat` is None for those who watch."""

    seat: int | None
    language: str
    number: int
    waiting: tuple[int, ...]
    edition: str
    body: bytes


def pack(view: View) -> bytes:
    """A view as bytes."""
    return zlib.compress(msgspec.json.encode(view), 1)


def unpack(body: bytes) -> View | None:
    """A view from its bytes; none where they are damaged."""
    try:
        view: View = decode(zlib.decompress(body), View)
    except (zlib.error, msgspec.DecodeError):
        return None
    return view


@cache
def edition(title_id: str) -> str:
    """What a page depends on besides the log: title, rules, and every line of the program and its texts."""
    title = find_title(title_id)
    digest = blake2b(digest_size=8)
    for package in dict.fromkeys(("stellwerk", title.manifest.package)):
        _add(digest, resources.files(package))
    return f"{title.id}/{title.rules_version}/{digest.hexdigest()}"


def _add(digest: blake2b, folder: Traversable) -> None:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            _add(digest, entry)
        elif entry.name.endswith(_WRITTEN):
            digest.update(entry.name.encode() + entry.read_bytes())
