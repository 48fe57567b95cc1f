"""People are told that a bot thinks where that takes a while."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from stellwerk.host.settings import Settings
from stellwerk.web.app import create_app

from ..conftest import Caller


@pytest.mark.parametrize(("level", "told"), [("strong", True), ("steady", False)])
def test_a_bot_that_looks_ahead_is_said_to_think(tmp_path, level, told):
    app = create_app(Settings(data=tmp_path / "data", pace=3600.0, processes=0, rate=10_000, burst=10_000))
    with TestClient(app) as client:
        ada = Caller(client, "Ada")
        seats = [{"kind": "bot", "level": level}, {"kind": "me"}, {"kind": "bot", "level": "steady"}]
        game = ada.post("/games", 201, title="chicago-express", seats=seats, drawn=False)["id"]
        page = client.get(f"/games/{game}", headers=ada.headers).text
    assert ('class="prompt' in page, 'class="ponders"' in page) == (True, told)
    app.state.host.close()
