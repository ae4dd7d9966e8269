"""Replies in a panel: given at once in one request, deferred first where something is stored or it takes long."""

import asyncio
from typing import Any

import pytest

from cogs.ui.replies import PROMPT
from tests.cogs.world import LogLines, World, quick_race, to_confirm

MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, EDIT = 4, 5, 6, 7, 0  # types of callbacks, and an edit afterwards
EPHEMERAL = 1 << 6
EXPIRED: dict[str, Any] = {"status": 404, "code": 10062}


class Replies:
    """What the bot has sent since as replies to interactions."""

    def __init__(self, world: World) -> None:
        self._requests = world.env.http_requests
        self._begin = len(self._requests)

    @property
    def sent(self) -> list[Any]:
        return [r for r in self._requests[self._begin :] if r.path.startswith(("/interactions/", "/webhooks/"))]

    @property
    def kinds(self) -> list[int]:
        return [(request.json or {}).get("type", EDIT) for request in self.sent]


def slowly(monkeypatch: pytest.MonkeyPatch, world: World, way: str) -> None:
    """Let it take long to look at a match."""
    at_once = getattr(world.house.matches, way)

    async def later(*arguments: Any) -> Any:
        await asyncio.sleep(3 * PROMPT)
        return await at_once(*arguments)

    monkeypatch.setattr(world.house.matches, way, later)


async def test_a_step_in_a_panel_is_answered_at_once(world: World) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")
    replies = Replies(world)
    await ann.press(panel, panel.labels[0])
    assert replies.kinds == [UPDATE]
    assert len(world.parts(panel.panel)) > 0 and panel.panel.attachments


async def test_a_new_panel_is_private_and_there_at_once(world: World) -> None:
    ann, _ = await quick_race(world)
    replies = Replies(world)
    panel = await ann.press(world.board(), "Your move")
    assert replies.kinds == [MESSAGE]
    assert not world.bots[-1]._connection._view_store._views, "no button is kept in memory"
    assert replies.sent[0].json["data"]["flags"] & EPHEMERAL and panel.panel.attachments


async def test_what_is_stored_is_deferred_first(world: World) -> None:
    ann, _ = await quick_race(world)
    panel = await to_confirm(await ann.press(world.board(), "Your move"))
    replies = Replies(world)
    await ann.press(panel, "Confirm")
    assert replies.kinds == [DEFERRED_UPDATE, EDIT]


async def test_a_step_that_takes_long_is_deferred(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")
    slowly(monkeypatch, world, "visit")
    replies = Replies(world)
    ann.emit_press(panel.panel, "1")
    await world.later(2 * PROMPT)
    assert replies.kinds == [DEFERRED_UPDATE]
    await world.later(5)
    assert replies.kinds == [DEFERRED_UPDATE, EDIT]


async def test_a_new_panel_that_takes_long_is_deferred_in_private(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await quick_race(world)
    slowly(monkeypatch, world, "see")
    replies = Replies(world)
    ann.emit_press(world.board(), "Your move")
    await world.later(2 * PROMPT)
    assert replies.kinds == [DEFERRED_MESSAGE] and replies.sent[0].json["data"]["flags"] & EPHEMERAL
    await world.later(5)
    assert replies.kinds == [DEFERRED_MESSAGE, EDIT]


async def test_a_move_whose_reply_discord_no_longer_awaits_is_not_played(world: World, log_lines: LogLines) -> None:
    ann, _ = await quick_race(world)
    panel = await to_confirm(await ann.press(world.board(), "Your move"))
    rows = await world.rows(1)
    world.env.inject_error("POST", "/interactions/*/*/callback", **EXPIRED)
    assert (await ann.press(panel, "Confirm")).whispers == []
    assert log_lines.pop()["event"] == "answer came too late"
    assert await world.rows(1) == rows


async def test_a_step_whose_reply_comes_too_late_can_be_pressed_again(world: World, log_lines: LogLines) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")
    world.env.inject_error("POST", "/interactions/*/*/callback", **EXPIRED)
    await ann.press(panel, "1")
    assert log_lines.pop()["event"] == "answer came too late"
    assert "Back" in (await ann.press(panel, "1")).labels


async def test_a_deferral_that_comes_too_late_is_logged_once(
    world: World, log_lines: LogLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")
    slowly(monkeypatch, world, "visit")
    log_lines.clear()
    world.env.inject_error("POST", "/interactions/*/*/callback", times=2, **EXPIRED)
    ann.emit_press(panel.panel, panel.labels[0])
    await world.later(5)
    assert [line["event"] for line in log_lines] == ["answer came too late"]
    log_lines.clear()
