"""Scripts and sheets of a page in one each: one request instead of thirty, and much smaller when compressed.

The files stay as they are, small and by subject; they are put together when a server first needs them. Scripts are
ES modules that import only from one another, without cycles: each becomes a function of its own that returns what
it exports, in an order in which nothing is asked for before it is there.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import blake2b
from importlib import resources
from pathlib import Path

STATIC = Path(str(resources.files(__package__).joinpath("static")))
SHEETS = ("table", "cards", "board", "detail", "tips", "books", "preview", "recap", "market", "meet", "sheet")
"""Of the table's page, each with a subject of its own; a later one may overrule an earlier one."""

_IMPORT = re.compile(r'^import (?:\* as (\w+) from |(\{[^}]*\}) from )?"\./(\w+\.js)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) ([\w$]+))", re.M)
_NOTES = re.compile(r"^[ \t]*(?:/\*\*.*?\*/[ \t]*|//[^\n]*)$", re.S | re.M)


@cache
def table_style() -> bytes:
    """The sheets of the table without their comments."""
    sheets = "".join((STATIC / f"{name}.css").read_text(encoding="utf-8") for name in SHEETS)
    return re.sub(r"/\*.*?\*/\s*", "", sheets, flags=re.S).encode()


@cache
def script(*names: str) -> bytes:
    """Modules with all that they import, as one module.

    >>> b'const { post } = modules["net.js"];' in script("lesson.js")
    True
    """
    done: dict[str, str] = {}
    for name in names:
        _add(name, done, ())
    return ("const modules = {};\n" + "".join(done.values())).encode()


def _add(name: str, done: dict[str, str], within: tuple[str, ...]) -> None:
    """A module after those that it imports."""
    if name in done:
        return
    if name in within:
        raise ValueError(f"scripts import one another in a circle: {' → '.join((*within, name))}")
    source = (STATIC / name).read_text(encoding="utf-8")
    for _, _, other in _IMPORT.findall(source):
        _add(other, done, (*within, name))
    exported = ", ".join(_EXPORT.findall(source))
    body = _EXPORT.sub("", _IMPORT.sub(_taken, source))
    lines = (line.strip() for line in _NOTES.sub("", body).splitlines())
    body = "\n".join(line for line in lines if line)
    done[name] = f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n'


def _taken(found: re.Match[str]) -> str:
    """What an import becomes."""
    whole, some, name = found.groups()
    return f'const {whole or some} = modules["{name}"];' if whole or some else ""


def digest(content: bytes) -> str:
    """A short name for a content, so that its address never means another one."""
    return blake2b(content, digest_size=5).hexdigest()
