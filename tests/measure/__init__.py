"""Programs that measure a server from outside; no tests."""
