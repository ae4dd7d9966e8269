"""What is known of a match after a step, without reading it again."""

from dataclasses import replace

import pytest

from host.play.consequences import facts_after
from model.match import MatchFacts, SeatFacts, Step
from tests.db.sample import LOBBY, row

pytestmark = pytest.mark.quick


def test_what_its_server_decided_stays_known() -> None:
    read = MatchFacts(LOBBY, "Europe/Brussels", seats=(SeatFacts(),), keeps_holidays=False, seasons=(6, 4))
    after = facts_after(read, Step(LOBBY, row()), replace(LOBBY, seq=1))
    assert (after.zone, after.keeps_holidays, after.seasons) == ("Europe/Brussels", False, (6, 4))
