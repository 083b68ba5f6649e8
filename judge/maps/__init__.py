"""Map files as values: reading them, checking them, and what their places are called."""
