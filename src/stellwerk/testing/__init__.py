"""For those who test a title, also one of a plug-in: players by lot, and long runs of them."""
