"""Environments: PettingZoo's own tests, games that are the engine's games, rewards, versions."""

import hashlib
import json
import random
import warnings
from pathlib import Path
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

import stellwerk
from stellwerk import env as environments
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game
from stellwerk.titles.registry import find_title, title_ids

pytest.importorskip("pettingzoo", reason="PettingZoo is not here: stellwerk[research]")

from gymnasium.utils.env_checker import check_env
from pettingzoo import test as pettingzoo_tests
from pettingzoo.utils import conversions

from stellwerk.env import one_seat, table
from stellwerk.env.features import Features
from stellwerk.env.menu import Menu
from stellwerk.env.scheme import Scheme

PRINTS = Path(__file__).with_name("prints.json")
GOLDEN = Path(__file__).parents[1] / "conformance" / "golden"


def play(env, seed, most=10**6):
    """A game by lot, to its end or so far; everything seen on the way."""
    lots = random.Random(seed)
    env.reset(seed=seed)
    for _ in range(most):
        if env.position.over:
            return
        seen = env.observe(env.agent_selection)
        yield seen
        env.step(int(lots.choice(np.flatnonzero(seen["action_mask"]))))


def other_options(title):
    """Each option otherwise than it is by itself."""
    found = {}
    for field in msgspec.inspect.type_info(title.options).fields:
        if isinstance(field.type, msgspec.inspect.BoolType):
            found[field.encode_name] = not field.default
        elif isinstance(field.type, msgspec.inspect.LiteralType):
            found[field.encode_name] = next(value for value in field.type.values if value != field.default)
    return found


@pytest.mark.parametrize("title", title_ids())
def test_pettingzoo_finds_nothing_wrong(title):
    """With as many players as there can be, and with as few, under other options."""
    known = find_title(title)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo_tests.api_test(environments.make(title), num_cycles=120)
        pettingzoo_tests.api_test(environments.make(title, known.players[0], other_options(known)), num_cycles=60)
        pettingzoo_tests.seed_test(lambda: environments.make(title), num_cycles=10)


@pytest.mark.parametrize("title", title_ids())
def test_every_number_of_players_is_an_environment(title):
    for players in find_title(title).players:
        env = environments.make(title, players, other_options(find_title(title)))
        seen = list(play(env, players, most=12))
        assert all(env.observation_space("seat_0").contains(each) for each in seen)
        assert len(env.agents) == players


def test_a_plug_in_that_hides_all_it_can_is_an_environment(sealed):
    """What another has sealed or holds is in no array, no mask, no figure of a choice that somebody else sees."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo_tests.api_test(environments.make(sealed, 3), num_cycles=60)
    shown = []
    for amount in (0, -1):
        env = environments.make(sealed, 3)
        env.reset(seed=4)
        bidder = env.agent_selection
        while env.agent_selection == bidder:
            env.step(range(len(env.menu.entries))[amount])
        assert env.actions[-1].amount == (0 if amount == 0 else 2_000_000_000)
        shown.append({agent: env.observe(agent) for agent in env.possible_agents})
    for agent in env.possible_agents:
        one, other = (flat(each[agent]) for each in shown)
        assert np.array_equal(one, other) is (agent != bidder)


def test_shaping_tells_nothing_of_what_is_sealed(sealed):
    env = environments.make(sealed, 3, shaping=1.0)
    env.reset(seed=4)
    bidder = env.agent_selection
    while env.agent_selection == bidder:
        env.step(len(env.menu.entries) - 1)
    assert env.actions[-1].amount == 2_000_000_000
    assert set(env.rewards.values()) == {0}


def flat(seen):
    """All that a seat is given, in a row."""
    arrays = (*seen["observation"].values(), seen["action_mask"], seen["action_features"])
    return np.concatenate([array.reshape(-1) for array in arrays])


def test_seats_move_one_after_another_so_that_no_game_is_a_parallel_one():
    with pytest.raises(AssertionError, match="parallel"):
        conversions.aec_to_parallel(environments.make("chicago-express", 3))


@pytest.mark.parametrize("title", title_ids())
def test_what_is_seen_lies_in_the_space_and_every_choice_has_its_own_features(title):
    env = environments.make(title, find_title(title).players[0])
    for number, seen in enumerate(play(env, 2, most=150)):
        if number % 10 == 0:
            assert env.observation_space("seat_0").contains(seen)
        there = seen["action_mask"].astype(bool)
        assert seen["action_features"][there].any(axis=1).all()
        assert not seen["action_features"][~there].any()
    game = env.game()
    assert game.actions == env.actions
    assert game.digest() == stellwerk.load(game.to_json()).digest()


def test_a_whole_game_ends_with_rewards_that_add_up():
    env = environments.make("chicago-express", 4)
    for _ in play(env, 3):
        pass
    worth = env.game().result()
    assert sum(env.rewards.values()) == pytest.approx(0)
    for seat in range(4):
        others = [worth[other] for other in range(4) if other != seat]
        assert env.rewards[f"seat_{seat}"] == pytest.approx(worth[seat] - sum(others) / 3)
    assert all(env.terminations.values())


def test_shaping_gives_the_same_in_small_parts():
    env = environments.make("chicago-express", 3, shaping=1.0, reward="place")
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for _ in play(env, 4):
        for agent, reward in env.rewards.items():
            sums[agent] += reward
    worth = env.game().result()
    for seat, agent in enumerate(env.possible_agents):
        own = worth[seat] - sum(worth[other] for other in range(3) if other != seat) / 2
        place = sum((worth[seat] > worth[o]) + (worth[seat] == worth[o]) / 2 for o in range(3) if o != seat) / 2
        assert sums[agent] + env.rewards[agent] == pytest.approx(own + place)


def test_too_long_a_game_is_cut_off():
    env = environments.make("1835", 3, most_steps=20)
    assert len(list(play(env, 1, most=19))) == 19
    assert not any(env.truncations.values())
    env.step(0)
    assert all(env.truncations.values())


def test_one_seat_plays_against_bots():
    env = environments.against_bots("chicago-express", "random", players=3)
    seen, _ = env.reset(seed=7)
    total, over = 0.0, False
    while not over:
        assert env.env.agent_selection == env.agent
        seen, reward, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
        total += reward
    worth = env.env.game().result()
    others = [money for seat, money in worth.items() if seat != env.seat]
    assert total == pytest.approx(worth[env.seat] - sum(others) / 2)


def test_gymnasium_finds_nothing_wrong():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(environments.against_bots("chicago-express", "random", players=3), skip_render_check=True)


def test_numbers_beyond_the_choices_begin_again_or_are_refused():
    loose = environments.against_bots("chicago-express", "random", 3)
    strict = environments.against_bots("chicago-express", "random", 3, strict=True)
    for env in (loose, strict):
        env.reset(seed=7)
    choices = len(loose.env.menu.entries)
    loose.step(choices + 1)
    with pytest.raises(StellwerkError, match="no choice now"):
        strict.step(choices + 1)
    strict.step(1)
    assert loose.env.actions == strict.env.actions


def test_every_other_seat_can_have_a_level_of_its_own(monkeypatch):
    asked = set()

    def chosen(position, seat, level, lots):
        asked.add(((seat - env.seat) % 3, level))
        return position.pick(lots, seat=seat)

    monkeypatch.setattr(one_seat, "_chosen", chosen)
    env = environments.against_bots("chicago-express", ["easy", "steady"], players=3)
    for seat in range(3):
        env.reset(seed=3, options={"seat": seat})
        for _ in range(6):
            env.step(0)
    assert asked == {(1, "easy"), (2, "steady")}
    with pytest.raises(StellwerkError, match="2 others play"):
        environments.against_bots("chicago-express", ["easy"], players=3)


def test_wrong_wishes_are_told():
    with pytest.raises(StellwerkError, match="3 to 7 players, not 9"):
        environments.make("1835", 9)
    with pytest.raises(StellwerkError, match="there are margin, place"):
        environments.make("1835", 3, reward="glory")
    env = environments.make("1835", 3)
    env.reset(seed=1)
    with pytest.raises(StellwerkError, match="no choice now"):
        env.step(len(env.menu.entries))


def test_the_version_goes_up_with_the_rules_and_with_the_scheme(monkeypatch):
    title = find_title("1835")
    later = SimpleNamespace(id=title.id, rules_version=title.rules_version + 1)
    before, by_rules = table.env_name(title), table.env_name(later)
    monkeypatch.setattr(table, "VERSION", table.VERSION + 1)
    assert len({before, by_rules, table.env_name(later)}) == 3
    assert table.env_name(title) != before


def by_lot(title):
    """A game from its beginning."""
    for seen in play(environments.make(title, 3), 8, most=120):
        yield from (*seen["observation"].values(), seen["action_mask"], seen["action_features"])


def followed(game):
    """What who acts is given before every eighth action."""
    scheme = Scheme.of(game.title, len(game.players), game.options)
    reader, features = scheme.reader(), Features(game.title, scheme)
    position = Game(game.title, game.players, game.options, game.seed).position
    for move, action in enumerate(game.actions):
        if move % 8 == 0:
            yield from reader.observe(position, action.seat).values()
            yield features.of(Menu.listing(position.all_choices(action.seat), game.title.manifest.longest_list))
        position = position.apply(action)


def stored(title):
    """Positions of the longest game that is kept, nearly to its end."""
    file = max(GOLDEN.glob(f"{title}-at-*.json"), key=lambda file: file.stat().st_size)
    game = stellwerk.load(file)
    yield from followed(game)


def otherwise(title):
    """A game with other options."""
    known = find_title(title)
    game, lots = stellwerk.new(title, ["North", "East", "West"], other_options(known), seed=9), random.Random(9)
    while not game.over:
        game.play(game.position.pick(lots))
    yield from followed(game)


@pytest.mark.parametrize("title", title_ids())
def test_the_same_version_always_shows_the_same(title):
    """If this fails, what learners see or may do has changed: the version in `env/table.py` goes up with it."""
    now = {}
    for shown in (by_lot, stored, otherwise):
        print_ = hashlib.sha256()
        for array in shown(title):
            print_.update(array.tobytes())
        now[shown.__name__] = print_.hexdigest()[:16]
    kept = json.loads(PRINTS.read_text(encoding="utf-8"))
    assert kept[table.env_name(find_title(title))] == now
