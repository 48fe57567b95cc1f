"""What a choice brings, in a few words: what it costs or brings whoever reads, then the company, price and run.

An event is told where the catalogue has a text `preview.<event>` for it, or `preview.first.<event>` for what goes
before money; an action likewise. Texts may ask for `you`, who reads, and for `elsewhere`: the company of the event
where that is not the one that acts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from stellwerk.bank.papers import BANK, Owner
from stellwerk.eighteen.events import Earned, TrainsScrapped
from stellwerk.eighteen.state import State18, percent
from stellwerk.play.core import Action, Position
from stellwerk.play.game import Game
from stellwerk.play.runs import Running, RunTrains
from stellwerk.show.face import face_of
from stellwerk.show.preview import Preview, preview

from .sentences import WithFacts, fields, tag, wanted, writer_for

JOIN = " · "
MANY = 2  # so many events of a kind are told one by one


class PreviewText(Struct, frozen=True):
    """Short phrases, the weightiest first; `others` is what other players get or lose."""

    parts: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    run: tuple[int | None, int | None] = (None, None)
    """What the company's trains could earn before and after, where that is told."""
    money: Mapping[Owner, int] = {}
    """What everybody gains or loses, but for the bank."""

    @property
    def text(self) -> str:
        """All of it in one line."""
        return JOIN.join((*self.parts, *self.others))


def preview_text(action: Action, game: Game, language: str = "en", seat: int | None = None) -> PreviewText:
    """What an action would bring, as far as a seat can know; one that is not legal raises `IllegalAction`."""
    return _Telling(game, preview(game, action, seat), language).whole()


class _Telling:
    """One preview on its way into words."""

    def __init__(self, game: Game, seen: Preview, language: str) -> None:
        self.title, self.seen = game.title, seen
        self.writer = writer_for(game, language)
        self.before: Position[Any, Any] = Position(game.rules, seen.before)
        self.after: Position[Any, Any] = Position(game.rules, seen.after)
        self.company = self._acting()
        self.run = self._runs()

    def _acting(self) -> str:
        """The company that acts, or that the action is about."""
        company = getattr(self.seen.action, "company", "")
        if not company and self.seen.before.agenda:
            company = getattr(self.seen.before.agenda[-1], "company", "")
        return company if isinstance(company, str) else ""

    def whole(self) -> PreviewText:
        """Everything, the weightiest first."""
        money = dict(self._money())
        mine = [owner for owner in money if owner == self.seen.seat]
        companies = sorted(
            (owner for owner in money if isinstance(owner, str)), key=lambda id_: id_ != self.company
        )
        others = [owner for owner in money if isinstance(owner, int) and owner not in mine]
        parts = [
            *self._condition(),
            *self._events("preview.first."),
            *(self._amount(owner, money[owner]) for owner in mine),
            *self._deed(),
            *(self._amount(owner, money[owner]) for owner in companies),
            *self._share(),
            *self._prices(),
            *self._run(),
            *self._trains(),
            *self._events("preview."),
            *(self._told("preview.veiled", {}) if self.seen.veiled else ()),
        ]
        told = tuple(self._amount(owner, money[owner]) for owner in others)
        return PreviewText(tuple(dict.fromkeys(parts)), told, self.run, money)

    def _told(self, key: str, values: Mapping[str, Any], subject: Any = None) -> Iterator[str]:
        """The text of a key, where there is one."""
        if self.writer.catalogue.has(key):
            more = {"you": self.seen.seat, **values}
            known = WithFacts(self.title, self.before, subject, more)
            known.need(wanted(self.writer.catalogue, key))
            text = self.writer.fill(self.writer.catalogue.find(key, known) or "", known)
            if text:
                yield text

    def _elsewhere(self, company: Any) -> str:
        return company if isinstance(company, str) and company != self.company else ""

    # Who has to agree ---------------------------------------------------------------------------------------

    def _condition(self) -> Iterator[str]:
        if self.seen.asked:
            yield from self._told("preview.if", {"seats": self.seen.asked, "deed": tag(self.seen.action)})

    # Money and prices ---------------------------------------------------------------------------------------

    def _money(self) -> Iterator[tuple[Owner, int]]:
        then = self.seen.after.cash
        for owner, amount in self.seen.before.cash.items():
            change = then.get(owner, 0) - amount
            if change and owner != BANK:
                yield owner, change

    def _amount(self, owner: Owner, amount: int) -> str:
        values = {
            "owner": owner,
            "amount": amount,
            "left": self.seen.after.cash.get(owner, 0),
            "spent": amount < 0,
            "mine": owner == self.seen.seat,
            "acting": owner == self.company,
        }
        return next(self._told("preview.money", values))

    def _share(self) -> Iterator[str]:
        """How much of a company is the reader's, before and after."""
        seat, before, after = self.seen.seat, self.seen.before, self.seen.after
        if seat is None or not isinstance(before, State18) or before.papers is after.papers:
            return
        for company in self._companies():
            old, new = (percent(position, company, seat) for position in (self.before, self.after))
            if old != new:
                yield from self._told(
                    "preview.share", {"old": old, "new": new, "elsewhere": self._elsewhere(company)}
                )

    def _prices(self) -> Iterator[str]:
        before, after = self.seen.before, self.seen.after
        if not isinstance(before, State18) or before.chart is after.chart:
            return
        sheet = self.before.rules.printed.sheet
        for company in self._companies():
            old, new = before.chart.field(company), after.chart.field(company)
            if new is not None and old != new:
                prices = {"old": sheet.price(old) if old else 0, "new": sheet.price(new)}
                yield from self._told("preview.price", prices | {"elsewhere": self._elsewhere(company)})

    def _companies(self) -> list[str]:
        """All with shares, the one that acts first."""
        return sorted(self.before.rules.printed.companies, key=lambda company: company != self.company)

    # Runs and trains ----------------------------------------------------------------------------------------

    def _runs(self) -> tuple[int | None, int | None]:
        """What the company could run, where track, markers or its trains change, or where it is about to run."""
        before, after, company = self.seen.before, self.seen.after, self.company
        if not company or not isinstance(before, State18) or isinstance(self.seen.action, RunTrains):
            return None, None
        if any(isinstance(event, Earned) for event in self.seen.events):
            after = self.seen.done  # as it was before the run that follows by itself
        changed = before.board is not after.board or before.trains.get(company) != after.trains.get(company)
        agenda = after.agenda
        due = bool(agenda) and isinstance(agenda[-1], Running) and agenda[-1].company == company
        if not changed and not due:
            return None, None
        new = face_of(self.title).income(Position(self.before.rules, after), company)
        return (face_of(self.title).income(self.before, company) if changed and new is not None else None), new

    def _run(self) -> Iterator[str]:
        old, new = self.run
        if new is not None and (old or new):
            yield from self._told("preview.run", {"old": old, "new": new})

    def _trains(self) -> Iterator[str]:
        """Trains that are scrapped, and who is left without one."""
        if not isinstance(self.seen.before, State18):
            return
        before, after, owners = self.seen.before.trains, self.seen.after.trains, face_of(self.title).names()
        for event in self.seen.events:
            if isinstance(event, TrainsScrapped):
                number = sum(owned.count(event.train) for id_, owned in before.items() if id_ in owners)
                if number:
                    yield from self._told("preview.scraps", {"train": event.train, "number": number})
        bare = tuple(id_ for id_, owned in before.items() if id_ in owners and owned and not after.get(id_))
        if bare:
            yield from self._told("preview.bare", {"companies": bare})

    # What else comes about ----------------------------------------------------------------------------------

    def _deed(self) -> Iterator[str]:
        """What there is to say of the action itself."""
        action = self.seen.action
        amount = getattr(action, "amount", 0)
        cash = self.seen.before.cash.get(action.seat, 0)
        yield from self._told(f"preview.{tag(action)}", fields(action) | {"left": cash - amount}, action)

    def _events(self, kind: str) -> Iterator[str]:
        """Events of note in order; many of a kind are one phrase where the catalogue has one for them."""
        counts = Counter(map(tag, self.seen.events))
        for event in self.seen.events:
            values, name = fields(event), tag(event)
            if isinstance(event, Earned) and event.company == self.company and self.run[1] == event.income:
                continue  # the run has been told
            if counts[name] > MANY and self.writer.catalogue.variants(f"{kind}many.{name}"):
                yield from self._told(f"{kind}many.{name}", {"number": counts[name]})
                continue
            values["elsewhere"] = self._elsewhere(values.get("company"))
            yield from self._told(f"{kind}{name}", values, event)
