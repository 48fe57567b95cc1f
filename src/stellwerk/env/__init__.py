"""Games as environments for learners: `make` for PettingZoo, `against_bots` for Gymnasium, for every title.

>>> env = make("chicago-express", players=3)
>>> env.reset(seed=1)
>>> env.agent_selection, int(env.observe("seat_0")["action_mask"].sum())
('seat_0', 2)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stellwerk.play.extras import needing
from stellwerk.titles.registry import find_title

if TYPE_CHECKING:
    from .one_seat import OneSeat
    from .table import TableEnv


def make(title: str, players: int | None = None, options: Mapping[str, Any] | None = None, **how: Any) -> TableEnv:
    """A PettingZoo environment of a title; without a number, with as many players as the most it is made for."""
    with needing("research", "An environment"):
        from .table import TableEnv

    found = find_title(title)
    return TableEnv(found, found.players[-1] if players is None else players, options, **how)


def against_bots(
    title: str,
    level: str | Sequence[str] = "steady",
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    strict: bool = False,
    **how: Any,
) -> OneSeat:
    """A Gymnasium environment in which bots have all seats but one: of one level, or one level for each."""
    with needing("research", "An environment"):
        from .one_seat import OneSeat

    return OneSeat(make(title, players, options, **how), level, strict)
