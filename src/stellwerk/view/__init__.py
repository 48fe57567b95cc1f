"""What somebody sees of a game: menus, cards, market, recap, books, lessons. No HTTP: the terminal may ask, too.

menu          legal actions as buttons, groups and places on the board
why_not       what one would look for and cannot do now, with its paragraph
route_editor  a run of trains put together stop by stop
cards, market players, companies and papers; chart and money on the stage
recap         what happened since a seat's last turn
books, charts a game's incomes as tables and pictures
drawn_runs    runs found again in the log, as lines on the board
about, learning, lessons   what a title tells of itself, and its first round
"""
