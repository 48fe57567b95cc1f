"""Games that come to a decision by lot, are opened from a file, and are decided by clicks."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

import stellwerk
from stellwerk.play.core import Action, Choice, Range
from stellwerk.play.forced import forced_pass
from stellwerk.play.game import Game
from stellwerk.web.api import _plain
from stellwerk.words import tag

from .conftest import Visit
from .hands import after, bring, moves, take, unfold

Wanted = Callable[[Game, Any], bool]
Alike = Callable[[Any, Game], None]


def action_of(choice: Choice) -> Action:
    """The action of a choice, for a range the lowest."""
    return choice.action if isinstance(choice, Range) else choice


class Lots:
    """Games of a title whose players know nothing; kinds of actions come up as often as `weights` says."""

    def __init__(
        self, title: str, players: list[str], weights: Mapping[str, float], length: int, seeds: range
    ) -> None:
        self.title, self.players, self.weights, self.length, self.seeds = title, players, weights, length, seeds
        self.game = cache(self._game)

    def _game(self, seed: int) -> Game:
        game, lots = stellwerk.new(self.title, players=self.players, seed=seed), random.Random(seed)
        while not game.over and len(game.actions) < self.length:
            kinds: dict[str, list[Choice]] = {}
            for choice in game.legal_actions():
                kinds.setdefault(tag(action_of(choice)), []).append(choice)
            names = sorted(kinds)
            kind = lots.choices(names, [self.weights.get(name, 1) for name in names])[0]
            game.play(action_of(lots.choice(kinds[kind])))
        return game

    def find(self, kind: str, wanted: Wanted | None = None) -> tuple[Game, Choice]:
        """The first moment at which such an action is taken, to be played on from there."""
        for seed in self.seeds:
            whole = self.game(seed)
            taken = [n for n, action in enumerate(whole.actions) if tag(action) == kind]
            for number in taken:
                game = whole.copy()
                while len(game.actions) > number:
                    game.undo()
                for choice in game.legal_actions():
                    if tag(action_of(choice)) == kind and (wanted is None or wanted(game, action_of(choice))):
                        return game, choice
        raise AssertionError(f"no {kind} found")


def same(page: Any, game: Game) -> None:
    """The server's game is the one that we expect."""
    assert moves(page) == f"{len(game.actions)} / {len(game.actions)}"
    file = page.request.get(f"/games/{page.url.rsplit('/', 1)[-1]}/file").text()
    assert stellwerk.load(file).digest() == game.digest()


def same_state(page: Any, game: Game) -> None:
    """The same where the server gives no file away: one would tell lots that are still to be drawn."""
    assert moves(page) == f"{len(game.actions)} / {len(game.actions)}"
    answer = page.request.get(f"/api/games/{page.url.rsplit('/', 1)[-1]}/view").json()
    expected = msgspec.json.encode({"state": game.seen(None).state}, enc_hook=_plain)
    assert answer["state"] == msgspec.json.decode(expected)["state"]


def enter(page: Any, choice: Range, amount: int) -> None:
    """Type an amount into a range's form and send it."""
    raw = msgspec.json.encode(choice.action).decode()
    own = f"form.range[data-action='{raw}']"  # a card may have the same one
    unfold(page, own)
    form = page.locator(f"#menu {own}")
    before = moves(page)
    form.locator("input[type=number]").fill(str(amount))
    form.locator("button.do").click()
    after(page, before)


def play(game: Game, action: Action) -> None:
    """Play an action as the server does: a pass that is no choice follows by itself."""
    game.play(action)
    while (only := forced_pass(game)) is not None:
        game.play(only)


def click_through(visit: Visit, found: tuple[Game, Choice], alike: Alike = same) -> None:
    """Bring a game, take the choice by clicking, and see that the server has played just that."""
    game, choice = found
    assert isinstance(choice, Action)
    page = visit()
    bring(page, game)
    take(page, msgspec.to_builtins(choice))
    play(game, choice)
    alike(page, game)


def enter_and_see(visit: Visit, found: tuple[Game, Choice], more: int, alike: Alike = same) -> None:
    """Bring a game, enter so much more than the least into the form of the choice, and see it played."""
    game, choice = found
    assert isinstance(choice, Range)
    page = visit(language="de-DE")
    bring(page, game)
    amount = min(choice.high, choice.low + more)
    enter(page, choice, amount)
    play(game, choice.at(amount))
    alike(page, game)


def answer(page: Any, game: Game, accept: bool, alike: Alike = same) -> None:
    """Accept or decline what was offered, by clicking."""
    given = next(c for c in game.legal_actions() if msgspec.to_builtins(action_of(c)).get("accept") is accept)
    assert isinstance(given, Action)
    take(page, msgspec.to_builtins(given))
    play(game, given)
    alike(page, game)


def asks_another(game: Game, action: Any) -> bool:
    """Whether an offer has to be answered by somebody."""
    after_it = game.copy()
    after_it.play(action)
    return tag(after_it.step) == "offer_step"  # type: ignore[arg-type]  # the game is not over
