"""Words: the tokens of a text, and the lexicon of all that each of them can mean."""
