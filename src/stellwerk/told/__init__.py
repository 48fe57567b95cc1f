"""What 18xx titles tell of a position alike: tables, the market, a game's books. Rules are in `eighteen`."""
