"""Pages to learn from: every title has them in both languages, they are linked, and nothing in them can act."""

from __future__ import annotations

import ast
import html
import re
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import stellwerk
from stellwerk.titles.registry import find_title
from stellwerk.view.learning import LEAVES, _written, cited, leaves, line_of, page_of, paragraphs

from ..conftest import Caller


@pytest.fixture
def client(visit: Callable[..., Caller]) -> TestClient:
    return visit().client


def test_every_title_has_every_page_in_both_languages(client: TestClient) -> None:
    for title in stellwerk.title_ids():
        assert leaves(title) == LEAVES
        for language, ten_minutes in (("de", "in zehn Minuten</h1>"), ("en", "in ten minutes</h1>")):
            client.cookies.set("language", language)
            assert ten_minutes in client.get(f"/titles/{title}/learn").text
            for name in LEAVES:
                page = client.get(f"/titles/{title}/{name}").text
                assert "aria-current=page" in page
                assert page.count("<h1") == 1
                assert not re.search(r"<[^>]*\s(style|on\w+)=", page)
                others = set(re.findall(rf'href="/titles/{title}/(\w+)"', page))
                assert set(LEAVES) <= others, "each leads to all the others"


def test_notes_are_read_in_the_language_of_the_reader(client: TestClient) -> None:
    for title in stellwerk.title_ids():
        for language, heading in (("de", "Anmerkungen</h1>"), ("en", "notes</h1>")):
            client.cookies.set("language", language)
            page = client.get(f"/titles/{title}/notes").text
            assert f'<article lang="{language}">' in page
            assert heading in page
            assert "nur auf Englisch" not in page


def test_a_page_in_one_language_is_read_in_that_one(tmp_path: Path) -> None:
    tmp_path.joinpath("notes.md").write_text("# N", encoding="utf-8")
    tmp_path.joinpath("learn.de.md").write_text("# L", encoding="utf-8")
    assert _written(tmp_path, "notes", "de") == (tmp_path / "notes.md", "en")
    assert _written(tmp_path, "learn", "en") == (tmp_path / "learn.de.md", "de")
    assert _written(tmp_path, "different", "en") is None
    tmp_path.joinpath("notes.de.md").write_text("# N", encoding="utf-8")
    assert _written(tmp_path, "notes", "en") == (tmp_path / "notes.md", "en")


def test_rules_are_listed_by_paragraph(client: TestClient) -> None:
    for title in stellwerk.title_ids():
        folder = find_title(title).manifest.text_folder()
        listed = tomllib.loads(folder.joinpath("paragraphs.toml").read_text("utf-8"))["paragraph"]
        assert client.get(f"/titles/{title}/rules").text.count("<dt>") == len(listed)
    assert 'id="1.1.1"' in client.get("/titles/1835/rules").text


def test_pages_are_linked_from_lobby_title_and_table(client: TestClient, visit: Callable[..., Caller]) -> None:
    lobby = client.get("/").text
    for title in stellwerk.title_ids():
        assert f'href="/titles/{title}/learn"' in lobby
        assert f'href="/titles/{title}/rules"' in client.get(f"/titles/{title}").text
    ada = visit().enter("Ada")
    game = ada.new("chicago-express", "me", "bot")
    assert 'href="/titles/chicago-express/learn"' in client.get(f"/games/{game}").text


def test_a_page_that_is_not_there(client: TestClient) -> None:
    assert client.get("/titles/1835/secrets").status_code == 404
    assert client.get("/titles/1999/learn").status_code == 404


def test_what_is_written_cannot_do_anything() -> None:
    assert page_of("<script>alert(1)</script>") == "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"
    assert "<a" not in line_of("[x](javascript:alert(1))")
    assert "<img" not in page_of("![x](http://evil.example/x.png)")
    assert "style" not in page_of("| a |\n|--:|\n| 1 |\n")
    assert line_of("**9** of <b>") == "<strong>9</strong> of &lt;b&gt;"


def test_links_to_files_of_a_title_lead_to_their_pages() -> None:
    assert page_of("[notes](notes.md)") == '<p><a href="notes">notes</a></p>\n'
    assert 'href="https://mutmut.readthedocs.io"' in page_of("[m](https://mutmut.readthedocs.io)")


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_every_paragraph_says_what_it_rules_in_both_languages(title: str, client: TestClient) -> None:
    for one in paragraphs(title):
        assert one.en
        assert one.de
        assert one.en != one.de
        assert not re.match(r"(Table|Heading|Option)?:? ?$|(Table|Heading):", one.en), one.id
        assert one.en.endswith(".")
        assert one.de.endswith(".")
        assert len(one.en) < 800
    client.cookies.set("language", "de")
    page = client.get(f"/titles/{title}/rules").text
    assert '<article lang="de">' in page
    assert html.escape(paragraphs(title)[3].de, quote=False) in html.unescape(page).replace("&", "&amp;")


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_every_paragraph_that_a_refusal_names_is_on_the_page_of_rules(title: str) -> None:
    known = {one.id for one in paragraphs(title)}
    folder = Path(str(resources.files(find_title(title).manifest.package)))
    named = {
        node.args[0].value
        for file in folder.rglob("*.py")
        if file.name != "check.py"  # data that a host brings, never an action
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "refuse"
        if node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }
    assert named
    assert {rule for rule in named if rule} - known == set()


def test_a_refusal_leads_to_its_paragraph() -> None:
    link = cited("1844", "Regionale Gesellschaften")
    there = "/titles/1844/rules#Regionale-Gesellschaften"
    assert link == f'<cite><a href="{there}" target="_blank">§ Regionale Gesellschaften</a></cite>'
    assert cited("1844", "<no>") == "<cite>§ &lt;no&gt;</cite>"
