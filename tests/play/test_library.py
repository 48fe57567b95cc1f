"""What users of the library see without a page: actions in words, and the board."""

import pytest

import stellwerk

TITLES = stellwerk.title_ids()


def begun(title):
    return stellwerk.new(title, ["North", "East", "West"])


@pytest.mark.parametrize("title", TITLES)
def test_legal_actions_print_one_line_each(title):
    game = begun(title)
    lines = str(game.legal_actions()).splitlines()
    assert len(lines) == len(game.legal_actions())
    assert lines == [game.describe(choice) for choice in game.legal_actions()]
    assert not any("object at" in line or "(" in line.split(" ")[0] for line in lines)


def test_an_action_is_told_as_on_its_button():
    game = begun("1835")
    assert [game.describe(choice) for choice in game.legal_actions()][-1] == "Pass"
    assert repr(game.legal_actions()) == "<3 legal actions>"


@pytest.mark.parametrize("title", TITLES)
def test_the_board_is_a_picture_in_a_notebook(title):
    shown = begun(title).show()
    assert shown._repr_svg_().startswith("<svg")
    assert str(shown).strip()


def test_the_board_is_a_map_where_it_is_printed_and_stays_what_it_was():
    game = begun("1873")
    shown = game.show()
    before = str(shown)
    game.play(next(iter(game.legal_actions())))
    assert "Werni" in before
    assert str(shown) == before
