"""A second, plain account of 1881: money, shares, prices, turns and the end, from events alone.

It knows the chart, the prices and the rules of this file and nothing of the engine: what the engine says has
happened must be what the rules make of it. `follow` takes the events of one action; `agrees` compares the books.
"""

from __future__ import annotations

from collections import Counter

CHART = """
    10
    20  28
    30  40  50
    42  52  62  70
    54  64  72  78  82
    66  74  80  84  86
    76  82  86  88  92  98
    84  88  90  94 100 108
    90  92  96 102 110 120 132
     -  98 104 112 122 134 148
     - 106 114 124 136 150 166
     -   - 126 138 152 168 186
     -   - 140 154 170 188 208
     -   -   - 172 190 210 232
     -   -   - 192 212 234 258
     -   -   - 214 236 260 286
     -   -   -   - 262 288 316
     -   -   -   - 290 318 348
     -   -   -   - 320 350 382
     -   -   -   -   - 384 400
"""
CELLS = {
    (row, column): int(text)
    for row, line in enumerate(CHART.split("\n")[1:-1])
    for column, text in enumerate(line.split())
    if text != "-"
}
ISSUE = {
    "GBS": 92,
    "BChSt": 88,
    "BESTAG": 88,
    "NBSN": 84,
    "SBV": 84,
    "SHG": 84,
    "SSC": 80,
    "SpS": 80,
    "S-Bahn": 84,
}
START = {92: (6, 4), 88: (6, 3), 84: (5, 3), 80: (5, 2)}
TRAINS = {"2": 220, "3": 330, "4": 440, "5": 550, "6": 660, "4S": 300, "7S": 600, "9S": 900}
ROUNDS = {"1": 1, "2": 2, "3": 3, "4": 3}
CASH = {3: 720, 4: 620, 5: 520, 6: 420}
S = "S-Bahn"
NETWORKS = {"S2", "S3", "S4"}


def moved(cell, way):
    """Where a marker goes: trading stops at the edge (4.18), income turns there (9.11)."""
    row, column = cell
    if way == "sold":
        return (row, column - 1) if (row, column - 1) in CELLS else cell
    if way == "sold_out":
        return (row, column + 1) if (row, column + 1) in CELLS else cell
    step, turn = (1, 1) if way == "dividend" else (-1, -1)
    return (row + step, column) if (row + step, column) in CELLS else (row, column + turn)


class Referee:
    """The books."""

    def __init__(self, players, **options):
        self.players, self.options = range(players), options
        self.cash = Counter(dict.fromkeys(self.players, CASH[players]))
        self.cash["bank"] = 10_320 - sum(self.cash.values())
        self.papers = {company: {"issue": [20] + [10] * 8} for company in ISSUE if company != S}
        self.papers[S] = {"issue": [10] + [5] * 18}
        self.cells, self.came, self.clock = {}, {}, 0
        self.bankrupt, self.running, self.apart = set(), set(), []
        self.phase, self.ready, self.acted, self.of, self.index = "1", set(), [], 1, 0
        self.stock, self.broken, self.over, self.still = False, False, False, 0
        self.earned, self.edge, self.kept, self.saved = Counter(), Counter(), Counter(), set()
        self.dues, self.wages, self.waiting = [], None, None
        self.noted, self.owes = Counter(), {}

    # Questions ------------------------------------------------------------------------------------------------

    def price(self, company):
        return CELLS[self.cells[company]]

    def held(self, company, owner):
        return sum(self.papers[company].get(owner, ()))

    def worth(self, seat):
        shares = 0
        for company in self.cells:
            unit = 5 if company == S else 10
            shares += self.held(company, seat) // unit * self.price(company)
        return self.cash[seat] + self.noted[seat] + shares

    def sold_out(self, company):
        return not self.papers[company].get("issue") and not self.papers[company].get("pool")

    def move(self, company, size, giver, taker):
        assert size in self.papers[company].get(giver, ()), (company, size, giver)
        self.papers[company][giver].remove(size)
        self.papers[company].setdefault(taker, []).append(size)

    def place(self, company, cell):
        if self.cells.get(company) != cell:
            self.clock += 1
            self.came[company] = self.clock
        self.cells[company] = cell

    # Following ------------------------------------------------------------------------------------------------

    def follow(self, events):
        """What one action brought about."""
        for event in events:
            name = type(event).__name__
            wage = name in ("BankBroken", "CreditPaid") or (
                name in ("Paid", "PaymentNoted") and event.purpose in ("dividend", "train")
            )
            if self.wages is not None and not wage:
                assert not +self.wages, f"not paid: {self.wages}"
                self.wages = None
            handler = getattr(self, f"on_{name}", None)
            if handler:
                handler(event)
        assert self.wages is None or not +self.wages
        self.wages = None
        assert not self.dues, f"prices that did not move: {self.dues}"
        assert self.waiting is None
        for company, owners in self.papers.items():
            for owner, papers in owners.items():
                if owner not in ("issue", "pool", "gone"):
                    assert sum(papers) <= (30 if company == S else 60), (company, owner)

    def agrees(self, game):
        """Whether the engine's books say the same."""
        state = game.state
        assert {owner: amount for owner, amount in state.cash.items() if amount} == {
            owner: amount for owner, amount in self.cash.items() if amount
        }
        assert {owner: amount for owner, amount in self.noted.items() if amount} == state.noted
        assert state.credit == self.owes
        assert all(self.cash[company] < owed for company, (_, owed) in self.owes.items()), "15.3"
        assert {company: tuple(state.chart.field(company)) for company in self.cells} == self.cells
        register = game.rules.printed.register
        for company, owners in self.papers.items():
            for owner, papers in owners.items():
                assert register.percent(state.papers, company, owner) == sum(papers), (company, owner)
        assert sum(self.cash.values()) == 10_320
        assert game.over == self.over
        end = any(price == 400 for price in map(self.price, self.cells))
        assert self.over or not end, "400 ends the game"

    # Money ----------------------------------------------------------------------------------------------------

    def on_Paid(self, event):
        assert event.amount > 0
        self.cash[event.payer] -= event.amount
        self.cash[event.payee] += event.amount
        assert self.cash[event.payer] >= 0, event
        if event.purpose == "dividend":
            self.wages[event.payee] -= event.amount
            assert self.wages[event.payee] == 0 or not self.cash["bank"], event
        if event.purpose == "noted":
            self.noted[event.payee] -= event.amount
            assert event.payee not in self.players
            assert self.noted[event.payee] >= 0
        if event.purpose in ("share", "sale"):
            self.settle_shares(event.payer, event.payee, event.amount, event.purpose)

    def on_PaymentNoted(self, event):
        """The bank is empty, and owes the rest (13.2)."""
        assert event.amount > 0
        assert not self.cash["bank"]
        self.noted[event.owner] += event.amount
        self.broken = self.broken or event.owner in self.players
        if event.purpose == "dividend":
            self.wages[event.owner] -= event.amount
            assert self.wages[event.owner] == 0, event
        if event.purpose == "sale":
            self.settle_shares("bank", event.owner, event.amount, "sale")

    def on_EnvelopesOpened(self, event):
        order = list(event.order)
        assert sorted(order) == list(self.players)
        assert [event.bids[seat] for seat in order] == sorted(event.bids, reverse=True)
        for one, other in zip(order, reversed(order), strict=True):
            self.cash[one] += event.bids[other] - event.bids[one]
        assert tuple(self.cash[seat] for seat in self.players) == event.cash

    def on_BankBroken(self, event):
        assert self.broken

    # Shares ---------------------------------------------------------------------------------------------------

    def on_CompanyOpened(self, event):
        self.place(event.company, START[ISSUE[event.company]])

    def on_ShareBought(self, event):
        self.bought(event.company, event)

    def on_CompanyBoughtShare(self, event):
        self.bought(S, event)

    def bought(self, company, event):
        each = ISSUE[company] if event.source == "issue" else self.price(company)
        assert event.price == each * event.percent // (5 if company == S else 10), event
        if event.source == "issue":
            assert self.papers[company]["issue"][0] == event.percent, "the papers are sold in their order"
        self.waiting = (company, [event.percent], event.source, event.price)

    def on_SharesSold(self, event):
        self.sold(event.company, event)

    def on_CompanySoldShares(self, event):
        self.sold(S, event)

    def sold(self, company, event):
        assert event.proceeds == sum(event.papers) // (5 if company == S else 10) * self.price(company)
        self.waiting = (company, event.papers, "pool", event.proceeds)
        self.dues.append((company, "sold"))

    def settle_shares(self, payer, payee, paid, purpose):
        """Whoever pays or is paid is the owner, a player or a tram company; of a sale part may be noted."""
        company, sizes, bank, amount = self.waiting
        owner, other = (payer, payee) if purpose == "share" else (payee, payer)
        assert other == "bank"
        assert paid <= amount
        self.waiting = (company, sizes, bank, amount - paid) if paid < amount else None
        if self.waiting is None:
            for size in sizes:
                self.move(company, size, *((bank, owner) if purpose == "share" else (owner, bank)))

    def on_DirectorChanged(self, event):
        assert self.held(event.company, event.new) > self.held(event.company, event.old)
        for size in event.papers:
            self.move(event.company, size, event.new, event.old)
        self.move(event.company, 20, event.old, event.new)

    def on_ChairChanged(self, event):
        if event.old not in self.bankrupt:
            assert self.held(S, event.new) > self.held(S, event.old)
        given = min(2, self.papers[S][event.new].count(5))
        assert event.shares + len(event.seats) == given
        assert set(event.seats) <= {2, 3, 4}
        for _ in range(given):
            self.move(S, 5, event.new, event.old)
        self.move(S, 10, event.old, event.new)
        if event.old in self.bankrupt:
            self.to_pool(event.old)

    def to_pool(self, company):
        for size in list(self.papers[S].get(company, ())):
            self.move(S, size, company, "pool")

    def on_Floated(self, event):
        sold = 100 - self.held(event.company, "issue")
        assert 30 <= sold < 45 if event.company == S else 60 <= sold < 80, event
        assert event.capital == (1680 if event.company == S else 10 * ISSUE[event.company])
        self.running.add(event.company)

    def on_NetworkBegan(self, event):
        assert event.capital % 420 == 0
        if event.network != S:
            self.apart.append(event.network)

    def on_NetworkJoined(self, event):
        assert self.cash[event.network] == event.money
        self.noted[S] += self.noted.pop(event.network, 0)
        self.apart.remove(event.network)

    # Prices ---------------------------------------------------------------------------------------------------

    def on_PriceMoved(self, event):
        assert (event.company, event.cause) in self.dues, event
        self.dues.remove((event.company, event.cause))
        old = self.cells[event.company]
        assert tuple(event.old_field) == old
        assert tuple(event.new_field) == moved(old, event.cause), event
        assert (event.old, event.new) == (CELLS[old], CELLS[moved(old, event.cause)])
        self.place(event.company, moved(old, event.cause))

    def on_CompanyBankrupt(self, event):
        company = event.company
        assert self.price(company) == 10
        self.bankrupt.add(company)
        self.running.discard(company)
        self.owes.pop(company, None)
        for owner in (company, *(self.apart if company == S else ())):
            self.noted.pop(owner, None)
        self.papers[company] = {"gone": [size for held in self.papers[company].values() for size in held]}
        if company == S:
            self.apart = []
        else:
            chair = 10 in self.papers[S].get(company, ())
            heirs = any(self.held(S, owner) for owner in (*self.players, *ISSUE) if owner != company)
            if not (chair and heirs):
                self.to_pool(company)

    # Income ---------------------------------------------------------------------------------------------------

    def on_Earned(self, event):
        self.earned[event.company] = event.income

    def on_PeripheryJoined(self, event):
        assert event.amount == 100
        self.edge[event.company] += 100

    def on_BonusEarned(self, event):
        if event.kept:
            self.kept[event.company] = event.amount

    def on_Withheld(self, event):
        if event.company in NETWORKS | {S}:
            self.saved.add(event.company)
        else:
            self.dues.append((event.company, "withheld"))

    def paid_by(self, company):
        return self.earned[company] + self.edge[company] - self.kept[company]

    def on_PaidOut(self, event):
        company = event.company
        if company != S:
            assert event.income == self.paid_by(company)
            self.dues.append((company, "dividend"))
        owners = [owner for owner in self.papers[company] if owner not in ("issue", "pool", "gone")]
        self.wages = Counter({owner: -(-event.income * self.held(company, owner) // 100) for owner in owners})
        self.wages[company] += event.income * self.held(company, "pool") // 100

    def on_SbahnSettled(self, event):
        networks = [each for each in self.acted if each in NETWORKS | {S}]
        payers = [each for each in networks if each not in self.saved]
        assert (event.paid, event.saved) == (len(payers), len(networks) - len(payers)), event
        assert event.total == sum(map(self.paid_by, payers))
        if event.paid != event.saved:
            self.dues.append((S, "dividend" if event.paid > event.saved else "withheld"))
        self.saved = set()

    def on_ProvisionPaid(self, event):
        assert event.amount == 20
        assert event.network in self.apart or (event.network == S and self.apart)
        assert event.network not in self.saved
        assert event.network == self.acted[-1]
        assert self.cash[event.network] >= 20

    def on_ProvisionLeft(self, event):
        self.on_ProvisionPaid(event)

    # Credit ---------------------------------------------------------------------------------------------------

    def on_BoughtOnCredit(self, event):
        assert self.options["credit"]
        assert event.company not in self.owes
        assert event.owes == TRAINS[event.train] > self.cash[event.company]
        self.owes[event.company] = (event.train, event.owes)

    def on_CreditPaid(self, event):
        assert self.owes.pop(event.company) == (event.train, event.amount)

    def on_TrainsScrapped(self, event):
        self.owes = {company: owed for company, owed in self.owes.items() if owed[0] != event.train}

    # Trams ----------------------------------------------------------------------------------------------------

    def on_TrainBought(self, event):
        if event.source in ("bank", "pool"):
            assert event.price == TRAINS[event.train]
            assert 0 <= event.helped <= event.price // 4

    def on_PhaseBegan(self, event):
        assert int(event.phase) == int(self.phase) + 1
        self.phase = event.phase
        if not self.options.get("rounds_fixed"):
            self.of = ROUNDS[self.phase]

    # Rounds ---------------------------------------------------------------------------------------------------

    def on_StockRoundBegan(self, event):
        assert self.index in (0, self.of)
        assert not self.broken
        self.stock, self.index = True, 0

    def on_StockRoundEnded(self, event):
        self.stock, self.of = False, ROUNDS[self.phase]
        alive = [company for company in self.cells if company not in self.bankrupt]
        self.dues += [(company, "sold_out") for company in alive if self.sold_out(company)]

    def on_OperatingRoundBegan(self, event):
        self.index += 1
        assert (event.index, event.of) == (self.index, self.of)
        self.ready, self.acted = set(self.running), []

    def on_OperatingRoundEnded(self, event):
        assert not self.left(), self.left()
        self.still = 0 if self.acted else self.still + 1

    def left(self):
        """Companies that are still to act in this round; nobody acts for an S-Bahn without a chair."""
        chairless = {S} if 10 in self.papers[S].get("pool", ()) else set()
        return self.ready & self.running - set(self.acted) - chairless

    def on_CompanyActs(self, event):
        company = event.company
        for book in (self.earned, self.edge, self.kept):
            book[company] = 0
        if company in NETWORKS:
            assert company in self.apart
            assert not any(each > company for each in self.acted if each in NETWORKS)
        else:
            first = max(self.left(), key=self.rank)
            assert company == first, (company, first)
        self.acted.append(company)

    def rank(self, company):
        return self.price(company), self.cells[company][1], -self.came[company]

    # The end --------------------------------------------------------------------------------------------------

    def on_GameEnded(self, event):
        self.over = True
        at_400 = any(self.price(company) == 400 for company in self.cells)
        done = self.stock or not self.left()
        assert at_400 or (self.broken and done) or self.still >= 5, "no reason to end"
        assert event.worth == tuple(self.worth(seat) for seat in self.players)


def referee_of(game):
    """A referee who has seen the start of a game."""
    found = Referee(len(game.players), **game.options)
    found.follow(game.events_of(0))
    return found
