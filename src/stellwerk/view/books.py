"""A game's books as pages show them: a table of all incomes, and what stood out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.play.game import Game
from stellwerk.show.books import Books, Income
from stellwerk.show.face import face_of
from stellwerk.words.rounds import round_name, round_short
from stellwerk.words.sentences import writer_for

from . import drawn_runs
from .texts import text
from .texts import writer_for as catalogue_writer


class Cell(Struct, frozen=True):
    """What a company took in in a round; `fate` is paid, kept, split or used (up)."""

    move: int
    text: str
    fate: str


class Row(Struct, frozen=True):
    """All incomes of a company; None where it had no turn. `livery` tells whether it has colours."""

    company: str
    name: str
    livery: bool
    cells: tuple[Cell | None, ...]
    total: str


class Revenues(Struct, frozen=True):
    """Companies by rounds; rounds have a short and a full name. `fates` are those other than being paid out."""

    rounds: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]
    sums: tuple[str, ...]
    fates: tuple[str, ...]


class Ride(Struct, frozen=True):
    """A run, or one route of it, that stood out."""

    company: str
    name: str
    move: int
    value: str
    routes: tuple[drawn_runs.Route, ...]


class Record(Struct, frozen=True):
    """Something that stood out: what it is called, the amount, whose it was, and when."""

    label: str
    amount: str
    what: str
    when: str
    move: int
    company: str = ""


def fate(entry: Income) -> str:
    """What became of an income."""
    if entry.paid and entry.kept:
        return "split"
    return "paid" if entry.paid else "kept" if entry.kept else "used"


def in_order(game: Game, kept: Books) -> list[str]:
    """Whoever took in something: companies with shares first, otherwise as the title names them."""
    public = {company for moment in kept.moments for company in moment.standing.shares}
    names = list(face_of(game.title).names())
    earned = kept.companies
    known = [company for company in names if company in earned]
    return sorted([*known, *(each for each in earned if each not in names)], key=lambda each: each not in public)


def revenues(game: Game, kept: Books, language: str) -> Revenues:
    """All incomes, companies by rounds."""
    writer, number = writer_for(game, language), partial(_number, language)
    columns = kept.earning_rounds
    entries = {(each.company, each.round): each for each in kept.incomes}
    liveries = {livery.company for livery in face_of(game.title).look().liveries}
    rows = []
    for company in in_order(game, kept):
        mine = [entries.get((company, column)) for column in columns]
        cells = tuple(Cell(each.move, number(each.income), fate(each)) if each else None for each in mine)
        total = number(sum(each.income for each in mine if each))
        rows.append(Row(company, writer.name(company), company in liveries, cells, total))
    sums = [sum(each.income for each in kept.incomes if each.round == column) for column in columns]
    began = [kept.rounds[column].began for column in columns]
    fates = {fate(each) for each in kept.incomes if each.income}
    return Revenues(
        tuple((round_short(each, game, language), round_name(each, game, language)) for each in began),
        tuple(rows),
        tuple(map(number, (*sums, sum(sums)))),
        tuple(each for each in ("kept", "split", "used") if each in fates),
    )


@lru_cache(4096)
def _number(language: str, value: int) -> str:
    """An amount as the language writes it: a table has hundreds, and most of them several times."""
    return catalogue_writer(language).number(value)


# What stood out ---------------------------------------------------------------------------------------------


def rides(game: Game, kept: Books, language: str) -> tuple[Ride | None, Ride | None]:
    """The run that earned most, and the route with most stops; none where trains do not run."""
    writer = writer_for(game, language)
    best: Ride | None = None
    longest: Ride | None = None
    for entry in sorted(kept.incomes, key=lambda each: -each.income):
        mine = [each for each in drawn_runs.routes_in(game.events_of(entry.move)) if each.company == entry.company]
        if not mine:
            continue
        if best is None:
            value = writer.money(sum(each.value for each in mine))
            best = Ride(entry.company, writer.name(entry.company), entry.move, value, tuple(mine))
        route = max(mine, key=lambda each: len(each.stops))
        if longest is None or len(route.stops) > len(longest.routes[0].stops):
            value = writer.money(route.value)
            longest = Ride(entry.company, writer.name(entry.company), entry.move, value, (route,))
    return best, longest


def records(game: Game, kept: Books, language: str) -> list[Record]:
    """The highest income, dividend and price, the dearest train, the longest round."""
    writer = writer_for(game, language)

    def when(move: int) -> str:
        began = [each.began for each in kept.rounds if each.move < max(move, 1)]
        return round_name(began[-1], game, language)

    found = []
    for key, entry in _highest(kept.incomes):
        amount = writer.money(getattr(entry, key))
        told = round_name(kept.rounds[entry.round].began, game, language)
        label = text(f"record.{key}", language)
        found.append(Record(label, amount, writer.name(entry.company), told, entry.move, entry.company))
    prices = [
        (price, -moment.move, company)
        for moment in kept.moments
        for company, price in moment.standing.prices.items()
    ]
    if prices:
        price, move, company = max(prices)
        label = text("record.price", language)
        found.append(Record(label, writer.money(price), writer.name(company), when(-move), -move, company))
    if kept.purchases:
        dear = max(kept.purchases, key=lambda each: each.price)
        what = f"{writer.train(dear.train)}, {writer.name(dear.company)}"
        label = writer.term("record.train", "")  # titles call it by other words
        found.append(Record(label, writer.money(dear.price), what, when(dear.move), dear.move, dear.company))
    if len(kept.rounds) > 1:
        number = max(range(len(kept.rounds)), key=kept.length)
        name, move = round_name(kept.rounds[number].began, game, language), kept.rounds[number].move
        found.append(Record(text("record.moves", language), writer.number(kept.length(number)), name, "", move))
    return found


def _highest(incomes: Iterable[Income]) -> list[tuple[str, Income]]:
    """The highest income, and the highest dividend unless that is all of it."""
    every = list(incomes)
    if not any(each.income for each in every):
        return []
    best, paid = max(every, key=lambda each: each.income), max(every, key=lambda each: each.paid)
    return [("income", best)] + ([("paid", paid)] if paid.paid and paid is not best else [])


# For programs -----------------------------------------------------------------------------------------------


def plain(game: Game, kept: Books, language: str) -> dict[str, Any]:
    """The books as the JSON interface tells them."""
    return {
        "rounds": [
            {
                "move": each.move,
                "moves": kept.length(number),
                "kind": each.began.key,
                "name": round_name(each.began, game, language),
            }
            for number, each in enumerate(kept.rounds)
        ],
        "standings": [{"move": each.move} | msgspec.to_builtins(each.standing) for each in kept.moments],
        "incomes": [msgspec.to_builtins(each) for each in kept.incomes],
        "trains": [msgspec.to_builtins(each) for each in kept.purchases],
        "over": game.over,
    }
