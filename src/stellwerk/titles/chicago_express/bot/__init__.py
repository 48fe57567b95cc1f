"""What a bot should value in Chicago Express."""
