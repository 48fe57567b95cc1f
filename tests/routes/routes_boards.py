"""Random small boards with every rule of running on them, read off a string of bytes.

One string for a whole board is drawn many times faster than part by part, and shrinks as well.
"""

from hypothesis import strategies as st

from stellwerk.routes import (
    AtStop,
    EachStop,
    Link,
    Network,
    OnLink,
    Problem,
    Shuttle,
    Special,
    Stop,
    Through,
    Train,
)

EVERY_KIND = ("counting", "plus", "tram", "hexed", "skipping")


class Dice:
    """Decisions taken from bytes; zeros for ever when they run out."""

    def __init__(self, data):
        self.data = iter(data)

    def below(self, n):
        return next(self.data, 0) % n

    def one_of(self, *items):
        return items[self.below(len(items))]


def long_haul(stops, ways):
    return 30 if len(ways) > 2 else -5


def a_train(dice, number, size, kinds):
    kind = dice.one_of(*kinds)
    avoid = frozenset() if dice.below(4) else frozenset({dice.below(size)})
    if kind == "counting":
        return Train.counting(f"n#{number}", 2 + dice.below(4), avoid)
    if kind == "plus":
        return Train.plus(f"n+m#{number}", 1 + dice.below(4), 1 + dice.below(3), avoid)
    if kind == "tram":
        return Train.tram(f"tram#{number}", 1 + dice.below(4), avoid)
    if kind == "hexed":
        return Train.hexed(f"H#{number}", 2 + dice.below(7), avoid)
    return Train.skipping(f"E#{number}", 2 + dice.below(3), avoid)


def a_bonus(dice, size, links):
    some_stops = [dice.below(size) for _ in range(dice.below(4))]
    some_links = [dice.below(links) for _ in range(dice.below(3))]
    kind = dice.below(5)
    if kind == 0:
        return AtStop("call", {stop: dice.one_of(10, 40, -10) for stop in some_stops}, again=not dice.below(2))
    if kind == 1:
        return OnLink("ferry", {link: dice.one_of(40, -10) for link in some_links})
    if kind == 2:
        return EachStop("tunnel", 10, frozenset(some_links))
    if kind == 3:
        others = [dice.below(size) for _ in range(dice.below(4))]
        return Through("transit", {s: dice.one_of(10, 30) for s in some_stops}, dict.fromkeys(others, 20))
    return Special("long", long_haul, 30)


def problem_from(data, kinds=EVERY_KIND, most_trains=3, special=True):
    """Read a problem, small enough for brute force, off some bytes."""
    dice = Dice(data)
    size = 2 + dice.below(6)
    count = 1 + dice.below(12)
    width = dice.one_of(70, 24, 6)
    links = []
    for _ in range(count):
        bits = 0
        for _ in range(dice.below(3)):
            bits |= 1 << dice.below(width)
        once = dice.one_of(0, 0, 0, 0, 0, 1, 2, 3)
        a, gates = dice.below(size), dice.below(4)
        b = (a + dice.below(3 * size)) % size if dice.below(2) else (a + 1) % size
        links.append(Link(a, b, bits, dice.one_of(1, 0, 2, 3), gates & 1, gates >> 1, once))
    stops = tuple(
        Stop(
            dice.one_of(0, 10, 20, 30, 50),
            town=bool(dice.below(2)),
            may_pass=dice.below(8) < 7,
            may_end=dice.below(12) < 11,
            home=dice.below(2) == 0,
            group=dice.one_of(-1, -1, -1, -1, -1, 0, 1),
            cross=dice.one_of(0, 0, -10, 20),
        )
        for _ in range(size)
    )
    trains = tuple(a_train(dice, number, size, kinds) for number in range(1 + dice.below(most_trains)))
    network = Network(links)
    bonuses = [
        a_bonus(dice, size, len(network.links)) for _ in range(dice.one_of(0, 0, 1, 2) if network.links else 0)
    ]
    if not any(train.best for train in trains) and not dice.below(3):
        bonuses.append(Shuttle("shuttle", frozenset(i for i in range(len(network.links)) if dice.below(4))))
    if not special:
        bonuses = [bonus for bonus in bonuses if not isinstance(bonus, Special)]
    return Problem(network, stops, trains, tuple(bonuses))


def problems(kinds=EVERY_KIND, most_trains=3):
    """Problems small enough for brute force."""
    return st.binary(min_size=190, max_size=190).map(lambda data: problem_from(data, kinds, most_trains))
