"""Ready answers to what `eighteen` asks: 1830 as values and steps that a title takes, replaces or leaves."""
