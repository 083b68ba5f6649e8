"""From events to letters: every word that a player reads, by Jinja2 templates."""
