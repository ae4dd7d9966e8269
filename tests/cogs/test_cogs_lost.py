"""Lost connections, missing permissions, threads and servers that are gone: what is tried again, and who is told."""

from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import Route
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from host.post import BACKOFF
from locales import catalogue
from tests.cogs.world import LogLines, Player, World, play_fallback, quick_match

SAY = catalogue("en")
CLOSING = 4000  # a close code of the gateway after which discord.py connects again


class Line:
    """The bot's line to Discord, which breaks with `faults` at the next calls of this method."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        http = world.bots[-1].http
        self._request: Callable[..., Awaitable[Any]] = http.request
        self.faults: list[BaseException] = []
        monkeypatch.setattr(http, "request", self.request)

    async def request(self, route: Route, **more: Any) -> Any:
        if route.method == "POST" and "/channels/" in route.path and self.faults:
            raise self.faults.pop(0)
        return await self._request(route, **more)


def closed() -> discord.ConnectionClosed:
    """What a shard raises whose socket was closed."""

    class Socket:
        close_code = CLOSING

    return discord.ConnectionClosed(Socket(), shard_id=None, code=CLOSING)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "fault",
    [
        aiohttp.ClientConnectionError("no route"),
        aiohttp.ServerDisconnectedError(),
        ConnectionResetError(104, "reset"),
        TimeoutError(),
        discord.RateLimited(30.0),
        closed(),
    ],
    ids=lambda fault: type(fault).__name__,
)
async def test_a_lost_connection_is_tried_again_without_an_alarm(
    world: World, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    ann, bob = await quick_match(world)
    await play_fallback(world, ann)
    line = Line(world, monkeypatch)
    line.faults = [fault]
    await play_fallback(world, bob)
    assert line.faults == []
    assert len(ann.letters()) == 1, "the call was lost"
    await world.later(BACKOFF[0] + 1)
    assert len(ann.letters()) == 2


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_server_that_is_too_busy_raises_no_alarm(world: World, status: int) -> None:
    ann, bob = await quick_match(world)
    await play_fallback(world, ann)
    world.env.inject_error("POST", f"/channels/{ann.member.user.dm_channel.id}/messages", status=status)
    await play_fallback(world, bob)
    await world.later(BACKOFF[0] + 1)
    assert len(ann.letters()) == 2


# --- permissions


def allow(world: World, **allowed: bool) -> None:
    """Allow or deny the bot something in the channel for races, and so in its threads."""
    me = world.env.bot.user
    assert me is not None
    allows, denies = discord.PermissionOverwrite(**allowed).pair()
    world.env.backend.set_overwrite(
        world.races.id, Overwrite(me.id, OverwriteType.MEMBER, allow=allows.value, deny=denies.value)
    )


def complaint(world: World, *missing: str) -> str:
    """What the host is told."""
    names = ", ".join(SAY(f"permission.{name}") for name in missing)
    why = SAY("obstacle.permissions", missing=names)
    return SAY("host.running", match=1, channel=f"<#{world.races.id}>", why=why)


async def post_a_board(world: World, *players: Player) -> None:
    """Let the next who is waited for answer when the last board has become old, so that a new one is due."""
    await world.later(601)
    [seat, *_] = (await world.seen(1)).view.waiting
    assert seat is not None
    await play_fallback(world, players[seat])


async def test_the_host_is_told_once_what_is_missing_and_the_thread_goes_on_by_itself(
    world: World, log_lines: LogLines
) -> None:
    ann, bob = await quick_match(world)
    old = world.board().id
    allow(world, attach_files=False, send_messages_in_threads=False)
    await post_a_board(world, ann, bob)
    await world.later(BACKOFF[0] + 1)
    await post_a_board(world, ann, bob)
    told = [letter.content for letter in ann.letters() if "I can't post" in letter.content]
    assert told == [complaint(world, "send_messages_in_threads", "attach_files")]
    assert not [letter for letter in bob.letters() if "I can't post" in letter.content]
    assert [line["event"] for line in log_lines if line["log_level"] == "warning"] == ["can't post"]
    assert world.board().id == old
    allow(world, attach_files=True, send_messages_in_threads=True)
    await world.later(BACKOFF[-1])
    assert world.board().id != old


async def test_a_permission_that_is_taken_away_again_is_told_again(world: World) -> None:
    ann, bob = await quick_match(world)
    for _ in range(2):
        allow(world, send_messages_in_threads=False)
        await post_a_board(world, ann, bob)
        allow(world, send_messages_in_threads=True)
        await world.later(BACKOFF[-1])
    told = [letter.content for letter in ann.letters() if "I can't post" in letter.content]
    assert told == 2 * [complaint(world, "send_messages_in_threads")]


async def test_a_permission_that_nobody_can_name_is_told_all_the_same(world: World) -> None:
    ann, bob = await quick_match(world)
    world.env.inject_error("POST", f"/channels/{world.thread.id}/messages", status=403, code=50013)
    await post_a_board(world, ann, bob)
    why = SAY("obstacle.permissions", missing="a permission")
    told = SAY("host.running", match=1, channel=f"<#{world.races.id}>", why=why)
    assert told in [letter.content for letter in ann.letters()]


async def test_a_host_without_direct_messages_stands_in_nobodys_way(world: World) -> None:
    ann, bob = await quick_match(world)
    dms = f"/channels/{ann.member.user.dm_channel.id}/messages"
    world.env.inject_error("POST", dms, status=403, code=50007, times=None)
    allow(world, send_messages_in_threads=False)
    await post_a_board(world, ann, bob)
    allow(world, send_messages_in_threads=True)
    old = world.board().id
    await world.later(BACKOFF[-1])
    assert world.board().id != old


# --- threads


async def test_a_thread_that_discord_does_not_know_for_a_moment_is_kept(world: World) -> None:
    ann, bob = await quick_match(world)
    thread, boards = world.thread, len(world.thread.history())
    world.env.inject_error("POST", f"/channels/{thread.id}/messages", status=404, code=10003)
    await post_a_board(world, ann, bob)
    await world.later(BACKOFF[0] + 1)
    assert [one.id for one in world.races.threads] == [thread.id]
    assert len(thread.history()) > boards


async def test_a_thread_that_fell_asleep_in_this_moment_is_woken(world: World) -> None:
    ann, bob = await quick_match(world)
    thread = world.thread
    stored = world.env.backend.get_channel(thread.id).thread_metadata
    assert stored is not None
    stored.archived = True
    world.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=50083)
    await post_a_board(world, ann, bob)
    assert not stored.archived
    await world.later(BACKOFF[0] + 1)
    assert world.board().channel.id == thread.id


async def test_a_thread_that_cannot_be_woken_gets_a_successor(world: World) -> None:
    ann, bob = await quick_match(world)
    locked = world.thread
    world.env.inject_error("POST", f"/channels/{locked.id}/messages", status=400, code=50083, times=None)
    world.env.inject_error("PATCH", f"/channels/{locked.id}", status=403, code=50083, times=None)
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160004, times=None)
    stored = world.env.backend.get_channel(locked.id).thread_metadata
    assert stored is not None
    stored.archived = stored.locked = True
    world.env.backend.announce_channel_update(locked.id)
    await post_a_board(world, ann, bob)
    await world.later(BACKOFF[0] + 1)
    assert world.thread.id != locked.id
    assert world.board().channel.id == world.thread.id
    assert (await world.seen(1)).match.thread == world.thread.id


async def test_a_thread_that_cannot_be_woken_for_a_moment_is_kept(world: World) -> None:
    ann, bob = await quick_match(world)
    thread = world.thread
    world.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=50083)
    world.env.inject_error("PATCH", f"/channels/{thread.id}", status=503)
    await post_a_board(world, ann, bob)
    assert (await world.seen(1)).match.thread == thread.id
    await world.later(BACKOFF[0] + 1)
    assert [one.id for one in world.races.threads] == [thread.id]
    assert world.board().channel.id == thread.id


async def test_a_thread_that_was_deleted_gets_a_successor(world: World) -> None:
    ann, bob = await quick_match(world)
    world.env.backend.delete_channel(world.thread.id)
    assert not world.races.threads
    await post_a_board(world, ann, bob)
    [board] = world.thread.history()
    assert board.attachments
    assert (await world.seen(1)).match.thread == world.thread.id


# --- openings


async def open_and_fail(world: World, log_lines: LogLines, monkeypatch: pytest.MonkeyPatch) -> discord.Message:
    """Start a match whose opening is sent, but the dice don't fall; the next try goes well. Returns the opening."""
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.command("pistard new", preset="quick", players=2)
    await bob.press(world.lobby(), "Join")

    async def cut_off(match: int) -> None:
        raise ConnectionError(f"the database of match {match} is gone")

    with monkeypatch.context() as patch:
        patch.setattr(world.house.matches, "deal", cut_off)
        await ann.press(world.lobby(), "Start")
    assert [line["event"] for line in log_lines if line["log_level"] == "error"] == ["post failed"]
    log_lines.clear()
    [opening] = world.thread.history()
    return opening


async def test_an_opening_that_is_told_again_is_no_second_message(
    world: World, log_lines: LogLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = await open_and_fail(world, log_lines, monkeypatch)
    await world.later(BACKOFF[0] + 1)
    again, board = world.thread.history()
    assert (again.id, again.content) == (opening.id, opening.content)
    assert board.attachments


async def test_an_opening_that_was_deleted_meanwhile_is_told_again(
    world: World, log_lines: LogLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = await open_and_fail(world, log_lines, monkeypatch)
    world.env.backend.delete_message(world.thread.id, opening.id)
    await world.later(BACKOFF[0] + 1)
    again, board = world.thread.history()
    assert again.id != opening.id
    assert again.content == opening.content
    assert board.attachments
