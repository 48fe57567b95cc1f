"""Games in the browser: lobby, seats, live play, storage, and a JSON interface for the same things.

storage   what is kept: people, games, seats and the append-only log, in one SQLite file
live      a game in memory, with its lock and the numbers of its decisions
kept      pages of games that are not in memory, as a cache
host      the games that are being played: acting, taking back, joining, bots, news
importing files that people bring, each read by a process of its own (`reading`) within limits
table     what a page shows of a game, from one seat's view
since     what happened since a seat's last turn
redrawn   which hexes of a board a page has to draw again
pages     the pages; `api` the same as JSON; `stream` news as they come
shield    who may ask what, how often and how much
"""
