"""Documents speak of what is there: their links lead somewhere, and modules that they name exist."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "stellwerk"
TOP = ("README.md", "CONTRIBUTING.md", "SECURITY.md")
DOCUMENTS = [*(ROOT / name for name in TOP), *sorted(ROOT.glob("docs/*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document):
    text = document.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#\s]+)", text)
    gone = [link for link in links if "://" not in link and not (document.parent / link).exists()]
    assert gone == []


def test_architecture_names_modules_that_there_are():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    paths = (*SOURCE.rglob("*.py"), *ROOT.glob("tests/**/*.py"))
    files = [f"/{path.relative_to(ROOT).as_posix()}" for path in paths]
    named = set(re.findall(r"`([\w/]+\.py)`", text))
    assert len(named) > 60
    assert [name for name in sorted(named) if not any(file.endswith(f"/{name}") for file in files)] == []


@pytest.mark.parametrize("room", ["play", "show", "view", "host", "web"])
def test_architecture_knows_every_module_of_the_largest_rooms(room):
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"\| in `{room}` \| \|\n((?:\|.*\n)+)", text)
    files = [path.relative_to(SOURCE / room) for path in (SOURCE / room).rglob("*.py")]
    modules = {file.as_posix() for file in files if file.name != "__init__.py"}
    named = set(re.findall(r"`([\w/]+\.py)`", row))
    assert named == modules, f"docs/architecture.md, the table of {room}: give each module its place"


@pytest.mark.long
def test_pages_of_rules_are_up_to_date():
    pages = dict(runpy.run_path(str(ROOT / "docs" / "make_reference.py"))["rules_pages"]())
    assert len(pages) >= 4
    old = [file.name for file, text in pages.items() if file.read_text(encoding="utf-8") != text]
    assert old == [], "make reference writes them anew"
