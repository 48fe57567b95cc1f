"""Pages of a table: play, talk, agreements, looking back, learning."""
