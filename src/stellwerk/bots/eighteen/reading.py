"""What the shared actions of 18xx titles are about, for titles built on `stellwerk.eighteen`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from stellwerk.bank.chart import Field
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.board.board import Board, stop_number
from stellwerk.board.grid import PLACES
from stellwerk.bots import api
from stellwerk.eighteen import actions, clauses, shares, state, stations, track
from stellwerk.eighteen.classic.actions import StartCompany
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.printed import TrainKind
from stellwerk.eighteen.trains import OfferStep, ware_of
from stellwerk.play.core import Action, Choice, Pass, Position, Range, Step

Table = Position[Any, Any]  # of a title's own rules and state, which have all that those of `eighteen` have


class Firms(Mapping[str, api.Firm]):
    """Companies by their names, each looked at when it is first asked for."""

    def __init__(self, names: Iterable[str], firm: Callable[[str], api.Firm]) -> None:
        self._found: dict[str, api.Firm | None] = dict.fromkeys(names)
        self._firm = firm

    def __getitem__(self, name: str) -> api.Firm:
        found = self._found[name]
        if found is None:
            found = self._found[name] = self._firm(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __contains__(self, name: object) -> bool:
        return name in self._found


class EighteenReading(api.Railways):
    """A title whose state, steps and actions are those of `stellwerk.eighteen`.

    It adds what is abstract here, and `run`.
    """

    own_passes: tuple[type[Step], ...] = ()
    """Steps in which passing is no mere end of a turn."""

    def board(self, table: Table) -> Board:
        board: Board = table.state.board
        return board

    def gets(self, table: Table, action: Action) -> api.Shares | None:
        return ("", action.company) if isinstance(action, actions.BuyShare | StartCompany) else None

    def gives(self, table: Table, action: Action) -> api.Shares | None:
        return ("", action.company) if isinstance(action, actions.SellShares) else None

    def marker_price(self, table: Table, board: Board, company: str, stop: int) -> int | None:
        if not table.state.markers.get(company):
            return None
        then = Position(table.rules, replace(table.state, board=board))
        site, spot = table.rules.stations[0], stations.Spot(company, *divmod(stop, PLACES))
        if clauses.first_refusal(site.clauses, then, spot) is not None:
            return None
        cost: int = site.cost(then, spot)
        return cost

    # Choices ------------------------------------------------------------------------------------------------

    def read(self, table: Table, choice: Choice) -> tuple[Action, api.Move] | None:
        if isinstance(choice, Range):
            return self._read_offer(table, choice)
        move = self.read_action(table, choice)
        return (choice, move) if move else None

    def read_action(self, table: Table, action: Action) -> api.Move | None:
        """A shared action in common words."""
        step = table.state.agenda[-1]
        match action:
            case actions.BuyShare():
                return api.BuyShare(action.company, action.percent, shares.purchase_price(table, action))
            case actions.SellShares():
                part = shares.sold_part(table, action)
                return api.SellShares(action.company, part, shares.proceeds(table, action), action.director)
            case actions.LayTile():
                return self._read_lay(table, action)
            case actions.BuildStation():
                return self._read_station(table, action)
            case actions.Dividend() if isinstance(step, DividendStep):
                return api.PayOut(action.company, step.income, action.kind == "pay")
            case actions.BuyTrain():
                ware = ware_of(table, action)
                assert ware is not None
                return api.TakeTrain(action.company, action.train, ware.price, action.source == BANK)
            case actions.AnswerOffer() if isinstance(step, OfferStep):
                offer = step.offer
                return api.SellTrain(offer.seller, offer.train, offer.price, offer.company, action.accept)
            case actions.DiscardTrain():
                return api.GiveUpTrain(action.company, action.train)
            case Pass() if not isinstance(step, self.own_passes):
                return api.Done(getattr(step, "company", ""))
        return None

    def _read_lay(self, table: Table, action: actions.LayTile) -> api.LayTrack | None:
        permit, lay = track.permit_of(table, action.permit), track.lay_of(table, action)
        if permit is None or lay is None:
            return None
        return api.LayTrack(lay.company, lay.hex, lay.track, permit.cost(table, lay), bool(permit.id))

    def _read_station(self, table: Table, action: actions.BuildStation) -> api.PlaceStation | None:
        site, spot = stations.site_of(table, action.permit), stations.spot_of(table, action)
        if site is None or spot is None:
            return None
        return api.PlaceStation(action.company, stop_number(spot.hex, spot.city), site.cost(table, spot))

    def _read_offer(self, table: Table, choice: Range) -> tuple[Action, api.Move] | None:
        """Trains are asked for only among companies of one director, for what the buyer can spare."""
        offer = choice.action
        if not isinstance(offer, actions.OfferForTrain) or table.rules.director(table, offer.seller) != offer.seat:
            return None
        treasury = table.state.cash[offer.company]
        if choice.low > treasury:
            return None
        half = table.rules.printed.trains[offer.train].price // 2
        fair = min(treasury, choice.high, max(choice.low, half))
        return choice.at(fair), api.TakeTrain(offer.company, offer.train, fair, False, offer.seller)

    # The table ----------------------------------------------------------------------------------------------

    @abstractmethod
    def firms(self, table: Table) -> Mapping[str, api.Firm]:
        """The companies that there are, or will be."""

    @abstractmethod
    def papers_left(self, table: Table, seat: int) -> int:
        """How many papers a seat may still take."""

    @abstractmethod
    def fixed_income(self, table: Table) -> int:
        """What the bank pays in a round for papers that run no trains."""

    def survey(self, table: Table) -> api.Survey:
        now, phase = table.state, state.phase(table)
        seats = range(now.seats)
        return api.Survey(
            now.seats,
            tuple(max(0, now.cash[seat]) for seat in seats),
            now.cash[BANK],
            self.firms(table),
            self.kinds(table),
            now.depot,
            now.trains[POOL],
            phase.colours,
            phase.rounds,
            tuple(self.papers_left(table, seat) for seat in seats),
            self.fixed_income(table),
            bool(now.bank_broken_in),
        )

    def parts(self, table: Table, company: str) -> tuple[int, ...]:
        """Percent of a company in each seat's hands."""
        memo, key = table.state.papers.memo, f"parts of {company}"
        found: tuple[int, ...] | None = memo.get(key)
        if found is None:
            found = memo[key] = tuple(state.percent(table, company, seat) for seat in range(table.state.seats))
        return found

    def firm(self, table: Table, company: str) -> api.Firm:
        """A company with shares, as far as all titles agree; a title replaces what it knows better."""
        now = table.state
        trains = now.trains[company]
        on_chart = now.chart.field(company) is not None
        return api.Firm(
            company,
            table.rules.director(table, company),
            company in now.in_operation,
            now.cash[company],
            trains,
            table.rules.trains.limit(table, company) - len(trains),
            True,
            self.parts(table, company),
            state.percent(table, company, POOL),
            state.percent(table, company, ISSUE),
            price=state.price(table, company) if on_chart else state.company_of(table, company).price,
            unit=state.company_of(table, company).unit,
        )

    def kinds(self, table: Table) -> Mapping[str, api.TrainKind]:
        """All kinds of train, with the cards that scrap them."""
        ends = {now.scraps: now.train for now in table.rules.printed.phases if now.scraps}
        return {kind.id: _kind(kind, ends) for kind in table.rules.printed.trains.values()}

    # The chart ----------------------------------------------------------------------------------------------

    def field(self, table: Table, company: str) -> Field | None:
        """Where a company will begin that is not on the chart yet."""
        return None

    def rises(self, table: Table, company: str, field: Field) -> Field:
        """Where a company's marker goes from a field when it pays."""
        there: Field = table.rules.printed.sheet.right(field)
        return there

    def price_after(self, table: Table, company: str, payouts: int) -> int:
        sheet, field = table.rules.printed.sheet, table.state.chart.field(company) or self.field(table, company)
        if field is None:
            return 0
        for _ in range(abs(payouts)):
            field = self.rises(table, company, field) if payouts > 0 else sheet.left(field)
        price: int = sheet.price(field)
        return price

    def price_sold(self, table: Table, company: str) -> int:
        sheet, field = table.rules.printed.sheet, table.state.chart.field(company) or self.field(table, company)
        return sheet.price(sheet.down(field)) if field else 0


def _kind(kind: TrainKind, ends: Mapping[str, str]) -> api.TrainKind:
    card = kind.card or kind.id
    return api.TrainKind(
        kind.id,
        kind.price,
        kind.stops,
        kind.towns,
        ends.get(card, ""),
        kind.hexes,
        kind.skips,
        card=kind.card,
    )
