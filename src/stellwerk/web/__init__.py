"""Games in the browser: pages, a JSON interface for the same things, and what stands before both.

app                routes, layers, and what happens when something goes wrong
pages, api         the pages, and the same as JSON (described by `openapi`)
table              what a page shows of a game, from one seat's view
request            who asks, and what they sent
middleware         who may ask what, how often and how much
connection_limits  how long a connection may keep us waiting
"""
