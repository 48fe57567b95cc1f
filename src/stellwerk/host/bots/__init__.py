"""Bots of running games: a fair queue, threads that ask, processes that think."""
