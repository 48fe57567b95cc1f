"""`stellwerk rules`: which code enforces a paragraph of a rulebook, and which tests prove it."""

from __future__ import annotations

import ast
import inspect
import io
import re
import tokenize
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct

from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Title
from stellwerk.play.typed import convert
from stellwerk.titles.registry import find_title

# Modules of a title that weigh, import, tell, draw or watch a game: they know its rules but enforce none.
IMPORTERS_AND_WATCHERS = {"habits", "check", "invariants"}
SHOWN = 4  # places shown in a cell before "and n more"

NUMBER = r"\d+(?:\.\d+)*"
RANGE = re.compile(rf"(?<![\w.])({NUMBER})\s?[–-]\s?({NUMBER})(?!\w|\.\d)")
CITED = re.compile(rf"(?<![\w.])({NUMBER})(?!\w|\.\d)")
BRACKETS = re.compile(r"\(([^()]*)\)")
LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


class Paragraph(Struct, frozen=True):
    """A paragraph of a rulebook. Only a "rule" can be broken by a program."""

    id: str
    kind: str
    en: str


class Place(Struct, frozen=True, order=True):
    """Where a paragraph is named: a module with function or class, and the line."""

    name: str
    line: int

    def __str__(self) -> str:
        return f"{self.name}:{self.line}"


class Row(Struct, frozen=True):
    """One paragraph with the code that enforces it and the tests that prove it."""

    paragraph: Paragraph
    code: tuple[Place, ...]
    tests: tuple[Place, ...] | None
    """None where the tests are not at hand."""

    def lacks(self) -> list[str]:
        """What is missing for a rule."""
        if self.paragraph.kind != "rule":
            return []
        missing = [] if self.code else ["code"]
        return missing if self.tests is None or self.tests else [*missing, "tests"]


def command(
    title: Annotated[str, typer.Argument(help="id of a title")],
    markdown: Annotated[bool, typer.Option("--markdown", help="print a page of documentation")] = False,
    check: Annotated[bool, typer.Option("--check", help="exit status 1 if a rule lacks code or tests")] = False,
) -> None:
    """Print each paragraph of a title's rulebook with the code that enforces it and the tests that prove it."""
    rows = table(title)
    print(as_markdown(find_title(title).name, rows) if markdown else as_text(rows), end="")
    raise typer.Exit(1 if check and any(row.lacks() for row in rows) else 0)


def table(title: str) -> list[Row]:
    """The paragraphs of a title, in the order of its rulebook."""
    known = find_title(title)
    folder = _folder(known.manifest.package)
    paragraphs = read_paragraphs(title)
    ids = [paragraph.id for paragraph in paragraphs]
    modules = {module_name(file, folder): file for file in enforcing(folder)}
    code = _gather((*_in_code(known, modules, ids), *_in_clauses(known, modules), *_taken(known)))
    tests_folder = find_tests(folder)
    tests = None if tests_folder is None else _gather(_in_tests(tests_folder, ids))
    return [
        Row(paragraph, code.get(paragraph.id, ()), None if tests is None else tests.get(paragraph.id, ()))
        for paragraph in paragraphs
    ]


def read_paragraphs(title: str) -> tuple[Paragraph, ...]:
    """The paragraphs that a title lists, in the order of its rulebook."""
    source = find_title(title).manifest.text_folder().joinpath("paragraphs.toml")
    if not source.is_file():
        raise StellwerkError(f"The paragraphs of {title} are not listed yet.")
    return convert(tomllib.loads(source.read_text(encoding="utf-8"))["paragraph"], tuple[Paragraph, ...])


def find_tests(folder: Path) -> Path | None:
    """The folder of a title's tests in the checkout that its package lies in."""
    for parent in folder.parents:
        tests = parent / "tests" / folder.name
        if tests.is_dir():
            return tests
    return None


def _gather(found: Iterable[tuple[str, Place]]) -> dict[str, tuple[Place, ...]]:
    places: dict[str, dict[str, Place]] = {}
    for id_, place in found:
        # One mention a function is enough: the first.
        first = places.setdefault(id_, {}).setdefault(place.name, place)
        if place.line < first.line:
            places[id_][place.name] = place
    return {id_: tuple(sorted(named.values())) for id_, named in places.items()}


# Citations --------------------------------------------------------------------------------------------------


def cited(text: str, ids: list[str]) -> set[str]:
    """The paragraphs that a text names.

    >>> sorted(cited("the order of rounds (2.1–2.3, 2.6)", ["2.1", "2.2", "2.3", "2.4", "2.6"]))
    ['2.1', '2.2', '2.3', '2.6']
    >>> cited("a 4 costs 3.5 times as much (see Bahn)", ["4", "3.5.1", "Bahn"])
    {'Bahn'}
    """
    found = {id_ for id_ in ids if not _is_number(id_) and re.search(rf"(?<!\w){re.escape(id_)}(?!\w)", text)}
    if not any(_is_number(id_) for id_ in ids):
        return found
    for first, last in RANGE.findall(text):
        if first in ids and last in ids and "." in first:
            found.update(ids[ids.index(first) : ids.index(last) + 1])
    found |= {number for number in CITED.findall(text) if "." in number and number in ids}
    # A whole chapter is one number, which is a citation only where nothing but numbers is in brackets.
    for inside in BRACKETS.findall(text):
        numbers = re.split(r"\s*[,–]\s*", inside)
        if all(re.fullmatch(NUMBER, number) for number in numbers):
            found |= {number for number in numbers if number in ids}
    return found


@cache
def _is_number(id_: str) -> bool:
    return re.fullmatch(NUMBER, id_) is not None


def named_by(test: str, ids: list[str]) -> set[str]:
    """The paragraphs in the name of a test.

    >>> sorted(named_by("test_3_3_3_and_3_3_1_parts", ["3.3", "3.3.1", "3.3.3"]))
    ['3.3.1', '3.3.3']
    >>> named_by("test_2_6_2_4_55_percent_suffice", ["2.6", "2.6.2.4"])
    {'2.6.2.4'}
    >>> named_by("test_gebirge_stadt_costs", ["Gebirge", "Gebirge-Stadt"])
    {'Gebirge-Stadt'}
    """
    name = test.removeprefix("test_")
    headed = [id_ for id_ in ids if not _is_number(id_) and f"{name}_".startswith(f"{slug(id_)}_")]
    found = {max(headed, key=len)} if headed else set()
    for match in re.finditer(r"(?<![^_])\d+(?:_\d+)*", name):
        parts = match.group().split("_")
        ends = range(len(parts), 0 if match.start() == 0 else 1, -1)
        number = next((n for n in (".".join(parts[:end]) for end in ends) if n in ids), None)
        if number:
            found.add(number)
    return found


def slug(section: str) -> str:
    """A heading as test names write it.

    >>> slug("Die Aktionen im Überblick")
    'die_aktionen_im_ueberblick'
    """
    return re.sub(r"\W+", "_", section.lower().translate(LETTERS)).strip("_")


def enforcing(folder: Path, first: str = "__init__") -> list[Path]:
    """The modules by which a title decides: what its first one needs, but for those beside the rules."""
    found: dict[str, Path] = {}
    todo = [first]
    while todo:
        name = todo.pop()
        file = folder.joinpath(*name.split(".")).with_suffix(".py")
        if not file.exists():
            file = folder.joinpath(*name.split("."), "__init__.py")
        beside = name in IMPORTERS_AND_WATCHERS or name.startswith("data.")
        if name not in found and not beside and file.exists():
            found[name] = file
            within = file.parent.relative_to(folder).parts
            todo += _neighbours(ast.parse(file.read_text(encoding="utf-8")), folder.name, within)
    return sorted(file for name, file in found.items() if name != first)


def _neighbours(tree: ast.Module, package: str, within: Sequence[str] = ()) -> Iterator[str]:
    """Names of modules of the same package that a module may import, which lies in these folders of it.

    >>> list(_neighbours(ast.parse("from . import state; from .track import lay; from a.b.rules import R"), "b"))
    ['state', 'track', 'rules']
    >>> list(_neighbours(ast.parse("from ..state import held; from .track import lay"), "b", ["lines"]))
    ['state', 'lines.track']
    """
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        named = node.module.split(".") if node.module else []
        if node.level:
            named = [*within[: len(within) + 1 - node.level], *named]
        elif package in named:
            named = named[named.index(package) + 1 :]
        else:
            continue
        if node.module:
            yield ".".join(named)
        else:
            yield from (".".join((*named, alias.name)) for alias in node.names)


def _in_code(title: Title, modules: Mapping[str, Path], ids: list[str]) -> Iterator[tuple[str, Place]]:
    """Every mention in docstrings, comments and strings that are a paragraph's id, and in comments of data."""
    for module, file in modules.items():
        text = file.read_text(encoding="utf-8")
        scopes = _scopes(ast.parse(text))
        for line, mention in (*_comments(text), *_strings(ast.parse(text), ids)):
            place = Place(_scope_at(scopes, line, module), line)
            yield from ((id_, place) for id_ in cited(mention, ids))
    for file in sorted(Path(str(title.manifest.data_folder())).glob("*.toml")):
        for line, content in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            comment = content.partition("#")[2]
            yield from ((id_, Place(file.name, line)) for id_ in cited(comment, ids))


def _in_clauses(title: Title, modules: Mapping[str, Path]) -> Iterator[tuple[str, Place]]:
    """Every function that refuses with a reason for which the title names a paragraph, its own and shared ones."""
    rules = title.rules(title.players[0], title.options())
    cites: Mapping[str, str] = getattr(rules, "cites", {})
    layers = {
        f"{_last(name)}.{file.stem}": file
        for name in title.manifest.layers
        for file in sorted(_folder(name).glob("*.py"))
    }
    for module, file in {**modules, **layers}.items():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        scopes = _scopes(tree)
        for reason, line in _reasons(tree):
            if reason in cites:
                yield cites[reason], Place(_scope_at(scopes, line, module), line)


def module_name(file: Path, folder: Path) -> str:
    """What a module, or a folder of modules, is called within the folder of a title.

    >>> module_name(Path("tram/lines/track.py"), Path("tram"))
    'lines.track'
    """
    return ".".join(part for part in file.relative_to(folder).with_suffix("").parts if part != "__init__")


def _taken(title: Title) -> Iterator[tuple[str, Place]]:
    """Shared answers that a title takes, by the paragraphs under which it names them in `TAKEN` of its `rules`.

    An entry such as `"5.3.3": "flow.companies"` says that what the rules answer there enforces the paragraph.
    """
    taken: Mapping[str, str] = getattr(_rules_module(title), "TAKEN", {})
    rules = title.rules(title.players[0], title.options()) if taken else None
    for id_, answers in taken.items():
        for path in answers.split():
            found = attrgetter(path)(rules)
            for each in found if isinstance(found, tuple) else (found,):
                package, _, module = each.__module__.rpartition(".")
                name = f"{_last(package)}.{module}:{each.__qualname__}"
                yield id_, Place(name, inspect.getsourcelines(each)[1])


def _rules_module(title: Title) -> Any:
    name = f"{title.manifest.package}.rules"
    return import_module(name) if find_spec(name) else None


def _last(package: str) -> str:
    return package.rpartition(".")[2]


def _folder(package: str) -> Path:
    return Path(str(resources.files(package)))


def _reasons(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Reasons that are given without a paragraph, with their lines.

    >>> list(_reasons(ast.parse("refuse(table, 'pool_limit', company=company)\\nrefuse('2.4', 'only_shares')")))
    [('pool_limit', 1)]
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("refuse") and len(node.args) > 1:
            first, reason = node.args[:2]
            if isinstance(reason, ast.Constant) and not isinstance(first, ast.Constant):
                yield str(reason.value), node.lineno


def _in_tests(folder: Path, ids: list[str]) -> Iterator[tuple[str, Place]]:
    """Every test that has a paragraph in its name or its docstring."""
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names = named_by(node.name, ids) | cited(ast.get_docstring(node) or "", ids)
                yield from ((id_, Place(f"{file.stem}:{node.name}", node.lineno)) for id_ in names)


def _comments(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _strings(tree: ast.Module, ids: list[str]) -> Iterator[tuple[int, str]]:
    """Docstrings (and the strings under attributes), and strings that are nothing but an id.

    The paragraphs of shared reasons are no mention: what counts is where the reason is given.
    """
    known, cites = set(ids), _in_cites(tree)
    for node in ast.walk(tree):
        if id(node) in cites:
            continue
        text = node.value.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) else None
        if isinstance(text, str) and isinstance(node, ast.Expr):
            yield node.lineno, text
        elif isinstance(node, ast.Constant) and node.value in known:
            # In brackets, so that the number of a chapter counts.
            yield node.lineno, f"({node.value})"


def _in_cites(tree: ast.Module) -> set[int]:
    return {
        id(inside)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("CITES", "TAKEN")
        for inside in ast.walk(node)
    }


Scope = tuple[int, int, str]


def _scopes(tree: ast.Module) -> list[Scope]:
    found: list[Scope] = []

    def visit(node: Any, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{prefix}{child.name}"
                found.append((child.lineno, child.end_lineno or child.lineno, name))
                visit(child, f"{name}.")
            else:
                visit(child, prefix)

    visit(tree, "")
    return found


def _scope_at(scopes: list[Scope], line: int, module: str) -> str:
    around = [scope for scope in scopes if scope[0] <= line <= scope[1]]
    return f"{module}:{max(around)[2]}" if around else module


# Printing ---------------------------------------------------------------------------------------------------


def _uncovered(rows: list[Row]) -> list[str]:
    lines = [f"{row.paragraph.id}: no {' and no '.join(row.lacks())}" for row in rows if row.lacks()]
    if any(row.tests is None for row in rows):
        lines.append("The tests are not at hand here: nothing is said about them.")
    return lines


def as_text(rows: list[Row]) -> str:
    """The table for a terminal, one block a paragraph."""
    lines = []
    for row in rows:
        paragraph = row.paragraph
        note = "" if paragraph.kind == "rule" else f" [{paragraph.kind}]"
        lines.append(f"{paragraph.id}  {paragraph.en}{note}")
        if paragraph.kind != "information" or row.code or row.tests:
            lines.append(f"    code   {_cell(row.code, str)}")
            lines.append(f"    tests  {'not at hand' if row.tests is None else _cell(row.tests, str)}")
    missing = _uncovered(rows)
    lines += ["", "Not covered:" if missing else "Every rule is covered.", *(f"  {line}" for line in missing)]
    return "\n".join(lines) + "\n"


def as_markdown(name: str, rows: list[Row]) -> str:
    """The table as a page. It leaves lines out, so that it changes only when code moves to another place."""
    lines = [
        f"# {name}: rules, code and tests",
        "",
        "Made by `stellwerk rules --markdown`; without that flag the command also prints line numbers.",
        "Paragraphs marked *information* (headings, advice, examples) say nothing that a program can break.",
        "",
        "| paragraph | in short | code | tests |",
        "|---|---|---|---|",
    ]
    for row in rows:
        paragraph = row.paragraph
        note = "" if paragraph.kind == "rule" else f" *({paragraph.kind})*"
        tests = "not at hand" if row.tests is None else _cell(row.tests, _short)
        lines.append(f"| {paragraph.id} | {paragraph.en}{note} | {_cell(row.code, _short)} | {tests} |")
    missing = _uncovered(rows)
    lines += ["", "## Not covered", "", *(f"- {line}" for line in missing or ["nothing"])]
    return "\n".join(lines) + "\n"


def _short(place: Place) -> str:
    return f"`{place.name}`"


def _cell(places: tuple[Place, ...], show: Any) -> str:
    if not places:
        return "–"
    shown = ", ".join(show(place) for place in places[:SHOWN])
    more = len(places) - SHOWN
    return f"{shown} and {more} more" if more > 0 else shown
