"""The ten rules of the interface over whole ready tours, which take too long for every run."""

from __future__ import annotations

from random import Random

import pytest

from engines.legstrong import SPEC
from engines.table import Table
from tests.engines.contract import RULES
from tests.engines.facts import FACTS
from tests.engines.legstrong.position import GAME
from tests.engines.matches import play


@pytest.mark.long
@pytest.mark.parametrize("attacks", ["sealed", "clockwise"])
@pytest.mark.parametrize("tour", ["weekend", "classic", "grand"])
@pytest.mark.parametrize("seats", SPEC.seats)
def test_the_ready_tours_keep_the_ten_rules(seats: int, tour: str, attacks: str) -> None:
    match = play(GAME, Table(seats, {"tour": tour, "attacks": attacks, "hold": "on"}, SPEC.rules), seats)
    for check in RULES.values():
        check(FACTS["legstrong"], match, Random(seats))
