"""The last row of a panel: whatever can be done beside answering, never more than five buttons."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from cogs.panel.compose import compose
from locales import catalogue
from model.match import PlannedAnswer
from tests.cogs.limits import check_components
from tests.cogs.world import World, quick_match, quick_race

SAY = catalogue("en-XA")
KINDS = [*product((True, False), repeat=2)]


@pytest.mark.parametrize("paused", [None, "voted", "gone"])
@pytest.mark.parametrize("substitute", [None, "easy"])
async def test_in_every_state_the_buttons_fit_their_row(
    world: World, monkeypatch: pytest.MonkeyPatch, substitute: str | None, paused: str | None
) -> None:
    ann, bob = await quick_race(world)
    bot, matches = world.bots[-1], world.house.matches

    async def yes(*_: Any) -> bool:
        return True

    monkeypatch.setattr(matches, "can_undo", yes)
    monkeypatch.setattr(matches, "can_plan", yes)
    for asked, planned in KINDS:
        seen = await world.seen(1, ann if asked else bob)
        seats = tuple(replace(row, substitute=substitute) for row in seen.match.seats)
        own = replace(seen.own, plan=(PlannedAnswer(("never",)),) if planned else ())
        seen = replace(seen, match=replace(seen.match, seats=seats, paused=paused), own=own)
        panel = await compose(bot, seen, SAY)
        last = [item for item in panel.items if item.row == 4]
        assert 1 <= len(last) <= 5
        rows = [{"type": 1, "components": [item.to_component_dict() for item in last]}]
        check_components(rows)
        assert any("h:return" in str(item.custom_id) for item in last) == (substitute is not None)
        assert any("h:table" in str(item.custom_id) for item in last)


async def test_a_sealed_question_has_no_hint(world: World) -> None:
    ann, _ = await quick_match(world)
    panel = await compose(world.bots[-1], await world.seen(1, ann), SAY)
    codes = [str(item.custom_id) for item in panel.items if item.row == 4]
    assert codes.pop(0).endswith("~"), "❓"
    assert [code.split(":")[1] for code in codes] == ["table"]
