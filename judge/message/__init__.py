"""From raw bytes to a message: who says they sent it, by what proof, and the lines of its text."""
