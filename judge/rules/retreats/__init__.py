"""The retreat phase: where a dislodged unit may go, and what becomes of it."""
