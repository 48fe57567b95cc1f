"""Chicago-Phase and the Wabash."""

import pytest

from stellwerk.titles.chicago_express.actions import BuildTrack, ChooseDial
from stellwerk.titles.chicago_express.auctions import ShareAuction
from stellwerk.titles.chicago_express.events import (
    AuctionBegan,
    ChicagoReached,
    CompanyOpened,
    DividendPaid,
    DividendPhaseBegan,
    IncomeRose,
    ShareSold,
    ShareUnsold,
)
from stellwerk.titles.chicago_express.turns import PlayerTurn

from .positions import (
    BO_LINE,
    NYC_LINE,
    bid,
    bids,
    build,
    choose,
    cost,
    kinds,
    offer,
    only,
    passes,
    position,
    refused,
    seat,
)


def before_chicago(players=3):
    """The NYC stands before Chicago; seat 0 holds two shares, seat 1 one."""
    return position(players).share("NYC", 0, 2).share("NYC", 1).cash("NYC", 20).line("NYC", NYC_LINE)


def reach_chicago(builder):
    game = builder.turn(0)
    choose(game, "expansion")
    return game, build(game, "NYC", "A2")


def test_chicago_phase_order():
    """Trap 12: income up, extra dividend, Wabash opens, auction."""
    _, events = reach_chicago(before_chicago())
    assert kinds(events) == [
        "Paid", "TrackBuilt", "IncomeRose", "ChicagoReached", "DividendPaid", "Paid", "Paid", "CompanyOpened",
        "AuctionBegan",
    ]  # fmt: skip


def test_chicago_dividende_from_the_new_income_to_that_company_only():
    builder = before_chicago().share("PRR", 0).share("PRR", 2)
    game, events = reach_chicago(builder)
    assert only(events, IncomeRose).by == 7
    new = only(events, IncomeRose).income
    a_share = -(-new // 3)
    assert only(events, DividendPaid) == DividendPaid("NYC", "chicago", new, 3, a_share)
    assert [game.state.cash[s] for s in range(3)] == [40 + 2 * a_share, 40 + a_share, 40]


def test_chicago_phase_ends_the_expansion():
    """Trap 12: two hexes of three unused, and the next player is on turn after the auction."""
    game, _ = reach_chicago(before_chicago())
    assert isinstance(game.step, ShareAuction)
    for _ in range(3):
        passes(game)
    assert isinstance(game.step, PlayerTurn)
    assert seat(game) == 1
    assert game.state.dials == {"auction": 0, "expansion": 1, "development": 0}


def test_chicago_phase_also_as_the_second_or_third_hex():
    builder = position().share("NYC", 0).cash("NYC", 20).line("NYC", NYC_LINE.removesuffix(" C3 B2"))
    game = builder.turn(0)
    choose(game, "expansion")
    events = build(game, "NYC", "C3 B2 A2")
    assert only(events, ChicagoReached) == ChicagoReached(0, "NYC")


def test_chicago_phase_only_the_first_opens_the_wabash():
    """Trap 13: the second company brings its own dividend and nothing else."""
    builder = before_chicago().share("B&O", 1).cash("B&O", 20).line("B&O", BO_LINE).wabash().line("WAB", "C3")
    game = builder.turn(1)
    choose(game, "expansion")
    events = build(game, "B&O", "A2")
    assert only(events, DividendPaid).company == "B&O"
    assert not any(isinstance(event, CompanyOpened | AuctionBegan) for event in events)
    assert seat(game) == 2
    assert isinstance(game.step, PlayerTurn)


def test_chicago_phase_the_wabash_triggers_it_too():
    builder = position().wabash().share("WAB", 2).cash("WAB", 20).line("WAB", "C3 B2").line("NYC", "A2")
    game = builder.turn(2)
    choose(game, "expansion")
    assert cost(game, "A2") == 6
    events = build(game, "WAB", "A2")
    assert only(events, DividendPaid) == DividendPaid("WAB", "chicago", 8, 1, 8)
    assert game.state.cash[2] == 48
    assert seat(game) == 0


def test_chicago_phase_once_a_company():
    game = before_chicago().line("NYC", "A2").turn(0)
    choose(game, "expansion")
    refused(game, BuildTrack(0, "NYC", "A2"), "own_locomotive_there")


@pytest.mark.parametrize(("house", "income"), [(False, 1), (True, 3)])
def test_wabash_eroeffnet_free_locomotive_and_income_1_or_3(house, income):
    """Trap 14: even with others in Fort Wayne; ten locomotives are left; nothing is paid."""
    builder = before_chicago().line("PRR", "D3").line("B&O", "D3")
    if house:
        builder.houses("D3")
    game, events = reach_chicago(builder)
    assert only(events, CompanyOpened) == CompanyOpened("WAB", "D3", income)
    wabash = game.state.railways["WAB"]
    assert (wabash.income, wabash.locomotives, len(wabash.network)) == (income, 10, 1)
    assert game.state.cash["WAB"] == 0


@pytest.mark.parametrize(("house", "least"), [(False, 1), (True, 3)])
def test_versteigerung_der_ersten_wabash_aktie_opened_by_who_reached_chicago(house, least):
    """Trap 14: minimum 1 or 3, no dial."""
    builder = before_chicago().line("PRR", "D3")
    if house:
        builder.houses("D3")
    game, events = reach_chicago(builder)
    assert only(events, AuctionBegan) == AuctionBegan("WAB", 0, least)
    assert seat(game) == 0
    assert bids(game)[0] == least
    assert game.state.dials["auction"] == 0
    bid(game, 5)
    bid(game, 6)
    passes(game)
    assert only(passes(game), ShareSold) == ShareSold(1, "WAB", 6)
    assert game.state.cash["WAB"] == 6
    assert game.state.dials["auction"] == 0
    assert seat(game) == 1, "next to the player who reached Chicago"


def test_versteigerung_der_ersten_wabash_aktie_no_bid_and_open_all_the_same():
    game, _ = reach_chicago(before_chicago())
    passes(game)
    passes(game)
    assert only(passes(game), ShareUnsold) == ShareUnsold("WAB")
    assert game.state.railways["WAB"].unsold == 2
    assert only(offer(game, "WAB"), AuctionBegan) == AuctionBegan("WAB", 1, 1)


def test_wabash_eroeffnet_before_it_fort_wayne_is_an_ordinary_city():
    """Trap 15: built and developed by others; afterwards the black locomotive raises the cost."""
    builder = position().share("PRR", 0).cash("PRR", 9).line("PRR", "E3")
    game = builder.turn(0)
    choose(game, "expansion")
    assert cost(game, "D3") == 1
    assert only(build(game, "PRR", "D3"), IncomeRose).by == 1
    after = position().wabash().turn(0)
    assert cost(after, "D3") == 2


def test_wabash_eroeffnet_without_a_sold_share_it_stands_still_and_pays_nobody():
    """Trap 15."""
    game = position().wabash().cash("WAB", 9).dials(auction=3, development=4).turn(0)
    assert [event.company for event in game.events if isinstance(event, DividendPaid)] == []
    choose(game, "expansion")
    assert seat(game) == 1, "nobody holds a share, so nothing can be built"


def test_chicago_phase_before_the_dividend_phase_that_is_due():
    """Trap 16: the general dividend already counts the Wabash share that was just sold."""
    game, events = reach_chicago(before_chicago().dials(auction=3, expansion=4))
    assert not any(isinstance(event, DividendPhaseBegan) for event in events)
    assert isinstance(game.step, ShareAuction)
    bid(game, 2)
    passes(game)
    events = passes(game)
    general = [event for event in events if isinstance(event, DividendPaid)]
    assert kinds(events).index("ShareSold") < kinds(events).index("DividendPhaseBegan")
    assert [event.company for event in general] == ["NYC", "WAB"]
    assert general[1] == DividendPaid("WAB", "general", 1, 1, 1)
    assert seat(game) == 1
    assert ChooseDial(1, "auction") in game.legal_actions()
