"""What comes in from outside, and what may go out."""
