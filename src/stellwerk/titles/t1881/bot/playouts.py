"""How a bot that looks ahead plays 1881: from the third stock round, when companies have run."""

from stellwerk.bots.api import Foresight
from stellwerk.play.runs import RunTrains

from ..actions import SellSbahnShares

# To leave out a run is never sensible, whatever the forecast makes of the price that falls by it.
FORESIGHT = Foresight(from_round=3, never=(SellSbahnShares, RunTrains))
