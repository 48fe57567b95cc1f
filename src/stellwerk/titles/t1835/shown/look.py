"""Colours and homes of the companies, for drawings."""

from stellwerk.show.tables import Home, Livery, Look

from ..data import PRUSSIA, material

_BRIEF = (
    ("Berlin", ("Bln.",)),
    ("Duisburg/Essen", ("Duisb./Essen", "Du./Ess.", "Du.")),
    ("Elsaß-Lothringen", ("Elsaß-Lothr.",)),
    ("Frankfurt", ("Frankf.", "Ffm.")),
    ("Fürth/Nürnberg", ("Fürth/Nürnb.", "Fü./Nü.", "Nü.")),
    ("Hamburg", ("Hamb.", "Hbg.")),
    ("Ludwigshafen/Mannheim", ("Ludw./Mannh.", "Lu./Ma.", "Lu.")),
    ("München", ("Münch.", "Mü.")),
    ("Wiesbaden/Mainz", ("Wiesb./Mainz", "Wi./Ma.", "Wi.")),
)


def look() -> Look:
    """AGs in their own colours; the Vorpreußische in that of Preußen, which they will join."""
    printed = material()
    companies = [*printed.minors.values(), *printed.companies.values()]
    liveries = tuple(Livery(company.id, company.colour, company.id) for company in companies)
    # Preußen takes over the marker place of Berlin-Potsdamer and has no home of its own to wait for.
    homes = tuple(Home(each.id, each.hex, each.city) for each in companies if each.id != PRUSSIA)
    return Look(liveries, homes, brief=_BRIEF)
