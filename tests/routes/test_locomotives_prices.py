"""The prices of the kernel are those of plain Python, to the last thousandth and the last step."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from routes_boards import Dice

from stellwerk.routes.compiled import available
from stellwerk.routes.locomotives.prices import SCALE, Column, plainly_priced, priced

kernel = pytest.mark.skipif(not available(), reason="the kernel was not built")


def table(data):
    """Read columns, limits and items off bytes."""
    dice = Dice(data)
    rows, items = 1 + dice.below(8), dice.below(6)
    columns = []
    for _ in range(1 + dice.below(14)):
        used = tuple(sorted({dice.below(rows) for _ in range(1 + dice.below(3))}))
        covered = tuple(sorted({dice.below(items) for _ in range(dice.below(4))})) if items else ()
        columns.append(Column(dice.one_of(1, 1, 141, 282), used, covered))
    return columns, [1 + dice.below(3) for _ in range(rows)], [dice.one_of(10, 20, 30, 70) for _ in range(items)]


@kernel
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(min_size=120, max_size=120).map(table))
def test_both_searches_find_the_same_prices_in_as_many_steps(question):
    steps = []
    answers = [find(*question, lambda find=find: steps.append(find)) for find in (priced, plainly_priced)]
    assert answers[0] == answers[1]
    assert steps.count(priced) == steps.count(plainly_priced)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(min_size=120, max_size=120).map(table), st.integers(0, 2**14 - 1))
def test_no_choice_is_worth_more_than_the_bound(question, chosen):
    columns, limits, items = question
    taken = [column for at, column in enumerate(columns) if chosen >> at & 1]
    if any(sum(row in column.rows for column in taken) > limit for row, limit in enumerate(limits)):
        return
    covered = {item for column in taken for item in column.items}
    worth = sum(column.worth for column in taken) + sum(items[item] for item in covered)
    assert SCALE * worth <= priced(columns, limits, items, lambda: None).bound


@kernel
def test_a_spent_budget_ends_the_search_of_the_kernel():
    class Spent(Exception):
        pass

    def tick():
        raise Spent

    with pytest.raises(Spent):
        priced([Column(1, (0,), ())], [1], [], tick)
