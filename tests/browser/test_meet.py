"""Beside the game: two people, one on a phone, give orders, talk, take back by consent and try things out."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.host.tables import sitting_down

from .conftest import PHONE, Visit
from .hands import desk, press, set_up
from .test_access import violations


def until(page: Any, shown: str) -> None:
    """Wait until a page shows a move."""
    page.wait_for_function("shown => document.getElementById('move').textContent === shown", arg=shown)


def at_one_table(owner: Any, guest: Any) -> str:
    """A table of Chicago Express that two look at who sit there; its id."""
    id_ = set_up(owner, "chicago-express", "me", "open")
    sitting_down.sit(desk.host, id_, desk.person(guest))
    for page in (owner, guest):
        page.goto(f"/games/{id_}")
        page.wait_for_selector("#move")
    return id_


@pytest.mark.long
def test_two_people_meet(visit: Visit) -> None:
    ada, bo = visit(), visit(PHONE, language="de-DE", has_touch=True)
    id_ = at_one_table(ada, bo)

    bo.click(".tools [data-meet=orders]")
    bo.fill(".order [name=most]", "20")
    bo.click(".order button")
    bo.wait_for_selector(".ordered button")  # it stands, and can be stopped
    bo.wait_for_selector("#orders-count:text('1')")
    assert violations(bo) == []
    bo.keyboard.press("Escape")  # the button that was pressed is gone, and the focus with it
    bo.wait_for_selector("#meet", state="hidden")
    press(ada, "#menu .do")
    until(ada, "2 / 2")  # Bo has answered by himself
    until(bo, "2 / 2")

    ada.keyboard.press("t")
    ada.fill("#say", "Sorry, I meant #1 otherwise")
    ada.press("#say", "Enter")
    ada.wait_for_selector(".talk a[data-at='1']")
    bo.wait_for_selector("#talk-count:not([hidden])")
    bo.click(".top [data-meet=talk]")
    bo.wait_for_selector(".talk a[data-at='1']")
    assert violations(bo) == []
    bo.click(".talk a[data-at='1']")
    bo.wait_for_selector("#meet", state="hidden")  # on a phone the panel hid what it leads to
    until(bo, "1 / 2")
    bo.click("[data-move=on]")
    until(bo, "2 / 2")

    ada.click("#meet [data-meet=agree]")
    ada.fill(".ask [name=keep]", "0")
    ada.click(".ask button")
    bo.wait_for_selector(".asks a[data-at='0']")  # to see what one is asked about
    small = bo.eval_on_selector_all(
        "#meet button",
        "all => all.filter(one => one.getBoundingClientRect().height < 43.5).map(one => one.outerHTML)",
    )
    assert small == []
    assert violations(bo) == []
    bo.locator(".asks button").first.click()
    until(ada, "0 / 0")
    ada.click("#meet [data-meet=undone]")
    ada.wait_for_selector(".undone s")
    assert ada.locator(".undone s").count() == 2
    ada.click("#meet [data-meet=notes]")
    ada.wait_for_selector(".note")
    assert violations(ada) == []

    ada.click("#meet [data-meet=agree]")
    ada.locator(".pair button").last.click()
    ada.wait_for_url(lambda url: id_ not in url)
    press(ada, "#menu .do")
    ada.click("#notice a")
    ada.wait_for_url(f"**/games/{id_}*")
    until(ada, "0 / 0")
    elsewhere = ada.context.new_page()
    elsewhere.goto(f"/games/{id_}")
    press(elsewhere, "#menu .do")
    until(ada, "1 / 1")  # the link back named the last move, which is no looking back


@pytest.mark.long
def test_a_seat_is_handed_on(visit: Visit) -> None:
    ada, bo = visit(PHONE, language="de-DE", has_touch=True), visit(PHONE, language="de-DE", has_touch=True)
    id_ = set_up(ada, "chicago-express", "me", "friend")
    ada.goto(f"/games/{id_}")
    ada.wait_for_selector("#move")
    ada.evaluate("document.querySelector('[data-meet=agree]').click()")
    ada.click("#meet summary:text('Meinen Platz weitergeben')")
    ada.click("#meet button:text('Link erzeugen')")
    link = ada.wait_for_selector(".ordered input[readonly]")
    assert violations(ada) == []
    bo.goto(link.input_value())
    assert violations(bo) == []
    bo.fill("[name=name]", "Bo")
    bo.click("main button")
    bo.wait_for_selector("#move")
    assert desk.host.open(id_).seats[0].person == desk.person(bo).id


def test_orders_are_folded_and_what_was_given_is_seen(visit: Visit) -> None:
    page, other = visit(PHONE, has_touch=True), visit()
    at_one_table(other, page)
    page.click(".tools [data-meet=orders]")
    page.wait_for_selector(".kind[open] [name=most]")
    assert page.locator(".kind").count() > 3
    assert page.locator(".kind[open]").count() == 1
    last = page.locator(".kind", has_text="New York Central")
    last.locator("summary").click()
    last.locator("button").click()
    page.wait_for_selector(".ordered button")
    spot, panel = (page.locator(one).bounding_box() for one in (".ordered button", "#meet-part"))
    assert panel["y"] <= spot["y"] <= panel["y"] + panel["height"]
    page.wait_for_function("document.querySelectorAll('.kind[open]').length === 1")
    open_one = page.locator(".kind[open]", has_text="Chesapeake & Ohio")
    page.locator(".kind summary", has_text="Chesapeake & Ohio").click()
    least = page.get_attribute(".kind [name=most]", "min")
    press(other, "#menu .do")  # what others do folds up nothing that is being filled in
    until(page, "1 / 1")
    page.wait_for_function("least => document.querySelector('.kind [name=most]').min !== least", arg=least)
    assert open_one.count() == 1


def test_news_in_the_talk_are_seen_from_all_ones_games_and_a_key_leads_to_the_next(visit: Visit) -> None:
    ada, bo = visit(), visit()
    ids = [set_up(ada, "chicago-express", "me", "open") for _ in range(2)]
    ada.goto("/mine")
    for id_ in ids:
        sitting_down.sit(desk.host, id_, desk.person(bo))
    bo.goto(f"/games/{ids[0]}")
    bo.wait_for_selector("#move")
    bo.keyboard.press("t")
    bo.fill("#say", "well played")
    bo.press("#say", "Enter")
    bo.wait_for_selector(".talk li.mine")
    for page, seen in ((ada, 1), (bo, 0)):
        page.goto("/mine")
        page.wait_for_selector(f"[data-game='{ids[0]}']")
        assert page.locator(".said:visible").count() == seen
        assert page.locator(f"[data-game='{ids[0]}'] .said:visible").count() == seen
    ada.goto(f"/games/{ids[0]}")
    ada.wait_for_selector("#move")
    ada.keyboard.press("t")
    ada.wait_for_selector(".talk li")
    ada.keyboard.press("Escape")
    ada.keyboard.press("n")
    ada.wait_for_url(f"**/games/{ids[1]}")
    ada.goto("/mine")
    ada.wait_for_selector(f"[data-game='{ids[0]}']")
    assert ada.locator(".said:visible").count() == 0
