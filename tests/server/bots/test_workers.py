"""Processes that think: they answer in order, are replaced when they end, and end with the server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from stellwerk.host.bots import workers
from stellwerk.host.bots.workers import Lost, Occupied, Worker
from stellwerk.play.errors import StellwerkError


def _answer(question: object) -> object:
    if isinstance(question, Exception):
        raise question
    if isinstance(question, float):
        time.sleep(question)
    return [question, os.getpid()]


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker(partial(partial, _answer))
    yield made
    made.close()


def test_one_process_answers_everything(worker: Worker) -> None:
    assert worker.ask("a") == ["a", worker.pid]
    assert worker.ask("b") == ["b", worker.pid]
    assert worker.pid != os.getpid()


def test_what_goes_wrong_there_is_told_here(worker: Worker) -> None:
    with pytest.raises(StellwerkError, match="No such bot"):
        worker.ask(StellwerkError("No such bot."))
    with pytest.raises(RuntimeError, match="AssertionError") as error:
        worker.ask(AssertionError("odd"))
    assert "_answer" in "".join(error.value.__notes__)
    assert worker.ask("a")[0] == "a"


def test_a_worker_that_was_killed_is_replaced(worker: Worker) -> None:
    before = worker.ask("a")[1]
    os.kill(before, signal.SIGKILL)
    with pytest.raises(Lost):
        worker.ask("b")
    assert worker.ask("c")[1] != before


def test_nobody_waits_for_ever(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    worker.ask("a")
    monkeypatch.setattr(workers, "PATIENCE", 0.05)
    with pytest.raises(Lost):
        worker.ask(3600.0)
    monkeypatch.undo()
    assert worker.ask("b")[0] == "b"


def test_who_is_closed_answers_nothing_more(worker: Worker) -> None:
    worker.ask("a")
    worker.close()
    assert worker.pid is None
    with pytest.raises(Lost):
        worker.ask("b")


SERVER = """
import time
from functools import partial
from typing import Any
from stellwerk.host.bots.workers import Worker

if __name__ == "__main__":
    worker = Worker(partial(partial, exec))
    worker.ask("import os, time; print(os.getpid(), flush=True); {then}")
    time.sleep(3600)
"""


@pytest.mark.parametrize("then", ["time.sleep(0)", "time.sleep(3600)"])
def test_a_worker_ends_with_a_server_that_was_killed(then: str) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER.format(then=then)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert server.stdout is not None
    pid = int(server.stdout.readline())
    server.kill()
    try:
        rest, _ = server.communicate(timeout=120)  # the worker holds the other end of this pipe while it lives
        assert rest == b""
    except subprocess.TimeoutExpired:
        os.kill(pid, signal.SIGKILL)
        pytest.fail("the worker outlived the server")


def test_who_thinks_too_long_is_not_waited_for_by_others(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is frozen holds only the question that froze it."""
    worker.ask("a")
    monkeypatch.setattr(workers, "SLOW", 0.0)
    monkeypatch.setattr(workers, "PATIENCE", 3600.0)
    begun, lost = threading.Event(), threading.Event()
    answered = worker._answered

    def noted(*values: Any) -> Any:
        begun.set()
        return answered(*values)

    monkeypatch.setattr(worker, "_answered", noted)

    def frozen() -> None:
        with pytest.raises(Lost):
            worker.ask(3600.0)
        lost.set()

    thread = threading.Thread(target=frozen)
    thread.start()
    begun.wait()
    with pytest.raises(Occupied), worker.turn():
        pass
    worker.close()
    thread.join()
    assert lost.is_set()
