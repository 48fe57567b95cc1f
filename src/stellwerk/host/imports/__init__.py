"""Files that people bring along, each read by a process of its own within limits."""
