"""Rules that another program plays differently; each bends a rule and is off by default."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The defaults are the rulebook. All of these are for replaying records of 18xx.games (`habits.py`)."""

    aarau_costs: bool = False
    chart_without_180: bool = False
    twenty_last_trains: bool = False
    home_tile_optional: bool = False
    eva_above_limit: bool = False
    one_area_a_side: bool = False
    tunnel_bonus_anywhere: bool = False
    any_run: bool = False
    premiums_in_operating_rounds: bool = False
    duty_by_connection: bool = False
    help_for_dearer_trains: bool = False
    sales_for_dearest_train: bool = False
    each_sale_falls: bool = False
    bankruptcy: Literal["no", "at_once", "sold_out", "penniless", "shareless", "ruined"] = "no"
    surplus_trains_leave: bool = False
    loans_from_outside: bool = False
    overdraft_is_a_loan: bool = False
    tenth_from_the_pool: bool = False
    ten_federal_markers: bool = False
    federal_director_has_a_tenth: bool = False
    prices_company_by_company: bool = False
