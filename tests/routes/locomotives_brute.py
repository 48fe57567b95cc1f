"""The slow, obvious answer for locomotives with many routes: try all runs, judge them by the words of the rules.

A route is (stops, links) here, a run a list of (locomotive, stops, links).
"""

from itertools import combinations

from routes_brute import track


def all_paths(problem):
    """Every way over different stops, once in each direction."""
    links = problem.network.links

    def extend(stops, ways):
        for number, link in enumerate(links):
            for here, there in ((link.a, link.b), (link.b, link.a)):
                if number not in ways and here == stops[-1] and there not in stops:
                    longer = (*stops, there), (*ways, number)
                    yield longer
                    yield from extend(*longer)

    for start in problem.network.stops:
        yield from extend((start,), ())


def is_compulsory(problem, ways):
    return any(tuple(ways) in (links, links[::-1]) for links in problem.compulsory)


def is_route(problem, stops, ways, diesel):
    """4.4.3: from end to end, an own marker on it, no place twice, not through cities or blocked places."""
    if is_compulsory(problem, ways):
        return True
    if any(stop not in problem.stops for stop in stops):
        return False
    facts = [problem.stops[stop] for stop in stops]
    for fact in (facts[0], facts[-1]):
        if not (fact.home if diesel else fact.may_end):
            return False
    if not all(fact.may_pass for fact in facts[1:-1]) or not any(fact.home for fact in facts):
        return False
    if len({fact.place for fact in facts}) < len(facts):
        return False
    links = [problem.network.links[way] for way in ways]
    return not any(x.bits & y.bits or x.once & y.once for x, y in combinations(links, 2))


def all_routes(problem, diesel=False):
    """Every legal route, once."""
    found = {}
    for stops, ways in all_paths(problem):
        if is_route(problem, stops, ways, diesel):
            found.setdefault(frozenset(ways), (stops, ways))
    return list(found.values())


def hang_together(stop_sets):
    """Do these sets of stops make one piece?"""
    if not stop_sets:
        return True
    reached, left = set(stop_sets[0]), list(stop_sets[1:])
    while left:
        near = [stops for stops in left if reached & set(stops)]
        if not near:
            return False
        for stops in near:
            reached |= set(stops)
            left.remove(stops)
    return True


def shares_track(problem, run):
    return any(track(problem, a[2]) & track(problem, b[2]) for a, b in combinations(run, 2))


def runs_all_compulsory(problem, run):
    return all(any(links in (ways, ways[::-1]) for _, _, ways in run) for links in problem.compulsory)


def is_run(problem, run):
    """All of 4.4.3 for standard locomotives, but for the number of routes and their possible ends."""
    names = {engine.id for engine in problem.locomotives}
    if not all(name in names and is_route(problem, stops, ways, False) for name, stops, ways in run):
        return False
    return not shares_track(problem, run) and can_be_run(problem, run)


def can_be_run(problem, run):
    """Whether standard locomotives run these routes, each of which is legal and shares no track with another."""
    for engine in problem.locomotives:
        own = [stops for other, stops, _ in run if other == engine.id]
        if len(own) > engine.size or not hang_together(own):
            return False
    return runs_all_compulsory(problem, run)


def is_diesel_run(problem, run):
    if not all(is_route(problem, stops, ways, True) for _, stops, ways in run) or shares_track(problem, run):
        return False
    return can_be_run_by_diesel(problem, run)


def can_be_run_by_diesel(problem, run):
    if not runs_all_compulsory(problem, run):
        return False
    further = [stops for _, stops, ways in run if not is_compulsory(problem, ways)]
    first = {stop for _, stops, ways in run if is_compulsory(problem, ways) for stop in stops}
    if problem.diesel.start is not None:
        first.add(problem.diesel.start)
    return hang_together([first, *further] if first and further else further)


def runs_to_ends(problem, run, routes, taken=frozenset()):
    """No route could be lengthened at one end over track that the run leaves free and that is not taken."""
    used = set(taken).union(*(track(problem, ways) for _, _, ways in run))
    for _, stops, ways in run:
        if is_compulsory(problem, ways):
            continue
        for longer, further in routes:
            if is_compulsory(problem, further) or len(further) <= len(ways):
                continue
            for path, links in ((longer, further), (longer[::-1], further[::-1])):
                for mine, own in ((stops, ways), (stops[::-1], ways[::-1])):
                    onward = links[len(own) :]
                    if (
                        path[: len(mine)] == mine
                        and links[: len(own)] == own
                        and not track(problem, onward) & used
                    ):
                        return False
    return True


def counting(problem, stop):
    """The place of a stop, and the one besides, if there is one."""
    fact = problem.stops[stop]
    return {fact.place} if fact.besides is None else {fact.place, fact.besides}


def money(problem, run):
    """4.4.4: every place and every work once, works for the largest locomotive that calls."""
    sizes = {engine.id: engine.size for engine in problem.locomotives}
    largest = {}
    for name, stops, _ in run:
        for stop in stops:
            if stop in problem.stops:
                for place in counting(problem, stop):
                    largest[place] = max(sizes[name], largest.get(place, 0))
    total = 0
    for number, size in largest.items():
        if number in problem.places:
            place = problem.places[number]
            total += place.value + sum(work.amount + work.multiplier * size for work in place.works)
    return total


def diesel_money(problem, run):
    called = {stop for _, stops, _ in run for stop in stops}
    if problem.diesel.start is not None:
        called.add(problem.diesel.start)
    numbers = {place for stop in called if stop in problem.stops for place in counting(problem, stop)}
    return sum(problem.places[number].diesel for number in numbers if number in problem.places)


def all_runs(problem, diesel=False):
    """Every run that `is_run` allows, of the standard locomotives or of the diesel."""
    routes = all_routes(problem, diesel)
    tracks = [frozenset(track(problem, ways)) for _, ways in routes]
    allowed = can_be_run_by_diesel if diesel else can_be_run
    room = {engine.id: engine.size for engine in problem.locomotives}
    if diesel:
        room = {problem.diesel.id: len(routes)}

    def choose(at, used, run):
        if at == len(routes):
            if allowed(problem, run):
                yield list(run)
            return
        yield from choose(at + 1, used, run)
        if not tracks[at] & used:
            for name, size in room.items():
                if sum(other == name for other, _, _ in run) < size:
                    yield from choose(at + 1, used | tracks[at], [*run, (name, *routes[at])])

    yield from choose(0, frozenset(), [])


class Brute:
    """All that is legal: `most` routes, the `best` money and the runs that are legal in every respect."""

    def __init__(self, problem, diesel=False):
        runs = list(all_runs(problem, diesel))
        routes = all_routes(problem, diesel)
        self.runs = runs
        self.most = max(map(len, runs), default=None)
        self.legal = [r for r in runs if len(r) == self.most and runs_to_ends(problem, r, routes)]
        self.money = [(diesel_money if diesel else money)(problem, run) for run in self.legal]
        self.best = max(self.money, default=None)

    def best_visits(self):
        """The sets of stops that best runs visit."""
        return {
            frozenset(stop for _, stops, _ in run for stop in stops)
            for run, earned in zip(self.legal, self.money, strict=True)
            if earned == self.best
        }
