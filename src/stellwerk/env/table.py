"""Games as PettingZoo knows them: one seat after another is given what it sees and what it may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from stellwerk.play.core import Action
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game, Title

from .features import Features
from .menu import Menu
from .rewards import REWARDS
from .scheme import Scheme

VERSION = 1
"""Of the scheme: goes up whenever the same position is seen, listed or rewarded otherwise in any title."""
MOST_STEPS = 20_000

Observation = dict[str, Any]


def env_name(title: Title) -> str:
    """What an environment is called, with its version: it goes up with the scheme and with the title's rules.

    >>> from stellwerk.titles.registry import find_title
    >>> env_name(find_title("chicago-express"))
    'stellwerk_chicago_express_v2'
    """
    return f"stellwerk_{title.id.replace('-', '_')}_v{VERSION - 1 + title.rules_version}"


class TableEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo is not typed
    """A game of any title. An action is the number of a choice in the list of what the seat may do.

    Amounts, and lists longer than the menu, are chosen in further steps of the same seat. What is seen begins with
    the seat that looks. After the last move each seat is rewarded once, by `reward`; with `shaping` also by that
    part of every change of its margin. Who could act out of turn does so when asked for something else.
    """

    def __init__(
        self,
        title: Title,
        players: int,
        options: Mapping[str, Any] | None = None,
        *,
        reward: str = "margin",
        shaping: float = 0.0,
        features: bool = True,
        most_steps: int = MOST_STEPS,
    ) -> None:
        """`features` says whether each choice comes with figures of its own; `most_steps` ends games for good."""
        super().__init__()
        if reward not in REWARDS:
            raise StellwerkError(f"No reward is called {reward}: there are {', '.join(REWARDS)}.")
        if players not in title.players:
            raise StellwerkError(
                f"{title.name} has {title.players[0]} to {title.players[-1]} players, not {players}."
            )
        self.title, self.reward, self.shaping, self.most_steps = title, reward, shaping, most_steps
        self.options = dict(options or {})
        self.scheme = Scheme.of(title, players, self.options)
        self.features = Features(title, self.scheme) if features else None
        self.metadata = {
            "name": env_name(title), "render_modes": ["ansi"], "is_parallelizable": False,
            "scheme_version": VERSION, "rules_version": title.rules_version,
        }  # fmt: skip
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._length = title.manifest.longest_list
        self._space = self._observation_space()
        self._actions = {agent: spaces.Discrete(self._length) for agent in self.possible_agents}
        self._masks: list[NDArray[np.int8]] = list(np.tri(self._length + 1, self._length, -1, np.int8))
        """By the number of choices."""

    def _observation_space(self) -> spaces.Dict:
        low, high = np.iinfo(np.int32).min, np.iinfo(np.int32).max
        shown: dict[str, spaces.Space[Any]] = {}
        for table, rows_and_columns in self.scheme.shapes.items():
            shown[table] = spaces.Box(low, high, rows_and_columns, np.int32)
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Dict(shown),
            "action_mask": spaces.Box(0, 1, (self._length,), np.int8),
        }
        if self.features is not None:
            shape = self._length, len(self.features.columns)
            parts["action_features"] = spaces.Box(-np.inf, np.inf, shape, np.float32)
        return spaces.Dict(parts)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for all seats."""
        return self._space

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Numbers of a menu."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed begins the same one. `options` are PettingZoo's and change nothing."""
        self.seed = 0 if seed is None else seed
        self.position = self._begun().position
        self.actions: list[Action] = []
        """What was played, without the small steps."""
        self._steps = 0
        self._reader = self.scheme.reader()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._rewarded = False
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._worth = self._margins() if self.shaping else {}
        self._wait()

    def _begun(self) -> Game:
        return Game(self.title, self.possible_agents, self.options, self.seed)

    def game(self) -> Game:
        """The game so far with its history: to be shown, stored, and played on."""
        game = self._begun()
        game.follow(*self.actions)
        return game

    def observe(self, agent: str) -> Observation:
        """What a seat sees, and a mask of what it may choose; nothing while another is waited for."""
        asked = agent == self.agent_selection and not self.position.over
        menu = self.menu if asked else Menu([], self._length)
        seen: Observation = {
            "observation": self._reader.observe(self.position, self._seats[agent]),
            "action_mask": self._masks[len(menu.entries)].copy(),
        }
        if self.features is not None:
            seen["action_features"] = self.features.of(menu)
        return seen

    def step(self, action: int) -> None:
        """Choose an entry of the menu."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not 0 <= action < len(self.menu.entries):
            raise StellwerkError(f"{action} is no choice now: there are {len(self.menu.entries)}, from 0 on.")
        self._go_on(self.menu.choose(int(action)))

    def play(self, action: Action) -> None:
        """Have the seat that is waited for do what is known to be legal: so bots play along."""
        self._go_on(action)

    def _go_on(self, chosen: Action | Menu) -> None:
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        self._steps += 1
        if isinstance(chosen, Menu):
            self.menu = chosen
        else:
            self.actions.append(chosen)
            self.position = self.position.apply(chosen)
            self._settle()
        if self._steps >= self.most_steps and not self.position.over:
            self.truncations = dict.fromkeys(self.agents, True)
        if self._rewarded:
            self._accumulate_rewards()

    def _settle(self) -> None:
        """Rewards for what an action led to, and who is next."""
        self._rewarded = bool(self.shaping) or self.position.over
        if self.shaping:
            now = self._margins()
            for seat, agent in enumerate(self.possible_agents):
                self.rewards[agent] += self.shaping * (now[seat] - self._worth[seat])
            self._worth = now
        if self.position.over:
            final = REWARDS[self.reward](self.title.result(self.position.rules, self.position.state))
            for seat, agent in enumerate(self.possible_agents):
                self.rewards[agent] += final[seat]
            self.terminations = dict.fromkeys(self.agents, True)
            self.menu = Menu([], self._length)
        else:
            self._wait()

    def _margins(self) -> dict[int, float]:
        """By what those know who only watch: what is hidden from a seat is not told by its rewards either."""
        rules, state = self.position.rules, self.position.state
        shown = state if self.position.over else self.title.secrets.view(rules, state, None)
        return REWARDS["margin"](self.title.result(rules, shown))

    def _wait(self) -> None:
        seat = self.position.waiting_for()[0]
        self.agent_selection = self.possible_agents[seat]
        self.menu = Menu.listing(self.position.all_choices(seat), self._length)

    def render(self) -> str:
        """Who is waited for and what may be done, in words."""
        return str(self.game().legal_actions())

    def close(self) -> None:
        """Nothing is held open."""
