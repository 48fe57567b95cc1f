"""Which part of the rules' lines tests of rules reach: a short table after `make test` (`--rule-lines`), no gate.

Counting lines makes a test two to three times as slow, so it is done only while a test of rules runs: those in the
folders of titles and of the rooms that rules are made of. What plays whole games is not counted (`unmeasured`): it
passes through nearly every line without asking what came of it; nor is what goes by lot and takes long. Lines that
run when a module is read are left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

import stellwerk

HERE = Path(__file__).parent
HOUSE = Path(stellwerk.__file__).parent
TESTED = ("bank", "board", "chicago_express", "eighteen", "t1835", "t1844", "t1873", "t1881")
"""Folders of tests by paragraph."""
ROOMS = (
    "bank", "board", "eighteen", "eighteen/classic", "titles/chicago_express", "titles/t1835", "titles/t1844",
    "titles/t1873", "titles/t1881",
)  # fmt: skip
"""Folders of rules."""
BELOW = ("papers", "lines", "companies", "sbahn")
"""Where a title has many rules, they lie in these folders; what lies in others is no rule of the game."""
NO_RULES = {
    "box.py",
    "check.py",
    "data_check.py",
    "data_types.py",
    "habits.py",
    "invariants.py",
    "observed.py",
    "printed.py",
    "programs.py",
    "shape.py",
}
"""What is printed and checked, what must always hold, what other programs play, learners see and people order."""

Lines = dict[str, set[int]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule-lines", action="store_true", help="tell which part of the rules' lines tests of rules reach"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "unmeasured: no test of one rule, but of whole games, of data or by lot")
    if config.getoption("--rule-lines"):
        config.pluginmanager.register(Counting(config), "rule-lines")


class Counting:
    def __init__(self, config: pytest.Config) -> None:
        from coverage import Coverage  # only here: other runs do without

        self.config = config
        self.reached: Lines = {}
        include = [str(HOUSE / room / below / "*.py") for room in ROOMS for below in ("", *BELOW)]
        self.coverage = Coverage(data_file=None, config_file=False, include=include)
        self.coverage.set_option("run:disable_warnings", ["no-data-collected"])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        folder = item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""
        if folder not in TESTED or item.get_closest_marker("unmeasured"):
            return (yield)
        self.coverage.start()
        try:
            return (yield)
        finally:
            self.coverage.stop()

    def pytest_sessionfinish(self) -> None:
        data = self.coverage.get_data()
        own = {file: data.lines(file) or [] for file in data.measured_files()}
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["rule_lines"] = own
        else:
            self._add(own)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self._add(getattr(node, "workeroutput", {}).get("rule_lines", {}))

    def _add(self, lines: dict[str, list[int]]) -> None:
        for file, numbers in lines.items():
            self.reached.setdefault(file, set()).update(numbers)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("lines of rules that tests of rules reach")
        for line in table(self.reached):
            terminalreporter.write_line(line)


def table(reached: Lines) -> Iterator[str]:
    """A line a room: how many statements its functions have, how many of them ran, and where most did not."""
    for room in ROOMS:
        found: list[tuple[int, int, str]] = []
        files = chain.from_iterable((HOUSE / room / below).glob("*.py") for below in ("", *BELOW))
        for file in (each for each in files if each.name not in NO_RULES):
            spans = list(statements(file.read_text(encoding="utf-8")))
            hit = reached.get(str(file), set())
            missed = sum(hit.isdisjoint(span) for span in spans)
            found.append((missed, len(spans), file.name))
        lines = sum(each[1] for each in found)
        hits = lines - sum(each[0] for each in found)
        worst = ", ".join(f"{name} {few}" for few, _, name in sorted(found, reverse=True)[:3] if few)
        yield f"{room:<24}{hits:>6} of {lines:>5}  {hits / lines:>6.1%}   not: {worst or 'none'}"


def statements(source: str) -> Iterator[range]:
    """The lines of every statement in a function; of one that holds others, those of its head."""
    tree = ast.parse(source)
    code = set(_lines_of(compile(tree, "rules", "exec")))
    seen: set[int] = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for inner in (each for part in function.body for each in ast.walk(part)):
                if isinstance(inner, ast.stmt) and inner.lineno not in seen and not _is_text(inner):
                    seen.add(inner.lineno)
                    span = range(inner.lineno, _end(inner) + 1)
                    if not code.isdisjoint(span):
                        yield span


def _lines_of(code: CodeType) -> Iterator[int]:
    yield from (line for _, _, line in code.co_lines() if line is not None)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _lines_of(inner)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _end(statement: ast.stmt) -> int:
    match statement:
        case ast.Match(cases=[first, *_]):
            return first.pattern.lineno - 1
        case _ if body := getattr(statement, "body", None):
            return max(statement.lineno, body[0].lineno - 1)
    return statement.end_lineno or statement.lineno
