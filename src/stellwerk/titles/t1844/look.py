"""Colours and homes of the companies, for drawings."""

from stellwerk.play.tables import Home, Livery, Look

from .data import material


def look() -> Look:
    """All companies in their colours; the SBB has no home to wait for."""
    companies = material().companies.values()
    return Look(
        tuple(Livery(company.id, company.colour, company.id) for company in companies),
        tuple(Home(company.id, company.hex, company.city) for company in companies if company.hex),
    )
