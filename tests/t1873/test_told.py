"""What people are told in Harzbahn 1873: why a work earns what it earns, how an insolvency goes."""

from importlib import resources

import pytest

import stellwerk
from stellwerk import words
from stellwerk.eighteen.actions import BuyTrain
from stellwerk.eighteen.events import CompanyActs
from stellwerk.show.tables import table
from stellwerk.titles.t1873.actions import BuyLot, BuyMachine, BuyWork, FoundWorks, OfferForWork, ScrapEngine
from stellwerk.titles.t1873.companies.buying_in import BuyWorkStep
from stellwerk.titles.t1873.events import Insolvent, LotBought, Produced, SharesPlaced
from stellwerk.titles.t1873.shown import sheets
from stellwerk.words.preview import preview_text

from .positions import position
from .yard import yard


@pytest.fixture
def game():
    return stellwerk.new("1873", ["Anna", "Bert", "Cora"])


def row(table, key):
    keys = [column.key for column in table.columns]
    found = next(row for row in table.rows if row[0] == key)
    return dict(zip(keys, found, strict=True))


def test_4_2_2_a_connected_work_earns_by_machine_and_switcher():
    """Netzkater: 80 with machine 2, and 40 with switcher 2; in phase 4 these cost 50 and 20."""
    position = yard("3").railway("NWE", "2").trains("W8", "S2")
    position.set(machines={**position.state.machines, "W8": 2})
    told = row(sheets.works(position.table), "W8")
    assert (told["track"], told["machine"], told["switcher"]) == ("connected", 2, 2)
    assert (told["made_of"], told["income"]) == ("80 + 40", 120)
    assert (told["upkeep"], told["upkeep_next"]) == (0, 70)
    assert row(sheets.sites(position.table), "W8")["calls"] == "20 ×"


def test_4_2_2_a_work_without_track_to_the_outside_earns_its_base_whatever_it_has():
    position = yard("3").trains("W8", "S2")
    position.set(machines={**position.state.machines, "W8": 2})
    told = row(sheets.works(position.table), "W8")
    assert (told["track"], told["made_of"], told["income"]) == ("cut_off", "60", 60)


def test_4_2_2_thale_is_connected_from_the_beginning(game):
    assert row(sheets.works(game.position), "W15")["track"] == "connected"
    assert row(sheets.works(game.position), "W14")["track"] == "cut_off"


def test_4_6_a_concession_tells_what_its_route_lacks_and_costs(game):
    told = row(sheets.concessions(game.position), "NWE")
    assert (told["standing"], told["from_phase"], told["route_cost"]) == ("asleep", "3 (2)", 500)
    assert told["missing"] == ("C8", "D7", "E6", "H7", "I8")
    assert row(sheets.concessions(game.position), "HBE")["standing"] == "active"
    assert row(sheets.concessions(game.position), "QLB")["route"] == "no_route"


def test_4_6_a_route_that_is_built_costs_no_more():
    told = row(sheets.concessions(yard("3").railway("NWE", "2").table), "NWE")
    assert (told["missing"], told["route_cost"], told["route"]) == ((), None, "route_built")


def test_5_phases_tell_the_upkeep_to_come(game):
    rows = {phase.train: phase for phase in sheets.phases(game.position).rows}
    four = rows["4"].more
    assert four["upkeep_locomotives"] == "100/100"
    assert four["upkeep_machines"] == "100/50"
    assert four["upkeep_switchers"] == "20"
    assert four["wakes"] == ("WBE", "QLB")
    assert rows[None].when == "now"


def units(position):
    return table("trains", sheets.TRAINS, sheets.trains(position))


def test_4_1_the_bank_sells_the_next_unit_as_locomotive_or_machine(game):
    assert row(units(game.position), "1")["sale"] == ("locomotive",)
    two = row(units(game.position), "2")
    assert (two["cost"], two["as_machine"], two["as_switcher"], two["left"]) == (250, 150, 50, "10/10")
    position = yard("3").set(depot=("3", "3", "4"))
    assert row(units(position.table), "3")["sale"] == ("locomotive", "machine", "switcher")


def test_4_2_2_production_explains_itself(game):
    made = Produced("W8", (("W8", 2, 80, 2, 40, 70),), 0, 120, 70)
    assert words.tell(made, game, "en") == (
        "Production: W8 Netzkater: 80 machine 2 + 40 switcher 2 − 70 upkeep = 50 M; income 120 M, upkeep 70 M."
    )
    alone = Produced("W8", (("W8", 0, 60, 0, 0, 0),), 0, 60, 0)
    assert words.tell(alone, game, "de") == ("Produktion: W8 Netzkater: 60 ohne Anschluss = 60 M; Einkommen 60 M.")


def test_3_1_an_option_is_told_from_a_concession(game):
    assert words.tell(LotBought(0, "C-HBE", 100), game, "en") == "Anna gets the concession of the HBE for 100 M."
    option = words.tell(LotBought(0, "UN", 120), game, "de")
    assert option == "Anna erhält das Vorkaufsrecht auf Union für 120 M."


def test_6_1_an_insolvency_is_told_step_by_step(game):
    told = [
        words.tell(event, game, "en")
        for event in (
            Insolvent("UN", "upkeep", 85),
            SharesPlaced("UN", 20, 3, True),
            SharesPlaced("UN", 20, 1, False),
        )
    ]
    assert told == [
        "Union cannot pay its upkeep, 85 M are missing: insolvency.",
        "Insolvency: shares of Union are split down to 20%; the bank takes 3 new ones and pays for them.",
        "Insolvency: the bank takes one share of Union of 20% and pays for it.",
    ]


def test_2_1_buttons_tell_the_premium(game):
    texts = [words.action(choice, game, "de") for choice in game.legal_actions()]
    assert "W15 Thale kaufen für 420 M" in texts
    assert "Die Konzession der HBE kaufen für 220 M" in texts
    assert texts[-1] == "Passen"


def test_6_2_nobody_is_named_as_director_of_a_company_in_trusteeship(game):
    assert words.tell(CompanyActs("UN", -1), game, "en") == "Union's turn, in trusteeship."
    assert words.tell(CompanyActs("W3", 1), game, "en") == "W3 Silberhütte's turn (Bert)."


# Texts --------------------------------------------------------------------------------------------------------

TEXTS = resources.files("stellwerk.titles.t1873").joinpath("texts")


@pytest.mark.parametrize(
    ("file", "said", "unsaid"),
    [
        ("learn.en.md", "to its **possible end**", "to the next one"),
        ("learn.de.md", "bis zu ihrem **möglichen Ende**", "zum nächsten"),
        ("different.en.md", "*up to* as many routes as their size", "run as many routes as their size"),
        ("different.de.md", "*bis zu* so viele Strecken", "fahren so viele Strecken"),
    ],
)
def test_4_4_3_texts_say_how_far_and_how_many_routes_are_run(file, said, unsaid):
    text = (TEXTS / file).read_text(encoding="utf-8").replace("\n", " ")
    assert said in text
    assert unsaid not in text


def test_2_1_texts_do_not_close_works_for_good():
    """A works company can buy a closed work (4.3.4)."""
    learn, different = ("learn.en.md", "learn.de.md"), ("different.en.md", "different.de.md")
    for file in ("lesson.toml", "paragraphs.toml", *learn, *different):
        text = (TEXTS / file).read_text(encoding="utf-8")
        assert "for good" not in text
        assert "für immer" not in text


# Previews -----------------------------------------------------------------------------------------------------


def preview(game, action):
    return preview_text(action, game, "en", action.seat).parts


def test_2_1_a_work_on_sale_says_what_it_earns(game):
    """Base income of Braunesumpf; a concession earns nothing by itself."""
    assert "income 50 a round" in preview(game, BuyLot(0, "W5"))
    assert not any("income" in part for part in preview(game, BuyLot(0, "C-HBE")))


def test_4_2_2_previews_of_a_works_purchases_say_the_income():
    """Thale is connected: 90, 150 with machine 3, 160 with switcher 3. Braunesumpf is not, and gains nothing."""
    built = position(3).phase("3").work("W15", 0, cash=500).work("W5", 0, cash=400)
    game = built.equipping("W15").game()
    assert "income 90 → 150" in preview(game, BuyMachine(0, "W15", ("W15",)))
    assert "income 90 → 160" in preview(game, BuyTrain(0, "W15", "S3", "bank"))
    assert "income stays 50" in preview(built.equipping("W5").game(), BuyMachine(0, "W5", ("W5",)))


def test_4_3_1_previews_of_a_works_company_say_the_income():
    """Thale 90 and Harzgerode 70, both connected, and switcher 2 brings most at Harzgerode, 60."""
    built = position(3).phase("3").work("W12", 0, switchers=("S3",)).work("W14", 0).tiles("H19 78/1")
    built.works_company("MO", ("W15", "W13"), {0: 60, 1: 40}, size=20, cash=900, switchers=("S2",))
    game = built.equipping("MO").game()
    assert "income 220 → 280" in preview(game, BuyMachine(0, "MO", ("W15",)))
    assert "income 220 → 160" in preview(game, ScrapEngine(0, "MO", "S2"))
    game = built.acting("MO", BuyWorkStep("MO")).game()
    assert "income 220 → 310" in preview(game, OfferForWork(0, "MO", "W14", 1))
    assert "income 220 → 260" in preview(game, BuyWork(0, "MO", "W1"))


def test_3_2_5_a_founding_says_what_the_company_will_earn():
    """Harzer Werke earn 50 more (4.3.7)."""
    game = position().works(0, "W12", "W4").stock_turn(0).game()
    assert "income 160 a round" in preview(game, FoundWorks(0, "HW", ("W12", "W4")))
    assert "income 110 a round" in preview(game, FoundWorks(0, "MO", ("W12", "W4")))


def test_4_4_7_railways_speak_of_runs_not_of_income():
    game = position(3).phase("3").railway("HBE", {0: 60}, cash=900, trains=("2",)).equipping("HBE").game()
    assert not any("income" in part for part in preview(game, BuyTrain(0, "HBE", "S3", "bank")))
