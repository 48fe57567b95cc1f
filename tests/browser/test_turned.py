"""A board that somebody wants turned: what is written stands upright, and a click means the hex under it."""

from __future__ import annotations

from .conftest import Visit
from .hands import open_hex, set_up


def test_letters_stand_upright_and_hexes_are_found(visit: Visit) -> None:
    page = visit()
    page.goto("/settings")
    page.check("[name=turn][value='90']")
    page.click(".looks button.primary")
    page.wait_for_url("**saved=1")
    set_up(page, "1835", "me", "friend", "friend")
    page.click("[data-view=board]")
    page.wait_for_selector("#board.turned")
    places = page.evaluate(
        """() => ["A11", "H20"].map(hex => {
          const box = document.querySelector(`g.hex[data-hex="${hex}"] > .land`).getBoundingClientRect();
          return [box.x, box.y];
        })"""
    )
    right, down = (places[1][axis] - places[0][axis] for axis in (0, 1))
    assert right < 0 < down  # as printed it lies to the right and below
    letters = page.eval_on_selector_all(
        "#board .frame text",
        "all => all.slice(0, 9).map(one => one.getScreenCTM()).map(m => [m.a > 0, Math.abs(m.b) < 1e-6])",
    )
    assert all(upright == [True, True] for upright in letters)
    open_hex(page, "H20")
