"""judge: an e-mail judge for the board game Diplomacy."""

__version__ = "0.1.0"
