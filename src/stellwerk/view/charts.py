"""A game's books as charts, each with the numbers that it is drawn from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from stellwerk.draw.plots import GONE, Bar, Chart, Series, bands_svg, bars_svg, lines_svg
from stellwerk.play.game import Game
from stellwerk.show.books import Books, wealth_of
from stellwerk.show.market import Wealth
from stellwerk.words.rounds import round_short
from stellwerk.words.sentences import writer_for
from stellwerk.words.values import NOTHING, Writer

from .books import in_order
from .texts import text

WIDE, NARROW = (620, 300), (370, 280)
"""A chart of lines is drawn twice, so that what is written on it can be read on a phone as well."""
BARS, BANDS = (264, 128), (300, 158)


class Picture(Struct, frozen=True):
    """One drawing of a figure: whose it is, a figure beside the name, and the drawing in one size or two."""

    svg: str
    narrow: str = ""
    name: str = ""
    company: str = ""
    figure: str = ""


class Line(Struct, frozen=True):
    """A row of numbers, headed by a name and perhaps a company."""

    name: str
    company: str
    cells: tuple[str, ...]


class Figure(Struct, frozen=True):
    """A caption, what can be seen, the drawings, and all their numbers."""

    key: str
    caption: str
    told: str
    pictures: tuple[Picture, ...]
    headings: tuple[str, ...] = ()
    rows: tuple[Line, ...] = ()


class Part(Struct, frozen=True):
    """A part of somebody's worth; `left` and `width` are thousandths of the bar."""

    kind: str
    company: str
    left: int
    width: int


class AccountBar(Struct, frozen=True):
    """A player's worth as a bar."""

    seat: int
    place: int
    name: str
    worth: str
    parts: tuple[Part, ...]


class Accounts(Struct, frozen=True):
    """The final accounts: a bar a player, best first, and the amounts, a row a part."""

    bars: tuple[AccountBar, ...]
    rows: tuple[Line, ...]


def settled(game: Game, language: str) -> Accounts:
    """What everybody has, and what it consists of."""
    writer = writer_for(game, language)
    every = {seat: wealth_of(game, seat) for seat in range(len(game.players))}
    order = sorted(every, key=lambda seat: -every[seat].worth)
    amounts = {seat: dict(_parts(wealth)) for seat, wealth in every.items()}
    parts = list(dict.fromkeys(part for seat in every for part in amounts[seat]))
    most = max(1, *(sum(amount for amount in amounts[seat].values() if amount > 0) for seat in every))
    bars = []
    for seat in order:
        shown, left = [], 0
        for (key, company), amount in amounts[seat].items():
            if amount > 0:
                width = round(1000 * amount / most)
                shown.append(Part(key, company, left, width))
                left += width
        place = 1 + sum(other.worth > every[seat].worth for other in every.values())
        bars.append(AccountBar(seat, place, writer.name(seat), writer.money(every[seat].worth), tuple(shown)))
    rows = []
    for key, company in parts:
        mine = [amounts[seat].get((key, company), 0) for seat in order]
        if any(mine):
            name = writer.name(company) if company else writer.term(f"column.{key}", key)
            rows.append(Line(name, company, _told(writer, mine)))
    rows.append(
        Line(writer.term("column.worth", "worth"), "", _told(writer, [every[seat].worth for seat in order]))
    )
    return Accounts(tuple(bars), tuple(rows))


def _parts(wealth: Wealth) -> Iterator[tuple[tuple[str, str], int]]:
    """What somebody has, by kind and company."""
    yield ("cash", ""), wealth.cash
    for company, amount in wealth.shares:
        yield ("share", company), amount
    for part in wealth.counted:
        yield (part.key, ""), part.amount


def _told(writer: Writer, amounts: Sequence[int]) -> tuple[str, ...]:
    return tuple(writer.number(amount) if amount else NOTHING for amount in amounts)


# Charts -----------------------------------------------------------------------------------------------------


def figures(game: Game, kept: Books, language: str) -> list[Figure]:
    """All charts that there is something to draw for."""
    writer = writer_for(game, language)
    last = text("end.end" if game.over else "end.now", language)
    ticks = tuple(round_short(each.began, game, language) if each.began else last for each in kept.moments)
    found = [_worth(game, kept, writer, ticks)]
    if any(moment.standing.prices for moment in kept.moments):
        found.append(_prices(kept, writer, ticks))
    if kept.companies:
        found.append(_incomes(game, kept, writer))
    if any(moment.standing.shares for moment in kept.moments):
        found.append(_shares(game, kept, writer, ticks))
    return found


def _amounts(writer: Writer, values: Sequence[int | None]) -> tuple[str, ...]:
    return tuple(NOTHING if value is None else writer.number(value) for value in values)


def _lines(key: str, writer: Writer, told: str, ticks: tuple[str, ...], series: Sequence[Series]) -> Figure:
    caption = text(f"end.{key}", writer.language)
    wide, narrow = (
        lines_svg(Chart(caption, told, ticks, writer.number, *size), series) for size in (WIDE, NARROW)
    )
    rows = tuple(Line(one.name, one.company, _amounts(writer, one.values)) for one in series)
    return Figure(key, caption, told, (Picture(wide, narrow),), ticks, rows)


def _worth(game: Game, kept: Books, writer: Writer, ticks: tuple[str, ...]) -> Figure:
    series = [
        Series(name, tuple(moment.standing.worth[seat] for moment in kept.moments), seat)
        for seat, name in enumerate(game.players)
    ]
    now = sorted(((one.values[-1] or 0, one.name) for one in series), reverse=True)
    told = text("end.worth_told", writer.language, list=_listed(writer, now))
    return _lines("worth", writer, told, ticks, series)


def _prices(kept: Books, writer: Writer, ticks: tuple[str, ...]) -> Figure:
    every = dict.fromkeys(company for moment in kept.moments for company in moment.standing.prices)
    series = [
        Series(company, tuple(moment.standing.prices.get(company) for moment in kept.moments), company=company)
        for company in every
    ]
    now = sorted(((one.values[-1], one.name) for one in series if one.values[-1] is not None), reverse=True)
    told = text("end.prices_told", writer.language, list=_listed(writer, now))
    if len(now) < len(series):
        told += " " + text("end.gone", writer.language, sign=GONE)
    return _lines("prices", writer, told, ticks, series)


def _listed(writer: Writer, amounts: Sequence[tuple[int, str]]) -> str:
    return writer.listed(f"{name} {writer.number(amount)}" for amount, name in amounts)


def _incomes(game: Game, kept: Books, writer: Writer) -> Figure:
    """Small charts on one scale; who took in little and has no shares is left to the table."""
    language, columns = writer.language, kept.earning_rounds
    entries = {(each.company, each.round): each for each in kept.incomes}
    ticks = tuple(round_short(kept.rounds[number].began, game, language) for number in columns)
    public = {company for moment in kept.moments for company in moment.standing.shares}
    shown = [company for company in in_order(game, kept) if company in public] or in_order(game, kept)
    most = max(each.income for each in kept.incomes if each.company in shown)
    pictures = []
    for company in shown:
        mine = [entries.get((company, number)) for number in columns]
        bars = [Bar(each.income, each.paid, each.kept) if each else None for each in mine]
        total, name = sum(bar.income for bar in bars if bar), writer.name(company)
        best = max((bar.income, -number) for number, bar in enumerate(bars) if bar)
        told = text(
            "end.income_told",
            language,
            total=writer.money(total),
            most=writer.money(best[0]),
            round=ticks[-best[1]],
        )
        chart = Chart(name, told, ticks, writer.number, *BARS)
        pictures.append(Picture(bars_svg(chart, bars, company, most), "", name, company, writer.money(total)))
    whole = all(each.paid >= each.income for each in kept.incomes if each.company in shown)
    caption, lead = text("end.income", language), text("end.income_paid" if whole else "end.income_lead", language)
    return Figure("income", caption, lead, tuple(pictures))


def _shares(game: Game, kept: Books, writer: Writer, ticks: tuple[str, ...]) -> Figure:
    """What each player held, company upon company."""
    language = writer.language
    every = list(dict.fromkeys(company for moment in kept.moments for company in moment.standing.shares))
    held = {
        seat: {
            company: tuple(_of(moment.standing.shares, company, seat) for moment in kept.moments)
            for company in every
        }
        for seat in range(len(game.players))
    }
    most = max(sum(values[at] for values in mine.values()) for mine in held.values() for at in range(len(ticks)))
    write = writer.percent if kept.percent else writer.number
    pictures, rows = [], []
    for seat, mine in held.items():
        series = [Series(each, values, company=each) for each, values in mine.items() if any(values)]
        name = game.players[seat]
        now = sorted(((one.values[-1] or 0, one.name) for one in series if one.values[-1]), reverse=True)
        last = writer.listed(f"{company} {write(part)}" for part, company in now)
        chart = Chart(name, text("end.shares_told", language, list=last), ticks, _plain, *BANDS)
        pictures.append(Picture(bands_svg(chart, series, most), "", name))
        rows += [Line(f"{name}: {one.name}", one.company, _amounts(writer, one.values)) for one in series]
    caption = text("end.shares" if kept.percent else "end.shares_counted", language)
    return Figure("shares", caption, text("end.shares_lead", language), tuple(pictures), ticks, tuple(rows))


def _plain(amount: int) -> str:
    return str(amount)


def _of(shares: Mapping[str, tuple[int, ...]], company: str, seat: int) -> int:
    held = shares.get(company)
    return held[seat] if held else 0
