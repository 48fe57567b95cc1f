"""What 18xx.games calls the things of 1873, and where its switchers stand.

There a switcher has a place beside one of its company's works (`slots`, in the order in which the works joined)
from the day it is bought; with us the director says each time which work it serves. One walk through the record
notes beside each action who has joined, which switcher gives way to a new one, and which work each serves then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from stellwerk.records.games18xx import Act

WORKS = "@works"  # the works that a machine serves
REPLACED, SCRAPS = "@replaced", "@scraps"  # a switcher that gives way; what its owner has scrapped by then
SERVED = "@served"  # by company, works with their switchers
COMPANIES = {"U": "UN"}


# Names --------------------------------------------------------------------------------------------------------


def company(name: str) -> str:
    """Our name of a company, or of a work that the record calls by its number.

    >>> company("U"), company("HBE"), company("12")
    ('UN', 'HBE', 'W12')
    """
    return f"W{name}" if name.isdecimal() else COMPANIES.get(name, name)


def unit(train: str) -> str:
    """Our name of a locomotive, a switcher, a machine or a railcar of the record, without the number of its copy.

    >>> unit("2T-10"), unit("3S-4"), unit("2M"), unit("D-0")
    ('2', 'S3', 'M2', 'D')
    """
    name = train.partition("-")[0]
    size, kind = name[:-1], name[-1:]
    return {"T": size, "S": f"S{size}", "M": f"M{size}"}.get(kind, name)


def renamed(act: Act) -> Act:
    """The same action with our names of companies and works."""
    fields = dict(act.fields)
    for name in ("minor", "corporation", "company"):
        if isinstance(fields.get(name), str):
            fields[name] = company(fields[name])
    if act.texts("shares"):
        parts = (share.rpartition("_") for share in act.texts("shares"))
        fields["shares"] = [f"{company(owner)}_{number}" for owner, _, number in parts]
    if act.texts("minors"):
        fields["minors"] = list(map(company, act.texts("minors")))
    entity = act.entity if act.entity_type == "player" else company(act.entity)
    return replace(act, entity=entity, fields=fields)


# Places of switchers --------------------------------------------------------------------------------------------


def with_slots(acts: Sequence[Act]) -> tuple[Act, ...]:
    """The same actions, each with what is known of works and switchers before it."""
    yard = _Yard()
    return tuple(replace(act, fields={**act.fields, SERVED: yard.served(), **yard.of(act)}) for act in acts)


class _Yard:
    """Works by company, and switchers by owner and place."""

    def __init__(self) -> None:
        self.works: dict[str, list[str]] = {}
        self.places: dict[str, dict[int, str]] = {}
        self.scraps: Counter[str] = Counter()

    def served(self) -> dict[str, dict[str, str]]:
        """Which work of each company has which switcher."""
        return {
            company: {works[place]: train for place, train in self.at(company).items() if place < len(works)}
            for company, works in self.works.items()
        }

    def at(self, owner: str) -> dict[int, str]:
        """The switchers of an owner by their place."""
        return self.places.setdefault(owner, {})

    def of(self, act: Act) -> Mapping[str, Any]:
        """What is to be noted beside an action, which has happened from then on."""
        match act.kind:
            case "merge" | "buy_corporation":
                self._join(act.entity, act.text("minor"))
            case "buy_train":
                return self._bought(act)
            case "scrap_train":
                self._leaves(act.text("train"))
                self.scraps[act.entity] += 1
            case "switch_trains":
                self._change_places(act)
        return {}

    def _join(self, company: str, work: str) -> None:
        works = self.works.setdefault(company, [])
        train = self.places.pop(work, {}).get(0)
        if train:
            self.at(company)[len(works)] = train
        works.append(work)

    def _bought(self, act: Act) -> Mapping[str, Any]:
        train, slots = act.text("train"), _numbers(act.fields.get("slots"))
        if act.text("variant").endswith("M"):
            works = self.works.get(act.entity, [act.entity])
            return {WORKS: [works[slot] for slot in slots if slot < len(works)]}
        self._leaves(train)
        single = act.entity[1:].isdecimal()
        if not unit(train).startswith("S") or not (single or act.entity in self.works):
            return {}
        there = self.at(act.entity)
        free = (place for place in range(len(self.works.get(act.entity, ()))) if place not in there)
        place = slots[0] if slots else next(free, 0)
        old, there[place] = there.get(place, ""), train
        self.scraps[act.entity] += bool(old)
        return {REPLACED: old, SCRAPS: self.scraps[act.entity]}

    def _leaves(self, train: str) -> None:
        for there in self.places.values():
            for place in [place for place, each in there.items() if each == train]:
                del there[place]

    def _change_places(self, act: Act) -> None:
        slots, there = _numbers(act.fields.get("slots")), self.at(act.entity)
        if len(slots) == 2:
            one, other = (there.pop(slot, "") for slot in slots)
            there |= {slot: train for slot, train in zip(slots, (other, one), strict=True) if train}


def _numbers(value: object) -> list[int]:
    """A field that lists small whole numbers."""
    return [part for part in value if type(part) is int and 0 <= part < 100] if isinstance(value, list) else []
