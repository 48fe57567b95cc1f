"""Many games at once in several processes: what is seen lies in memory that all of them share.

Every game is one of `TableEnv`'s and goes on by itself: when it is over the next one begins, by the next seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from stellwerk.titles.registry import find_title

from .table import TableEnv

Shape = tuple[int, ...]


class SharedArrays:
    """The arrays of all games, in shared memory: what the seat that is asked gets, and how the last step ended.

    `over` tells of games that have ended, `truncated` of those among them that were cut off.
    """

    def __init__(self, games: int, env: TableEnv, name: str | None = None) -> None:
        seats, length = len(env.possible_agents), env.title.manifest.longest_list
        parts: list[tuple[str, Shape, Any]] = [
            ("seen", (games, env.scheme.size), np.int32),
            ("seat", (games,), np.int32),
            ("rewards", (games, seats), np.float32),
            ("over", (games,), np.int8),
            ("truncated", (games,), np.int8),
            ("mask", (games, length), np.int8),
        ]
        if env.features is not None:
            parts.append(("features", (games, length, len(env.features.columns)), np.float32))
        size = sum(int(np.prod(shape)) * np.dtype(kind).itemsize for _, shape, kind in parts)
        self.memory = SharedMemory(name=name) if name else SharedMemory(create=True, size=size)
        self.arrays: dict[str, NDArray[Any]] = {}
        at = 0
        for part, shape, kind in parts:
            self.arrays[part] = np.ndarray(shape, kind, self.memory.buf, at)
            at += self.arrays[part].nbytes

    def note(
        self, game: int, env: TableEnv, rewards: Mapping[str, float], over: bool = False, truncated: bool = False
    ) -> None:
        """Write down one game."""
        agent = env.agent_selection
        shown = env.observe(agent)
        flat = [array.reshape(-1) for array in shown["observation"].values()]
        np.concatenate(flat, out=self.arrays["seen"][game])
        self.arrays["seat"][game] = env.possible_agents.index(agent)
        self.arrays["mask"][game] = shown["action_mask"]
        self.arrays["rewards"][game] = [rewards.get(each, 0.0) for each in env.possible_agents]
        self.arrays["over"][game], self.arrays["truncated"][game] = over, truncated
        if env.features is not None:
            self.arrays["features"][game] = shown["action_features"]

    def close(self) -> None:
        """Let go of the memory."""
        self.arrays.clear()
        self.memory.close()


class ManyTables:
    """Games by number, all stepped at once. Arrays that are returned are written anew by the next step.

    Features of choices are among them with `features=True`; other keywords are those of `TableEnv`.
    `with ManyTables(title, players=4, games=16, processes=2) as tables:` ends the processes, too.
    """

    def __init__(self, title: str, players: int, games: int, processes: int, **how: Any) -> None:
        how = {"features": False, **how}
        self._env = TableEnv(find_title(title), players, **how)
        self._seen = SharedArrays(games, self._env)
        self._shares = [range(first, games, processes) for first in range(min(processes, games))]
        self._pipes: list[Connection] = []
        self._workers = []
        spawn = get_context("spawn")
        for share in self._shares:
            mine, theirs = spawn.Pipe()
            work = (theirs, title, players, games, share, self._seen.memory.name, how)
            worker = spawn.Process(target=_play, args=work, daemon=True)
            worker.start()
            theirs.close()
            self._pipes.append(mine)
            self._workers.append(worker)

    def reset(self, seed: int) -> dict[str, NDArray[Any]]:
        """Begin all games, each by a seed of its own that follows from this one."""
        return self._ask([seed] * len(self._pipes))

    def step(self, actions: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        """An entry of the menu in each game; `rewards` and `over` tell of the game that ended with it."""
        return self._ask([actions[share.start :: share.step] for share in self._shares])

    def _ask(self, what: list[Any]) -> dict[str, NDArray[Any]]:
        for pipe, part in zip(self._pipes, what, strict=True):
            pipe.send(part)
        for pipe in self._pipes:
            pipe.recv()
        return self._seen.arrays

    def close(self) -> None:
        """End the processes."""
        for pipe in self._pipes:
            pipe.close()
        for worker in self._workers:
            worker.join()
        self._seen.close()
        self._seen.memory.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _play(
    pipe: Connection, title: str, players: int, games: int, share: range, memory: str, how: dict[str, Any]
) -> None:
    """What one process does until nobody asks any more."""
    envs = {game: TableEnv(find_title(title), players, **how) for game in share}
    tables: dict[int, tuple[int, int]] = {}
    seen = SharedArrays(games, next(iter(envs.values())), memory)
    try:
        while True:
            asked = pipe.recv()
            for place, (game, env) in enumerate(envs.items()):
                if isinstance(asked, int):
                    tables[game] = asked, 0
                    env.reset(seed=seed_of(asked, game, 0))
                    seen.note(game, env, {})
                else:
                    tables[game] = _step(seen, game, env, int(asked[place]), *tables[game])
            pipe.send(None)
    except EOFError:
        seen.close()


def _step(seen: SharedArrays, game: int, env: TableEnv, action: int, seed: int, number: int) -> tuple[int, int]:
    """One step of a game; if it is over the next one begins. Seed and number of the game that is played now."""
    env.step(action)
    rewards, truncated = dict(env.rewards), all(env.truncations.values())
    over = truncated or all(env.terminations.values())
    if over:
        number += 1
        env.reset(seed=seed_of(seed, game, number))
    seen.note(game, env, rewards, over, truncated)
    return seed, number


def seed_of(seed: int, game: int, number: int) -> int:
    """The seed of the n-th game that is played at a table."""
    return (seed * 1_000_003 + game) * 1_000_003 + number & 0x7FFFFFFF
