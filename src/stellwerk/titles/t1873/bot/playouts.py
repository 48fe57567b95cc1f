"""How a bot that looks ahead plays Harzbahn 1873: from the third stock round, when it is known who has what."""

from stellwerk.bots.api import Foresight

FORESIGHT = Foresight(from_round=3, tried=3)
