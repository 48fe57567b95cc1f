"""What a group can agree on before the first move."""

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The rulebook knows no variants."""
