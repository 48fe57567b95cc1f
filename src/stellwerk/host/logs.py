"""What is written to the log, and that it does not say the same again and again."""

from __future__ import annotations

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable

import msgspec

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
KEPT = 500


class Unrepeated(logging.Filter):
    """Lets a message through once in a while, and then says how often it would have been said since.

    >>> seconds = iter((0, 1, 2, 70))
    >>> calm = Unrepeated(60, lambda: next(seconds))
    >>> records = [logging.LogRecord("door", 30, "", 0, "Full.", None, None) for _ in range(4)]
    >>> [calm.filter(record) for record in records]
    [True, False, False, True]
    >>> records[-1].getMessage()
    'Full. (and 2 times more since the last time)'
    """

    def __init__(self, seconds: float = 60.0, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.seconds, self.clock = seconds, clock
        self._said: OrderedDict[tuple[object, ...], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is said now."""
        key, now = _same(record), self.clock()
        since, kept_back = self._said.get(key, (now - self.seconds, 0))
        if now - since < self.seconds:
            self._said[key] = (since, kept_back + 1)
            return False
        self._said[key] = (now, 0)
        self._said.move_to_end(key)
        if len(self._said) > KEPT:
            self._said.popitem(last=False)
        if kept_back:
            record.msg = f"{record.getMessage()} (and {kept_back} times more since the last time)"
            record.args = None
        return True


def _same(record: logging.LogRecord) -> tuple[object, ...]:
    """What makes two records the same: who says it, how it begins, and where it went wrong."""
    where = record.exc_info[2] if record.exc_info else None
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    place = (where.tb_frame.f_code.co_filename, where.tb_lineno) if where else ()
    return record.name, record.levelno, str(record.msg).partition("\n")[0], place


class Structured(logging.Formatter):
    """A line of JSON for each message, for programs that collect them.

    >>> record = logging.LogRecord("door", 30, "", 0, "%s is\\nfull.", ("Lobby",), None)
    >>> record.created = 0.0
    >>> Structured().format(record)
    '{"time":"1970-01-01T00:00:00Z","level":"WARNING","from":"door","message":"Lobby is\\\\nfull."}'
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever the message holds."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        told = {"time": moment, "level": record.levelname, "from": record.name, "message": record.getMessage()}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told).decode()


def told_path(path: str) -> str:
    """A path as it may stand in the log: a private link is a key.

    >>> told_path("/come/secret"), told_path("/games/g/view")
    ('/come/…', '/games/g/view')
    """
    return re.sub(r"^/(come|confirm|lost)/.*", r"/\1/…", path, flags=re.DOTALL)


def set_up(structured: bool = False) -> None:
    """Warnings and errors of everything that runs here, to the terminal, as lines to read or as JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(Structured() if structured else logging.Formatter(FORMAT))
    handler.addFilter(Unrepeated())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
