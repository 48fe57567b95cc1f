"""What is shown of a game, as plain data: faces of titles, tables, the market, how it went, what a choice brings.

Nothing here is prose or drawing: `words` and `draw` make these from it, for pages and terminal alike.
"""
