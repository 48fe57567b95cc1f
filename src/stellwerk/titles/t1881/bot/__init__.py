"""What a bot should value in 1881."""
