"""How every 18xx title is laid out before play begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stellwerk.bank.chart import Chart
from stellwerk.bank.papers import BANK, POOL, Holders, Owner
from stellwerk.board.board import Board

from .rules import Rules18
from .state import SCRAPPED


def initial_parts(rules: Rules18, companies: Iterable[str], others: Mapping[str, Owner]) -> dict[str, Any]:
    """The parts of a state in which everybody has been paid; `others` are the papers that are no certificates."""
    printed, companies = rules.printed, tuple(companies)
    cash: dict[Owner, int] = dict.fromkeys(range(rules.players), rules.cash)
    cash |= dict.fromkeys(companies, 0)
    cash[BANK] = printed.title["bank"] - rules.players * rules.cash
    certificates = {paper.id: paper.origin for paper in printed.register.by_id.values()}
    cards = [kind for kind in printed.trains.values() if kind.id == kind.card]
    return {
        "seats": rules.players,
        "cash": cash,
        "papers": Holders({**others, **certificates}),
        "trains": dict.fromkeys((*companies, POOL, SCRAPPED), ()),
        "depot": tuple(card.id for card in cards for _ in range(card.count or 1)),
        "chart": Chart(),
        "board": Board.empty(printed.box),
        "markers": {company.id: company.stations for company in printed.companies.values()},
        "order": tuple(range(rules.players)),
    }
