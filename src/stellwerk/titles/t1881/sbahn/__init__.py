"""The S-Bahn: its board, its chair, its votes and its shares."""
