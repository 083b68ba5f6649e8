"""The adjustment phase: builds, removals, and the units of those who say nothing."""
