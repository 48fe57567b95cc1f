"""Transcripts of Rails, alone and beside their saves."""

from collections.abc import Iterator

import pytest

from stellwerk.records.errors import RecordError
from stellwerk.records.rails_decisions import ORIENTATIONS, Allocation, relaid, seller, tile, train_type
from stellwerk.records.rails_report import Line, cash, having, parse_report, players, read_report, title
from stellwerk.records.rails_save import Decision, RailsSave, read_save

HEAD = "GameIs,1835\nPlayerIs,1,Klaus-Jürgen\nPlayerIs,2,Sven K.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_encodings_and_line_ends(tmp_path, encoding: str, end: str) -> None:
    file = tmp_path / "game.report"
    file.write_bytes((HEAD + " \n\nHas,Sven K.,7").replace("\n", end).encode(encoding))
    lines = read_report(file)
    assert title(lines) == "1835"
    assert players(lines) == ("Klaus-Jürgen", "Sven K.")
    assert lines[-1] == Line(6, "Has", ("Sven K.", "7"))


def test_names_with_commas_and_odd_blanks_stay_whole() -> None:
    head = "PlayerIs,1,A,B\nPlayerIs,2,x\u2028y\x0bz\n"
    *_, bought, adds = parse_report(head + "BUY_SHARE_LOG,x\u2028y\x0bz,10,BY,A,B,92\nPresidentAddsCash,OL,A,B,5")
    assert bought.values == ("x\u2028y\x0bz", "10", "BY", "A,B", "92")
    assert adds.values == ("OL", "A,B", "5")


def test_empty_value_is_a_value() -> None:
    assert parse_report("PhaseClosesAllPrivates,")[0].values == ("",)
    assert parse_report("ALL_PASSED")[0].values == ()


def test_amount_names_the_line() -> None:
    (line,) = parse_report("MERGE_MINOR_LOG,Ute,BB,PR,no,no")
    with pytest.raises(
        RecordError, match="line 1 of the transcript cannot be read: MERGE_MINOR_LOG,Ute,BB,PR,no,no"
    ):
        line.amount(-1)
    with pytest.raises(RecordError, match="line 1"):
        line.amount(9)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "the file is empty"),
        (b" \r\n\r\n", "the file is empty"),
        (
            b"\xac\xed\x00\x05t\x00\x041835",
            "it is not a transcript by Rails, as no line PlayerIs names a player",
        ),
        (b"Dear diary, today", "it is not a transcript by Rails, as no line PlayerIs names a player"),
    ],
)
def test_bad_files(tmp_path, data: bytes, problem: str) -> None:
    file = tmp_path / "game.report"
    file.write_bytes(data)
    with pytest.raises(RecordError) as caught:
        read_report(file)
    assert str(caught.value) == f"game.report cannot be read: {problem}."


def test_missing_file(tmp_path) -> None:
    with pytest.raises(RecordError, match=r"^none\.report cannot be read: No such file or directory\.$"):
        read_report(tmp_path / "none.report")


# --- what the save decides is what the transcript tells ---


class Pairs:
    """A save and its transcript, decision by line."""

    def __init__(self, save: RailsSave, lines: tuple[Line, ...]) -> None:
        self.save, self.lines = save, lines

    def of(self, kind: str, *keys: str) -> Iterator[tuple[Decision, Line]]:
        decisions = [decision for decision in self.save.decisions if decision.kind == kind]
        return zip(decisions, having(self.lines, *keys), strict=True)


@pytest.fixture(
    params=["AfterEmergency1", "Correct_Sell_Pass", "SellDoubleShare", "Stoll_12", "changePresidentAtStart"]
)
def pairs(records_1835, request) -> Pairs:
    file = records_1835 / request.param
    return Pairs(read_save(file.with_suffix(".rails")), read_report(file.with_suffix(".report")))


def test_players_and_title(pairs: Pairs) -> None:
    assert players(pairs.lines) == pairs.save.players
    assert title(pairs.lines) == pairs.save.title


def test_start_items(pairs: Pairs) -> None:
    for decision, line in pairs.of("BuyStartItem", "BuysItemFor"):
        assert (decision.player, decision.number("price")) == (line.values[0], line.amount(-1))


def test_certificates_bought(pairs: Pairs) -> None:
    for decision, line in pairs.of("BuyCertificate", "BUY_SHARE_LOG"):
        place, owner = seller(decision)
        percent, company = decision.number("sharePerCert"), decision.text("companyName")
        units = percent // (5 if company == "PR" else 10)
        paid = str(decision.number("price") * units * decision.number("numberBought"))
        assert line.values == (decision.player, str(percent), company, owner or place, paid)


def test_companies_started(pairs: Pairs) -> None:
    for decision, line in pairs.of("StartCompany", "START_COMPANY_LOG"):
        assert line.values[:2] == (decision.player, decision.text("companyName"))
        assert line.amount(3) == decision.number("price")


def test_shares_sold(pairs: Pairs) -> None:
    for decision, line in pairs.of("SellShares", "SELL_SHARE_LOG", "SELL_SHARES_LOG"):
        number, units = decision.number("number"), decision.number("shareUnits")
        assert line.values[-2] == decision.text("companyName")
        assert line.amount(-1) == number * units * decision.number("price")
        assert line.amount(-3) == number * decision.number("share")


def test_tiles_laid(pairs: Pairs) -> None:
    for decision, line in pairs.of("LayTile", "LaysTileAt", "LaysTileAtFor"):
        word = ORIENTATIONS[decision.number("orientation")]
        place = decision.text("chosenHexName")
        assert line.values[:4] == (decision.text("companyName"), tile(decision), place, word)
        assert set(relaid(decision)) <= {"BA"}


def test_markers_laid(pairs: Pairs) -> None:
    for decision, line in pairs.of("LayBaseToken", "LAYS_TOKEN_ON", "LAYS_FREE_TOKEN_ON"):
        assert line.values[:2] == (decision.text("companyName"), decision.text("chosenHexName"))
        assert (line.key == "LAYS_FREE_TOKEN_ON") == (decision.number("type") == 2)


def test_revenues(pairs: Pairs) -> None:
    for decision, line in pairs.of("SetDividend", "CompanyRevenue"):
        assert line.values == (decision.text("companyName"), decision.text("actualRevenue"))
    keys = {
        "CompanyWithholds": Allocation.WITHHOLD,
        "CompanySplits": Allocation.SPLIT,
        "CompanyPaysOutFull": Allocation.PAYOUT,
    }
    for decision, line in pairs.of("SetDividend", *keys):
        assert Allocation(decision.number("revenueAllocation")) is keys[line.key]
        assert line.values[0] == decision.text("companyName")


def test_trains(pairs: Pairs) -> None:
    for decision, line in pairs.of("BuyTrain", "BuysTrain"):
        names = ("companyName", "typeName", "fromName", "pricePaid")
        assert line.values == tuple(decision.text(name) for name in names)
        assert train_type(decision.text("trainUniqueId")) == decision.text("typeName")
    for decision, line in pairs.of("DiscardTrain", "CompanyDiscardsTrain"):
        discarded = decision.text("discardedTrainUniqueId")
        assert discarded in decision.names("ownedTrainsUniqueIds")
        assert line.values == (decision.text("companyName"), train_type(discarded), "Pool")


def test_cash_is_noted_after_every_round(pairs: Pairs) -> None:
    ends = having(pairs.lines, "END_SR", "EndOfOperatingRound")
    blocks = cash(pairs.lines)
    assert len(blocks) >= len(tuple(ends))
    assert all(set(pairs.save.players) <= set(block.held) for block in blocks)
