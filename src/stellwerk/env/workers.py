"""Many small pieces of work at once, on this machine or by Ray; what a worker leaves undone another does again.

Pieces must give the same whoever does them, and how often: then it does not matter where anything runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from stellwerk.play.errors import StellwerkError
from stellwerk.play.extras import needing

Given = TypeVar("Given")
Found = TypeVar("Found")
Work = Callable[[int], None]
TRIES = 20
"""So often workers may die one after another without any piece getting done."""


def in_order(work: Callable[[Given], Found], what: Sequence[Given], jobs: int) -> Iterator[Found]:
    """What comes of each piece, in order, by so many processes."""
    if jobs == 1:
        yield from map(work, what)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, what)


class Workers(Protocol):
    """Who does the work."""

    def each(self, work: Work, numbers: Sequence[int]) -> Iterator[int]:
        """The numbers of pieces as they are done."""
        ...


class Processes:
    """Processes of this machine."""

    def __init__(self, jobs: int) -> None:
        if jobs < 1:
            raise StellwerkError(f"Somebody has to work: at least one job, not {jobs}.")
        self.jobs = jobs

    def each(self, work: Work, numbers: Sequence[int]) -> Iterator[int]:
        """A pool that is begun anew when one of its processes dies."""
        left, died = list(numbers), 0
        while left:
            done = []
            try:
                with ProcessPoolExecutor(self.jobs, mp_context=get_context("spawn")) as pool:
                    waited = {pool.submit(work, number): number for number in left}
                    for finished in as_completed(waited):
                        finished.result()
                        done.append(waited[finished])
                        yield waited[finished]
            except BrokenProcessPool:
                died = 0 if done else died + 1
                if died >= TRIES:
                    raise StellwerkError(f"Workers die again and again at piece {left[0]}.") from None
            left = [number for number in left if number not in done]


class Ray:
    """Workers of a Ray cluster, or of a local one (`local`)."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        with needing("ray", "Work on many machines"):
            import ray
        self._ray: Any = ray
        where: dict[str, Any] = {"num_cpus": workers or 2} if address == "local" else {"address": address}
        ray.init(ignore_reinit_error=True, log_to_driver=False, include_dashboard=False, **where)

    def each(self, work: Work, numbers: Sequence[int]) -> Iterator[int]:
        """Tasks that Ray begins again wherever a worker dies."""

        def done(number: int) -> None:  # Ray takes functions alone
            work(number)

        task = self._ray.remote(done).options(max_retries=-1)
        waited = {task.remote(number): number for number in numbers}
        while waited:
            ready, _ = self._ray.wait(list(waited))
            for one in ready:
                self._ray.get(one)
                yield waited.pop(one)
