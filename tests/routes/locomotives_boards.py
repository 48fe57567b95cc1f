"""Random small boards for locomotives, read off bytes, so that Hypothesis can shrink them."""

from hypothesis import strategies as st
from locomotives_brute import all_paths, all_routes, track
from msgspec.structs import replace

from stellwerk.routes import Link, Network
from stellwerk.routes.locomotives import Diesel, Locomotive, Place, Problem, Stop, Work


class Dice:
    """Numbers from a string of bytes; zeros when they are used up."""

    def __init__(self, data):
        self.data = iter(data)

    def below(self, n):
        return next(self.data, 0) % n

    def one_of(self, *choices):
        return choices[self.below(len(choices))]


def a_place(dice, number):
    works = []
    for count in range(dice.one_of(0, 0, 0, 1, 0, 1, 2)):
        work = Work(f"{number}.{count}", **dice.one_of({"multiplier": 10}, {"multiplier": 30}, {"amount": 50}))
        works.append(work)
    return Place(dice.one_of(10, 10, 20, 10, 0, 40), tuple(works), dice.one_of(10, 10, 0))


def a_compulsory_route(dice, problem, used):
    paths = [path for path in all_paths(problem) if len(path[1]) <= 3 and path[0][0] < path[0][-1]]
    # track that would be used twice is not a route at all
    paths = [
        ways
        for stops, ways in paths
        if not track(problem, ways) & used
        and len(track(problem, ways)) == sum(len(track(problem, (way,))) for way in ways)
        and len({problem.stops[stop].place for stop in stops}) == len(stops)
    ]
    return dice.one_of(*paths) if paths else None


def problem_from(data, most_routes=9, scarce=False):
    """A board with few enough routes for brute force; `scarce`: one small locomotive, and much earns the same."""
    dice = Dice(data)
    size = dice.one_of(5, 4, 6, 3, 7, 2)
    links = []
    for _ in range(dice.one_of(5, 6, 7, 4, 8, 3, 9, 1)):
        bits = dice.one_of(0, 0, 0, 0, 0, 0, 0, 1, 2, 3)
        a = dice.below(size)
        b = (a + 1 + dice.below(size - 1)) % size
        links.append(Link(a, b, bits, once=dice.one_of(0, 0, 0, 0, 0, 0, 0, 0, 1)))
    stops, places = {}, {}
    for number in range(size):
        place = number if dice.below(9) else max(0, number - 1)
        home = dice.below(2) == 0
        may_pass, may_end = dice.below(4) > 0, (home and dice.below(12) > 0) or dice.below(2) == 0
        stops[number] = Stop(place, may_pass, may_end, home)
        places[number] = Place(10, diesel=10) if scarce else a_place(dice, number)
    engines = tuple(Locomotive(f"{n}", dice.one_of(1, 2, 1, 2, 3, 4)) for n in range(dice.one_of(1, 1, 2, 2, 3)))
    if scarce:
        engines = (Locomotive("0", dice.one_of(1, 2)),)
    for number in range(size):
        if dice.below(9) == 1:  # calling at this stop brings more than at others of its place
            stops[number] = replace(stops[number], besides=size + number)
            places[size + number] = a_place(dice, size + number)
    network = Network(links)
    if network.links and dice.below(12) == 0:
        del stops[dice.one_of(*network.stops)]
    problem = Problem(network, stops, places, engines)
    compulsory, used = [], set()
    for _ in range(dice.one_of(0, 1, 0, 2)):
        whole = Problem(network, {n: Stop(n) for n in range(size)} | stops, places, engines)
        ways = a_compulsory_route(dice, whole, used)
        if ways is not None:
            compulsory.append(ways)
            used |= track(problem, ways)
    start = dice.one_of(*stops) if stops and dice.below(3) == 0 else None
    problem = Problem(network, stops, places, engines, tuple(compulsory), Diesel("D", start))
    if sum(engine.size for engine in engines) < 4:
        most_routes += 5  # few routes are run, so more may be chosen from
    if len(all_routes(problem)) > most_routes or len(all_routes(problem, diesel=True)) > 10:
        return None
    return problem


def problems(most_routes=9, scarce=False):
    """Problems small enough for brute force."""
    boards = st.binary(min_size=120, max_size=120).map(lambda data: problem_from(data, most_routes, scarce))
    return boards.filter(lambda problem: problem is not None)
