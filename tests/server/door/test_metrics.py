"""Whether the server is well, its figures, its log, and how it stops."""

from __future__ import annotations

import json
import logging
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stellwerk.host.host import Host
from stellwerk.host.settings import Settings

from ..conftest import Caller

FIGURE = re.compile(r'# TYPE \w+ (counter|gauge|histogram)|\w+(\{\w+="[\w+.]+"\})? [\d.]+')


def test_it_says_whether_it_is_well(ada: Caller, host: Host) -> None:
    assert ada.client.get("/health").json() == {"well": True}
    host.settings.file.rename(host.settings.file.with_suffix(".moved"))
    answer = ada.client.get("/health")
    assert (answer.status_code, answer.json()) == (503, {"well": False})
    host.settings.file.with_suffix(".moved").rename(host.settings.file)


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.0.2.7", {}, 404),
        ("testclient", {}, 404),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 404),
    ],
)
def test_figures_are_for_whoever_runs_it(
    app: Starlette, client: str, headers: dict[str, str], status: int
) -> None:
    with TestClient(app, client=(client, 5)) as visitor:
        visitor.get("/")
        visitor.get("/nothing")
        answer = visitor.get("/metrics", headers=headers)
        assert answer.status_code == status
        if status == 200:
            told = answer.text
            assert 'stellwerk_answers_total{status="2xx"} 1\n' in told
            assert 'stellwerk_answers_total{status="4xx"} 1\n' in told
            assert "stellwerk_answer_seconds_count 2\n" in told
            assert 'stellwerk_bot_decisions_cut_total{level="strong"} 0\n' in told
            for line in told.splitlines():
                assert re.fullmatch(
                    r'# TYPE \w+ (counter|gauge|histogram)|\w+(\{\w+="[\w+.]+"\})? [\d.]+', line
                ), line


def test_a_private_link_is_not_in_the_log(
    ada: Caller, host: Host, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*values: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(host.storage, "person_with", fail)
    client = TestClient(ada.client.app, raise_server_exceptions=False)
    with caplog.at_level(logging.ERROR):
        client.get("/come/AVerySecretKeyOfAda")
    assert "/come/…" in caplog.text
    assert not [record for record in caplog.records if "AVerySecretKeyOfAda" in record.getMessage()]


def test_it_stops_in_good_order_and_writes_json(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "stellwerk", "serve", "--port", "0", "--data", str(tmp_path), "--json-log"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        address = re.search(r"http://\S+", running.stdout.readline())
        assert address is not None
        request = urllib.request.Request(f"{address[0]}/api/guests", b'{"name": "Ada"}')
        token = json.load(urllib.request.urlopen(request, timeout=60))["token"]
        headers = {"authorization": f"Bearer {token}"}
        body = json.dumps({"title": "chicago-express", "seats": [{"kind": "me"}, {"kind": "friend"}]}).encode()
        game = json.load(urllib.request.urlopen(urllib.request.Request(f"{address[0]}/api/games", body, headers)))[
            "id"
        ]
        with urllib.request.urlopen(f"{address[0]}/api/games/{game}/stream", timeout=60) as stream:
            stream.readline()
            running.send_signal(signal.SIGTERM)
            stream.read()  # which ends
        _, said = running.communicate(timeout=60)
        assert running.returncode in (0, -signal.SIGTERM)
        assert [json.loads(line)["level"] for line in said.splitlines() if line] == []
    finally:
        running.kill()
    host = Host(Settings(data=tmp_path, processes=0))
    assert host.storage.game(game) is not None
    host.close()
