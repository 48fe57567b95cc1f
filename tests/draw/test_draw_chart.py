"""The chart's drawing: every field, markers in the order of their stacks."""

from draw_samples import COMPANIES, LOOK, data, parse, with_class

from stellwerk.bank.chart import Chart, ChartSheet
from stellwerk.draw import chart_svg

FILE = data("chart.toml")
SHEET = ChartSheet(FILE["rows"])


def fields(text: str) -> dict:
    return {group.get("data-field"): group for group in with_class(parse(text), "field")}


def test_every_field_with_its_price():
    drawn = fields(chart_svg(SHEET, Chart(), LOOK))
    prices = {f"{r},{c}": str(p) for r, row in enumerate(SHEET.rows) for c, p in enumerate(row) if p}
    assert {field: next(with_class(group, "price")).text for field, group in drawn.items()} == prices


def test_start_fields_are_marked_until_the_company_has_started():
    starts = FILE["start"]
    drawn = fields(chart_svg(SHEET, Chart(), LOOK, starts))
    marked = {field for field, group in drawn.items() if "start" in group.get("class").split()}
    assert marked == {f"{row},{column}" for row, column in starts.values()}
    assert {g.get("data-company") for g in with_class(drawn["3,1"], "coming")} == {"BA", "WT", "HE"}
    drawn = fields(chart_svg(SHEET, Chart().place("WT", (3, 1)), LOOK, starts))
    assert [g.get("data-company") for g in with_class(drawn["3,1"], "coming")] == ["BA", "HE"]
    assert [g.get("data-company") for g in with_class(drawn["3,1"], "marker")] == ["WT"]


def test_markers_in_the_order_of_the_stack_none_covered():
    chart = Chart()
    for company in COMPANIES:
        chart = chart.place(company, (2, 5))
    markers = list(with_class(fields(chart_svg(SHEET, chart, LOOK))["2,5"], "marker"))
    assert [marker.get("data-company") for marker in markers] == list(COMPANIES)
    boxes = [tuple(float(marker[0].get(key)) for key in ("x", "y", "width", "height")) for marker in markers]
    assert boxes == sorted(boxes, key=lambda box: box[:2])  # top down, then to the right
    for i, (x, y, w, h) in enumerate(boxes):
        assert x >= 0
        assert x + w <= 64
        assert y + h <= 72
        for u, v, _, _ in boxes[:i]:
            assert abs(x - u) >= w or abs(y - v) >= h


def test_chart_is_fit_for_a_page_without_inline_style():
    text = chart_svg(SHEET, Chart().place("BY", (2, 2)), LOOK, FILE["start"])
    assert not any({"style", "id"} & set(element.keys()) for element in parse(text).iter())
    assert text == chart_svg(SHEET, Chart().place("BY", (2, 2)), LOOK, FILE["start"])
