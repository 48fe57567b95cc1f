"""How 1835 is shown: names, tables, colours, the market, a game's books."""
