"""What a program's token opens: only the JSON interface, and of it what its owner has chosen."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stellwerk.view.faults import Fault

READ, PLAY, TABLES, PRIVATE = "read", "play", "tables", "private"
SCOPES = (READ, PLAY, TABLES, PRIVATE)
"""Looking, as the owner's seats may; taking actions and seats; laying out and closing tables; and reading what
the owner has written down and decided beforehand, which nobody else sees."""
_GAME = r"/api/games/[^/]+/"
_CHANGES = {
    PLAY: re.compile(_GAME + "(actions|undo|redo|seats|leave)"),
    TABLES: re.compile("/api/games|/api/tables/anywhere|" + _GAME + "(bots|remove|close)"),
}
_LOOKS = re.compile("/api/((titles|games)(/.*)?|openapi.json|tables|ratings|tournaments(/[^/]+)?|people/[^/]+)")
_PRIVATE = re.compile(_GAME + "(notes|programs)")
_ASKED = re.compile(_GAME + "preview")
"""What changes nothing, though it is posted."""


def known_scopes(names: Sequence[str]) -> str:
    """Scopes as they are kept; whoever may change something may look."""
    if not names or not set(names) <= set(SCOPES):
        raise Fault("fault.scopes")
    return " ".join(name for name in SCOPES if name == READ or name in names)


def reads_private(scopes: str) -> bool:
    """Whether a token with these scopes tells what its owner has written down and decided beforehand."""
    return not scopes or PRIVATE in scopes.split()


def opens(scopes: str, method: str, path: str) -> bool:
    """Whether a token with these scopes is for such a request; one without scopes is for everything.

    >>> opens("read play", "POST", "/api/games/g/actions"), opens("read", "POST", "/api/games/g/actions")
    (True, False)
    >>> opens("read play tables", "POST", "/api/account/delete"), opens("read", "GET", "/me")
    (False, False)
    >>> opens("read", "GET", "/api/games/g/notes"), opens("read private", "GET", "/api/games/g/notes")
    (False, True)
    """
    if not scopes:
        return True
    if method in ("GET", "HEAD"):
        return _LOOKS.fullmatch(path) is not None and (reads_private(scopes) or not _PRIVATE.fullmatch(path))
    held = scopes.split()
    return _ASKED.fullmatch(path) is not None or any(
        scope in held and changes.fullmatch(path) for scope, changes in _CHANGES.items()
    )
