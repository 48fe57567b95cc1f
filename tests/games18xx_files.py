"""Made-up game files of 18xx.games."""

import json

from stellwerk.records.games18xx import parse_record

ADA, BO, CY = 11, 12, 13
PLAYERS = [{"id": ADA, "name": "Ada"}, {"id": BO, "name": "Bo"}, {"id": CY, "name": "Cy"}]


def act(type_, entity, /, **fields):
    kind = "company" if str(entity)[1:].isdecimal() else "corporation"
    kind = "player" if isinstance(entity, int) else kind
    return {"type": type_, "entity": entity, "entity_type": kind, **fields}


def game_file(*actions, **more):
    """The bytes of a file; actions are numbered as they come."""
    numbered = [{"id": number, **action} for number, action in enumerate(actions, 1)]
    return json.dumps({"title": "1844", "players": PLAYERS, "actions": numbered, **more}).encode()


def record(*actions, **more):
    return parse_record(game_file(*actions, **more), "made-up.json")


def bid(player, private, price):
    return act("bid", player, company=private, price=price)


def sold(private, price, buyer, *others):
    """One bids, the others pass."""
    return [bid(buyer, private, price), *(act("pass", other) for other in others)]


def auction():
    """Everybody opens in turn and nobody else wants it; P6 brings the FNM."""
    yield from sold("P1", 20, ADA, BO, CY)
    yield from sold("P2", 50, BO, CY, ADA)
    yield from sold("P3", 80, CY, ADA, BO)
    yield from sold("P4", 110, ADA, BO, CY)
    yield from sold("P5", 140, BO, CY, ADA)
    yield from sold("P6", 180, CY, ADA, BO)
    yield act("par", CY, corporation="FNM", share_price="100,1,4")
    yield from sold("P7", 100, ADA, BO, CY)
