"""How 1844 is shown: names, tables, colours, the market, a game's books."""
