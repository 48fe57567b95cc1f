"""Telling people who are not here, by letter, by browser, by an address of theirs."""
