"""The law of the game: pure values and functions on the standard library alone."""
