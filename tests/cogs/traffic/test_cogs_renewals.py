"""What takes longer than a second says so, and shows by itself what came of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from host.play.presence import NEAR
from locales import catalogue
from tests.cogs.world import FAST, MORE, Answer, Player, World, press_through, quick_match

SAY = catalogue("en")
THINKING = SAY("panel.thinking")


def shown(answer: Answer) -> str:
    """What the panel says by now."""
    return str(answer.by.world._stored(answer.panel).content)


@pytest.fixture
async def ann(world: World) -> Player:
    """Alone in match 1 with a computer, before the first move, which is sealed."""
    ann = world.person("Ann")
    await ann.start_match(computers=1, preset="quick")
    return ann


async def test_a_panel_says_that_the_computer_is_thinking_and_goes_on_by_itself(world: World, ann: Player) -> None:
    dms = len(ann.dms())
    panel = await press_through(await ann.press(world.board(), "Your move"))
    assert THINKING in shown(panel)
    await world.later(5)
    assert THINKING not in shown(panel) and SAY("panel.sealed") not in shown(panel)
    assert "Yellow 1: which" in shown(panel)
    assert len(ann.dms()) == dms, "nobody is called to what they look at"
    goes_on = await ann.press(panel, world.labels(panel.panel)[0])
    assert goes_on.panel.id == panel.panel.id


async def test_a_panel_that_has_gone_elsewhere_is_left_alone(world: World, ann: Player) -> None:
    panel = await press_through(await ann.press(world.board(), "Your move"))
    other = await ann.press(world.board(), "Your move")
    before = shown(panel)
    await world.later(5)
    assert shown(panel) == before
    assert "Yellow 1: which" in shown(other), "the newest panel of a person goes on"


async def test_people_are_not_said_to_think(world: World) -> None:
    ann, bob = await quick_match(world)
    panel = await press_through(await ann.press(world.board(), "Your move"))
    before = shown(panel)
    assert THINKING not in before
    await press_through(await bob.press(world.board(), "Your move"))
    await world.later(NEAR)
    assert shown(panel) == before
    assert len(ann.dms()) == 2, "she may have looked away, so she is called"


def slowly(monkeypatch: pytest.MonkeyPatch, room: Any, name: str) -> None:
    """Let this take some seconds."""
    at_once = getattr(room, name)

    async def later(*arguments: Any) -> Any:
        await asyncio.sleep(3)
        return await at_once(*arguments)

    monkeypatch.setattr(room, name, later)


async def test_an_answer_that_takes_long_says_so_until_it_is_there(
    world: World, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await press_through(await ann.press(world.board(), "Your move"))
    await world.later(5)
    slowly(monkeypatch, world.house.matches._match_log, "load")
    panel = await ann.press(await ann.press(world.board(), "Your move"), MORE)
    ann.emit_press(panel.panel, FAST)
    await world.later(2)
    assert shown(panel) == THINKING
    await world.later(5)
    assert THINKING not in shown(panel) and "Played for you" in shown(panel)


async def test_an_older_private_panel_of_a_match_shrinks_to_a_line(world: World) -> None:
    ann, _ = await quick_match(world)
    old = await ann.press(world.board(), "Your move")
    new = await ann.press(world.board(), "Your move")
    assert shown(old) == SAY("panel.newer") and not world.parts(old.panel)
    goes_on = await ann.press(new, world.labels(new.panel)[0])
    assert goes_on.panel.id == new.panel.id and shown(new) != SAY("panel.newer")


async def test_a_panel_that_shows_another_match_by_now_is_left_alone(world: World) -> None:
    ann, bob = await quick_match(world)
    await ann.start_match(bob, preset="quick")
    panel = await press_through(await ann.command("play", match="1"))
    await ann.press(panel, next(label for label in world.labels(panel.panel) if label.startswith("Next: ")))
    other = shown(panel)
    await ann.command("play", match="1")
    assert shown(panel) == other != SAY("panel.newer")
