"""Full boards: tiles laid at random by the fact sheet's rules of track, markers set where track leads."""

import random

from locomotives_board import Board, read_code


class FullBoard(Board):
    """A board as late in a game, the same for the same seed."""

    def __init__(self, seed, lays=140):
        super().__init__()
        self.dice = random.Random(seed)
        self.tiles = {tile["id"]: tile for tile in self.facts["tiles"]}
        self.left = {id: tile["count"] for id, tile in self.tiles.items()}
        self.number = dict.fromkeys(self.hexes)
        for railway in self.railways.values():
            for route in railway.get("concession_routes", []):
                self.lay_concession(route)
        buildable = [hex for hex, facts in self.hexes.items() if facts["colour"] != "gray"]
        for _ in range(40 * lays):
            if lays and self.lay_somewhere(self.dice.choice(buildable)):
                lays -= 1
        for railway in self.railways:
            self.found(railway)

    def put(self, hex, tile, rotation):
        if self.number[hex]:
            self.left[self.number[hex]] += 1
        self.left[tile] -= 1
        self.number[hex] = tile
        self.lay(hex, tile + "-0", rotation)

    def lay_concession(self, route):
        for step in route:
            tile = step.get("tile_on_unbuilt_hex")
            if tile and not self.number[step["hex"]] and self.left[tile]:
                self.put(step["hex"], tile, step["rotations"][0])

    def lay_somewhere(self, hex):
        """Lay one of the tiles that join most neighbours, or nearly."""
        options = list(self.options(hex))
        if not options:
            return False
        most = max(joins for joins, _, _ in options) - (self.dice.random() < 0.3)
        self.put(hex, *self.dice.choice([option[1:] for option in options if option[0] >= most]))
        return True

    def options(self, hex):
        """Tiles that may be laid, as (neighbours joined, tile, rotation)."""
        facts, printed = self.hexes[hex], self.facts["printed_hex_upgrades"].get(hex, {})
        village = facts["settlement"] == "village"
        if self.number[hex]:
            ids = self.tiles[self.number[hex]]["upgrades_to"]
        elif facts["colour"] == "white":
            yellow = [id for id, tile in self.tiles.items() if tile["colour"] == "yellow"]
            ids = [id for id in yellow if (self.tiles[id]["kind"] == "village") == village]
        else:
            ids = list(printed)
        for id in ids:
            for rotation in range(6) if self.left[id] else ():
                if not self.number[hex] and printed and rotation not in printed[id]:
                    continue
                stations, paths = read_code(self.codes[id], rotation)
                edges = {end for path in paths for end in path if not isinstance(end, str)}
                if edges <= set(facts["open_edges"]) and self.keeps_track(hex, stations, paths):
                    joins = sum(self.meets_track(hex, edge) for edge in edges)
                    if joins:
                        yield joins, id, rotation

    def meets_track(self, hex, edge):
        there = self.laid.get(self.neighbour(hex, edge))
        return there is not None and any((edge + 3) % 6 in path for path in there[2])

    def keeps_track(self, hex, stations, paths):
        """All that was joined stays joined."""

        def joined(number, paths):
            groups = [{e for path in paths for e in path if f"_{n}" in path} - {f"_{n}"} for n in range(number)]
            return groups + [set(path) for path in paths if not any(isinstance(end, str) for end in path)]

        _, old_stations, old_paths = self.laid[hex]
        new = joined(len(stations), paths)
        return all(any(group <= other for other in new) for group in joined(len(old_stations), old_paths))

    def reached(self, company, track):
        """Stops that the company's markers reach."""
        seen = {stop for stop, owners in self.markers.items() if company in owners}
        todo = list(seen)
        while todo:
            here = todo.pop()
            for way, start, end in track if not self.is_blocked(company, *here) else ():
                ends = (way[0], start), (way[-1], end)
                for there in set(ends) - {here} if here in ends else ():
                    if there not in seen:
                        seen.add(there)
                        todo.append(there)
        return seen

    def settle(self, company, own, foreign):
        """Set markers in turn until the company has so many, and the others so many each."""
        track = self.track()
        turns = []
        for railway, facts in self.railways.items():
            number = own if railway == company else foreign
            turns += [railway] * (number - len(facts["home_stations"]))
        self.dice.shuffle(turns)
        for railway in turns:
            mine = {hex for (hex, _), owners in self.markers.items() if railway in owners}
            spots = [
                (hex, n)
                for hex, n in sorted(self.reached(railway, track))
                if hex not in mine and len(self.markers.get((hex, n), [])) < self.laid[hex][1][n][1]
            ]
            if spots:
                self.place(railway, *self.dice.choice(spots))


def full_problem(seed, sizes, own=9, foreign=4):
    """A late running decision of one of the railways."""
    board = FullBoard(seed)
    company = list(board.railways)[seed % len(board.railways)]
    board.settle(company, own, foreign)
    return board.problem(company, "D", [(f"{size}{'abcd'[n]}", size) for n, size in enumerate(sizes)], True)[0]
