"""What companies run, earn, buy and owe, and how they leave the game."""
