"""What a learner may see of 1844 beside what all 18xx titles have."""

from typing import Any

from stellwerk.eighteen.observed import CERTIFICATES, COMPANIES, HEXES, and_also
from stellwerk.play.observed import GAME, SEATS, Column, Told, entries, of_seat, part


def _sites(rules: Any, state: Any) -> Told:
    return {site: board + 1 for site, board in state.mountains.values()}


def _tunnels(rules: Any, state: Any) -> Told:
    return dict.fromkeys(state.tunnels.values(), 1)


OBSERVED = and_also(
    part(GAME, "power_used"),
    part(GAME, "sbb_due"),
    entries(SEATS, "loans"),
    part(SEATS, "bought", "special_papers_bought"),
    of_seat("eva"),
    of_seat("sbb_director"),
    part(COMPANIES, "rewarded"),
    part(CERTIFICATES, "earning"),
    Column(table=HEXES, name="mountain_railway", reads=("mountains",), tell=_sites),
    Column(table=HEXES, name="tunnel", reads=("tunnels",), tell=_tunnels),
    director_by=("sbb_director",),
)
