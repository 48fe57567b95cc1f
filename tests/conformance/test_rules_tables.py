"""Every rule of every title that lists its paragraphs is enforced by code that names it and proved by a test."""

import inspect
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

import stellwerk
from stellwerk import cli
from stellwerk.commands import rules
from stellwerk.titles.registry import find_title


def listed_titles():
    found = []
    for title in stellwerk.title_ids():
        try:
            rules.read_paragraphs(title)
        except stellwerk.StellwerkError:
            continue
        found.append(title)
    return found


table = cache(rules.table)  # reads all code and all tests of a title
LISTED = listed_titles()


@pytest.fixture(scope="module")
def run():
    if not cli.app.registered_commands:
        cli._add_commands()
    return lambda *words: CliRunner().invoke(cli.app, ["rules", *words])


@pytest.mark.parametrize("title", LISTED)
def test_every_rule_has_code_and_tests(title):
    assert [f"{row.paragraph.id}: no {row.lacks()}" for row in table(title) if row.lacks()] == []


BESIDE = ("habits", "face", "games18xx", "history", "judgement", "look", "market", "rails", "scoring")


@pytest.mark.parametrize("title", LISTED)
def test_only_rules_enforce_rules(title):
    """Neither bots nor importers, nor what tells, draws or watches a game."""
    places = {place.name.partition(":")[0] for row in table(title) for place in row.code}
    assert {name for name in places if name.startswith((*BESIDE, "check", "invariants", "sheets"))} == set()
    page = rules.as_text(table(title))
    code = [line for line in page.splitlines() if line.startswith("    code ")]
    assert code
    assert not [line for line in code if any(f" {name}" in line for name in BESIDE)]


def test_what_only_another_programs_habits_need_is_no_rule():
    """1844 knows no bankruptcy: its module is there for habits alone."""
    folder = Path(inspect.getfile(type(find_title("1844")))).parent
    names = {rules.module_name(file, folder) for file in rules.enforcing(folder)}
    assert {"track", "sbb", "loans", "rules", "title", "data"} <= names
    assert not names & {"bankruptcy", "habits", "judgement", "scoring", "games18xx", "face", "t1844"}


@pytest.mark.parametrize("title", LISTED)
def test_paragraphs_are_complete_entries(title):
    paragraphs = [row.paragraph for row in table(title)]
    assert len({paragraph.id for paragraph in paragraphs}) == len(paragraphs)
    assert {paragraph.kind for paragraph in paragraphs} <= {"rule", "information", "table"}
    assert all(paragraph.en.strip() for paragraph in paragraphs)


@pytest.mark.parametrize("title", LISTED)
def test_tables_are_proved_too(title):
    tables = [row for row in table(title) if row.paragraph.kind == "table"]
    assert [row.paragraph.id for row in tables if not row.tests] == []


@pytest.mark.parametrize("title", LISTED)
def test_the_command_prints_and_checks(run, title):
    plain = run(title, "--check")
    assert plain.exit_code == 0, plain.output
    page = run(title, "--markdown").output
    assert page.startswith(f"# {find_title(title).name}")
    for row in table(title):
        assert f"| {row.paragraph.id} |" in page


def test_a_rule_without_code_or_tests_fails_the_check(run, monkeypatch):
    bare = rules.Row(rules.Paragraph("9.9", "rule", "nothing enforces this"), (), ())
    monkeypatch.setattr(rules, "table", lambda title: [bare])
    title = stellwerk.title_ids()[0]
    assert run(title).exit_code == 0
    failed = run(title, "--check")
    assert failed.exit_code == 1
    assert "9.9: no code and no tests" in failed.output


def test_information_needs_nothing(run, monkeypatch):
    heading = rules.Row(rules.Paragraph("9", "information", "a heading"), (), ())
    monkeypatch.setattr(rules, "table", lambda title: [heading])
    assert run(stellwerk.title_ids()[0], "--check").exit_code == 0


def test_tests_that_are_not_at_hand_are_said_so(monkeypatch):
    monkeypatch.setattr(rules, "find_tests", lambda folder: None)
    rows = rules.table(LISTED[0])
    assert all(row.tests is None for row in rows)
    assert "not at hand" in rules.as_text(rows)
    assert "not at hand" in rules.as_markdown("x", rows)


def test_an_unknown_title():
    with pytest.raises(stellwerk.StellwerkError, match="no title"):
        rules.table("1999")
