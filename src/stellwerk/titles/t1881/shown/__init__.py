"""How 1881 is shown: names, tables, colours, the market, a game's books."""
