"""Throws damaged files at a reader for some seconds: `PYTHONPATH=tests python tests/records/fuzz.py rails 300`.

The other readers are `games18xx`, of game files of 18xx.games, and `files`, of our own game files.

Whatever is wrong with a file must be told as a `StellwerkError` (or as a mismatch), soon, and with no other
exception. Cases follow from their numbers, so that a bad one can be had again: `fuzz.py rails 0 4711`.
"""

from __future__ import annotations

import json
import random
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import stellwerk
from games18xx_files import auction, game_file
from java_writer import GAME, HEAD, HEADER, NULL, PASS, action, array, array_list, boxed, hash_map, number, string
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import from_json
from stellwerk.play.limits import Gauge, Limits
from stellwerk.records.games18xx import parse_record
from stellwerk.records.games18xx_replay import replay_record
from stellwerk.records.rails_replay import replay_save
from stellwerk.records.rails_save import Decision, RailsSave, parse_save
from stellwerk.titles.registry import find_title

SHARED = Path(__file__).parents[3] / "shared" / "records"
LIMITS = Limits(seconds=10)
HANGS = 30  # seconds of computing after which a case counts as hanging

ODD: list[Any] = [
    None, True, -1, 0, 1, 3, 7, 2**31 - 1, -(2**31), 2**63, 10**30, 7.5, "", " ", "0", "9" * 5000,
    "-1", "BY", "M1", "V1", "PR", "M2", "Bay", "PfB", "NF", "XX", "L14", "M15", "Z99", "213", "8",
    "2+2", "6_0", "IPO", "Pool", "bank", "Player_", "Ada", "Player_Ada", "²", "٣", "x" * 70000, [],
    ["M1"], [[]], {}, {"a": 1}, "up", "@class", "_seat",
]  # fmt: skip


def chance(lots: random.Random, values: Any) -> Any:
    return values[lots.randrange(len(values))]


# Saves of Rails -------------------------------------------------------------------------------------------------


@cache
def saves() -> tuple[bytes, ...]:
    """Shared records where they are there, and one made up."""
    text = "Ljava/lang/String;"
    buys = [
        action("rails.game.action.BuyStartItem", "Jürgen, der Ältere", [f"L startItemName {text}"], string("M1")),
        action("rails.game.action.BuyStartItem", "Sven K.", [f"L startItemName {text}"], string("NF")),
        action("rails.game.action.NullAction", "Cy", ["I mode"], number(1)),
    ]
    players = array_list(string("Jürgen, der Ältere"), string("Sven K."), string("Cy"))
    options = hash_map(string("Variant"), string("Standard"))
    made = HEADER + string("2.4") + boxed(9) + string("1835") + options + players + b"".join(buys)
    shared = [file.read_bytes() for file in sorted(SHARED.glob("1835/*.rails"))]
    return (made, HEAD + PASS, HEADER + GAME + array(NULL), *shared)


@cache
def parsed() -> tuple[RailsSave, ...]:
    return tuple(parse_save(data, "base") for data in saves() if len(parse_save(data, "base").players) > 2)


def damaged(lots: random.Random, data: bytes) -> bytes:
    """Bytes changed, cut out, doubled, or taken from elsewhere."""
    changed = bytearray(data)
    for _ in range(lots.choice((1, 1, 2, 3, 8))):
        at = lots.randrange(len(changed) or 1)
        length = lots.choice((1, 1, 2, 4, 30))
        match lots.randrange(5):
            case 0:
                changed[at : at + 1] = bytes([lots.randrange(256)])
            case 1:
                del changed[at : at + length]
            case 2:
                changed[at:at] = changed[at : at + length]
            case 3:
                other = lots.randrange(len(data))
                changed[at : at + length] = data[other : other + length]
            case 4:
                changed[at : at + 4] = lots.choice((b"\xff" * 4, b"\x7f\xff\xff\xff", bytes(4), b"\0\x7e\0\1"))
    return bytes(changed)


def odd_save(lots: random.Random) -> RailsSave:
    """A save that can be read, with senseless decisions."""
    save = chance(lots, parsed())
    decisions = list(save.decisions[: lots.choice((5, 30, 60, 90, 150, 400))])
    for _ in range(lots.choice((1, 1, 2, 5))):
        at = lots.randrange(len(decisions))
        old = decisions[at]
        match lots.randrange(6):
            case 0:
                del decisions[at]
            case 1:
                decisions.insert(lots.randrange(len(decisions) + 1), old)
            case 2:
                decisions[at] = Decision(old.kind, str(chance(lots, ODD)), old.fields)
            case 3:
                decisions[at] = Decision(chance(lots, save.decisions).kind, old.player, old.fields)
            case _:
                fields = dict(old.fields)
                fields[chance(lots, sorted(fields))] = chance(lots, ODD)
                decisions[at] = Decision(old.kind, old.player, fields)
        decisions = decisions or list(save.decisions[:1])
    options = dict(save.options)
    if lots.random() < 0.2:
        name = lots.choice(("Variant", "BYFloatsAt", "LDIncome", "MinorsRequireFloatedBY"))
        options[name] = str(chance(lots, ODD))
    players = list(save.players)
    if lots.random() < 0.05:
        players[lots.randrange(len(players))] = str(chance(lots, ODD))
    return msgspec.structs.replace(save, decisions=tuple(decisions), options=options, players=tuple(players))


def rails(number: int) -> None:
    """One damaged save."""
    lots = random.Random(f"rails/{number}")
    gauge = Gauge("fuzz", LIMITS)
    save = parse_save(damaged(lots, chance(lots, saves())), "fuzz", gauge) if number % 2 else odd_save(lots)
    replay_save("fuzz", save, (), gauge)


# Our own files --------------------------------------------------------------------------------------------------


@cache
def games() -> tuple[dict[str, Any], ...]:
    """Games played by lot."""
    found = []
    for title in stellwerk.title_ids():
        for seed in range(3):
            lots = random.Random(seed)
            game = stellwerk.new(title, ["Ada", "Bo", "Cy"], {}, seed)
            while not game.over and len(game.actions) < 60 + 100 * seed:
                game.play(game.legal_actions().pick(lots))
            found.append(json.loads(game.to_json()))
    return tuple(found)


def twist(lots: random.Random, value: Any) -> Any:
    """A value with something senseless somewhere inside."""
    if lots.random() < 0.2 or not isinstance(value, dict | list) or not value:
        return chance(lots, ODD)
    changed = value.copy()
    key: Any = chance(lots, sorted(value)) if isinstance(value, dict) else lots.randrange(len(value))
    match lots.randrange(6):
        case 0:
            del changed[key]
        case 1 if isinstance(value, list):
            changed.insert(key, chance(lots, value))
        case 2 if isinstance(value, dict):
            changed[str(chance(lots, ODD))] = chance(lots, ODD)
        case _:
            changed[key] = twist(lots, value[key])
    return changed


def files(number: int) -> None:
    """One damaged game file."""
    lots = random.Random(f"files/{number}")
    data = chance(lots, games())
    if number % 3 == 0:
        text = damaged(lots, json.dumps(data).encode())
    else:
        for _ in range(lots.choice((1, 1, 2))):
            data = {**data, "actions": twist(lots, data["actions"])} if number % 3 == 1 else twist(lots, data)
            if not isinstance(data, dict) or not isinstance(data.get("actions"), list):
                break
        text = json.dumps(data).encode()
    from_json(text, find_title, "fuzz", LIMITS).to_json()


# Files of 18xx.games ---------------------------------------------------------------------------------------------


@cache
def game_files() -> tuple[dict[str, Any], ...]:
    """Shared records where they are there, and one made up."""
    shared = [json.loads(file.read_bytes()) for file in sorted(SHARED.glob("*/*.json"))]
    return (json.loads(game_file(*auction())), *shared)


def odd_actions(lots: random.Random, actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Actions that can be read, some of them senseless or out of place."""
    odd = actions[: lots.choice((20, 60, 200, 500))]
    for _ in range(lots.choice((1, 1, 2, 5))):
        at = lots.randrange(len(odd))
        action = chance(lots, (odd[at], odd[at], chance(lots, actions)))
        inner = sorted(action.keys() - {"type", "entity", "entity_type"}) or ["price"]
        name = chance(lots, inner)
        odd[at] = {**action, name: twist(lots, action.get(name))} if lots.random() < 0.8 else action
    return odd


def games18xx(number: int) -> None:
    """One damaged game file of 18xx.games."""
    lots = random.Random(f"games18xx/{number}")
    data = chance(lots, game_files())
    if number % 5 == 0:
        text = damaged(lots, json.dumps(data).encode())
    elif number % 5 == 1:
        text = json.dumps(twist(lots, data)).encode()
    else:
        text = json.dumps({**data, "actions": odd_actions(lots, data["actions"])}).encode()
    gauge = Gauge("fuzz", LIMITS)
    replay_record("fuzz", parse_record(text, "fuzz", gauge), gauge)


# Running --------------------------------------------------------------------------------------------------------


def attempt(case: Callable[[int], None], number: int) -> str:
    """What became of a case: the name of its exception."""
    try:
        case(number)
    except StellwerkError as error:
        return type(error).__name__ if str(error).strip() else "speechless"
    return "read"


def _hanging(*_: object) -> None:
    raise TimeoutError("hangs")


def main(kind: str, seconds: float, number: int = 0) -> int:
    """Run for so many seconds from a case on; the status is the number of bad cases."""
    case = {"rails": rails, "games18xx": games18xx, "files": files}[kind]
    signal.signal(signal.SIGPROF, _hanging)
    until, first, bad, slowest = time.monotonic() + seconds, number, 0, 0.0
    outcomes: Counter[str] = Counter()
    while True:
        began = time.monotonic()
        signal.setitimer(signal.ITIMER_PROF, HANGS)
        try:
            outcomes[attempt(case, number)] += 1
        except Exception:
            bad += 1
            print(f"case {number}:\n{traceback.format_exc(limit=-6)}", flush=True)
        signal.setitimer(signal.ITIMER_PROF, 0)
        slowest = max(slowest, time.monotonic() - began)
        number += 1
        if time.monotonic() > until:
            break
    print(f"{number - first} cases, {bad} bad, slowest {slowest:.1f} s: {dict(outcomes)}")
    return bad


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)))
