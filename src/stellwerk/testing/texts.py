"""Texts that a title needs and does not have."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from stellwerk.play.core import Action, Decision, Event, Paid, Pass
from stellwerk.play.game import Title
from stellwerk.words.catalogue import catalogue
from stellwerk.words.sentences import tag
from stellwerk.words.values import KINDS, placeholders


def missing_texts(title: Title, language: str) -> list[str]:
    """Keys without a text, or with one that cannot be told, of everything that a title's rules can say."""
    texts = catalogue(language, title)
    events: list[type[msgspec.Struct]] = [Paid, *classes(title, Event)]
    actions: set[type[msgspec.Struct]] = {Pass, *title.actions, *classes(title, Action)}
    keys = [f"event.{tag(event)}" for event in events] + [f"action.{tag(action)}" for action in actions]
    keys += [f"step.{tag(step)}" for step in classes(title, Decision)]
    keys += [f"refusal.{reason}" for reason, _ in refusals(sources(title))]
    return sorted({key for key in keys if "" not in texts.variants(key) or not _tellable(texts.variants(key))})


def _tellable(texts: Mapping[str, str]) -> bool:
    """Whether all values are of a kind that can be put into words."""
    return all(set(placeholders(text).values()) <= set(KINDS) for text in texts.values())


@cache
def modules(package: str) -> tuple[str, ...]:
    """A package's modules; what has texts of its own below it is another package."""
    found = importlib.import_module(package)
    inside = pkgutil.iter_modules(found.__path__, f"{package}.")
    parts = (modules(info.name) if info.ispkg else (info.name,) for info in inside)
    return (package, *(name for part in parts for name in part if not _has_texts(part[0])))


def _has_texts(module: str) -> bool:
    source = Path(importlib.import_module(module).__file__ or "")
    return source.name == "__init__.py" and any(source.parent.glob("*.po"))


def reached(title: Title) -> frozenset[str]:
    """Modules of the title and its layers that its own ones import, and what these import."""
    own = title.manifest
    found: set[str] = set()
    todo = [*modules(own.package)]
    while todo:
        name = todo.pop()
        if name not in found and name.startswith((own.package, *own.layers)):
            found.add(name)
            todo += imported(name)
    return frozenset(found)


@cache
def imported(module: str) -> tuple[str, ...]:
    """Modules that a module imports when it is run, not those that only a type checker reads."""
    source = Path(importlib.import_module(module).__file__ or "")
    package = module if source.name == "__init__.py" else module.rpartition(".")[0]
    found = []
    todo: list[ast.AST] = [ast.parse(source.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: -node.level + 1 or None]) if node.level else ""
            name = ".".join(filter(None, (base, node.module)))
            found += [name, *(f"{name}.{alias.name}" for alias in node.names)]
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            todo += ast.iter_child_nodes(node)
    return tuple(filter(_is_module, found))


@cache
def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def sources(title: Title) -> Iterator[str]:
    """Modules in which a title's rules are written, and what it takes of those that it shares with others."""
    there = reached(title)
    for package in (title.manifest.package, *title.manifest.layers):
        yield from (name for name in modules(package) if name in there)


def classes(title: Title, kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """The classes of this kind that a title's rules have, its own and shared ones."""
    return among(sources(title), kind)


def among(names: Iterable[str], kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """The classes of this kind that modules define."""
    for name in names:
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, type) and issubclass(value, kind) and value.__module__ == name:
                yield value


def refusals(names: Iterable[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Reasons that the source of these modules refuses with, and the values given with each."""
    for name in names:
        source = Path(importlib.import_module(name).__file__ or "")
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("refuse", "errors.refuse"):
                reason, words = node.args[1], frozenset(word.arg or "" for word in node.keywords)
                if isinstance(reason, ast.Constant) and isinstance(reason.value, str):
                    yield reason.value, words
                else:
                    assert "" in words, f"{source.name}:{node.lineno} hides its reason"  # but who only hands it on


def always_needed(text: str) -> set[str]:
    """The values that a text cannot do without."""
    return set(placeholders(re.sub(r"\[[^\[\]]*\]", "", text)))
