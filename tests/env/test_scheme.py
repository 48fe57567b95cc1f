"""What a learner sees: true figures, from its own seat, nothing hidden, and the same however it was read."""

import random
import re
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk.env.features import Features
from stellwerk.env.scheme import Scheme
from stellwerk.play.playable import amount
from stellwerk.titles.registry import find_title, title_ids


def positions(title, players, seed, most=250, sample=1):
    """Positions of a random game."""
    position = stellwerk.new(title, [f"Seat {n}" for n in range(players)], seed=seed).position
    lots = random.Random(seed)
    for number in range(most):
        if position.over:
            return
        if number % sample == 0:
            yield position
        choices = position.all_choices(position.waiting_for()[0])
        position = position.apply(amount(choices[int(lots.random() * len(choices))], lots))


def same(one, other):
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


@pytest.mark.parametrize("title", title_ids())
def test_reading_what_changed_is_as_good_as_reading_everything(title):
    players = find_title(title).players[-1]
    scheme = Scheme.of(find_title(title), players)
    reader = scheme.reader()
    for number, position in enumerate(positions(title, players, seed=5, most=400)):
        seat = number % players
        assert same(reader.observe(position, seat), scheme.reader().observe(position, seat))


@pytest.mark.parametrize("title", title_ids())
def test_every_seat_sees_itself_first_and_the_others_in_order(title):
    players = find_title(title).players[0] + 1
    scheme = Scheme.of(find_title(title), players)
    cash, asked = scheme.columns["seats"].index("cash"), scheme.columns["seats"].index("asked")
    for position in positions(title, players, seed=6, sample=40):
        for seat in range(players):
            seen = scheme.reader().observe(position, seat)["seats"]
            known = position.known_to(seat)
            turned = [(seat + n) % players for n in range(players)]
            assert list(seen[:, cash]) == [known.state.cash[each] for each in turned]
            assert list(seen[:, asked]) == [each in known.waiting_for() for each in turned]


def test_shares_are_turned_with_the_seats():
    game = stellwerk.new("1835", ["North", "East", "West"], seed=1)
    scheme = Scheme.of(game.title, 3)
    for position in positions("1835", 3, seed=1, sample=60):
        table = position.rules.printed.register
        for seat in range(3):
            seen = scheme.reader().observe(position, seat)["companies"]
            for n in range(3):
                column = scheme.columns["companies"].index(f"shares:{n}")
                for row, company in enumerate(scheme.rows["companies"]):
                    expected = table.percent(position.state.papers, company, (seat + n) % 3)
                    assert seen[row, column] == expected


def test_a_title_that_tells_nothing_of_its_own_shows_what_all_18xx_have():
    title = find_title("1844")
    bare = replace(title, manifest=replace(title.manifest, observed=""))
    scheme = Scheme.of(bare, 3)
    assert "price" in scheme.columns["companies"]
    assert "loans" not in scheme.columns["seats"]
    position = stellwerk.new("1844", ["North", "East", "West"], seed=1).position
    assert scheme.reader().observe(position, 0)["hexes"].any()


def test_sealed_bids_are_seen_by_nobody_else():
    """Games of 1881 that differ in what one seat has put into its envelope are the same to the others (2.5)."""
    from stellwerk.titles.t1881.actions import SealBid

    game = stellwerk.new("1881", ["North", "East", "West"], seed=1)
    scheme = Scheme.of(game.title, 3)
    seat = game.waiting_for()[0]
    low, high = (game.position.apply(SealBid(seat, amount)) for amount in (10, 50))
    envelope = scheme.columns["seats"].index("envelope")
    for other in range(3):
        seen = [scheme.reader().observe(position, other) for position in (low, high)]
        assert same(*seen) is (other != seat)
    own = [int(scheme.reader().observe(position, seat)["seats"][0, envelope]) for position in (low, high)]
    assert own == [10, 50]


DOCUMENT = Path(__file__).parents[2] / "docs" / "research.md"


@pytest.mark.parametrize("title", title_ids())
def test_shapes_are_as_the_document_says(title):
    known = find_title(title)
    scheme = Scheme.of(known, 4)
    arrays = ("game", "seats", "companies", "certificates", "trains", "hexes", "dials")
    shapes = [" × ".join(map(str, scheme.shapes[array])) if array in scheme.shapes else "–" for array in arrays]
    fewest, most = (Scheme.of(known, players).size for players in (known.players[0], known.players[-1]))
    figures = f"{scheme.size:,} ({fewest:,}–{most:,})"
    menu, columns = known.manifest.longest_list, len(Features(known, scheme).columns)
    row = f" | {known.rules_version} | {' | '.join(shapes)} | {figures} | {menu} | {columns} |"
    text = DOCUMENT.read_text(encoding="utf-8")
    assert row in text
    named = set(re.findall(r"`(\w+)", text))
    told = {column.split(":")[0] for columns in scheme.columns.values() for column in columns}
    assert told - named == set()
