"""Accounts: names of people's own, passwords, and how somebody goes without a record going."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence

import sqlalchemy as sa

from stellwerk.view.names import GUEST

from ..database import Database
from ..rows import FINISHED, Account, Taken
from ..schema import (  # fmt: skip
    accounts,
    blocks,
    familiar,
    games,
    keys,
    looks,
    meta,
    notices,
    operators,
    passkeys,
    people,
    profiles,
    pushes,
    recoveries,
    seats,
    views,
)
from ..tables.meeting import talk, vacations
from .forgetting import forget_names, leave_tables


class Accounts(Database):
    """Accounts in the database."""

    def add_account(self, person: int, name: str, likeness: str, password: str, email: str | None) -> None:
        """Let a guest have an account; raises `Taken` where another has a name that looks the same."""
        values = {"person": person, "name": name, "likeness": likeness, "password": password, "email": email}
        with self.writing() as connection:
            try:
                connection.execute(sa.insert(accounts).values(values | {"created": time.time()}))
            except sa.exc.IntegrityError:
                raise Taken from None
            connection.execute(sa.update(people).where(people.c.id == person).values(name=name))

    def account(self, person: int) -> Account | None:
        """The account of a person."""
        return self._account(accounts.c.person == person)

    def account_called(self, name: str, likeness: str) -> Account | None:
        """The account with a name, or else with one that looks so."""
        return self._account(accounts.c.name == name) or self.account_like(likeness)

    def account_like(self, likeness: str) -> Account | None:
        """The account with a name that looks so."""
        return self._account(accounts.c.likeness == likeness)

    def _account(self, which: sa.ColumnElement[bool]) -> Account | None:
        columns = (accounts.c[name] for name in Account.__struct_fields__)
        with self.reading() as connection:
            row = connection.execute(sa.select(*columns).where(which)).first()
        return Account(*row) if row else None

    def owners_of(self, likenesses: Sequence[str]) -> dict[str, int]:
        """Whose names look so: by what they look like."""
        query = sa.select(accounts.c.likeness, accounts.c.person).where(accounts.c.likeness.in_(likenesses))
        with self.reading() as connection:
            return {row.likeness: row.person for row in connection.execute(query)}

    def rename_account(self, person: int, name: str, likeness: str) -> None:
        """Another name for an account; raises `Taken`."""
        with self.writing() as connection:
            mine = sa.update(accounts).where(accounts.c.person == person)
            try:
                connection.execute(mine.values(name=name, likeness=likeness))
            except sa.exc.IntegrityError:
                raise Taken from None
            connection.execute(sa.update(people).where(people.c.id == person).values(name=name))

    def keep_likenesses(self, rule: str, likeness: Callable[[str], str]) -> None:
        """Have what names look like as a rule has it; two that look alike only by this one stay apart."""
        kept = meta.c.key == "likeness"
        with self.writing() as connection:
            if connection.scalar(sa.select(meta.c.value).where(kept)) == rule:
                return
            rows = connection.execute(sa.select(accounts).order_by(accounts.c.created)).all()
            taken = {row.likeness for row in rows}
            for row in rows:
                looks = likeness(row.name)
                if looks not in taken:
                    mine = accounts.c.person == row.person
                    connection.execute(sa.update(accounts).where(mine).values(likeness=looks))
                    taken.add(looks)
            if rows:
                connection.execute(sa.delete(meta).where(kept))
                connection.execute(sa.insert(meta).values(key="likeness", value=rule))

    def set_password(self, person: int, password: str) -> None:
        """Another password, as its digest."""
        self._set(person, password=password)

    def set_email(self, person: int, email: str | None) -> None:
        """Another address, or none; nothing is written to it before it was confirmed."""
        self._set(person, email=email)
        with self.writing() as connection:
            connection.execute(sa.update(notices).where(notices.c.person == person).values(email=False))

    def suspend(self, person: int, since: float | None) -> None:
        """Let somebody not come in any more, or again."""
        self._set(person, suspended=since)
        if since is not None:
            with self.writing() as connection:
                connection.execute(sa.delete(keys).where(keys.c.person == person))
                self.keys_ended(connection, person)

    def programs_among(self, people: Collection[int]) -> set[int]:
        """By whose accounts of these programs play."""
        query = sa.select(accounts.c.person).where(accounts.c.person.in_(people), accounts.c.program)
        with self.reading() as connection:
            return set(connection.scalars(query))

    def set_program(self, person: int, program: bool, ended: bool = False) -> list[str] | None:
        """Have an account be a program's, or a person's again; in which games that is told otherwise now.

        What was played to its end before stays what it was, unless `ended`. None where it cannot become a
        person's, since it plays in games that have not ended.
        """
        theirs = sa.select(seats.c.game).join(games, games.c.id == seats.c.game).where(seats.c.person == person)
        with self.writing() as connection:
            if not ended:
                theirs = theirs.where(games.c.status != FINISHED)
            found = list(connection.scalars(theirs.distinct()))
            if found and not program and not ended:
                return None
            connection.execute(sa.update(accounts).where(accounts.c.person == person).values(program=program))
            if program:
                connection.execute(sa.update(profiles).where(profiles.c.person == person).values(rated=None))
            connection.execute(sa.delete(views).where(views.c.game.in_(theirs)))
            mine = (seats.c.person == person) & seats.c.game.in_(theirs)
            connection.execute(sa.update(seats).where(mine).values(program=program))
            self.keys_ended(connection, person)
        return found

    def _set(self, person: int, **values: object) -> None:
        with self.writing() as connection:
            connection.execute(sa.update(accounts).where(accounts.c.person == person).values(values))
            # A link of an earlier letter must not undo this.
            connection.execute(sa.delete(recoveries).where(recoveries.c.person == person))

    def anonymise(self, person: int) -> list[str]:
        """Let nothing tell who somebody was: games stay, with a guest in their seats. Which games these are."""
        with self.writing() as connection:
            theirs = forget_names(connection, person)
            for table in (
                accounts,
                keys,
                notices,
                looks,
                passkeys,
                pushes,
                blocks,
                familiar,
                recoveries,
                operators,
                profiles,
            ):
                connection.execute(sa.delete(table).where(table.c.person == person))
            connection.execute(sa.delete(blocks).where(blocks.c.blocked == person))
            leave_tables(connection, person)
            connection.execute(sa.update(people).where(people.c.id == person).values(name=""))
            connection.execute(sa.delete(views).where(views.c.game.in_(theirs)))
            connection.execute(sa.update(talk).where(talk.c.person == person).values(name=GUEST))
            connection.execute(sa.delete(vacations).where(vacations.c.person == person))
            self.keys_ended(connection, person)
        return sorted(theirs)
