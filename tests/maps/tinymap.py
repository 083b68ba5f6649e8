"""A map of five places, sound in every way, for the tests to break."""

from __future__ import annotations

BOARD = """\
name Tiny  # an island, a mainland and the sea between
start S1901M
victory 2

power north N isl
power south S cap

province cap land centre
province isl coast centre
province low coast ec sc
province sea sea
impassable alp

unit north F isl
unit south A cap

army cap low
fleet isl sea
fleet low/ec sea
fleet low/sc sea
"""

ENGLISH = """\
power north Northland | North Land
power south Southland
adjective north Northern
adjective south Southern
coast ec east coast | ec
coast sc south coast | sc
alp Alps | Alp
cap Capital
isl Island | Isle
low Lowlands
sea Silver Sea
"""

FRENCH = """\
power north Pays du Nord
power south ~Pays du Sud
coast ec côte est
coast sc côte sud
alp Alpes
cap Capitale
isl Île
missing low
sea Mer d'argent
? Bas = low sea
"""

FILES = {"board.txt": BOARD, "names.en.txt": ENGLISH, "names.fr.txt": FRENCH}
