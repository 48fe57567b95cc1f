"""Games that are being played: in memory, in the log, with bots that answer. No pages and no HTTP.

host      who sits where, acting, taking back, news
live      a game in memory, with its lock and the numbers of its decisions
moves     first the log, then memory
board_diff  which hexes a page has to draw again
storage/  what is kept: people, games, seats, the append-only log, pages of games that are not in memory
bots/     whose bots move next, and the processes in which they think
imports/  files that people bring, each read by a process of its own within limits
limits/   how much one visitor, person and address may have
"""
