"""Real servers for the tests: private, on free ports, gone afterwards."""
