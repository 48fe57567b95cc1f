"""Tables that not everybody finds, people who do not want to meet, reports, and whoever runs the place."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from typer.testing import CliRunner

from stellwerk.cli import _add_commands
from stellwerk.cli import app as cli
from stellwerk.host.host import Host
from stellwerk.host.limits.quotas import Quotas
from stellwerk.host.notices.called_for import calls
from stellwerk.host.storage.people.notice_rows import Notice
from stellwerk.view.texts import text

from ..conftest import Caller

CHICAGO = "chicago-express"
SECRET = "ein langes Passwort"
Visit = Callable[..., Caller]


def _listed(caller: Caller) -> set[str]:
    found = {row["id"] for status in ("open", "running") for row in caller.get(f"/games?status={status}")}
    return found | set(re.findall(r'data-game="([^"]+)"', caller.client.get("/").text))


def _csrf(caller: Caller, path: str = "/me") -> str:
    found = re.search(r'name="csrf" content="(\w+)"', caller.client.get(path, headers=caller.headers).text)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("access", ["unlisted", "invited"])
def test_a_table_that_is_in_no_list(ada: Caller, bo: Caller, access: str) -> None:
    game = ada.new(CHICAGO, "me", "open", access=access)
    shown = ada.new(CHICAGO, "me", "open")
    assert _listed(bo) == {shown}
    assert game in {row["id"] for row in ada.get("/games?status=open&mine=1")}
    page = ada.client.get(f"/games/{game}", headers=ada.headers).text
    assert text(f"waiting.{access}", "en") in page
    invitation = re.search(r"invitation=(\w+)", page)
    if access == "unlisted":
        assert invitation is None
        bo.post(f"/games/{game}/seats")
    else:
        assert invitation is not None
        assert "invitation=" not in bo.client.get(f"/games/{game}", headers=bo.headers).text
        for wrong in ({}, {"invitation": "0" * 20}, {"invitation": "ü"}, {"invitation": 5}):
            assert bo.post(f"/games/{game}/seats", 403, **wrong)["key"] == "fault.not_invited"
        other = bo.client.get(f"/games/{game}?invitation={invitation[1]}", headers=bo.headers).text
        assert f'name="invitation" value="{invitation[1]}"' in other
        bo.post(f"/games/{game}/seats", invitation=invitation[1])
    ada.post("/games", 400, title=CHICAGO, seats=[{"kind": "me"}, {"kind": "bot"}], access="secret")


def test_who_is_blocked_does_not_sit_down_and_nobody_is_told(ada: Caller, bo: Caller, visit: Visit) -> None:
    game = ada.new(CHICAGO, "me", "open", "open")
    bo.post(f"/games/{game}/seats")
    data = {"csrf": _csrf(ada), "seat": "1"}
    assert "Bo" in ada.client.get(f"/games/{game}/people", headers=ada.headers).text
    assert ada.client.post(f"/games/{game}/block", data=data, headers=ada.headers).status_code == 200
    ada.post(f"/games/{game}/block", 409, seat=0)
    mine, theirs = ada.new(CHICAGO, "me", "open"), bo.new(CHICAGO, "me", "open")
    for caller, table in ((bo, mine), (ada, theirs)):
        assert caller.post(f"/games/{table}/seats", 403)["key"] == "fault.apart"
    shown = ada.client.get("/", headers=ada.headers).text
    assert theirs not in shown
    assert mine in visit().client.get("/").text
    assert "Bo" in ada.client.get("/me", headers=ada.headers).text
    ada.post(f"/games/{game}/block", seat=1, again=True)
    bo.post(f"/games/{mine}/seats")


def test_who_is_blocked_is_not_heard_either(ada: Caller, bo: Caller, host: Host) -> None:
    game = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{game}/seats")
    said = bo.post(f"/games/{game}/talk", 201, text="@Ada you play like a beginner")["number"]
    page = ada.client.get(f"/games/{game}", headers=ada.headers).text
    assert f'href="/games/{game}/people"' in page  # from the table itself, while the game goes on
    talk = ada.client.get(f"/games/{game}/talk", headers=ada.headers).text
    assert f'href="/games/{game}/people?said={said}"' in talk

    ada.post(f"/games/{game}/block", seat=1)
    told = ada.get(f"/games/{game}/talk")
    assert (told["messages"], told["muted"]) == ([], [{"number": said, "name": "Bo", "blocked": True}])
    talk = ada.client.get(f"/games/{game}/talk", headers=ada.headers).text
    assert "beginner" not in talk
    assert text("talk.hear", "en") not in talk  # to hear him again is to block him no more
    assert [one["text"] for one in bo.get(f"/games/{game}/talk")["messages"]] == ["@Ada you play like a beginner"]
    rows = host.storage.list_games("running", person=1)
    assert calls(host.storage, Notice(1), rows, 9e9) == []

    ada.post(f"/games/{game}/block", seat=1, again=True)
    assert len(ada.get(f"/games/{game}/talk")["messages"]) == 1
    assert len(calls(host.storage, Notice(1), rows, 9e9)) == 1


def test_who_only_watches_and_talks_can_be_blocked_and_reported(
    ada: Caller, bo: Caller, visit: Visit, host: Host
) -> None:
    game = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{game}/seats")
    loud, quiet = visit().enter("Loud"), visit().enter("Quiet")
    said = loud.post(f"/games/{game}/talk", 201, text="Ada should bid 40")["number"]
    page = quiet.client.get(f"/games/{game}/people?said={said}", headers=quiet.headers).text
    assert f'<option value="said {said}" selected>Loud</option>' in page
    data = {"csrf": _csrf(quiet), "whom": f"said {said}", "words": "helps a player"}
    assert quiet.client.post(f"/games/{game}/report", data=data, headers=quiet.headers).status_code == 200
    assert "about 3" in _admin(host, "reports")
    data = {"csrf": _csrf(quiet), "said": str(said)}
    assert quiet.client.post(f"/games/{game}/block", data=data, headers=quiet.headers).status_code == 200
    assert quiet.get(f"/games/{game}/talk")["messages"] == []
    loud.post(f"/games/{game}/block", 409, said=said)
    table = quiet.new(CHICAGO, "me", "open")
    assert loud.post(f"/games/{table}/seats", 403)["key"] == "fault.apart"
    quiet.post(f"/games/{game}/report", 404, said=99, words="nobody said this")
    ada.post(f"/games/{game}/block", 404, said=said)  # who plays does not hear who watches, nor learns who it is
    assert "Loud" not in ada.client.get(f"/games/{game}/people", headers=ada.headers).text


def test_reports_reach_the_operator_and_are_bounded(ada: Caller, bo: Caller, host: Host) -> None:
    game = ada.new(CHICAGO, "me", "open", "open")
    bo.post(f"/games/{game}/seats")
    ada.post(f"/games/{game}/report", 400, seat=1, words=" \n ")
    for _ in range(Quotas().reports):
        ada.post(f"/games/{game}/report", 201, seat=1, words="He \x1b[31mswears.\n" + "x" * 2000)
    ada.post(f"/games/{game}/report", 429, words="And again.")
    told = _admin(host, "reports")
    assert told.count("about 2") == Quotas().reports
    assert "\x1b" not in told
    _admin(host, "looked-at", "1", "--why", "talked to him")
    assert _admin(host, "reports").count("about 2") == Quotas().reports - 1


def _admin(host: Host, *words: str, code: int = 0) -> str:
    if not cli.registered_commands:
        _add_commands()
    done = CliRunner().invoke(cli, ["admin", *words, "--data", str(host.settings.data)])
    assert done.exit_code == code, done.output
    return done.output


def test_an_operator_looks_after_people_while_the_server_runs(app: Starlette, visit: Visit, host: Host) -> None:
    ada = visit().enter("Ada")
    ada.post("/accounts", 201, name="Ada", password=SECRET, email="ada@example.org")
    game = ada.new(CHICAGO, "me", "open")
    assert "Ada  account  ada@example.org" in _admin(host, "people", "ad")
    look: Callable[[], None] = app.state.bulletin.look
    look()

    _admin(host, "suspend", "ADA", "--why", "swears")
    look()
    ada.post("/sessions/end", 401)
    assert visit().post("/sessions", 403, name="Ada", password=SECRET)["key"] == "fault.suspended"
    assert visit().post("/sessions", 403, name="Ada", password="not hers at all")["key"] == "fault.password"
    _admin(host, "readmit", "Ada")
    visit().post("/sessions", 201, name="Ada", password=SECRET)

    said = _admin(host, "password", "Ada", "--why", "forgot it")
    given = said.split(": ")[1].strip()
    visit().post("/sessions", 403, name="Ada", password=SECRET)
    visit().post("/sessions", 201, name="Ada", password=given)

    assert game in _admin(host, "games", "--status", "open")
    _admin(host, "unlist", game)
    look()
    assert game not in visit().client.get("/").text

    number = re.findall(r"\d+", _admin(host, "announce", "Closed on <b>Monday</b>.", "Montag zu."))[0]
    look()
    assert "Closed on &lt;b&gt;Monday" in visit().client.get("/").text
    assert "Montag zu." in visit(headers={"accept-language": "de"}).client.get("/").text
    _admin(host, "withdraw", number)
    look()
    assert "Monday" not in visit().client.get("/").text

    _admin(host, "limit", "tables", "1", "--why", "a small place")
    assert "tables  1  (usually 6)" in _admin(host, "limits")
    look()
    cleo, wanted = visit().enter("Cleo"), [{"kind": "me"}, {"kind": "open"}]
    cleo.post("/games", 201, title=CHICAGO, seats=wanted)
    assert cleo.post("/games", 403, title=CHICAGO, seats=wanted)["key"] == "quota.tables"
    _admin(host, "limit", "tables")
    assert "tables  6\n" in _admin(host, "limits")

    log = _admin(host, "log").splitlines()
    assert [line.split("  ")[2] for line in log[::-1]] == [
        "suspend", "readmit", "password", "unlist", "announce", "withdraw", "limit", "limit",
    ]  # fmt: skip
    assert log[-1].endswith("swears")
    assert given not in "".join(log)


def test_an_operator_is_told_what_there_is_not(host: Host, tmp_path: Path) -> None:
    def failed(*words: Any) -> str:
        done = CliRunner().invoke(cli, ["admin", *words])
        return str(done.exception)

    _admin(host, "log")
    data = ["--data", str(host.settings.data)]
    assert failed("suspend", "Nobody", *data) == "There is no account of Nobody."
    assert failed("unlist", "nothing", *data) == "There is no game nothing."
    assert failed("limit", "rate", "5", *data).startswith("There is no limit rate; there are games, tables")
    assert failed("unlist", "-ql8aXTHsYRA", *data) == "There is no game -ql8aXTHsYRA."
    assert "There is no" in failed("people", "--data", str(tmp_path / "nowhere"))
