"""Optional rules, start variants, and rules that another program plays differently."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a group can agree on before the first move; the defaults are the rulebook.

    The second block is for replaying other programs' records: each of these bends a rule and is off by default.
    """

    variant: Literal["standard", "clemens", "snake"] = "standard"
    leipzig_income: Literal[20, 30] = 20  # 7.1
    falling_prices: bool = False  # 7.2
    minors_wait: Literal["no", "packet", "bayern"] = "no"  # 7.3: "packet"

    bayern_floats_at: Literal[20, 30, 40, 50] = 50
    unlimited_tiles: bool = False
    track_anywhere: bool = False
    stations_anywhere: bool = False
    powers_any_time: bool = False
    upgrade_anywhere: bool = False
    same_price_sales: bool = False
    mecklenburg_without_prussia: bool = False
    early_sales: bool = False
    prussia_rises_when_complete: bool = False
    director_may_split: bool = False
    emergency_sales_free: bool = False
    end_after_set: bool = False
    corrections: bool = False
