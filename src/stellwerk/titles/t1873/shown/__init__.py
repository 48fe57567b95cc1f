"""How 1873 is shown: names, tables, colours, the market, a game's books."""
