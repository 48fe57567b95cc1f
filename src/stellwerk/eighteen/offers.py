"""Offers that the other side may decline, and how often they may be made again."""

from __future__ import annotations

from collections.abc import Sized

REPEATS = 2  # how often a declined offer may be repeated in one turn, where nothing must be bought


def may_ask_again(declined: Sized, duty: bool = False) -> bool:
    """Whether one more offer is open after those that were declined: each is higher than the last.

    Where the purchase is a duty there is no end to them: nobody fails it because others said no while he could
    still offer more.

    >>> may_ask_again([10, 20]), may_ask_again([10, 20, 30]), may_ask_again([10, 20, 30], duty=True)
    (True, False, True)
    """
    return duty or len(declined) <= REPEATS
