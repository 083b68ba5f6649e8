"""Reading what people write: lines of a mail to orders, commands and prose.

Pure but for one thing: the words of the languages are read once from the package's own files.
"""

from __future__ import annotations

from judge.reading.context import Context
from judge.reading.lines import Mark, ReadLine
from judge.reading.mail import read_mail, read_orders, read_text

__all__ = ["Context", "Mark", "ReadLine", "read_mail", "read_orders", "read_text"]
