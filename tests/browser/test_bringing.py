"""A game from a file: the page tells how far it is, opens the table, or says what was wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

import stellwerk

from .conftest import PHONE, Visit


def a_file() -> dict[str, Any]:
    game = stellwerk.new("chicago-express", ["Ada", "Bo", "Cy"])
    return {"name": "game.json", "mimeType": "application/json", "buffer": game.to_json().encode()}


def choose(page: Any) -> None:
    page.goto("/")
    page.set_input_files(".bring input[type=file]", a_file())


def test_a_file_becomes_a_table(visit: Visit) -> None:
    page = visit()
    choose(page)
    page.click(".bring button")
    page.wait_for_url("**/games/*")
    page.wait_for_selector("body.my-turn")


@pytest.mark.parametrize(("language", "words"), [("en-US", "430 of 935"), ("de-DE", "430 von 935")])
def test_while_it_is_read_the_page_tells_how_far_it_is(visit: Visit, language: str, words: str) -> None:
    page = visit(PHONE, language)
    held: list[Any] = []
    far = json.dumps({"reading": True, "done": 430, "of": 935})

    def told(route: Any) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.fulfill(content_type="application/json", body=far)

    page.route("**/games/import", told)
    choose(page)
    assert not page.locator(".bring .reading").is_visible()
    page.click(".bring button")
    page.wait_for_selector(f".bring .reading:has-text('{words}')")
    assert page.locator(".bring progress").evaluate("bar => [bar.value, bar.max]") == [430, 935]
    assert page.locator(".bring button").is_disabled()
    held[0].continue_()
    page.wait_for_url("**/games/*")


def test_what_is_wrong_is_said_and_another_file_can_be_chosen(visit: Visit) -> None:
    page = visit()
    refused = json.dumps({"error": "The file cannot be read.", "key": "fault.file"})
    said = {"status": 422, "content_type": "application/json", "body": refused}
    page.route("**/games/import", lambda route: route.fulfill(**said))
    choose(page)
    page.click(".bring button")
    page.wait_for_selector(".bring [role=alert]:has-text('The file cannot be read.')")
    assert not page.locator(".bring .reading").is_visible()
    page.unroute("**/games/import")
    page.click(".bring button")
    page.wait_for_url("**/games/*")


def test_without_scripts_one_just_waits(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    choose(page)
    page.click(".bring button")
    page.wait_for_url("**/games/*")
