"""Every word of the tables and every fact above the board explains itself, in both languages."""

from __future__ import annotations

import random

import pytest

import stellwerk
from stellwerk import bots, words
from stellwerk.show.face import face_of
from stellwerk.titles.registry import find_title
from stellwerk.words import tips
from stellwerk.words.sentences import writer_for


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_every_column_and_fact_is_explained(title: str, language: str) -> None:
    game, lots = stellwerk.new(title, players=list("ABC"), seed=1), random.Random(2)
    writer = writer_for(game, language)
    for _ in range(150):
        if game.over:
            break
        game.play(bots.choose(game, game.waiting_for()[0], "random", lots))
    for table in face_of(game.title).tables(game.position):
        for column in table.columns:
            assert column.owner is not None or tips.term(writer, column.key), (table.key, column.key)
    found = words.catalogue(language, find_title(title))
    told = [key for key in found.all_keys() if key.startswith("fact.")]
    assert told
    assert all(found.find(f"tip.{key}", {}) for key in told), [k for k in told if not found.find(f"tip.{k}", {})]


def test_a_title_explains_a_word_in_its_own_way() -> None:
    def income(title: str) -> str:
        return tips.term(writer_for(find_title(title), "en"), "treasury")

    assert "belongs to no player" in income("1835")
    assert "sale of its shares" in income("chicago-express")


def test_an_abbreviation_tells_the_full_name() -> None:
    writer = writer_for(find_title("1835"), "de")
    assert tips.abbreviation(writer, "BY") == "Bayern"
    assert tips.abbreviation(writer, 3) == ""
