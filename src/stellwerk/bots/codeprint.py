"""A fingerprint of the code that a level plays a title by: it changes with that code and with nothing else."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from stellwerk.titles.registry import find_title

from .api import Foresight, Railways
from .levels import LEVELS

ROOT = "stellwerk"
BOTS = __package__
LETTERS = 6
GIVEN = "Seen"  # what every level is given: a field more for one of them changes no other
NO_DECISION = (BOTS, f"{BOTS}.levels")  # the levels are told apart function by function

PARTS: dict[str, tuple[str, ...]] = {
    "random": (),
    "easy": ("bot",),
    "steady": ("bot",),
    "strong": ("bot", "strong"),
}
"""The parts of a title's manifest that a level plays by."""
BEST = "strong"
COMMON = {"bot": f"{BOTS}.eighteen.judge", "strong": f"{BOTS}.eighteen.explorer"}
"""What an 18xx adds to them."""


@cache
def fingerprint(title: str, level: str) -> str:
    """Of a level in a title: its own functions, and the modules that it judges and looks ahead with.

    Comments and docstrings do not count, nor what only advises, rates or analyses. Who is no level of ours stands
    with the code of the best one.
    """
    manifest = find_title(title).manifest
    level = level if level in PARTS else BEST
    looks_ahead = "strong" in PARTS[level]
    entries = [f"{BOTS}.search", f"{BOTS}.book"] if looks_ahead else []
    for part in PARTS[level]:
        module = getattr(manifest, part).partition(":")[0]
        if module:
            entries.append(module if module.startswith(f"{ROOT}.") else f"{manifest.package}.{module}")
        if isinstance(manifest.part(part), Railways | Foresight):
            entries.append(COMMON[part])
    told = hashlib.sha256(_functions(LEVELS[level].__name__).encode())
    for module in sorted(_modules(entries, (f"{BOTS}.", f"{manifest.package}.bot."))):
        told.update(f"{module}\n{_bare(_source(module))}\n".encode())
    if looks_ahead and manifest.book:
        told.update(resources.files(manifest.package).joinpath(manifest.book).read_bytes())
    return told.hexdigest()[:LETTERS]


def of_all_levels(title: str) -> str:
    """Of all levels that there are: another one of them gives another one of these."""
    told = "".join(fingerprint(title, level) for level in PARTS)
    return hashlib.sha256(told.encode()).hexdigest()[:LETTERS]


def _modules(entries: Iterable[str], within: tuple[str, ...]) -> set[str]:
    """Modules and what they import of bots and of a title's judgement."""
    found: set[str] = set()
    waiting = list(entries)
    while waiting:
        module = waiting.pop()
        if module in found or module in NO_DECISION or not module.startswith(within) or _source(module) == "":
            continue
        found.add(module)
        waiting += _imported(module)
    return found


@cache
def _imported(module: str) -> tuple[str, ...]:
    """Names of modules that a module may import: of `from a import b` both `a` and `a.b`."""
    found: list[str] = []
    folder = resources.files(ROOT).joinpath(*module.split(".")[1:])
    package = module if folder.is_dir() else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(_source(module))):
        if isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package if node.level else ""
            base = ".".join(filter(None, (above, node.module)))
            found += [base, *(f"{base}.{name.name}" for name in node.names)]
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names]
    return tuple(found)


@cache
def _source(module: str) -> str:
    """The text of a module of ours; nothing where there is none of that name."""
    *folders, name = module.split(".")[1:] or [""]
    for path in ((*folders, f"{name}.py"), (*folders, name, "__init__.py")):
        file = resources.files(ROOT).joinpath(*path)
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return ""


def _bare(source: str) -> str:
    """What a module does, without comments, docstrings and how lines are broken."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [each for each in node.body if not _is_text(each)]
    return ast.dump(tree)


def _is_text(node: ast.stmt) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _functions(name: str) -> str:
    """A function of the levels with all that it uses of that module."""
    tree = ast.parse(_source(f"{BOTS}.levels"))
    named: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            named[node.name] = node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named[node.targets[0].id] = node
    found: dict[str, str] = {}
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if each in found or each not in named or each == GIVEN:
            continue
        found[each] = _bare(ast.unparse(named[each]))
        waiting += [node.id for node in ast.walk(named[each]) if isinstance(node, ast.Name)]
    return "\n".join(found[each] for each in sorted(found))
