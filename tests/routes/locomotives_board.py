"""A board for locomotives, built from a fact sheet's tile codes: enough to say what a company may run."""

import json
from itertools import pairwise
from pathlib import Path

from stellwerk.routes import Link, Network
from stellwerk.routes.locomotives import Diesel, Locomotive, Place, Problem, Stop, Work

SHARED = Path(__file__).parents[3] / "shared"
FACTS = SHARED / "facts" / "1873.json"
COLOURS = {"1": "yellow", "2": "yellow", "3": "green", "4": "green", "5": "brown", "D": "gray"}


def read_code(code, rotation=0):
    """Stations of a tile as (values, circles), and its usable paths as pairs of edges and `_n` stations."""
    stations, paths = [], []
    for part in filter(None, code.split(";")):
        kind, _, rest = part.partition("=")
        fields = {name: value for name, _, value in (field.partition(":") for field in rest.split(","))}
        if kind in ("city", "town"):
            stations.append((fields["revenue"], int(fields.get("slots", 1)) if kind == "city" else 0))
        elif kind == "path" and fields.get("track") == "narrow":
            ends = (fields["a"], fields["b"])
            paths.append(tuple(end if end[0] == "_" else (int(end) + rotation) % 6 for end in ends))
    return stations, paths


class Board:
    """Tiles, markers and open works, as far as they matter for running."""

    def __init__(self):
        self.facts = json.loads(FACTS.read_text(encoding="utf-8"))
        self.codes = {tile["id"]: tile["code"] for tile in self.facts["tiles"]}
        self.hexes = {hex["id"]: hex for hex in self.facts["hexes"]}
        self.laid = {id: (id, *read_code(hex["code"])) for id, hex in self.hexes.items()}
        self.barriers = {frozenset(pair) for pair in self.facts["barriers"]}
        self.markers = {}  # (hex, station) -> companies
        self.railways = {c["id"]: c for c in self.facts["companies"] if c["type"] == "railway"}
        self.works = {}  # hex -> its open works
        for work in self.facts["works"]:
            self.works.setdefault(work["hex"], []).append(
                Work(str(work["number"]), multiplier=work["railway_multiplier"])
            )
        for work in self.facts["fixed_works"]:
            self.works.setdefault(work["hex"], []).append(Work(work["code"] + work["hex"], amount=work["value"]))

    def neighbour(self, hex, edge):
        step = self.facts["axes"]["neighbour_by_edge"][str(edge)]
        return f"{chr(ord(hex[0]) + step['letter'])}{int(hex[1:]) + step['number']}"

    def exits(self, hex, station):
        return {e for path in self.laid[hex][2] for e in path if f"_{station}" in path and e != f"_{station}"}

    def lay(self, hex, tile, rotation):
        """Lay or replace a tile (`number-copy`); markers stay with their track."""
        old = {at: self.exits(hex, at) for h, at in self.markers if h == hex}
        self.laid[hex] = (tile, *read_code(self.codes[tile.split("-")[0]], rotation))
        for at, exits in old.items():
            owners = self.markers.pop((hex, at))
            new = next(n for n in range(len(self.laid[hex][1])) if exits <= self.exits(hex, n))
            self.markers.setdefault((hex, new), []).extend(owners)

    def place(self, company, hex, station=0):
        self.markers.setdefault((hex, station), []).append(company)

    def found(self, company):
        for hex in self.railways[company]["home_stations"]:
            self.place(company, hex)

    def walk(self, hex, edge):
        """Follow track out of a hex to the next station: (hexes on the way, station) or None at an open end."""
        way = [hex]
        while True:
            there = self.neighbour(hex, edge)
            if there not in self.laid:
                return None
            way.append(there)
            back = (edge + 3) % 6
            path = next((path for path in self.laid[there][2] if back in path), None)
            if path is None:
                return None
            end = path[0] if path[1] == back else path[1]
            if isinstance(end, str):
                return tuple(way), int(end[1:])
            hex, edge = there, end

    def track(self):
        """All (hexes, station at the start, station at the end), each piece of track once."""
        found = set()
        for hex, (_, stations, _) in self.laid.items():
            for station in range(len(stations)):
                for edge in self.exits(hex, station):
                    walked = self.walk(hex, edge)
                    if walked and (walked[0][::-1], walked[1], station) not in found:
                        found.add((walked[0], station, walked[1]))
        return sorted(found)

    def numbers(self):
        """The number of each stop; (hex, station) in order."""
        every = [(hex, n) for hex in sorted(self.hexes) for n in range(3)]
        return {stop: number for number, stop in enumerate(every)}

    def value(self, hex, station, phase):
        revenue = self.laid[hex][1][station][0]
        if "_" not in revenue:
            return int(revenue)
        return int(dict(field.split("_") for field in revenue.split("|"))[COLOURS[phase]])

    def is_blocked(self, company, hex, station):
        owners, circles = self.markers.get((hex, station), []), self.laid[hex][1][station][1]
        return company not in owners and 0 < circles <= len(owners)

    def is_city(self, hex):
        return self.hexes[hex].get("red_border", False)

    def links(self):
        """The links and, in the same order, the hexes along each."""
        number, sides, links = self.numbers(), {}, []
        for way, start, end in self.track():
            bits = 0
            for pair in pairwise(way):
                bits |= 1 << sides.setdefault(frozenset(pair), len(sides))
            links.append((Link(number[way[0], start], number[way[-1], end], bits, len(way) - 1), way))
        network = Network([link for link, _ in links])
        ways = {(link.a, link.b, link.bits): way for link, way in links}
        return network, [ways[link.a, link.b, link.bits] for link in network.links]

    def problem(self, company, phase, locomotives, diesel=False):
        """What the company may run: (problem, the hexes along each link)."""
        network, ways = self.links()
        hexes = sorted(self.hexes)
        stops, places = {}, {}
        for (hex, station), number in self.numbers().items():
            if number not in network.index:
                continue
            own = company in self.markers.get((hex, station), [])
            shut = self.is_blocked(company, hex, station)
            works = tuple(self.works.get(hex, ()))
            stops[number] = Stop(
                hexes.index(hex), not shut and not self.is_city(hex), own or (bool(works) and not shut), own
            )
            mine = any(h == hex and company in owners for (h, _), owners in self.markers.items())
            every = [self.is_blocked(company, hex, n) for n in range(len(self.laid[hex][1]))]
            if all(every):
                places[hexes.index(hex)] = Place()
            elif self.hexes[hex]["settlement"] is None:
                places[hexes.index(hex)] = Place(0, works)
            else:
                value = self.value(hex, station, phase) if mine else 10
                places[hexes.index(hex)] = Place(value, works, 10)
        compulsory = tuple(
            self.along(route, ways) for route in self.railways[company].get("concession_routes", [])
        )
        start = None if compulsory else self.numbers()[self.railways[company]["home_stations"][0], 0]
        engines = tuple(Locomotive(id, size) for id, size in locomotives)
        return Problem(network, stops, places, engines, compulsory, Diesel("D", start) if diesel else None), ways

    def along(self, route, ways):
        """The links of a concession route; each of its hexes names the edges it uses."""
        hexes = [step["hex"] for step in route]
        links, at = [], 0
        while at < len(hexes) - 1:
            link, way = next(
                (n, way)
                for n, w in enumerate(ways)
                for way in (w, w[::-1])
                if hexes[at : at + len(way)] == list(way)
            )
            links.append(link)
            at += len(way) - 1
        return tuple(links)
