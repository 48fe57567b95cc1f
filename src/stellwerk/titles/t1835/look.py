"""Colours and homes of the companies, for drawings."""

from stellwerk.play.tables import Home, Livery, Look

from .data import PRUSSIA, material


def look() -> Look:
    """AGs in their own colours; the Vorpreußische in that of Preußen, which they will join."""
    printed = material()
    companies = [*printed.minors.values(), *printed.companies.values()]
    liveries = tuple(Livery(company.id, company.colour, company.id) for company in companies)
    # Preußen takes over the marker place of Berlin-Potsdamer and has no home of its own to wait for.
    homes = tuple(Home(each.id, each.hex, each.city) for each in companies if each.id != PRUSSIA)
    return Look(liveries, homes)
