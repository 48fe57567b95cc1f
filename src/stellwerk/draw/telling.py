"""Hexes and tiles in words, for screen readers and tool tips, so that the network can be heard."""

from collections.abc import Iterable, Sequence

from stellwerk.board.tiles import CITY, Track

from .face import Ground
from .look import Home, Look, Words

Sides = tuple[str, ...]  # the hex beyond each side


def describe(track: Track, ground: Ground, words: Words, beyond: Sides = (), taken: Sequence[int] = ()) -> str:
    """Place, what lies there, stops with their values and places, where their track leads, cost.

    `taken` are the places of each stop in which markers stand; without `beyond` nothing is told of track.
    """
    facts = []
    if track.tile:
        facts.append(f"{words.colour(track.colour)}, {words.tile.format(track.tile)}")
    elif track.colour == "white":
        facts.append(words.open)
    else:
        facts.append(f"{words.colour(track.colour)}, {words.printed}")
    for number, stop in enumerate(track.stops):
        values = "/".join(str(amount) for _, amount in stop.values if amount)
        told = f"{getattr(words, stop.kind)} {values}".strip()
        if stop.kind == CITY and beyond:
            told += " " + _free(max(stop.slots, 1) - (taken[number] if number < len(taken) else 0), words)
        elif stop.slots > 1:
            told += f" ({words.places.format(stop.slots)})"
        facts.append(told + (f" ({words.group.format(stop.group)})" if stop.group else ""))
        facts += _leads(track.sides_of[number], beyond, words)
    facts += [
        words.passes.format(*(beyond[side] or words.edge for side in path))
        for path in track.paths
        if beyond and min(path) >= 0
    ]
    if track.outside:
        facts.append(words.outside)
    if track.crossing:
        facts.append(words.tunnel)
    if ground.entrances:
        facts.append(words.entrances.format(len(ground.entrances)))
    if track.label or ground.label:
        facts.append(track.label or ground.label)
    if ground.terrain:
        facts.append(words.ground(ground.terrain))
    if ground.cost:
        facts.append(words.cost.format(ground.cost))
    if ground.closed:
        facts.append(words.closed.format(", ".join(ground.closed)))
    place = f"{ground.name} {ground.at}".strip()
    return f"{place}: {', '.join(facts)}" if place else ", ".join(facts)


def _free(places: int, words: Words) -> str:
    if places < 1:
        return words.full
    return words.one_free if places == 1 else words.free.format(places)


def _leads(sides: Iterable[int], beyond: Sides, words: Words) -> list[str]:
    there = [beyond[side] or words.edge for side in sides] if beyond else []
    return [words.leads.format(", ".join(there))] if there else []


def whereabouts(name: str, look: Look) -> str:
    """Whether a hex lies within the line that is drawn around some, or at the marked edge."""
    within, edge = name in look.limit, name in look.edge
    return ("; " + look.words.limit if within else "") + ("; " + look.words.periphery if edge else "")


def occupied(
    here: Sequence[tuple[int, tuple[str, ...]]], coming: Sequence[Home], look: Look, turned: Iterable[str]
) -> str:
    """Whose markers stand in a hex, and who will come."""
    text = ""
    over = set(turned)
    companies = [
        look.words.inactive.format(label) if company in over else label
        for _, there in here
        for company in there
        for label in (look.livery(company).label,)
    ]
    if companies:
        text += "; " + look.words.stations.format(", ".join(companies))
    if coming:
        text += "; " + look.words.homes.format(", ".join(look.livery(home.company).label for home in coming))
    return text
