"""Rules that another program plays differently; each bends a rule and is off by default."""

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The defaults are the rulebook."""
