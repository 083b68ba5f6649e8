"""Reading what people write: lines of a mail to orders, commands and prose.

A library of its own, for whoever has a map: give it the lines and where they were written.

>>> from judge.reading import Context, language_of, read_text
>>> from judge.resources import variant
>>> from judge.rules import STANDARD
>>> standard = variant("standard")
>>> context = Context(standard, STANDARD, standard.start, "france", None)
>>> lines = ["L'armée de Paris va en Bourgogne", "F Brest - Manche", "A bientôt !"]
>>> language_of(lines, context)
'fr'
>>> for line in read_text(lines, context):
...     print(line.mark.value, getattr(line.outcome, "order", None))
order A par - bur
order F bre - eng
prose None

Pure but for one thing: the words of the languages are read once from the package's own files.
"""

from __future__ import annotations

from judge.reading.context import Context
from judge.reading.lines.pages import Mark, ReadLine
from judge.reading.mail import language_of, read_mail, read_orders, read_text

__all__ = ["Context", "Mark", "ReadLine", "language_of", "read_mail", "read_orders", "read_text"]
