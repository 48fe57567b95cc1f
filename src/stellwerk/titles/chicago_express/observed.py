"""What a learner may see of Chicago Express: all of it, since everything lies open on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stellwerk.play.observed import GAME, SEATS, Column, Observed, Row, Told, entries, part

from .state import Railway, Rules, StateChicago

COMPANIES, HEXES, DIALS = "companies", "hexes", "dials"


def rows(rules: Rules, state: StateChicago) -> Mapping[str, Sequence[Row]]:
    """Companies, hexes, and the three dials."""
    return {
        COMPANIES: tuple(state.railways),
        HEXES: tuple(rules.material.index),
        DIALS: tuple(state.dials),
    }


def _of_railway(name: str) -> Column:
    def each(rules: Rules, railway: Railway) -> int:
        figure: int = getattr(railway, name)
        return figure

    return Column(table=COMPANIES, name=name, reads=("railways",), each=each, of=name)


def _shares(rules: Rules, railway: Railway) -> Told:
    return dict(enumerate(railway.shares))


def _network(rules: Rules, railway: Railway) -> frozenset[int]:
    return railway.network


OBSERVED = Observed(
    rows,
    (
        part(GAME, "houses"),
        part(GAME, "dividends"),
        entries(SEATS, "cash"),
        entries(COMPANIES, "cash"),
        _of_railway("income"),
        _of_railway("unsold"),
        _of_railway("locomotives"),
        Column(table=COMPANIES, name="shares", reads=("railways",), each=_shares, of="shares", across=SEATS),
        Column(table=COMPANIES, name="network", reads=("railways",), each=_network, of="network", across=HEXES),
        part(HEXES, "developed"),
        entries(HEXES, "industry"),
        entries(DIALS, "dials", "turned"),
    ),
    numbered=(HEXES,),
)
