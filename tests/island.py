"""The island of `stellwerk new-title`, as the small title in which shared parts of the rules are tried."""


def edited(island, file, old, new):
    """Change one of its files."""
    path = island / "src" / "royal_scot" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
