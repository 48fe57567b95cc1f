"""One seat of a game against bots, as Gymnasium knows it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import gymnasium

from stellwerk.bots import known_level
from stellwerk.bots.levels import LEVELS, Seen
from stellwerk.play.core import Action
from stellwerk.play.errors import StellwerkError
from stellwerk.play.playable import Playable

from .table import Observation, TableEnv


class OneSeat(gymnasium.Env[Observation, int]):
    """The seat changes from game to game, so that none is learned by heart; `reset` can name one.

    Gymnasium takes every number of a space for an action: those beyond the choices begin again with the first one.
    """

    def __init__(self, env: TableEnv, level: str | Sequence[str], strict: bool = False) -> None:
        """`level` of all others, or one for each in order of play from the seat on; `strict` refuses numbers."""
        others = len(env.possible_agents) - 1
        levels = [level] * others if isinstance(level, str) else list(level)
        if len(levels) != others:
            raise StellwerkError(f"{others} others play: they need as many levels, not {len(levels)}.")
        self.env, self.strict = env, strict
        self.levels = [known_level(each, env.title) for each in levels]
        self.metadata = env.metadata
        self.observation_space = env.observation_space(env.possible_agents[0])
        self.action_space = env.action_space(env.possible_agents[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; `options` may name a `seat`."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**31))
        self._lots = random.Random(number)
        seats = len(self.env.possible_agents)
        self.seat = int((options or {}).get("seat", number % seats))
        self.agent = self.env.possible_agents[self.seat]
        self.env.reset(seed=number)
        self._let_others_play()
        return self.env.observe(self.agent), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Choose, and let the others play until this seat is asked again."""
        self.env.step(action if self.strict else int(action) % len(self.env.menu.entries))
        reward = self.env.rewards[self.agent]
        reward += self._let_others_play()
        seen = self.env.observe(self.agent)
        return seen, reward, self.env.terminations[self.agent], self.env.truncations[self.agent], {}

    def _let_others_play(self) -> float:
        reward = 0.0
        env = self.env
        while env.agent_selection != self.agent and not env.position.over and not env.truncations[self.agent]:
            seat = env.position.waiting_for()[0]
            level = self.levels[(seat - self.seat - 1) % len(env.possible_agents)]
            env.play(_chosen(env.position, seat, level, self._lots))
            reward += env.rewards[self.agent]
        return reward


def _chosen(position: Playable, seat: int, level: str, lots: random.Random) -> Action:
    known = position.known_to(seat)
    seen = Seen(position.title, known, seat, tuple(known.all_choices(seat)))
    return LEVELS[level](seen, lots)
