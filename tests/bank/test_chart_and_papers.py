"""The share-price chart and the register of certificates, without any title."""

from stellwerk.bank.chart import Chart, ChartSheet
from stellwerk.bank.papers import ISSUE, Certificate, Holders, Register, ways_to_pay

SHEET = ChartSheet([[0, 60, 70], [40, 50, 0], [30, 0, 0]])


def test_moves_on_a_ragged_sheet():
    assert SHEET.right((1, 0)) == (1, 1)
    assert SHEET.right((1, 1)) == (0, 1)  # the edge: up
    assert SHEET.right((0, 2)) == (0, 2)  # the corner
    assert SHEET.left((0, 1)) == (1, 1)  # the edge: down
    assert SHEET.left((2, 0)) == (2, 0)
    assert SHEET.up((1, 0)) == (1, 0)
    assert SHEET.down((1, 1)) == (1, 1)
    assert SHEET.down((1, 0)) == (2, 0)


def test_prices_outside_the_sheet_are_none():
    assert [SHEET.price(field) for field in ((-1, 0), (0, -1), (9, 9), (0, 0))] == [0, 0, 0, 0]


def test_a_marker_goes_under_and_stays_if_it_does_not_move():
    chart = Chart().place("A", (1, 0)).place("B", (1, 0))
    assert chart.stacks == {(1, 0): ("A", "B")}
    assert chart.place("A", (1, 0)) is chart
    moved = chart.place("A", (1, 1)).place("A", (1, 0))
    assert moved.stacks == {(1, 0): ("B", "A")}
    assert chart.stacks == {(1, 0): ("A", "B")}  # the old value is as it was


def test_order_by_price_column_and_stack():
    sheet = ChartSheet([[50, 60], [60, 40]])
    chart = Chart().place("A", (1, 0)).place("B", (0, 1)).place("C", (0, 0)).place("D", (0, 1))
    assert chart.order(sheet) == ["B", "D", "A", "C"]


def papers():
    return [Certificate("X-D", "X", 20, True), *(Certificate(f"X-{n}", "X", 10) for n in range(2, 5))]


def test_register_counts_parts_once_for_each_value():
    register = Register(papers())
    holders = Holders({"X-D": 0, "X-2": 1, "X-3": ISSUE, "X-4": ISSUE})
    assert register.percent(holders, "X", 0) == 20
    later = holders.moved("X-2", 0)
    assert (register.percent(later, "X", 0), register.percent(later, "X", 1)) == (30, 0)
    assert (register.percent(holders, "X", 0), register.percent(holders, "X", 1)) == (20, 10)
    assert [paper.id for paper in register.held(later, "X", 0)] == ["X-D", "X-2"]
    assert later.count(0) == 2
    assert register.director_paper("X").id == "X-D"


def test_a_paper_that_moves_takes_its_part_along():
    register = Register([*papers(), Certificate("Y-D", "Y", 20, True)])
    holders = Holders({"X-D": 0, "X-2": 1, "X-3": ISSUE, "X-4": ISSUE, "Y-D": 1, "private": 0})
    assert register.percent(holders, "Y", 1) == 20
    later = register.moved(register.moved(holders, "X-3", 1), "private", 1)
    assert [register.percent(later, "X", owner) for owner in (0, 1, ISSUE)] == [20, 20, 10]
    assert [register.percent(holders, "X", owner) for owner in (0, 1, ISSUE)] == [20, 10, 20]
    assert [register.percent(later, "Y", owner) for owner in (0, 1)] == [0, 20]
    assert (later["X-3"], later["private"]) == (1, 1)
    assert register.percent(later, "private", 1) == 0


def test_ways_to_pay():
    sizes = {"a": 5, "b": 5, "c": 10, "d": 20}
    fives = [Certificate(id_, "P", size) for id_, size in sizes.items()]
    assert [[p.id for p in way] for way in ways_to_pay(fives, 10)] == [["c"], ["a", "b"]]
    assert [sorted(p.percent for p in way) for way in ways_to_pay(fives, 20)] == [[20], [5, 5, 10]]
    assert ways_to_pay(fives[:1], 10) == []


def test_papers_are_counted_again_where_they_have_moved():
    holders = Holders({"X-D": 0, "X-2": 1, "X-3": ISSUE})
    assert [holders.count(owner) for owner in (0, 1, ISSUE, "pool")] == [1, 1, 1, 0]
    later = holders.moved("X-3", 0).moved("X-2", "pool").moved("X-D", 0).moved("new", 1)
    assert [later.count(owner) for owner in (0, 1, ISSUE, "pool")] == [2, 1, 0, 1]
    assert [holders.count(owner) for owner in (0, 1, ISSUE, "pool")] == [1, 1, 1, 0]
