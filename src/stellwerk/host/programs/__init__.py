"""Programs of people who are away."""
