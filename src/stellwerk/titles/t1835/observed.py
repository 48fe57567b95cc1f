"""What a learner may see of 1835 beside what all 18xx titles have."""

from stellwerk.eighteen.observed import COMPANIES, and_also
from stellwerk.play.observed import GAME, SEATS, entries, part

OBSERVED = and_also(
    part(GAME, "powers_used"),
    part(GAME, "packet_rounds"),
    entries(SEATS, "barren"),
    entries(COMPANIES, "debts"),
    director_by=("order",),
)
