"""Packages that not everybody needs: the library plays with msgspec alone, all else comes with extras."""

from collections.abc import Iterator
from contextlib import contextmanager

from .errors import StellwerkError


class MissingExtra(StellwerkError):
    """Something was asked for that needs a package of an extra; the sentence says which.

    >>> print(MissingExtra("cli", "The command line", "typer"))
    The command line needs typer, which is not here: pip install "stellwerk[cli]".
    """

    def __init__(self, extra: str, what: str, package: str) -> None:
        super().__init__(f'{what} needs {package}, which is not here: pip install "stellwerk[{extra}]".')
        self.extra = extra
        self.package = package


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Around imports of what only an extra brings; `what` is the subject of the sentence where it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "stellwerk"):
            raise
        raise MissingExtra(extra, what, package) from None
