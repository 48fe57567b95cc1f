"""Tables that wait for people: what they wish, and a seat at any that fits."""

from __future__ import annotations

import re
from collections.abc import Callable

from stellwerk.host.host import Host
from stellwerk.host.settings import Settings

from ..conftest import Caller

CHICAGO = "chicago-express"
DAILY = {"kind": "daily", "moves": 2}
EVENING = {"kind": "bank", "bank": 3600}


def _ids(caller: Caller, query: str = "") -> set[str]:
    return {one["id"] for one in caller.get(f"/tables{query}")}


def test_tables_are_found_by_what_they_wish(ada: Caller, bo: Caller) -> None:
    slow = ada.new(CHICAGO, "me", "open", clock=DAILY, wish="sharp")
    quick = ada.new("1835", "me", "open", "open", clock=EVENING)
    odd = ada.new("1835", "me", "open", "open", options={"variant": "snake"})
    hidden = bo.new(CHICAGO, "me", "open", access="unlisted")
    bo.new(CHICAGO, "me", "bot", wish="new")
    assert _ids(bo) == {slow, quick, odd}
    assert _ids(bo, "?pace=days") == _ids(bo, f"?title={CHICAGO}") == {slow}
    assert _ids(bo, "?pace=live") == {quick}
    assert _ids(bo, "?level=new") == {quick, odd}  # who says nothing takes everybody
    assert _ids(bo, "?level=sharp&pace=days") == {slow}
    assert _ids(bo, "?usual=1&title=1835") == {quick}
    for query in ("?pace=never", "?level=god", "?title=nothing"):
        assert bo.client.get(f"/api/tables{query}").status_code in (400, 404)
        assert bo.client.get(f"/tables{query}").status_code in (400, 404)
    ada.post("/games", 400, title=CHICAGO, seats=[{"kind": "me"}, {"kind": "open"}], wish="x")
    page = bo.client.get("/tables?title=1835").text
    assert "Snake" in page
    assert hidden not in page


def test_anywhere_is_the_table_that_fits_and_lacks_fewest(ada: Caller, bo: Caller) -> None:
    ada.new(CHICAGO, "me", "open", "open", clock=EVENING)
    wanted = ada.new(CHICAGO, "me", "open", clock=DAILY)
    seated = bo.post("/tables/anywhere", 201, title=CHICAGO, pace="days")
    assert (seated["id"], seated["mine"], seated["status"]) == (wanted, [1], "running")
    laid_out = bo.post("/tables/anywhere", 201, title=CHICAGO, pace="days", level="new")
    assert (laid_out["status"], laid_out["mine"]) == ("open", [0])
    assert bo.post("/tables/anywhere", 201, title=CHICAGO, pace="days")["id"] == laid_out["id"]  # asked twice
    (found,) = ada.get("/tables?level=new&pace=days")
    assert (found["id"], found["pace"], found["level"]) == (laid_out["id"], "days", "new")
    assert bo.post("/tables/anywhere", 404, title="", pace="free")["key"] == "fault.no_table"


def test_nobody_is_sat_beside_whom_they_do_not_want_to_meet(
    ada: Caller, bo: Caller, visit: Callable[..., Caller]
) -> None:
    game = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{game}/seats")
    ada.post(f"/games/{game}/block", seat=1)
    table = ada.new(CHICAGO, "me", "open")
    assert _ids(bo) == set()
    assert bo.post("/tables/anywhere", 201, title=CHICAGO)["id"] != table
    cleo = visit().enter("Cleo")
    away = ada.new(CHICAGO, "me", "open", "open", clock=EVENING)
    cleo.post(f"/games/{away}/seats")
    ada.post(f"/games/{away}/remove", seat=1)
    assert cleo.post("/tables/anywhere", 201, title=CHICAGO, pace="live")["id"] != away


def test_the_page_sits_somebody_down(
    visit: Callable[..., Caller], ada: Caller, host: Host, settings: Settings
) -> None:
    client = visit().client
    csrf = re.search(r'name="csrf" content="(\w+)"', client.get("/tables").text)
    assert csrf is not None
    data = {"csrf": csrf[1], "title": CHICAGO, "pace": "live", "name": "Dora"}
    answer = client.post("/tables/anywhere", data=data)
    (row,) = host.storage.list_games("open")
    assert answer.url.path == f"/games/{row.id}"
    assert row.seats[0].name == "Dora"
    for _ in range(settings.quotas.tables):
        ada.new(CHICAGO, "me", "open")
    ada.post("/tables/anywhere", 403, title="1835")
    ada.post("/tables/anywhere", 201, title=CHICAGO, pace="live")
