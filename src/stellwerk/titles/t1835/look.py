"""Colours and homes of the companies, for drawings."""

from stellwerk.play.tables import Home, Livery, Look

from .data import PRUSSIA, material


def look() -> Look:
    """AGs in their own colours; the Vorpreußische in that of Preußen, which they will join."""
    printed = material()
    black = printed.companies[PRUSSIA].colour
    liveries = [Livery(minor.id, black, minor.id) for minor in printed.minors.values()]
    liveries += [Livery(company.id, company.colour, company.id) for company in printed.companies.values()]
    homes = [Home(minor.id, *minor.home) for minor in printed.minors.values()]
    # Preußen takes over the marker place of Berlin-Potsdamer and has no home of its own to wait for.
    homes += [
        Home(company.id, company.hex, company.city)
        for company in printed.companies.values()
        if company.id != PRUSSIA
    ]
    return Look(tuple(liveries), tuple(homes))
