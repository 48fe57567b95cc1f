"""How 1889 is shown."""

from stellwerk.told.classic import ClassicTables

from .material import material

TABLES = ClassicTables(material())
