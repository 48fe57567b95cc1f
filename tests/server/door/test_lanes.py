"""Who has a thread: few of each kind, visitors in turn, one in a game; the rest waits without, or is told so."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from stellwerk.host.limits import lanes as kinds
from stellwerk.host.limits.lanes import Asker, Kind, Lanes, Rules
from stellwerk.view.faults import Busy

ADA, BO = Asker("ada", "home"), Asker("bo", "home")
CLEO = Asker("cleo", "elsewhere")
WORK = Kind("views", at_once=2, each_address=2, each=1, waiting=3)
SLOW = Kind("openings", at_once=2, each_address=2, each=1, waiting=3, apart=True)


class Hall:
    """Requests that work until they are let go, and note that they do."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.lanes = Lanes(rules)
        self.working: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def ask(self, name: str, kind: Kind, asker: Asker, game: str = "") -> None:
        """Come with a request, and see whether it can be done at once."""
        turn = self.lanes.line_up(kind, asker, game)
        self._ends[name] = asyncio.Event()

        async def work() -> None:
            async with turn:
                self.working.append(name)
                await self._ends[name].wait()
                self.working.remove(name)

        self._tasks.append(asyncio.create_task(work(), name=name))
        await self.settle()

    async def end(self, name: str) -> None:
        """Let a request be done."""
        self._ends[name].set()
        await self.settle()

    async def give_up(self, name: str) -> None:
        """Let whoever asked be gone."""
        next(task for task in self._tasks if task.get_name() == name).cancel()
        await self.settle()

    async def settle(self) -> None:
        """Let everything happen that can."""
        for _ in range(10):
            await asyncio.sleep(0)


def _play(scene: Callable[[Hall], Awaitable[None]], rules: Rules | None = None) -> None:
    async def run() -> None:
        await scene(Hall(rules))

    asyncio.run(run())


def test_one_visitor_waits_for_themselves_and_nobody_else_does() -> None:
    async def scene(hall: Hall) -> None:
        for number in range(4):
            await hall.ask(f"ada{number}", WORK, ADA)
        await hall.ask("bo", WORK, BO)
        assert hall.working == ["ada0", "bo"]
        with pytest.raises(Busy, match=r"fault\.busy_views"):
            hall.lanes.line_up(WORK, ADA)

    _play(scene)


def test_visitors_come_in_turn() -> None:
    async def scene(hall: Hall) -> None:
        one = Kind("one", at_once=1, each_address=1, each=1, waiting=9)
        for number in range(4):
            await hall.ask(f"ada{number}", one, ADA)
        await hall.ask("bo", one, BO)
        await hall.ask("cleo", one, CLEO)
        order = []
        for _ in range(6):
            order.append(hall.working[0])
            await hall.end(hall.working[0])
        assert order == ["ada0", "cleo", "bo", "ada1", "ada2", "ada3"]

    _play(scene)


def test_in_one_game_one_works_at_a_time_while_others_go_on() -> None:
    async def scene(hall: Hall) -> None:
        await hall.ask("ada", WORK, ADA, "g")
        await hall.ask("bo", WORK, BO, "g")
        await hall.ask("cleo", WORK, CLEO, "h")
        assert hall.working == ["ada", "cleo"]
        await hall.end("ada")
        assert hall.working == ["cleo", "bo"]

    _play(scene)


def test_a_game_with_too_many_waiting_says_so() -> None:
    async def scene(hall: Hall) -> None:
        await hall.ask("ada", WORK, ADA, "g")
        await hall.ask("bo", WORK, BO, "g")
        with pytest.raises(Busy, match=r"fault\.busy_game") as told:
            hall.lanes.line_up(WORK, CLEO, "g")
        assert (told.value.status, told.value.headers) == (503, {"retry-after": "2"})
        await hall.ask("cleo", WORK, CLEO, "h")
        assert "cleo" in hall.working

    _play(scene, Rules(waiting_game=1))


def test_slow_work_stands_apart() -> None:
    async def scene(hall: Hall) -> None:
        await hall.ask("slow", SLOW, ADA, "g")
        await hall.ask("quick", WORK, ADA, "g")
        assert hall.working == ["slow", "quick"]

    _play(scene, Rules(at_once=1, each=1, each_address=1))


def test_all_kinds_together_are_few_for_a_visitor_and_an_address() -> None:
    async def scene(hall: Hall) -> None:
        for number in range(4):
            each = Kind(f"kind{number}", at_once=9, each_address=9, each=9, waiting=9)
            await hall.ask(f"ada{number}", each, ADA)
            await hall.ask(f"bo{number}", each, BO)
            await hall.ask(f"cleo{number}", each, CLEO)
        assert sorted(hall.working) == ["ada0", "ada1", "bo0", "cleo0"]

    _play(scene, Rules(at_once=4, each_address=3, each=2))


def test_who_gives_up_leaves_no_trace() -> None:
    async def scene(hall: Hall) -> None:
        await hall.ask("ada", WORK, ADA, "g")
        await hall.ask("bo", WORK, BO, "g")
        await hall.give_up("bo")
        assert hall.lanes.waiting(WORK) == 0
        await hall.give_up("ada")
        assert hall.lanes.working(WORK) == 0
        await hall.ask("cleo", WORK, CLEO, "g")
        assert "cleo" in hall.working

    _play(scene)


def test_a_turn_that_came_to_somebody_who_is_gone_goes_to_the_next() -> None:
    async def scene() -> None:
        lanes = Lanes()
        one = Kind("one", at_once=1, each_address=1, each=1, waiting=9)
        async with AsyncExitStack() as first:
            await first.enter_async_context(lanes.line_up(one, ADA))
            waiting = asyncio.create_task(_once(lanes, one))
            await asyncio.sleep(0)
            assert lanes.waiting(one) == 1
        waiting.cancel()  # in the same moment in which its turn has come
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert lanes.working(one) == 0

    asyncio.run(scene())


async def _once(lanes: Lanes, kind: Kind) -> None:
    async with lanes.line_up(kind, BO):
        pass


def test_every_lane_leaves_room_for_another_address_and_has_its_sentence() -> None:
    from stellwerk.view.texts import text

    for kind in vars(kinds).values():
        if isinstance(kind, Kind):
            assert kind.each <= kind.each_address < kind.at_once, kind.name
            for language in ("de", "en"):
                key = f"fault.busy_{kind.name}"
                assert text(key, language) != key
    rules = Rules()
    assert rules.each < rules.each_address < rules.at_once
