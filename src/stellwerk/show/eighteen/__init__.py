"""How 18xx titles are shown alike: tables, the market, how a game went. Their rules: `stellwerk.eighteen`."""
