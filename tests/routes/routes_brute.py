"""The slow, obvious answer that the searches must agree with: try everything, judge it by the rules."""

from itertools import combinations

from stellwerk.routes import AtStop, EachStop, OnLink, Problem, Shuttle, Special, Through, Train


def all_paths(problem):
    """Every simple path of at least two stops, once in each direction, as (stops, links)."""
    links = problem.network.links

    def extend(stops, ways):
        for number, link in enumerate(links):
            if number in ways:
                continue
            for here, there in ((link.a, link.b), (link.b, link.a)):
                if here == stops[-1] and there not in stops:
                    longer = (*stops, there), (*ways, number)
                    yield longer
                    yield from extend(*longer)

    for start in range(len(problem.stops)):
        yield from extend((start,), ())


def track(problem, ways):
    """The bits of a route; a link is track of its own even if it names no bit."""
    bits = set()
    for number in ways:
        mask = problem.network.links[number].bits
        bits.add(("link", number))
        bits.update(i for i in range(mask.bit_length()) if mask >> i & 1)
    return bits


def legal_path(problem, stops, ways):
    """Is it a route for some train, whatever its reach?"""
    facts = [problem.stops[s] for s in stops]
    if not any(f.home for f in facts) or not (facts[0].may_end and facts[-1].may_end):
        return False
    if not all(f.may_pass for f in facts[1:-1]):
        return False
    groups = [f.group for f in facts if f.group >= 0]
    if len(groups) != len(set(groups)):
        return False
    links = [problem.network.links[w] for w in ways]
    return not any(x.bits & y.bits or x.once & y.once for x, y in combinations(links, 2))


def fits(problem, train: Train, stops, ways):
    """Is it within the reach of this train?"""
    if any(s in train.avoid for s in stops):
        return False
    cities = sum(not problem.stops[s].town for s in stops)
    if train.hexes is not None and 1 + sum(problem.network.links[w].hexes for w in ways) > train.hexes:
        return False
    if train.cities is not None:
        if cities > train.cities:
            return False
        if train.towns is not None and len(stops) > train.cities + train.towns:
            return False
    return True


def stops_worth(problem: Problem, stops, ways, counted, again=False):
    """What the stops at these positions bring by themselves; or what they bring when counted again."""
    total = 0
    for i in counted:
        fact = problem.stops[stops[i]]
        total += fact.value
        if 0 < i < len(stops) - 1:
            gates = []
            for w in (ways[i - 1], ways[i]):
                link = problem.network.links[w]
                gates.append(link.gate_a if link.a == stops[i] else link.gate_b)
            if gates[0] != gates[1]:
                total += fact.cross
    for bonus in problem.bonuses:
        if isinstance(bonus, AtStop) and (bonus.again or not again):
            total += sum(bonus.amounts.get(stops[i], 0) for i in counted)
    return total


def value_of(problem: Problem, stops, ways, counted):
    """What a route earns that counts the stops at these positions."""
    total = stops_worth(problem, stops, ways, counted)
    for bonus in problem.bonuses:
        if isinstance(bonus, OnLink):
            total += sum(bonus.amounts.get(w, 0) for w in ways)
        elif isinstance(bonus, EachStop):
            if any(
                w in bonus.links and any(i <= at for i in counted) and any(i > at for i in counted)
                for at, w in enumerate(ways)
            ):
                total += bonus.amount * len(counted)
        elif isinstance(bonus, Through):
            pairs = [
                bonus.first[stops[i]] + bonus.second[stops[j]]
                for i in counted
                for j in counted
                if i != j and stops[i] in bonus.first and stops[j] in bonus.second
            ]
            total += max(pairs, default=0)
        elif isinstance(bonus, Shuttle):
            if all(w in bonus.links for w in ways):
                between = [i for i in counted if 0 < i < len(stops) - 1]
                total += stops_worth(problem, stops, ways, between, again=True)
        elif isinstance(bonus, Special):
            total += bonus.amount(stops, ways)
    return total


def best_value(problem, train, stops, ways):
    """What the route earns at best for this train."""
    everything = range(len(stops))
    if train.best is None:
        return value_of(problem, stops, ways, everything)
    return max(
        (
            value_of(problem, stops, ways, counted)
            for size in range(2, min(train.best, len(stops)) + 1)
            for counted in combinations(everything, size)
            if any(problem.stops[stops[i]].home for i in counted)
        ),
        default=0,
    )


def brute_best(problem: Problem) -> int:
    """The most that any run earns."""
    paths = [
        (stops, ways, track(problem, ways))
        for stops, ways in all_paths(problem)
        if stops[0] < stops[-1] and legal_path(problem, stops, ways)
    ]
    choices = []
    for train in problem.trains:
        # of several routes over the same track only the dearest matters
        dearest = {}
        for stops, ways, bits in paths:
            if fits(problem, train, stops, ways):
                value = best_value(problem, train, stops, ways)
                key = frozenset(bits)
                dearest[key] = max(value, dearest.get(key, 0))
        choices.append(dearest)

    def most(at, used):
        if at == len(choices):
            return 0
        best = most(at + 1, used)
        for bits, value in choices[at].items():
            if value > 0 and not bits & used:
                best = max(best, value + most(at + 1, used | bits))
        return best

    return most(0, frozenset())


def best_visits(problem: Problem):
    """What the best runs count and use: a set of (stops counted, links used between them), both frozen."""
    best = brute_best(problem)
    choices = []
    for train in problem.trains:
        options = {(frozenset(), 0, frozenset(), frozenset())}
        for stops, ways in all_paths(problem):
            if (
                stops[0] > stops[-1]
                or not legal_path(problem, stops, ways)
                or not fits(problem, train, stops, ways)
            ):
                continue
            everything = range(len(stops))
            sizes = [len(stops)] if train.best is None else range(2, min(train.best, len(stops)) + 1)
            for size in sizes:
                for counted in combinations(everything, size):
                    if any(problem.stops[stops[i]].home for i in counted):
                        value = value_of(problem, stops, ways, counted)
                        places = frozenset(stops[i] for i in counted)
                        between = frozenset(ways[counted[0] : counted[-1]])
                        options.add((frozenset(track(problem, ways)), value, places, between))
        choices.append(options)
    found = set()

    def go(at, taken, earned, places, between):
        if at == len(choices):
            if earned == best:
                found.add((places, between))
            return
        for bits, value, more, further in choices[at]:
            if not bits & taken:
                go(at + 1, taken | bits, earned + value, places | more, between | further)

    go(0, frozenset(), 0, frozenset(), frozenset())
    return found
