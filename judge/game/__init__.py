"""The life of a game: what a command, a submission or a deadline does to it; pure."""
