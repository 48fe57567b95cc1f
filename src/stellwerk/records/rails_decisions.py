"""What the fields of Rails' decisions mean, for those who replay them.

Every decision has `acted` (always true in a save), `playerIndex` and `playerName`. Those of a company
name it in `companyName`; trust that, not the player: after a round that interrupted a company's turn (the
founding of Preußen), Rails notes the last one who answered there. Fields come and go between versions;
what is not listed here was empty, zero or only an offer in the saves seen so far (Rails 1.6 to 2.4). In
examples the fields stand as name=value.

`BuyStartItem`: startItemName=M1 (or NF, LD, Bay = the director's certificate of BY …), price=80.

`NullAction`: mode, see `NullMode`; it ends whatever Rails had open. A stock turn in which something was
bought or sold ends with DONE, one without with PASS; a company's turn ends with DONE, and SKIP leaves out
a lay or a marker. What was impossible has no decision. AUTOPASS is a decision only when a player chooses
it: he passes, and Rails passes for him, without a decision, until he asks for his turn again.

`BuyCertificate`: companyName=BY, fromName=Bank_IPO, Bank_Pool or Player_Helmut (a purchase by force; old
versions write IPO, Pool), sharePerCert=10 (percent of the certificate), numberBought=1 (certificates),
price=92. The price is for one *unit* of the company, 10% mostly but 5% of PR: 10% of PR at price=77 cost
154, 20% of MS at price=80 cost 160.

`StartCompany`: the same, for a director's certificate: companyName=BA, sharePerCert=20, numberBought=2
(units), price=168, which here is for the whole certificate.

`SellShares`: companyName=PR, number=1 (certificates), shareUnit=5 (percent of a unit), shareUnits=2
(units in each certificate), share=10 (percent of each certificate), price=77 (of a unit). Proceeds are
number × shareUnits × price. presidentExchange=1 when the director's certificate goes over to another
player, but also in his next sale after that: do not rely on it. A second sale of the same company in one
turn is at the old price. numberSold is always 0.

`LayTile`: companyName=BA, chosenHexName=L6, sLaidTileId=213 (laidTileId in old versions, where the other
is missing; 0 in new ones), orientation=3, an index into `ORIENTATIONS`. A lay by the power of a private
railway has a specialPropertyId, whose number depends on the version, and its hexes in locationNames=M15.
relaidBaseTokensString=BA:1 says that the marker of BA in the old tile goes to city 1 of the new one.
`type` is always 0, `cost` (new versions) too.

`LayBaseToken`: companyName=BY, chosenHexName=L14, chosenStation=1 (Rails' number of the city within the
hex, from 1), type=1 by the usual rules, 2 by the power of a private railway (then specialPropertyId=1,
locationNames=L14; free), 3 at home, where a director chose the city. Home markers that are laid when a
company floats have no decision.

`SetDividend`: companyName=M1, actualRevenue=40, revenueAllocation, see `Allocation`. Companies without
revenue mostly have no such decision; where they have one, actualRevenue is 0.

`BuyTrain`: companyName=OL, typeName=6, trainUniqueId=6_0, fromName=IPO, Pool or a company, pricePaid=600,
addedCash=559 (what the director adds). If he must sell shares for it, the sales (`SellShares`) *follow*
this decision, while the transcript puts them before the purchase. exchangedTrainUniqueId is the train
given in exchange (never so far).

`DiscardTrain`: companyName=SX, discardedTrainUniqueId=3_0, ownedTrainsUniqueIds=[4_2, 3_0]. The player is
the director of that company, in the midst of another company's turn.

`FoldIntoPrussian`: foldableCompanyNames=M5,M1 (the offer), foldedCompanyNames=M1 (the answer, in the
order of exchange; null or empty: none). M2 alone in the offer is the question whether to found PR. What
must be exchanged (the founding at the first 4+4, all at the first 5) has no decision.

`RequestTurn`: player=Stefan, requestingPlayerName=Helmut: in Stefan's turn, Helmut ends his automatic
passing. No effect on the game.

`AdjustSharePrice` (a correction by hand, in anybody's turn): companyName=BY, chosenDirection=UP; known by
name only. `CorrectionModeAction` begins and ends corrections, without effect of its own. Corrections of
cash, map and trains are not known: they are left out, and the replay says so.
"""

from enum import IntEnum

from stellwerk.records.rails_save import Decision

ORIENTATIONS = ("SW", "W", "NW", "NE", "E", "SE")


class NullMode(IntEnum):
    """What a `NullAction` says, in its field `mode`."""

    DONE = 0
    PASS = 1
    SKIP = 2
    AUTOPASS = 3


class Allocation(IntEnum):
    """What becomes of a revenue, in the field `revenueAllocation` of a `SetDividend`."""

    WITHHOLD = 0
    SPLIT = 1
    PAYOUT = 2


def tile(decision: Decision) -> str:
    """The number of the tile that a `LayTile` lays, whatever the version.

    >>> tile(Decision("LayTile", "Ute", {"laidTileId": 0, "sLaidTileId": "213"}))
    '213'
    >>> tile(Decision("LayTile", "Ute", {"laidTileId": 8}))
    '8'
    """
    return decision.text("sLaidTileId", "laidTileId")


def seller(decision: Decision) -> tuple[str, str]:
    """From whom a certificate is bought: `("IPO", "")`, `("Pool", "")` or `("Player", name)`.

    >>> seller(Decision("BuyCertificate", "Ute", {"fromName": "Player_Sven K."}))
    ('Player', 'Sven K.')
    >>> seller(Decision("BuyCertificate", "Ute", {"fromName": "Bank_Pool"}))
    ('Pool', '')
    """
    name = decision.text("fromName")
    if name.startswith("Player_"):
        return "Player", name.removeprefix("Player_")
    if name.startswith("Bank_") or name in ("IPO", "Pool"):
        return name.removeprefix("Bank_"), ""
    return "Player", name


def relaid(decision: Decision) -> dict[str, int]:
    """The cities, from 1, into which a `LayTile` puts markers of the old tile, by company.

    >>> relaid(Decision("LayTile", "Ute", {"relaidBaseTokensString": "BA:1,HE:2"}))
    {'BA': 1, 'HE': 2}
    """
    pairs = (part.partition(":") for part in decision.names("relaidBaseTokensString"))
    found = {company: int(city) for company, _, city in pairs if city.isdecimal()}
    stored = decision.fields.get("relaidBaseTokens")
    if not found and isinstance(stored, dict):
        found = {company: city for company, city in stored.items() if isinstance(city, int)}
    return found


def train_type(unique_id: str) -> str:
    """The type of a train by Rails' name of the single train.

    >>> train_type("2+2_0")
    '2+2'
    """
    return unique_id.rpartition("_")[0] or unique_id
