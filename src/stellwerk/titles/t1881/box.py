"""Corrected data: whoever has the box may lay files of their own over our reconstruction."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stellwerk.play.errors import StellwerkError

from .data import FILES, Material, material_of, ours
from .shape import misshapen

LARGEST = 1_000_000  # bytes; ours are below 50,000


def laid_over(folder: Path, title: str) -> Mapping[str, Mapping[str, Any]]:
    """Our files with those of a folder over them, entry by entry; the folder may have one for each title."""
    own = folder / title
    folder = own if own.is_dir() else folder
    strays = sorted(path.name for path in folder.glob("*.toml") if path.name not in FILES)
    if strays:
        raise StellwerkError(f"{title} has no data file {', '.join(strays)}; it has {', '.join(FILES)}.")
    return {name: _merged(file, _read(folder / name)) for name, file in ours().items()}


def _read(path: Path) -> Mapping[str, Any]:
    if not path.is_file():
        return {}
    if path.stat().st_size > LARGEST:
        raise StellwerkError(f"{path.name} is too large for a data file ({LARGEST} bytes at most).")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise StellwerkError(f"{path.name} cannot be read: {error}.") from None


def _merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key; everything else is replaced.

    >>> _merged({"a": {"x": 1, "y": 2}, "b": [1]}, {"a": {"y": 3}, "b": [2]})
    {'a': {'x': 1, 'y': 3}, 'b': [2]}
    """
    merged = dict(old)
    for key, value in new.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merged(merged[key], value) if both else value
    return merged


def digest(files: Mapping[str, Mapping[str, Any]]) -> str:
    """A fingerprint of everything that a game depends on; where data comes from does not count.

    >>> digest({"board.toml": {"source": "rulebook"}}) == digest({"board.toml": {"source": "derived"}})
    True
    """
    plain = json.dumps(_without_sources(files), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def _without_sources(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _without_sources(each) for key, each in value.items() if key != "source"}
    return [_without_sources(each) for each in value] if isinstance(value, list) else value


def read_material(files: Mapping[str, Mapping[str, Any]]) -> Material:
    """The material that files describe; a fault in them is told in one sentence."""
    missing = [name for name in FILES if name not in files]
    if missing:
        raise StellwerkError(f"There is no {', '.join(missing)}.")
    fault = next(misshapen(files, ours()), None)
    if fault:
        raise StellwerkError(f"The data of 1881 cannot be used: {fault}.")
    try:
        return material_of(files)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise StellwerkError(f"The data of 1881 cannot be used: {type(error).__name__} {error}.") from None
