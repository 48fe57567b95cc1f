"""Manners of the table: keys, redo, clicks that come too late, the bell, a lost connection, an invitation."""

from __future__ import annotations

import json
import random
from typing import Any

import stellwerk
from stellwerk import bots

from .conftest import PATIENCE, PHONE, Visit
from .hands import bring, moves, open_hex, press, set_up


def _now(page: Any, move: str) -> None:
    page.wait_for_function("move => document.getElementById('move').textContent === move", arg=move)


def test_numbers_choose_and_the_question_mark_lists_all_keys(visit: Visit) -> None:
    page = visit()
    set_up(page, "chicago-express", "me", "friend")
    assert page.get_attribute("#menu .do.quiet", "data-key") == "2"  # after the amount of a bid
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("2")
    assert moves(page) == "0 / 0"  # the list of keys is open: nothing behind it is chosen
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    assert page.evaluate("document.activeElement.type") == "number"
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    _now(page, "1 / 1")
    page.keyboard.press("u")
    _now(page, "0 / 0")
    assert page.locator("#redo").is_visible()
    page.keyboard.press("y")
    _now(page, "1 / 1")
    assert not page.locator("#redo").is_visible()


def _calmly(route: Any) -> None:
    """The table as it comes, but for how long it does not take clicks after a change: a minute."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace('"calm": 0', '"calm": 60000'))


def test_a_second_click_is_not_a_bid_of_the_next_player(visit: Visit) -> None:
    page = visit()
    page.clock.install()
    set_up(page, "chicago-express", "me", "friend")
    page.route("**/games/*", _calmly)
    page.reload()
    page.evaluate(
        """() => {
          const again = () => document.querySelector("#menu .do.quiet").click();
          again();
          again(); // a double click: the first is still on its way
          new MutationObserver((_, eye) => { eye.disconnect(); again(); }).observe(
            document.getElementById("menu"), { childList: true });
        }"""
    )
    page.wait_for_selector("body.settling")
    assert moves(page) == "1 / 1"
    page.keyboard.press("2")
    assert moves(page) == "1 / 1"
    assert page.evaluate("document.activeElement.matches('#menu .do.quiet')")  # pointed at, to be pressed again
    page.clock.fast_forward(60_000)
    page.wait_for_selector("body:not(.settling)")
    press(page, "#menu .do.quiet")
    assert moves(page) == "2 / 2"


QUIET = """window.rung = 0;
window.AudioContext = class {
  currentTime = 0;
  createOscillator() {
    return { frequency: {}, connect: (to) => to, start: () => window.rung++, stop() {} };
  }
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} };
  }
};"""


def test_the_bell_rings_only_for_those_who_want_it(visit: Visit) -> None:
    page = visit()
    page.add_init_script(QUIET)
    set_up(page, "chicago-express", "me", "friend")
    press(page, "#menu .do.quiet")
    assert page.evaluate("rung") == 0
    page.click("#bell")
    assert page.get_attribute("#bell", "aria-pressed") == "true"
    assert page.evaluate("rung") == 2  # a try: two tones
    press(page, "#menu .do.quiet")  # now it is the other seat's turn, at the same screen
    assert page.evaluate("rung") == 4
    page.reload()
    assert page.get_attribute("#bell", "aria-pressed") == "true"


RINGS_AWAY = """
localStorage.setItem("stellwerk.bell", "1");
Object.defineProperty(document, "hidden", { get: () => true });
"""
SILENT = """window.AudioContext = class { constructor() { throw new TypeError("no sound"); } };"""
PHONE_NOTICES = """
window.shown = [];
window.Notification = class {
  static permission = "granted";
  constructor() { throw new TypeError("Illegal constructor"); }
};
navigator.serviceWorker.getRegistration = async () =>
  ({ showNotification: async (title, { data }) => shown.push([title, data.url]) });
"""


def test_one_part_of_the_page_that_fails_stops_no_other_and_is_no_refusal(browser: Any, address: str) -> None:
    context = browser.new_context(base_url=address)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(RINGS_AWAY + SILENT)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    set_up(page, "chicago-express", "me", "friend")
    press(page, "#menu .do.quiet")
    assert page.locator("#refusal").is_hidden()
    assert faults == ["no sound"]  # told to who looks for faults, not to who plays
    context.close()


def test_notices_where_only_the_pages_worker_may_show_them(visit: Visit) -> None:
    page = visit()
    page.add_init_script(QUIET + RINGS_AWAY + PHONE_NOTICES)
    id_ = set_up(page, "chicago-express", "me", "friend")
    press(page, "#menu .do.quiet")
    page.wait_for_function("() => shown.length")
    assert page.evaluate("shown") == [["Your turn", f"/games/{id_}"]]
    page.evaluate("navigator.serviceWorker.getRegistration = async () => undefined")
    press(page, "#menu .do.quiet")  # nothing can show it: neither a fault of the page nor a refusal
    assert page.locator("#refusal").is_hidden()
    assert page.evaluate("shown.length") == 1


def test_a_lost_connection_is_told_plainly_and_goes_away_by_itself(visit: Visit) -> None:
    page = visit()
    cut: list[Any] = []
    page.route("**/games/*/act*", lambda route: (cut.append(route), route.abort("connectionrefused")))
    set_up(page, "chicago-express", "me", "friend")
    page.locator("#menu .do.quiet").click()
    page.wait_for_selector("#offline:not([hidden])")
    assert cut
    assert page.locator("#refusal").is_hidden()
    assert "fetch" not in page.inner_text(".act")
    page.unroute("**/games/*/act*")
    page.wait_for_selector("#offline[hidden]", state="attached")
    press(page, "#menu .do.quiet")


def test_an_invitation_is_whole_and_can_be_copied_and_photographed(visit: Visit) -> None:
    page = visit(PHONE)
    set_up(page, "chicago-express", "me", "open")
    link = page.input_value("#invitation")
    assert link == page.url
    box, code = page.locator("#invitation").bounding_box(), page.locator(".qr svg").bounding_box()
    assert box["x"] + box["width"] <= 390
    assert code["width"] > 120
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.click("[data-copies]")
    page.wait_for_function("link => window.copied === link", arg=link)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_who_sits_down_keeps_the_seat_though_news_of_it_come_before_the_answer(visit: Visit) -> None:
    ada, bo = visit(), visit()
    game = set_up(ada, "chicago-express", "me", "open")
    held: list[Any] = []
    bo.route("**/games/*/sit", lambda route: held.append((route, route.fetch(max_redirects=0))))
    bo.add_init_script(
        """window.EventSource = class extends EventSource {
          constructor(...where) {
            super(...where);
            this.addEventListener("change", () => { window.heard = true; });
          }
        };"""
    )
    given_up: list[str] = []
    bo.on("requestfailed", lambda request: given_up.append(request.method))
    bo.goto(f"/games/{game}")
    bo.wait_for_function("() => window.heard")
    bo.fill("[name=name]", "Bo")
    bo.click("button.primary", no_wait_after=True)
    ada.wait_for_selector("#move")  # she has heard of it
    [(route, answer)] = held
    route.fulfill(response=answer)
    bo.wait_for_selector("#move")
    assert "POST" not in given_up  # the answer brings the key to the seat
    assert json.loads(bo.inner_text("#facts"))["seat"] == 1


def test_a_hex_that_allows_nothing_says_why_and_words_explain_themselves(visit: Visit) -> None:
    game, lots = stellwerk.new("1835", players=["North", "East", "West"], seed=1), random.Random(2)
    while type(game.step).__name__ != "LayStep":
        game.play(bots.choose(game, game.waiting_for()[0], "steady", lots))
    page = visit()
    bring(page, game)
    open_hex(page, "A11")
    assert "§ 5.5.1.23" in page.inner_text("#hexmenu .because")
    assert "A11" in page.inner_text("#hexmenu .says")
    page.keyboard.press("Escape")
    page.hover(".facts .tip >> nth=1")
    assert "newest train" in page.inner_text("#tip")
    page.mouse.move(5, 300)
    assert page.is_hidden("#tip")
    # By round: the first one is the sale of the packet, before any move.
    names = page.eval_on_selector_all("#rounds option", "all => all.map(one => one.textContent)")
    assert names[-1] == "Operating round 1.1"
    page.select_option("#rounds", label=names[0])
    _now(page, f"0 / {len(game.actions)}")
    page.keyboard.press("End")
    _now(page, f"{len(game.actions)} / {len(game.actions)}")
    assert page.eval_on_selector("#rounds", "one => one.selectedOptions[0].textContent") == names[-1]


AWAY = "Object.defineProperty(document, 'hidden', { get: () => window.away === true });"


def test_who_looks_on_says_so_and_a_page_in_the_background_says_that_nobody_does(visit: Visit) -> None:
    page = visit()
    page.add_init_script(AWAY)
    page.clock.install()
    set_up(page, "chicago-express", "me", "friend")
    page.wait_for_selector("#move")
    asked: list[Any] = []
    page.on("request", lambda request: asked.append(request))
    page.clock.fast_forward(120_000)
    assert not any(one.url.endswith("/here") for one in asked)  # nobody has stirred
    page.mouse.move(200, 200)
    page.mouse.move(210, 210)
    with page.expect_request("**/here"):
        page.clock.fast_forward(60_000)
    page.evaluate("window.away = true")
    page.mouse.move(220, 220)
    asked.clear()
    page.clock.fast_forward(120_000)
    other = page.context.new_page()
    other.goto("/mine")
    assert not any(one.url.endswith("/here") for one in asked)
    with page.expect_request("**/act*") as looked:
        press(page, "#menu .do.quiet")
    assert looked.value.headers["x-unseen"] == "1"
    other.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    with other.expect_request("**/mine") as looked:
        other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert looked.value.headers["x-unseen"] == "1"


def test_a_vacation_is_planned_by_the_day_it_begins_where_one_is(visit: Visit) -> None:
    page = visit(timezone_id="Pacific/Auckland")
    set_up(page, "chicago-express", "me", "friend")
    page.goto("/mine")
    page.fill("[name=days]", "5")
    first = page.evaluate("new Date(Date.now() + 9 * 86400e3).toLocaleDateString('sv')")
    page.fill("[name=from]", first)
    midnight = page.evaluate("day => new Date(`${day}T00:00`).getTime() / 1000", first)
    with page.expect_request("**/api/vacation") as asked:
        page.click(".vacation form button")
    assert asked.value.post_data_json == {"days": 5, "from": midnight}
    page.wait_for_selector("[data-days='0']")
    page.click("[data-days='0'] button")
    page.wait_for_selector("[name=from]")
