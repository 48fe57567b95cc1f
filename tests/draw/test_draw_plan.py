"""A board without track: every area with its id, its pieces and a text for screen readers."""

import xml.etree.ElementTree as ElementTree

import stellwerk
from stellwerk.draw import GERMAN, Look, plan_svg
from stellwerk.play.core import Position
from stellwerk.show.face import face_of
from stellwerk.titles.registry import find_title

SVG = "{http://www.w3.org/2000/svg}"


def _drawn(look: Look) -> ElementTree.Element:
    game = stellwerk.new("chicago-express", players=["North", "East"])
    plan = face_of(game.title).area_map(game.position)
    assert plan is not None
    return ElementTree.fromstring(plan_svg(plan, look))


def test_every_area_is_there_with_its_text() -> None:
    hexes = {node.get("data-hex"): node for node in _drawn(Look(words=GERMAN)).iter() if node.get("data-hex")}
    assert hexes["A2"].findtext(f"{SVG}title") == "Chicago A2: kostet 3, bringt 7"
    assert "Loks NYC" in str(hexes["S3"].findtext(f"{SVG}title"))


def test_no_style_attributes_ids_or_scripts() -> None:
    for node in _drawn(Look()).iter():
        assert not {"style", "id", "onclick"} & set(node.keys())


def test_a_title_with_track_has_no_plan() -> None:
    game = stellwerk.new("1835", players=["North", "East", "West"])
    assert face_of(find_title("1835")).area_map(Position(game.rules, game.state)) is None
