"""The movement phase: from orders to a battle, its outcome, and what is said of it."""
