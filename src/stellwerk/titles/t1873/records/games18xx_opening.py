"""The first auction in a record of 18xx.games: which turn each bid and each pass is.

Whoever can pay for nothing passes by himself with us. Whether the record tells such passes, too, shows in the
order of its bids and passes: if all players take turns without a gap, every turn is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from stellwerk.records.games18xx import Act

TURN = "@turn"  # the number of a turn in the first auction, from 1, where all turns are told
STEP = 10


def with_turns(acts: Sequence[Act], players: int, lots: int) -> tuple[Act, ...]:
    """The same actions, with the number of their turn in the first auction; without, if turns are left out."""
    begin, premium = _premium(acts, players)
    turns: list[int] = []
    passes = bought = 0
    for place in range(begin, len(acts)):
        act = acts[place]
        if act.entity_type != "player" or act.kind not in ("bid", "pass"):
            if act.kind in ("log", "message") or act.kind.startswith("program_"):
                continue
            return tuple(acts)  # the auction ended before all had passed or all was sold: turns are missing
        if act.entity in {acts[turn].entity for turn in turns[1 - players :]}:
            return tuple(acts)
        turns.append(place)
        bought += act.kind == "bid"
        passes = passes + 1 if act.kind == "pass" else 0
        if bought == lots or (passes == players and not premium):
            break
        if passes == players:
            premium, passes = max(0, premium - STEP), 0
    numbers = {place: number for number, place in enumerate(turns, 1)}
    return tuple(
        replace(act, fields={**act.fields, TURN: numbers[place]}) if place in numbers else act
        for place, act in enumerate(acts)
    )


def _premium(acts: Sequence[Act], players: int) -> tuple[int, int]:
    """Where the auction for the premium has ended, and what it came to."""
    premium, out = 0, 0
    for place, act in enumerate(acts):
        if act.kind == "bid" and act.text("company"):
            return place, premium
        premium = act.number("price") if act.kind == "bid" else premium
        out += act.kind == "pass"
        if out == players:
            return place + 1, premium
    return len(acts), premium
