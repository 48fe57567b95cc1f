"""The market on the stage: when it is there, what cards offer, where prices go, what money there is."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

import stellwerk
from stellwerk.bank.papers import POOL
from stellwerk.eighteen.actions import BuildStation, BuyShare, Dividend, LayTile
from stellwerk.play.auction import Bid
from stellwerk.play.choosing import action_of
from stellwerk.play.game import Game
from stellwerk.play.runs import RunTrains
from stellwerk.show.face import face_of
from stellwerk.show.history import last_incomes
from stellwerk.show.market import BOARD, MARKET
from stellwerk.show.on_table import on_table
from stellwerk.view.market import RUNS, holdings, next_train, purses, shape, stage, stocks, ways
from stellwerk.view.menu import menu
from stellwerk.words import tag
from t1835.positions import position
from t1873.positions import position as position_1873
from t1881.positions import position as position_1881

from ..conftest import Caller

ON_THE_BOARD = (LayTile, BuildStation, RunTrains, Dividend)


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_every_title_has_the_right_thing_on_the_stage_and_cards_that_offer_what_is_legal(title: str) -> None:
    game, lots, seen = stellwerk.new(title, players=list("ABC"), seed=5), random.Random(5), set()
    offered = 0
    for number in range(240):
        if game.over:
            break
        if number % 6 == 0:
            seat = game.waiting_for()[0]
            choices = menu(game, seat, "en")
            word = stage(game, choices)
            kinds = {type(action_of(choice)) for choice in game.legal_actions(seat)}
            if any(issubclass(kind, ON_THE_BOARD) for kind in kinds):
                assert word == BOARD, kinds
            elif kinds & {BuyShare, Bid}:
                assert word == MARKET, kinds
            seen.add(word)
            offered += _check_cards(game, seat)
        game.play(game.legal_actions().pick(lots))
    assert seen == {BOARD, MARKET}
    assert offered > 5


def _check_cards(game: Game, seat: int) -> int:
    """Buttons of cards are legal actions of the seat, each once, with few words of their own."""
    companies, papers = stocks(game, seat, "de", menu(game, seat, "de"))
    deeds = [each for stock in (*companies, *papers) for fold in stock.folds for each in fold.deeds]
    legal = {msgspec.json.encode(action_of(choice)).decode() for choice in game.legal_actions(seat)}
    actions = [each.button.action for each in deeds]
    assert set(actions) <= legal
    assert len(set(actions)) == len(actions)
    assert all(each.text and "short." not in each.text for each in deeds)
    return len(deeds)


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_worth_is_the_sum_of_its_parts_and_shares_add_up(title: str) -> None:
    game, lots = stellwerk.new(title, players=list("ABCD"), seed=8), random.Random(8)
    face = face_of(game.title)
    for _ in range(220):
        if game.over:
            break
        game.play(game.legal_actions().pick(lots))
    for seat, worth in game.result().items():
        told = face.wealth(game.position, seat)
        assert told is None or told.worth == worth
    headings, rows = holdings(game, "en")
    assert headings[:4] == ("A", "B", "C", "D")
    percents = [[int(c.label.rstrip("%")) for c in row.cells if c] for row in rows if "%" in _labels(row)]
    assert all(sum(row) == 100 for row in percents)
    assert bool(percents) == (face.wealth(game.position, 0) is not None)  # only one title has no shares in percent


def _labels(row: object) -> str:
    return "".join(cell.label for cell in row.cells if cell)  # type: ignore[attr-defined]


# 1835 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("A free marker in Nürnberg", "Closes when the marker is placed", "10% of Bayern")),
        ("de", ("Ein Marker umsonst in Nürnberg", "Schließt mit diesem Marker", "10 % von Bayern")),
    ],
)
def test_private_railways_have_cards_with_power_and_closing(language: str, told: tuple[str, ...]) -> None:
    game = stellwerk.new("1835", players=list("ABCD"))
    _, papers = stocks(game, 0, language, menu(game, 0, language))
    private = next(stock for stock in papers if stock.card.id == "NF")
    assert (private.kind, private.offered, private.card.lead) == ("private", True, "100 M")
    seen = "\n".join((*private.tells, *(line.text for line in private.card.figures)))
    assert all(text in seen for text in told), seen


def test_papers_that_do_not_count_are_told_beside_the_final_accounts() -> None:
    game = stellwerk.new("1835", players=list("ABCD"))
    game.play(next(c for c in game.legal_actions() if getattr(c, "paper", "") == "NF"))
    mine, other = purses(game, "en")[:2]
    assert (mine.worth, mine.parts) == ("375 M", "cash 375 + shares 0")  # of 475 M at the start
    assert mine.uncounted == "192 M"  # Nürnberg-Fürth 100 M, and a share of Bayern at 92 M that has not floated
    assert (other.worth, other.uncounted) == ("475 M", "")
    companies, papers = stocks(game, 1, "en", menu(game, 1, "en"))
    bayern = next(stock for stock in companies if stock.card.id == "BY")
    assert bayern.missing == 40
    assert [chip.label for chip in bayern.card.holders] == ["A", "unsold"]
    private = next(stock for stock in papers if stock.card.id == "NF")
    assert [chip.label for chip in private.card.holders] == ["A"]
    assert private.card.lead == ""


def test_liquid_money_follows_the_limit_of_the_pool_and_the_director_s_paper() -> None:
    game = (
        position(players=3)
        .packet_gone()
        .ag("BY", director=0)
        .shares(1, "BY", 10, 10)
        .shares(POOL, "BY", 10, 10, 10, 10)
        .cash(0, 40)
        .cash(1, 40)
        .stock_turn(0)
        .game()
    )
    face = face_of(game.title)
    # 10% more fit into the pool, at 92 M; the director's 20% are one paper and stay.
    assert face.liquid(game.position, 1) == 40 + 92
    assert face.liquid(game.position, 0) == 40
    assert [purse.liquid for purse in purses(game, "en")[:2]] == ["", "132 M"]


def test_prices_go_right_left_down_and_up() -> None:
    game = position(players=3).packet_gone().ag("BA", director=0, field=(3, 1)).stock_turn(0).game()
    sheet = game.rules.printed.sheet
    prices = {move.why: sheet.price(move.field) for move in on_table(game.title, game.position).price_moves["BA"]}
    assert prices == {"pay": 88, "keep": 78, "sell": 80, "sold_out": 86}  # from 84
    assert (shape(game), ways(game)) == ("wide", ("pay", "keep", "sell", "sold_out"))


def test_the_last_three_incomes_are_on_the_card_and_the_next_train_is_told() -> None:
    game, lots = stellwerk.new("1835", players=list("ABC"), seed=2), random.Random(2)
    earned: dict[str, list[int]] = {}
    while len(game.actions) < 420:
        for event in game.play(game.legal_actions().pick(lots)):
            if tag(event) == "earned":
                earned.setdefault(event.company, []).append(event.income)  # type: ignore[attr-defined]
    assert any(len(each) > 3 for each in earned.values())
    assert last_incomes(game, RUNS) == {company: each[-3:] for company, each in earned.items()}
    assert next_train(position(players=3).selling("3").stock_turn(0).game(), "en") == ("3", "180 M", "4")


# Other charts -------------------------------------------------------------------------------------------------


def test_the_turned_chart_goes_down_for_a_dividend_and_by_its_arrows_at_the_edge() -> None:
    built = position_1881().company("GBS", 0, at=(8, 0))
    sheet, table = built.printed.sheet, built.table
    moves = face_of(stellwerk.new("1881", list("ABC")).title).price_moves(table, "GBS")
    prices = {move.why: sheet.price(move.field) for move in moves}
    assert prices == {"pay": 92, "keep": 84, "sell": 90, "sold_out": 92}  # from 90, at the foot of its column


def test_a_long_row_of_prices_goes_as_far_as_the_payout() -> None:
    built = position_1873().railway("HBE", {0: 60}, price=120, issue=40)
    moves = face_of(stellwerk.new("1873", list("ABC")).title).price_moves(built.table, "HBE")
    prices = [(move.why, built.printed.sheet.price(move.field)) for move in moves]
    assert prices == [("pay", 130), ("pay_2", 140), ("pay_3", 150), ("keep", 110), ("sell", 110)]


def test_the_page_has_the_word_for_the_stage_and_both_views(ada: Caller) -> None:
    game = ada.new("1844", "me", "friend", "friend")
    page = ada.client.get(f"/games/{game}", headers=ada.headers).text
    assert '"stage": "market"' in page
    for part in ("board", "chart", "companies", "holdings", "train"):
        assert page.count(f'data-part="{part}"') == 1
    seen = ada.client.get(f"/games/{game}/view", headers=ada.headers).json()
    assert seen["facts"]["stage"] == "market"
    assert "Closes in phase 5." in seen["fragments"]["companies"]
    assert re.search(r"The bank sells next:.*2.*90 SFR", seen["fragments"]["train"])
