"""How Chicago Express is shown: names, tables, colours, the market, a game's books."""
