"""Names in the glossary's column "in the code" are names of the code: something defined, or a word of the data."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "stellwerk"
COLUMN = "in the code"


@cache
def defined():
    """What modules define (classes, functions, fields, constants, arguments), and words of data and of strings."""
    names = set()
    for path in SOURCE.rglob("*.py"):
        names |= {path.stem, path.parent.name}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                    names.add(name)
                case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                    names.add(name)
                case ast.Constant(value=str(text)) if re.fullmatch(r"[\w-]+", text):
                    names |= set(re.findall(r"\w+", text))
    for path in SOURCE.rglob("*.toml"):
        names |= set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return names


@cache
def files():
    return [f"/{path.relative_to(SOURCE).as_posix()}" for path in SOURCE.rglob("*") if path.is_file()]


def told():
    """Each name with the row that it stands in."""
    place = None
    for line in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if not line.startswith("|"):
            place = None
        elif COLUMN in cells:
            place = cells.index(COLUMN)
        elif place is not None and set(line) - set("|-"):
            yield from ((name, cells[0]) for name in re.findall(r"`([^`]+)`", cells[place]))


def missing(name):
    """What a name speaks of that is not there."""
    if name.endswith((".py", ".toml", ".po", ".md")):
        return [] if any(file.endswith(f"/{name}") for file in files()) else [name]
    return [word for word in re.findall(r"[A-Za-z_]\w*", name) if word not in defined() | {"True", "False"}]


def test_the_glossary_names_what_is_there():
    rows = list(told())
    assert len(rows) > 300
    assert [(row, name, missing(name)) for name, row in rows if missing(name)] == []


@pytest.mark.parametrize("name", ["no_such_name", "NoSuchClass(pay)", "t1835/no_such_file.py"])
def test_a_name_that_is_not_there_is_found(name):
    assert missing(name)
