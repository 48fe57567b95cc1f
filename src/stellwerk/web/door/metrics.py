"""How the server does, for programs that watch it: whether it is well, and figures in Prometheus' text."""

from __future__ import annotations

import ipaddress
import threading
from collections import Counter

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from stellwerk.host.limits import lanes
from stellwerk.host.limits.lanes import LOOKUPS
from stellwerk.view.faults import Missing, Unkept

from ..request import host_of
from .connection_limits import BESIDE, PEERS
from .ways import Ways
from .work import done, lanes_of

BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds up to which answers are counted."""
KINDS = (
    lanes.VIEWS, lanes.PREVIEWS, lanes.CHANGES, lanes.LISTS, lanes.EXTRAS, lanes.OPENINGS, lanes.ADVICE, LOOKUPS,
)  # fmt: skip


class Meter:
    """Counts answers, and how long it took until they began."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: Counter[str] = Counter()
        self._within: Counter[float] = Counter()
        self._seconds = 0.0

    def count(self, status: int, seconds: float) -> None:
        """One more answer."""
        with self._lock:
            self._answers[f"{status // 100}xx"] += 1
            self._seconds += seconds
            for bound in BOUNDS:
                if seconds <= bound:
                    self._within[bound] += 1

    def lines(self) -> list[str]:
        """As Prometheus reads it."""
        with self._lock:
            answers, within, seconds = dict(self._answers), dict(self._within), self._seconds
        name, total = "stellwerk_answer_seconds", sum(answers.values())
        return [
            "# TYPE stellwerk_answers_total counter",
            *(f'stellwerk_answers_total{{status="{status}"}} {answers[status]}' for status in sorted(answers)),
            f"# TYPE {name} histogram",
            *(f'{name}_bucket{{le="{bound}"}} {within.get(bound, 0)}' for bound in BOUNDS),
            f'{name}_bucket{{le="+Inf"}} {total}',
            f"{name}_sum {seconds:.6f}",
            f"{name}_count {total}",
        ]


async def health(request: Request) -> Response:
    """Whether the server is well: 200, or 503 where its storage cannot be used."""
    storage, drawers = host_of(request).storage, request.app.state.drawers

    def asked() -> None:
        with storage.reading() as connection:
            connection.execute(sa.select(1))
        storage.be_sound()

    try:
        await done(request, LOOKUPS, asked)
    except Unkept:
        return JSONResponse({"well": False}, 503)
    if drawers is None:
        return JSONResponse({"well": True})
    well = bool(host_of(request).place.drawers)
    return JSONResponse({"well": well, "others": len(drawers.others())}, 200 if well else 503)


async def metrics(request: Request) -> Response:
    """Figures, for who watches the server from a network that may see them; for others there is no such page."""
    host = host_of(request)
    if "x-forwarded-for" in request.headers or not _may_see(request, host.settings.metrics_from):
        raise Missing("fault.no_page")
    meter: Meter = request.app.state.meter
    line = lanes_of(request)
    figures = {
        "stellwerk_games_in_memory": host.games_in_memory(),
        "stellwerk_streams": host.news.listening(),
        "stellwerk_games_waiting_for_bots": host.bots_wanted(),
    }
    ways: Ways | None = request.app.state.ways
    if ways is not None:
        others = ways.drawers.others()
        away = sum(map(ways.drawers.away, others))
        figures |= {
            "stellwerk_drawers": len(host.place.drawers),
            "stellwerk_processes_beside": len(others) - away,
            "stellwerk_processes_on_other_machines": away,
        }
    told = meter.lines()
    for name, figure in figures.items():
        told += [f"# TYPE {name} gauge", f"{name} {figure}"]
    if ways is not None:
        told.append("# TYPE stellwerk_passed_on_total counter")
        told += [f'stellwerk_passed_on_total{{way="{way}"}} {ways.passed[way]}' for way in (BESIDE, PEERS)]
        told += ["# TYPE stellwerk_refused_peers_total counter", f"stellwerk_refused_peers_total {ways.refused}"]
    told.append("# TYPE stellwerk_bot_decisions_cut_total counter")
    told += [
        f'stellwerk_bot_decisions_cut_total{{level="{level}"}} {count}'
        for level, count in sorted(host.bots_cut().items())
    ]
    for name, count in (("working", line.working), ("waiting", line.waiting)):
        told.append(f"# TYPE stellwerk_requests_{name} gauge")
        told += [f'stellwerk_requests_{name}{{lane="{kind.name}"}} {count(kind)}' for kind in KINDS]
    return PlainTextResponse("\n".join(told) + "\n", media_type="text/plain; version=0.0.4")


def _may_see(request: Request, networks: tuple[str, ...]) -> bool:
    try:
        address = ipaddress.ip_address(request.client.host if request.client else "")
        return any(address in ipaddress.ip_network(network) for network in networks)
    except ValueError:
        return False
