"""Every clause that a title lists, and every reason that a shared step gives, has its paragraph or section."""

import ast
import functools
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import msgspec
import pytest

import stellwerk
from stellwerk import eighteen
from stellwerk.commands.rules import cited, table
from stellwerk.eighteen.printed import DIRECTOR
from stellwerk.titles.registry import find_title


def rules_of(title):
    found = find_title(title)
    return found.rules(found.players[0], found.options())


TITLES = [title for title in stellwerk.title_ids() if hasattr(rules_of(title), "cites")]


def clauses(value):
    """The functions in every field named for clauses, however deep in the rules."""
    if isinstance(value, Mapping):
        return
    if isinstance(value, tuple):
        for each in value:
            yield from clauses(each)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            inner = getattr(value, name)
            if name in ("clauses", "fit", "tiles") and isinstance(inner, tuple):
                yield from inner
            elif name != "printed":
                yield from clauses(inner)


def reasons(folder):
    """Reasons that are given by `refuse(table, …)`: their paragraph stands in the title's CITES."""
    for file in folder.iterdir():
        if file.name.endswith(".py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("refuse") and len(node.args) > 1:
                    table, reason = node.args[:2]
                    if isinstance(reason, ast.Constant) and ast.unparse(table) in ("table", "turn"):
                        yield reason.value


def unwrapped(clause):
    return clause.func if isinstance(clause, functools.partial) else clause


@functools.cache
def paragraphs(title):
    return [row.paragraph.id for row in table(title)]


def cites_itself(function, title):
    """Whether a clause of a title names one of its paragraphs in its docstring."""
    return bool(cited(function.__doc__ or "", paragraphs(title)))


def test_there_are_titles_with_clauses():
    assert TITLES
    assert all(len(list(clauses(rules_of(title)))) > 15 for title in TITLES)


@pytest.mark.parametrize("title", TITLES)
def test_every_clause_has_a_citation(title):
    cites = rules_of(title).cites
    listed = {unwrapped(clause) for clause in clauses(rules_of(title))}
    without = [f.__name__ for f in listed if f.__name__ not in cites and not cites_itself(f, title)]
    several = {"unfit": {"never_replaced", "not_in_the_table", "track_into_the_void", "track_lost"}}
    assert [name for name in without if not several.get(name, {name}) <= set(cites)] == []


@pytest.mark.parametrize("title", TITLES)
def test_every_reason_of_a_title_without_a_paragraph_of_its_own_is_cited(title):
    own = set(reasons(resources.files(type(find_title(title)).__module__.rpartition(".")[0])))
    assert own - set(rules_of(title).cites) == set()
    assert "stellwerk.eighteen" in find_title(title).manifest.layers


def test_eighteen_knows_no_title():
    files = Path(eighteen.__file__).parent.rglob("*.py")
    text = {file.name: file.read_text(encoding="utf-8") for file in files}
    for title in TITLES:
        printed = rules_of(title).printed
        names = {title, *printed.companies, *printed.trains, *getattr(printed, "minors", ())}
        names |= {each.name for each in printed.companies.values()} | set(getattr(printed, "privates", ()))
        for name, source in text.items():
            strings = {
                node.value
                for node in ast.walk(ast.parse(source))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            assert not (strings - {DIRECTOR}) & names, name  # of a paper, not of a train
