"""Every title as a game of OpenSpiel: `register()`, then `pyspiel.load_game("stellwerk_1835_v4(players=4)")`."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from stellwerk.play.core import Action
from stellwerk.play.extras import needing
from stellwerk.play.game import Game, Title
from stellwerk.play.playable import Playable
from stellwerk.play.secrets import OPEN
from stellwerk.titles.registry import find_title, title_ids

from .menu import Menu
from .rewards import margins
from .scheme import Scheme, observed_of
from .table import MOST_STEPS, env_name

with needing("openspiel", "A game of OpenSpiel"):
    import pyspiel

MOST = 1_000_000.0
"""No margin is larger than this, in any game's money."""


class _Where:
    """A position and the menu to choose from; neither ever changes, so that copies of a state share them."""

    __slots__ = ("led", "menu", "position", "seat")

    def __init__(
        self, position: Playable, length: int, menu: Menu | None = None, led: Action | None = None
    ) -> None:
        """`led` is the action that led here."""
        self.position, self.led = position, led
        self.seat = -1 if position.over else position.waiting_for()[0]
        self.menu = menu or Menu.listing([] if position.over else position.all_choices(self.seat), length)

    def __deepcopy__(self, memo: Any) -> _Where:
        return self


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is not typed
    """A title with a number of players and a seed; there is a class of it for each title.

    `steps` ends a game early, then by what everybody is worth.
    """

    title: ClassVar[Title]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen, title = params or {}, self.title
        self.players = int(chosen.get("players", title.players[0]))
        self.begun = Game(title, [f"Seat {n + 1}" for n in range(self.players)], {}, int(chosen.get("seed", 0)))
        self.length = title.manifest.longest_list
        self.steps = min(int(chosen.get("steps", MOST_STEPS)), MOST_STEPS)
        super().__init__(game_type(title), self._info(), chosen)

    def _info(self) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=self.length,
            max_chance_outcomes=0,
            num_players=self.players,
            min_utility=-MOST,
            max_utility=MOST,
            utility_sum=0.0,
            max_game_length=self.steps,
        )

    def new_initial_state(self, state: Any = None) -> SpielState:
        """The beginning of the game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat sees, as one row of figures; without private things what everybody sees."""
        private = iig_obs_type is None or iig_obs_type.private_info != pyspiel.PrivateInfoType.NONE
        return Observer(self, private)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel is not typed
    """A position; small steps (`menu.py`) are moves of their own."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._length, self._left = game.length, game.steps
        self.where = _Where(game.begun.position, game.length)

    def current_player(self) -> int:
        """Who is waited for."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.where.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.where.menu.entries))) if player == self.where.seat else []

    def _apply_action(self, action: int) -> None:
        self._left -= 1
        chosen = self.where.menu.choose(action)
        if isinstance(chosen, Menu):
            self.where = _Where(self.where.position, self._length, chosen)
        else:
            self.where = _Where(self.where.position.apply(chosen), self._length, led=chosen)

    def _action_to_string(self, player: int, action: int) -> str:
        entries = self.where.menu.entries
        return repr(entries[action]) if player == self.where.seat and action < len(entries) else f"entry {action}"

    def is_terminal(self) -> bool:
        """Whether the game is over, or has taken as many steps as it may."""
        return self.where.position.over or self._left <= 0

    def returns(self) -> list[float]:
        """Margins at the end, nothing before it."""
        position = self.where.position
        if not self.is_terminal():
            return [0.0] * position.state.seats
        final = margins(position.title.result(position.rules, position.state))
        return [final[seat] for seat in range(position.state.seats)]

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


class Observer:
    """Writes what a seat may know, or from its side what those know who only watch."""

    def __init__(self, game: SpielGame, private: bool = True) -> None:
        self._private = private
        self._scheme = Scheme(observed_of(game.title, game.begun.state), game.begun.rules, game.begun.state)
        self._reader = self._scheme.reader()
        self.tensor = np.zeros(self._scheme.size, np.float32)
        self.dict = {"seen": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write a position as a seat sees it."""
        position = state.where.position
        if not self._private and not position.all_open:
            watched = position.title.secrets.view(position.rules, position.state, None)
            position = Playable(position.title, position.rules, watched, masked=True)
        seen = self._reader.observe(position, player)
        np.concatenate([array.reshape(-1) for array in seen.values()], out=self.tensor, casting="unsafe")

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as letters."""
        self.set_from(state, player)
        return " ".join(f"{place}:{figure:g}" for place, figure in enumerate(self.tensor) if figure)


def game_type(title: Title) -> Any:
    """What OpenSpiel wants to know of a title: games follow from their seed, so that nothing is drawn."""
    kinds = pyspiel.GameType
    hides = title.secrets is not OPEN
    return kinds(
        short_name=env_name(title),
        long_name=title.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hides else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=title.players[-1],
        min_num_players=title.players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": title.players[0], "seed": 0, "steps": MOST_STEPS},
    )


def resampler(game: SpielGame, lots: random.Random) -> Callable[[SpielState, int], SpielState]:
    """For `ISMCTSBot.set_resampler`: games that a seat cannot tell from the one that is played.

    What others decided unseen is decided anew by lot; everything else is as it was.
    """

    def sample(state: SpielState, player: int) -> SpielState:
        now, hides = state.where.position.state, game.title.secrets.hides
        known, guess = game.new_initial_state(), game.new_initial_state()
        steps: list[int] = []
        for number in state.history():
            before = known.where.position
            known.apply_action(number)
            steps.append(number)
            action = known.where.led
            if known.where.position is before or action is None:
                continue
            if action.seat != player and hides(before.rules, action, player, before.state, now):
                _decide(guess, lots)
            else:
                _follow(guess, steps)
            steps = []
        _follow(guess, steps)
        return guess

    return sample


def _follow(state: SpielState, steps: Sequence[int]) -> None:
    for number in steps:
        state.apply_action(number)


def _decide(state: SpielState, lots: random.Random) -> None:
    """One decision by lot, with all its small steps."""
    before = state.where.position
    while state.where.position is before:
        state.apply_action(lots.choice(state.legal_actions()))


def register() -> list[str]:
    """Make all titles known to OpenSpiel, and tell their names; asking again does no harm."""
    names = []
    for title in map(find_title, title_ids()):
        name = env_name(title)
        if name not in pyspiel.registered_names():
            pyspiel.register_game(game_type(title), type(name, (SpielGame,), {"title": title}))
        names.append(name)
    return names
