"""Lengths of time as they are written: ``3d``, ``36h``, ``1d12h``, ``90m``, ``45s``, ``1w``."""

from __future__ import annotations

import re
from datetime import timedelta

LONGEST = timedelta(days=366)

_WRITTEN = re.compile(
    r"(?:(?P<weeks>\d{1,8})w)?(?:(?P<days>\d{1,8})d)?(?:(?P<hours>\d{1,8})h)?"
    r"(?:(?P<minutes>\d{1,8})m)?(?:(?P<seconds>\d{1,8})s)?",
    re.ASCII | re.IGNORECASE,
)


def parse_duration(text: str) -> timedelta | None:
    """Read a length of one second to 366 days; None when it is anything else."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return None
    length = timedelta(**{unit: int(number or 0) for unit, number in found.groupdict().items()})
    return length if timedelta(0) < length <= LONGEST else None
