"""A game played by mail before your eyes: players with mailboxes around the real daemon."""
