"""Pages and forms without a browser: lobby, setting up, waiting, names, files, preferences."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import stellwerk
from stellwerk.view.about import about, read_options, shelf

from ..conftest import Caller


@pytest.fixture
def client(visit: Callable[..., Caller]) -> TestClient:
    return visit().client


def _token(client: TestClient) -> str:
    found = re.search(r'name="csrf" content="(\w+)"', client.get("/").text)
    assert found
    return found[1]


def test_the_lobby_knows_every_title(client: TestClient) -> None:
    page = client.get("/").text
    for title in stellwerk.title_ids():
        assert f'data-play="{title}"' in page
        assert client.get(f"/titles/{title}/light.svg").headers["content-type"].startswith("image/svg")
        assert client.get(f"/titles/{title}/colours.css").text.count("--livery:") >= 5


@pytest.mark.parametrize("language", ["de", "en"])
def test_titles_tell_about_themselves(language: str) -> None:
    for told in shelf(language):
        assert told.special
        assert told.minutes
    assert about("1835", "de").options[0].choices[0].text == "wie im Regelheft"


def test_options_of_a_form(client: TestClient) -> None:
    assert read_options("1835", {"leipzig_income": "30", "falling_prices": "yes", "variant": "standard"}) == {
        "leipzig_income": 30,
        "falling_prices": True,
    }
    with pytest.raises(stellwerk.StellwerkError):
        read_options("1835", {"variant": "chaos"})
    form = {"csrf": _token(client), "title": "1835", "option.variant": "chaos"}
    assert client.post("/games", data=form).status_code == 400


def test_an_invitation_is_a_link(client: TestClient, visit: Callable[..., Caller]) -> None:
    form = {"csrf": _token(client), "title": "chicago-express", "players": "2", "seat1": "open", "name": "Ada"}
    waiting = client.post("/games", data=form)
    link = re.search(r'value="(http[^"]*/games/[^"]*)"', waiting.text)
    assert link
    friend = visit().client
    page = friend.get(link[1])
    assert "/sit" in page.text
    joined = friend.post(f"{link[1]}/sit", data={"csrf": _token(friend), "name": "Bo"})
    assert 'id="board"' in joined.text
    assert 'id="board"' in client.get(link[1]).text
    assert "Bo" in client.get("/").text


def test_free_seats_go_to_bots_if_the_owner_wishes(client: TestClient, visit: Callable[..., Caller]) -> None:
    form = {"csrf": _token(client), "title": "1835", "seat1": "open", "seat2": "open"}
    waiting = client.post("/games", data=form)
    game = str(waiting.url)
    other = visit().client
    other.post("/me", data={"csrf": _token(other), "name": "Bo"})
    refused = other.post(f"{game}/bots", data={"csrf": _token(other), "level": "random"})
    assert refused.status_code == 403
    begun = client.post(f"{game}/bots", data={"csrf": _token(client), "level": "random"})
    assert 'id="board"' in begun.text


def test_language_and_theme_are_kept(client: TestClient) -> None:
    client.headers["accept-language"] = "fr"
    assert 'lang="en"' in client.get("/").text
    client.get("/prefer/language/de")
    client.get("/prefer/theme/dark")
    page = client.get("/").text
    assert 'lang="de"' in page
    assert 'data-theme="dark"' in page


def test_back_only_to_our_own_pages(client: TestClient) -> None:
    headers = {"referer": "http://evil.example/trap"}
    answer = client.get("/prefer/theme/dark", headers=headers, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_a_saved_game_of_rails_is_taken_in(client: TestClient) -> None:
    folder = Path(__file__).parents[3].parent / "shared" / "records" / "1835"
    saves = sorted(folder.glob("*.rails"), key=lambda path: path.stat().st_size)
    if not saves:
        pytest.skip("the shared records (../shared/records/1835) are not on this machine")
    files = {"file": (saves[0].name, saves[0].read_bytes())}
    table = client.post("/games/import", data={"csrf": _token(client)}, files=files)
    assert table.status_code == 200
    assert 'id="board"' in table.text


def test_static_files_are_kept_by_version(client: TestClient) -> None:
    sheet = re.search(r'href="(/static/style\.css\?v=\w+)"', client.get("/").text)
    assert sheet
    assert "immutable" in client.get(sheet[1]).headers["cache-control"]
    assert client.get("/static/board.js").headers["cache-control"] == "no-cache"


def test_who_is_refused_a_form_finds_back_to_it(client: TestClient) -> None:
    told = {"csrf": _token(client), "name": "A\u0430da", "password": "correct horse"}
    answer = client.post("/me/account", data=told, headers={"referer": "http://testserver/me"})
    assert answer.status_code == 400
    assert 'id="back" href="/me"' in answer.text
    assert not re.search(r"\b400\b", answer.text.partition("<main")[2])  # a number says nothing to people
    away = client.post("/me/account", data=told, headers={"referer": "http://evil.example/me"})
    assert 'id="back"' not in away.text
