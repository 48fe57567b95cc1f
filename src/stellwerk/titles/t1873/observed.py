"""What a learner may see of 1873 beside what all 18xx titles have. Works stand among the companies."""

from typing import Any

from stellwerk.eighteen.observed import COMPANIES, HEXES, and_also
from stellwerk.play.observed import GAME, Column, Told, entries, holder, part


def _joined(rules: Any, state: Any) -> Told:
    return {company: dict.fromkeys(works, 1) for company, works in state.joined.items()}


def _inactive(rules: Any, state: Any) -> Told:
    found: dict[int, dict[str, int]] = {}
    for railway, hex_ in state.inactive:
        found.setdefault(hex_, {})[railway] = 1
    return found


OBSERVED = and_also(
    part(GAME, "railcars"),
    part(GAME, "full_sets"),
    part(GAME, "laid"),
    holder(COMPANIES, "directors", "director"),
    holder(COMPANIES, "purchase_options", "purchase_option"),
    entries(COMPANIES, "sizes", "size_of_a_share"),
    entries(COMPANIES, "machines", "machine"),
    Column(table=COMPANIES, name="works", reads=("joined",), tell=_joined, across=COMPANIES),
    part(COMPANIES, "awake"),
    part(COMPANIES, "complete"),
    part(COMPANIES, "trust", "in_trusteeship"),
    Column(table=HEXES, name="inactive", reads=("inactive",), tell=_inactive, across=COMPANIES),
    without=("director",),
)
