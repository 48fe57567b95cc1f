"""Stellwerk as an app of a phone: what it asks for is there, in the language of whoever asks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any


def test_a_phone_finds_name_pictures_and_first_page(visit: Callable[..., Any]) -> None:
    somebody = visit(headers={"accept-language": "de"}).client
    page = somebody.get("/").text
    (link,) = re.findall(r'<link rel="manifest" href="([^"]+)"', page)
    answer = somebody.get(link)
    assert answer.headers["content-type"] == "application/manifest+json"
    card = answer.json()
    assert (card["lang"], card["display"]) == ("de", "standalone")
    assert "Brettspiele" in card["description"]
    assert somebody.get(card["start_url"]).status_code == 200
    sizes = {(icon["sizes"], icon.get("purpose")) for icon in card["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes  # what phones ask for
    for icon in card["icons"]:
        picture = somebody.get(icon["src"])
        assert (picture.status_code, picture.headers["content-type"]) == (200, icon["type"])
