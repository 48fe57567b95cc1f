"""A board that somebody wants turned: what is written stands upright, and a click means the hex under it."""

from __future__ import annotations

from .conftest import Visit
from .hands import open_hex, set_up

PLACES = """() => ["A11", "H20"].map(hex => {
  const box = document.querySelector(`g.hex[data-hex="${hex}"] > .land`).getBoundingClientRect();
  return [box.x, box.y];
})"""
UPRIGHT = (
    """all => all.slice(0, 9).map(one => one.getScreenCTM()).map(m => [m.a > 0, m.d > 0, Math.abs(m.b) < 1e-6])"""
)


def test_letters_stand_upright_and_hexes_are_found(visit: Visit) -> None:
    page = visit()
    game = set_up(page, "1835", "me", "friend", "friend")
    for way in ("90", "mirror"):
        page.goto("/settings")
        page.check(f"[name=turn][value='{way}']")
        page.click(".looks button.primary")
        page.wait_for_url("**saved=1")
        page.goto(f"/games/{game}")
        page.click("[data-view=board]")
        page.wait_for_selector("#board.turned")
        # A board that is higher than wide leaves room for cards beside it; lying down it takes all of the stage.
        assert page.locator("#beside").is_visible() == (way == "mirror")
        first, second = page.evaluate(PLACES)  # as printed the second lies to the right and below
        assert second[0] < first[0]
        assert second[1] > first[1]
        letters = page.eval_on_selector_all("#board .frame text", UPRIGHT)
        assert all(upright == [True, True, True] for upright in letters)
        open_hex(page, "H20")
