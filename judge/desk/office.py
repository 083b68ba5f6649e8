"""What lies on the desk: the tools that handling a mail needs besides the books."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.bulletin.compose import Composer
from judge.desk.policy import Policy
from judge.desk.ports import Salt
from judge.maps.variant import Variant
from judge.message.identity import Identity


@dataclass(frozen=True, slots=True)
class Office:
    """``variants`` are the maps by id; ``salt`` gives a new random text for each submission."""

    composer: Composer
    identity: Identity
    variants: Mapping[str, Variant]
    policy: Policy
    salt: Salt
