"""What a transcript of Rails states, as facts to be compared with our own events."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from .api import Fact
from .rails_report import Line, players

# Lines that begin a new segment: a round, or a company's turn.
BEGINNINGS = ("StartOfInitialRound", "StartStockRound", "START_OR", "CompanyOperates")

# Facts whose moment differs a little between the programs, so that they are compared over the whole game.
ANYWHERE = ("merged", "exchanged", "closed", "director", "floats")

# Facts of which the transcript may leave some out.
PARTIAL = ("cash", "stays", "worth", "priority", "director")


class Statement(Struct, frozen=True):
    """A fact and the number of the line that states it."""

    line: int
    fact: Fact


def statements(lines: Sequence[Line], name: Callable[[str], str]) -> list[list[Statement]]:
    """All facts of a transcript, in segments; `name` gives our id of a company or paper."""
    segments: list[list[Statement]] = [[]]
    ranking = False
    names = set(players(lines))
    for line in lines:
        if line.key in BEGINNINGS:
            segments.append([])
        if line.key.startswith("EoGFinalRanking"):
            ranking = True
        elif ranking:
            fact = _worth(str(line), names)
            if fact:
                segments[-1].append(Statement(line.number, fact))
        else:
            segments[-1] += [Statement(line.number, fact) for fact in _facts(line, name)]
    return segments


def _worth(text: str, names: set[str]) -> Fact | None:
    """A line of the final ranking: place, amount and player, in whichever order."""
    for player in sorted(names, key=len, reverse=True):
        if player in text:
            digits = re.sub(r"^\s*\d+[.:]\s*", "", text).replace(player, " ")
            amount = re.search(r"\d[\d.,]*", digits)
            if amount:
                return ("worth", player, re.sub(r"\D", "", amount[0]))
    return None


def _facts(line: Line, name: Callable[[str], str]) -> Iterator[Fact]:
    key, values = line.key, line.values
    first = name(values[0]) if values else ""
    match key, values:
        case "BuysItemFor", (player, item, price):
            yield "packet", player, name(item), price
        case "BuysItemFor", (player, _, company, percent, price):
            yield "packet", player, f"{name(company)} {percent}", price
        case "ALSO_GETS", (player, _, company, percent):
            yield "gets", player, name(company), percent
        case "FloatsWithCash", (_, cash):
            yield "floats", first, cash
        case "BUY_SHARE_LOG", (player, percent, company, source, price):
            yield "buys", player, percent, name(company), source, price
        case "START_COMPANY_LOG", (player, company, _, paid, _, percent, *_):
            yield "buys", player, percent, name(company), "IPO", paid
        case "PriceIsPaidTo", (amount, company):
            yield "into treasury", name(company), amount
        case "SELL_SHARE_LOG", (player, percent, company, proceeds):
            yield "sells", player, percent, name(company), proceeds
        case "SELL_SHARES_LOG", (player, _, _, percent, company, proceeds):
            yield "sells", player, percent, name(company), proceeds
        case "PRICE_MOVES_LOG", (_, old, old_field, new, new_field):
            yield "price", first, old, old_field, new, new_field
        case "PRICE_STAYS_LOG", (_, price, field):
            yield "stays", first, price, field
        case "ReceivesFor", (player, amount, paper):
            yield "income", player, name(paper), amount
        case "LaysTileAt", (_, tile, hex_, _):
            yield "tile", first, tile, hex_, "0"
        case "LaysTileAtFor", (_, tile, hex_, _, cost):
            yield "tile", first, tile, hex_, cost
        case "LAYS_TOKEN_ON", (_, hex_, cost):
            yield "station", first, hex_, cost
        case "LAYS_FREE_TOKEN_ON", (_, hex_):
            yield "station", first, hex_, "0"
        case (("CompanyRevenue" | "CompanyPaysOutFull" | "CompanySplits" | "CompanyWithholds"), (_, "0")):
            pass  # a company without a train or a run; more on our side is a difference all the same
        case "CompanyRevenue", (_, amount):
            yield "revenue", first, amount
        case (("CompanyPaysOutFull" | "CompanySplits" | "CompanyWithholds"), (_, amount)):
            yield key.removeprefix("Company").lower(), first, amount
        case "Payout", (_, amount, *_):
            yield "payout", first, amount
        case "RECEIVES", (_, amount):
            yield "payout", first, amount
        case "BuysTrain", (_, train, source, price):
            yield "train", first, train, name(source), price
        case "CompanyDiscardsTrain", (_, train, *_):
            yield "discards", first, train
        case "PresidentAddsCash", (_, player, amount):
            yield "helps", player, first, amount
        case "TrainsRusted", (train,):
            yield "scrapped", train
        case "MERGE_MINOR_LOG", (player, paper, _, cash, trains):
            yield "merged", player, name(paper), cash.replace("no", "0"), trains.replace("no", "0")
        case "GetShareForMinor", (player, percent, company, _, paper):
            yield "exchanged", player, percent, name(company), name(paper)
        case "PrivateCloses", (_,):
            yield "closed", first
        case "IS_NOW_PRES_OF", (player, company):
            yield "director", player, name(company)
        case "HasPriority", (player,):
            yield "priority", player
        case "Has", (_, cash):
            yield "cash", first, cash
