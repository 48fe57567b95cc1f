"""How things look: kept with an account in every browser, as a guest in this one; only colours get into sheets."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from stellwerk.draw import LIGHT, look_of
from stellwerk.titles.registry import find_title
from stellwerk.view.appearance import CLEAR_COMPANIES, CLEAR_GROUNDS

from ..conftest import Caller

PASSWORD = "a long enough secret"


def _token(caller: Caller, path: str = "/settings") -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', caller.client.get(path).text)
    assert found
    return found[1]


def _choose(caller: Caller, **values: str) -> str:
    answer = caller.client.post("/settings", data={"csrf": _token(caller), **values})
    assert answer.status_code == 200
    return str(answer.text)


def test_a_guest_keeps_it_in_the_browser(visit: Callable[..., Caller]) -> None:
    ada, bob = visit(), visit()
    html = _choose(ada, colours="clear", turn="180", density="dense", theme="dark", language="de")
    assert '<html lang="de" data-theme="dark" data-density="dense" data-turn="180">' in html
    assert 'href="/look.css?look=colours%3Aclear"' in html
    assert "data-turn" not in bob.client.get("/settings").text
    assert "data-turn" not in _choose(ada, usual="1", turn="180")


def test_with_an_account_it_holds_in_every_browser(visit: Callable[..., Caller]) -> None:
    ada, elsewhere = visit(), visit()
    account = {"name": "Ada", "password": PASSWORD}
    ada.client.post("/me/account", data={"csrf": _token(ada, "/me"), **account})
    _choose(ada, turn="90", language="de", theme="dark")
    elsewhere.client.post("/enter", data={"csrf": _token(elsewhere, "/enter"), **account})
    here = elsewhere.client.get("/settings").text
    assert '<html lang="de" data-theme="dark" data-turn="90">' in here
    elsewhere.client.get("/prefer/language/en")
    assert '<html lang="en" data-theme="dark" data-turn="90">' in ada.client.get("/settings").text


def test_sheets_of_colours_have_nothing_else_in_them(visit: Callable[..., Caller]) -> None:
    client = visit().client
    told = client.get(
        "/look.css", params={"look": "colours:own.yellow:ffcc00.run0:000000.green:}body{.red:url(x)"}
    ).text
    assert "--ground: #ffcc00;" in told
    assert "path.run-0 { stroke: #000000; }" in told
    assert "body" not in told
    assert "url" not in told
    usual, clear = (client.get(f"/titles/1835/colours.css{query}").text for query in ("", "?look=clear"))
    assert usual != clear
    assert usual.count("--livery:") == clear.count("--livery:")


@pytest.mark.parametrize("title", ["1835", "1844", "1873"])
def test_pictures_of_boards_are_in_chosen_colours(ada: Caller, title: str) -> None:
    """Flags, homes, planned lines and tiles: of the usual colours that others stand for nothing is left."""
    game = ada.new(title, *["me"] * find_title(title).players[0])
    liveries = dict(look_of(find_title(title)).liveries)

    def picture(look: str, **more: str) -> str:
        return str(ada.client.get(f"/games/{game}/board.svg", params={"look": look, **more}).text)

    usual, clear, own = picture(""), picture("colours:clear"), picture("colours:own.yellow:ffcc01.green:}")
    assert LIGHT.yellow in usual
    assert not {LIGHT.yellow, LIGHT.green, LIGHT.gray} & set(re.findall(r"#\w+", clear))
    companies = {livery.fill for livery in liveries.values()} - set(CLEAR_COMPANIES) - {"#000", "#fff"}
    assert companies & set(re.findall(r"#\w+", usual))
    assert not companies & set(re.findall(r"#\w+", clear))
    assert "#ffcc01" in own
    assert LIGHT.yellow not in own
    assert CLEAR_GROUNDS["yellow"][1] in picture("colours:clear", theme="dark")


def test_the_page_of_the_end_asks_for_pictures_in_chosen_colours(ada: Caller) -> None:
    game = ada.new("1844", "me", "me", "me")
    ada.client.cookies.set("look", "colours:clear")
    page = ada.client.get(f"/games/{game}/end").text
    assert "look=colours%3Aclear&amp;theme=dark" in page
    assert ".plot .s0 {" in ada.client.get("/look.css?look=colours:clear").text
