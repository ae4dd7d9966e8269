"""Lost connections, missing permissions, threads and servers that are gone: what is retried, and who hears of it."""

import errno
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import Route

from host.lobby.lobby import ChannelRef, MatchRequest
from host.lobby.seekers import Place
from host.outbox.outbox import BACKOFF
from locales import catalogue
from model.kinds import CallChannel
from model.seeker import Wishes
from tests.cogs.world import LogLines, Player, World, play_fallback, quick_match
from tests.marks import in_long, rows_in_long

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
    """The error that a shard raises when its socket was closed."""

    class Socket:
        close_code = CLOSING

    return discord.ConnectionClosed(Socket(), shard_id=None, code=CLOSING)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "fault",
    [
        aiohttp.ClientConnectionError("no route"),
        OSError(errno.ENETUNREACH, "network is unreachable"),
        TimeoutError(),
        closed(),
        *in_long(aiohttp.ServerDisconnectedError(), ConnectionResetError(104, "reset")),
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
    assert len(ann.dms()) == 1, "the call was lost"
    await world.later(BACKOFF[0] + 1)
    assert len(ann.dms()) == 2


async def test_a_long_rate_limit_ends_when_discord_has_said(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = await quick_match(world)
    await play_fallback(world, ann)
    line = Line(world, monkeypatch)
    line.faults = [discord.RateLimited(600.0)]
    await play_fallback(world, bob)
    assert line.faults == []
    await world.later(598)
    assert len(ann.dms()) == 1
    await world.later(3)
    assert len(ann.dms()) == 2


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_server_that_is_too_busy_raises_no_alarm(world: World, status: int) -> None:
    ann, bob = await quick_match(world)
    await play_fallback(world, ann)
    world.env.inject_error("POST", f"/channels/{ann.member.user.dm_channel.id}/messages", status=status)
    await play_fallback(world, bob)
    await world.later(BACKOFF[0] + 1)
    assert len(ann.dms()) == 2


# --- permissions


def complaint(world: World, *missing: str) -> str:
    """What the opener hears."""
    names = SAY.together(SAY(f"permission.{name}") for name in missing)
    why = SAY("obstacle.permissions", missing=names)
    return SAY("host.running", match=1, channel=f"<#{world.races.id}>", why=why)


async def post_a_board(world: World, *players: Player) -> None:
    """Let the next player who is waited for answer when the last board has become old, so that a new one is due."""
    await world.later(601)
    await play_fallback(world, await world.due(*players))


async def test_the_host_is_told_once_what_is_missing_and_the_thread_goes_on_by_itself(
    world: World, log_lines: LogLines
) -> None:
    ann, bob = await quick_match(world)
    old = world.board().id
    world.allow(world.races, attach_files=False, send_messages_in_threads=False)
    await post_a_board(world, ann, bob)
    await world.later(BACKOFF[0] + 1)
    await post_a_board(world, ann, bob)
    texts = [message.content for message in ann.dms() if "I can't post" in message.content]
    assert texts == [complaint(world, "send_messages_in_threads", "attach_files")]
    assert not [message for message in bob.dms() if "I can't post" in message.content]
    assert [line["event"] for line in log_lines if line["log_level"] == "warning"] == ["can't post"]
    assert world.board().id == old
    world.allow(world.races, attach_files=True, send_messages_in_threads=True)
    await world.later(BACKOFF[-1])
    assert world.board().id != old


async def test_a_process_of_another_shard_names_what_is_missing_too(
    world: World, log_lines: LogLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hears nothing of the server, and sends what a process that died has left."""
    ann, bob = await quick_match(world)
    world.allow(world.races, attach_files=False, send_messages_in_threads=False)
    bot = world.bots[-1]
    get_guild = bot.http.get_guild

    async def as_on_discord(*args: Any, **more: Any) -> Any:
        """A client that asks for a server doesn't learn who and what is in it."""
        found: dict[str, Any] = dict(await get_guild(*args, **more))
        return {key: value for key, value in found.items() if key not in ("members", "channels", "threads")}

    monkeypatch.setattr(bot.http, "get_guild", as_on_discord)
    bot._connection._remove_guild(bot.guilds[0])
    await post_a_board(world, ann, bob)
    texts = [message.content for message in ann.dms() if "I can't post" in message.content]
    assert texts == [complaint(world, "send_messages_in_threads", "attach_files")]
    assert [line["event"] for line in log_lines if line["log_level"] == "warning"] == ["can't post"]
    assert not [line for line in log_lines if line["log_level"] == "error"]


async def test_a_permission_that_is_taken_away_again_is_told_again(world: World) -> None:
    ann, bob = await quick_match(world)
    for _ in range(2):
        world.allow(world.races, send_messages_in_threads=False)
        await post_a_board(world, ann, bob)
        world.allow(world.races, send_messages_in_threads=True)
        await world.later(BACKOFF[-1])
    texts = [message.content for message in ann.dms() if "I can't post" in message.content]
    assert texts == 2 * [complaint(world, "send_messages_in_threads")]


async def test_a_permission_that_edits_lack_again_is_told_again(world: World) -> None:
    """The board is young, so it is edited."""
    players = await quick_match(world)
    for _ in range(2):
        world.env.inject_error("PATCH", f"/channels/{world.thread.id}/messages/*", status=403, code=50013)
        await play_fallback(world, await world.due(*players))
        await world.later(BACKOFF[0] + 1)
    texts = [message.content for message in players[0].dms() if "I can't post" in message.content]
    assert len(texts) == 2
    assert len([message for message in world.thread.history() if message.attachments]) == 1


async def test_an_edit_that_works_is_no_sign_that_the_thread_can_be_written_in(world: World) -> None:
    players = await quick_match(world)
    await players[0].prefers(channel=CallChannel.THREAD)
    await players[1].prefers(channel=CallChannel.THREAD)
    world.allow(world.races, send_messages_in_threads=False)
    for _ in range(4):
        await play_fallback(world, await world.due(*players))
        await world.later(BACKOFF[0] + 1)
    texts = [message.content for message in players[0].dms() if "I can't post" in message.content]
    assert texts == [complaint(world, "send_messages_in_threads")]


async def test_a_permission_that_nobody_can_name_is_told_all_the_same(world: World) -> None:
    ann, bob = await quick_match(world)
    world.env.inject_error("POST", f"/channels/{world.thread.id}/messages", status=403, code=50013)
    await post_a_board(world, ann, bob)
    why = SAY("obstacle.permissions", missing="a permission")
    text = SAY("host.running", match=1, channel=f"<#{world.races.id}>", why=why)
    assert text in [message.content for message in ann.dms()]


async def test_a_host_without_direct_messages_stands_in_nobodys_way(world: World) -> None:
    ann, bob = await quick_match(world)
    ann.close_dms()
    world.allow(world.races, send_messages_in_threads=False)
    await post_a_board(world, ann, bob)
    world.allow(world.races, send_messages_in_threads=True)
    old = world.board().id
    await world.later(BACKOFF[-1])
    assert world.board().id != old


# --- servers


def elsewhere(world: World, shard: int, shards: int) -> ChannelRef:
    """A channel of a server of this shard, which isn't there."""
    return ChannelRef(guild=(world.guild.id >> 22) * shards + shard << 22, channel=5)


@pytest.mark.parametrize("heard", [True, False], ids=["its own shard", "another process's shard"])
async def test_a_server_that_the_bot_was_put_out_of_meanwhile_is_noticed_at_the_start(
    world: World, heard: bool
) -> None:
    ann, _ = await quick_match(world)
    place = elsewhere(world, shard=0, shards=2)
    other = await world.house.lobby.open(MatchRequest("pistard", {}, 2), place, ann.as_person())
    await world.house.standing_tables.keep(other.id, ann.as_person())
    assert place.guild is not None
    wishes, queue = Wishes(("pistard",), ("week",)), Place(place.guild, place.channel, is_open=True)
    await world.house.seekers.ask(wishes, queue, ann.as_person())
    bot = world.bots[-1]
    bot.shard_count, bot.shard_ids = 2, [0 if heard else 1]
    await bot.on_ready()
    paused = {match.id: match.paused for match in await world.house.matches.mine(ann.id)}
    assert paused == {1: None, other.id: "gone" if heard else None}
    assert (await world.house.standing_tables.of(other.id) is None) == heard
    assert (await world.house.seekers.of(ann.id) is None) == heard
    bot.shard_count, bot.shard_ids = 1, None
    await world.env.settle()


async def test_a_bot_that_is_ready_looks_only_at_servers_whose_matches_rest(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In how many servers it is makes no difference."""
    await quick_match(world)
    for name in ("Criterium", "Madison"):
        world.env.create_guild(name)
    await world.env.settle()
    bot, asked = world.bots[-1], list[int]()
    back = bot.house.pauses.guild_back

    async def counted(guild: int) -> None:
        asked.append(guild)
        await back(guild)

    monkeypatch.setattr(bot.house.pauses, "guild_back", counted)
    await bot.on_ready()
    assert asked == []
    await bot.house.pauses.guild_gone(world.guild.id)
    await bot.on_ready()
    match = await world.match(1)
    assert (asked, match.paused) == ([world.guild.id], None)


# --- direct messages

# Discord's statuses and codes for people who can't be reached by direct message
SHUT = [(403, 50007), (403, 50001), (404, 10013), (403, 20026), (400, 40003), (400, 50033), (403, 50278)]
UNOPENED = [said for said in SHUT if said[1] in (10013, 40003, 50001)]  # what opening a channel meets


@pytest.mark.parametrize(
    ("is_met", "status", "code"),
    [
        *((True, *said) for said in SHUT[:2]),
        *((False, *said) for said in UNOPENED[:1]),
        *rows_in_long([*((True, *said) for said in SHUT[2:]), *((False, *said) for said in UNOPENED[1:])]),
    ],
)
async def test_a_player_who_cannot_be_written_to_is_mentioned_once(
    world: World, is_met: bool, status: int, code: int
) -> None:
    ann, bob = await quick_match(world)
    await play_fallback(world, ann)
    dm = f"/channels/{ann.member.user.dm_channel.id}/messages"
    if not is_met:
        world.strangers.add(ann.id)  # her channel isn't known
        dm = "/users/@me/channels"
    world.env.inject_error("POST", dm, status=status, code=code, times=None)
    await play_fallback(world, bob)
    await world.later(BACKOFF[-1])
    mentions = [message.content for message in world.thread.history() if message.content.startswith(f"<@{ann.id}>")]
    assert mentions == [f"<@{ann.id}>, it's your turn." + (f" {SAY('mention.closed')}" if is_met else "")]
    assert len(ann.dms()) == 1
    assert not [message for message in ann.dms() if "I can't post" in message.content]


async def test_a_channel_for_direct_messages_that_is_gone_is_opened_anew(world: World) -> None:
    ann, bob = await quick_match(world)
    await play_fallback(world, ann)
    dm = f"/channels/{ann.member.user.dm_channel.id}/messages"
    world.env.inject_error("POST", dm, status=404, code=10003)
    await play_fallback(world, bob)
    assert len(ann.dms()) == 1
    await world.later(BACKOFF[0] + 1)
    assert len(ann.dms()) == 2


async def test_nothing_is_asked_for_before_a_board_and_a_call(world: World) -> None:
    """A bot that knows where to write needn't read."""
    players = await quick_match(world)
    for player in players:
        await play_fallback(world, player)
    for _ in range(2):
        before = len(world.env.http_requests)
        await play_fallback(world, await world.due(*players))
        asked = [request.path for request in world.env.http_requests[before:] if request.method == "GET"]
        assert len(world.env.http_requests) > before
        assert asked == []
        await world.restart()


# --- threads


async def test_a_thread_that_discord_does_not_know_for_a_moment_is_kept(world: World) -> None:
    ann, bob = await quick_match(world)
    thread, boards = world.thread, len(world.thread.history())
    world.env.inject_error("POST", f"/channels/{thread.id}/messages", status=404, code=10003)
    await post_a_board(world, ann, bob)
    await world.later(BACKOFF[0] + 1)
    assert [t.id for t in world.races.threads] == [thread.id]
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
    assert [t.id for t in world.races.threads] == [thread.id]
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
