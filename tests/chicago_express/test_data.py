"""The data files: what can be checked against the rulebook's pictures, examples and totals."""

from collections import Counter

from stellwerk.titles.chicago_express.data import material


def cheapest_to_chicago(company):
    """Cost of the cheapest line on an empty board."""
    printed = material()
    reached = {printed.index[printed.companies[company].start]: 0}
    edge = list(reached)
    while edge:
        hex_ = edge.pop()
        for beyond in printed.neighbours[hex_]:
            cost = reached[hex_] + printed.hexes[beyond].cost
            if not printed.hexes[beyond].kind.closed and cost < reached.get(beyond, 999):
                reached[beyond] = cost
                edge.append(beyond)
    return reached[printed.chicago]


def test_spielmaterial_20_shares_103_locomotives_20_houses():
    printed = material()
    assert sum(company.shares for company in printed.companies.values()) == 20
    assert sum(company.locomotives for company in printed.companies.values()) == 103
    assert printed.limits.houses == 20
    assert printed.dials == {"auction": 3, "expansion": 5, "development": 4}


def test_spielmaterial_kinds_of_hexes():
    kinds = Counter(hex_.kind_name for hex_ in material().hexes)
    assert kinds == {
        "plain": 73, "forest": 41, "city": 22, "mountain": 16, "start": 4, "industry": 3, "chicago": 1,
    }  # fmt: skip


def test_spielmaterial_the_board_hangs_together():
    printed = material()
    assert sum(len(around) for around in printed.neighbours) == 2 * 426
    assert all(printed.grid.distance(0, hex_) >= 0 for hex_ in range(len(printed.hexes)))


def test_spielmaterial_columns_are_shifted():
    """New York's column is not shifted, Philadelphia's is: each lies beside the right hexes."""
    printed = material()

    def around(name):
        return {printed.hexes[hex_].id for hex_ in printed.neighbours[printed.index[name]]}

    assert around("S3") == {"S2", "S4", "R2", "R3"}
    assert around("R5") == {"R4", "R6", "Q5", "Q6", "S5"}
    assert around("I6") == {"I5", "I7", "H5", "H6", "J5", "J6"}


def test_spielmaterial_cheapest_lines_to_chicago():
    """As worked out beforehand from the transcription of the board."""
    costs = {company: cheapest_to_chicago(company) for company in material().companies}
    assert costs == {"PRR": 25, "B&O": 26, "C&O": 27, "NYC": 25, "WAB": 5}


def test_spielmaterial_every_place_and_company_has_a_colour():
    printed = material()
    colours = [company.colour for company in printed.companies.values()]
    assert len(set(colours)) == 5
    assert all(len(hex_.kind.colour) == 7 for hex_ in printed.hexes)
    assert all(hex_.name for hex_ in printed.hexes if hex_.kind_name in ("city", "industry", "start", "chicago"))


def test_spielaufbau_opening_bids_are_the_start_incomes():
    row = [company for company in material().companies.values() if not company.opens_later]
    assert [(company.id, company.bid) for company in row] == [("PRR", 7), ("B&O", 6), ("C&O", 5), ("NYC", 8)]
    assert all(company.bid == company.income for company in row)
