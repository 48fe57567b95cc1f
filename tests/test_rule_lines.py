"""The count of lines that tests of rules reach counts what it says."""

from rule_lines import HOUSE, ROOMS, statements, table

SOURCE = '''
"""A module."""
LIMIT = 3

def sale(papers):
    """What it brings."""
    if (
        len(papers) > LIMIT
    ):
        return None
    for paper in papers:
        match paper:
            case 1:
                pass
    return sum(
        papers,
    )
'''


def test_statements_of_functions_count_and_neither_texts_nor_what_runs_when_a_module_is_read():
    assert sorted((span.start, span.stop) for span in statements(SOURCE)) == [
        (7, 10), (10, 11), (11, 12), (12, 13), (14, 15), (15, 18),
    ]  # fmt: skip


def test_every_room_has_a_line_that_says_what_was_not_reached():
    chart = str(HOUSE / "bank" / "chart.py")
    nothing, some = list(table({})), list(table({chart: set(range(2000))}))
    assert len(nothing) == len(ROOMS)
    assert nothing[0].startswith("bank ")
    assert " 0 of " in nothing[0]
    assert "chart.py" in nothing[0]
    assert "chart.py" not in some[0]
    assert nothing[1:] == some[1:]
