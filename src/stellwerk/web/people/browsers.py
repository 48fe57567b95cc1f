"""What somebody came by, in a word or two, as it stands in the list of their sessions."""

from __future__ import annotations

from functools import lru_cache

NAMES = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac", "Mac"),
           ("Linux", "Linux"))  # fmt: skip


def browser(agent: str) -> str:
    """A browser and its system; nothing of what a program says of itself is kept as it is.

    >>> browser("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"), browser("curl/8 <b>")
    ('Firefox, Linux', '')
    """
    return _known(agent[:400])


@lru_cache(maxsize=256)
def _known(agent: str) -> str:
    found = (next((name for sign, name in known if sign in agent), "") for known in (NAMES, SYSTEMS))
    return ", ".join(filter(None, found))
