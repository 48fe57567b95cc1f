"""What a learner is rewarded for: how a game ended for each seat."""

from collections.abc import Callable, Mapping

Worth = Mapping[int, int]


def margins(worth: Worth) -> dict[int, float]:
    """By how much each seat is worth more than the others are on average; all of them add up to nothing.

    >>> margins({0: 700, 1: 400, 2: 400})
    {0: 300.0, 1: -150.0, 2: -150.0}
    """
    total, others = sum(worth.values()), len(worth) - 1
    return {seat: own - (total - own) / others for seat, own in worth.items()}


def places(worth: Worth) -> dict[int, float]:
    """1 for the first, 0 for the last, those between in equal steps; who are equal share.

    >>> places({0: 700, 1: 400, 2: 400})
    {0: 1.0, 1: 0.25, 2: 0.25}
    """
    others = len(worth) - 1
    return {
        seat: sum((own > other) + (own == other) / 2 for at, other in worth.items() if at != seat) / others
        for seat, own in worth.items()
    }


REWARDS: Mapping[str, Callable[[Worth], dict[int, float]]] = {"margin": margins, "place": places}
