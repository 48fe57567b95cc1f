"""Optional rules and start variants, for players to choose."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a group can agree on before the first move; the defaults are the rulebook."""

    variant: Literal["standard", "clemens", "snake"] = "standard"
    leipzig_income: Literal[20, 30] = 20  # 7.1
    falling_prices: bool = False  # 7.2
    minors_wait: Literal["no", "packet"] = "no"  # 7.3: "packet"
