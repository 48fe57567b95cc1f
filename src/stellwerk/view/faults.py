"""What can go wrong with a request, each with its HTTP status."""

from __future__ import annotations

from typing import Any

from stellwerk.play.errors import Refusal, StellwerkError


class Fault(StellwerkError):
    """A request that cannot be granted. `key` is a text of the server's catalogue, `values` go into it."""

    status = 400

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    @property
    def headers(self) -> dict[str, str]:
        """What the answer's head says besides."""
        return {}

    @property
    def beside(self) -> dict[str, Any]:
        """What a program can go by, and the sentence for people does without."""
        return {name: self.values[name] for name in ("problem", "limit") if name in self.values}


class Missing(Fault):
    """There is no such thing."""

    status = 404


class Unknown(Fault):
    """Nobody holds this token."""

    status = 401

    @property
    def headers(self) -> dict[str, str]:
        """How one makes oneself known."""
        return {"www-authenticate": "Bearer"}


class Forbidden(Fault):
    """It is not theirs to do."""

    status = 403


class Stale(Fault):
    """The decision that was answered is no longer open."""

    status = 409


class TooLarge(Fault):
    """A request beyond all bounds."""

    status = 413


class Busy(Fault):
    """Too much is being done already; it can be asked for again in a moment."""

    status = 503
    seconds = 2

    @property
    def headers(self) -> dict[str, str]:
        """When to come again."""
        return {"retry-after": str(self.seconds)}


class TooMany(Busy):
    """Somebody has asked for more than their share."""

    status = 429


class Unkept(Fault):
    """The storage could not do it just now."""

    status = 503

    @property
    def beside(self) -> dict[str, Any]:
        """Nothing: what is wrong with it is for whoever runs the place."""
        return {}


class Full(Unkept):
    """There is no room left to keep anything."""

    status = 507


class Refused(Fault):
    """The rules forbid it."""

    status = 422

    def __init__(self, refusal: Refusal) -> None:
        super().__init__("fault.refused")
        self.refusal = refusal
