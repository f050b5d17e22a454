"""What many tests share: random players and games, and ways to damage text."""
