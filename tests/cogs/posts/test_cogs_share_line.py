"""A kept line is posted in the thread after the match: a small film, and a sentence for each of three moves."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from cogs.looking_back.replay import FILM_BYTES
from locales import catalogue
from tests.cogs.panel.test_cogs_lines import answered, begun
from tests.cogs.world import MORE, Answer, Player, World, quick_race

SAY = catalogue("en")


async def kept(world: World, player: Player, answers: int = 4) -> None:
    """The person tries out so many answers and keeps them."""
    panel = await begun(world, player)
    for _ in range(answers):
        panel = await answered(player, panel)
    await player.press(panel, "Keep")


async def over(world: World) -> tuple[Player, Player]:
    """A race in which the person who was to move has kept a line, and the other has given up."""
    ann, bob = await quick_race(world)
    author = await world.due(ann, bob)
    other = bob if author is ann else ann
    await kept(world, author)
    await other.command("match resign", sure="yes", match="1")
    await world.later(5)
    return author, other


def result(world: World) -> discord.Message:
    return next(message for message in world.thread.history() if "## Match over" in message.content)


async def shared(player: Player, world: World) -> Answer:
    return await player.press(result(world), "Share")


LINE = SAY("share.line", n=1)


async def test_it_is_posted_once_in_the_thread_for_all_to_see(world: World) -> None:
    author, other = await over(world)
    panel = await shared(author, world)
    assert panel.labels == [LINE] and "💭 1) " in panel.text and panel.panel.ephemeral
    assert (await shared(other, world)).labels == []
    await world.restart()
    known = len(world.thread.history())
    done = await author.press(panel, LINE)
    assert done.text == SAY("share.done", channel=f"<#{world.thread.id}>")
    [post] = world.thread.history()[known:]
    title, head, *sentences = post.content.split("\n")
    assert "Pistard" in title and "tried this out" in head
    assert [line[:3] for line in sentences] == ["1. ", "2. ", "3. "] and not post.mentions
    [film] = post.attachments
    assert film.filename == "line-pistard-1.webp" and film.size < FILM_BYTES
    assert (await shared(author, world)).labels == []
    await world.again(done)
    assert len(world.thread.history()) == known + 1, "delivered twice it is one message"


async def test_while_the_match_goes_on_nothing_is_shared(world: World) -> None:
    ann, bob = await quick_race(world)
    author = await world.due(ann, bob)
    await kept(world, author, 2)
    lines = await author.press(await author.press(await author.command("play"), MORE), "My lines")
    code = world.code(lines.panel, "1) Delete")
    world.forge(lines.panel, code.replace("line:1.drop.", "shareline:1."))
    known = len(world.thread.history())
    assert (await author.press(lines, "forged 0")).whispers[-1] == SAY("refusal.share.early")
    assert len(world.thread.history()) == known


async def test_another_can_not_share_it_and_a_closed_thread_counts_nothing(world: World) -> None:
    author, other = await over(world)
    panel = await shared(author, world)
    code = world.code(panel.panel, LINE)
    theirs = await shared(other, world)
    world.forge(theirs.panel, code)
    assert (await other.press(theirs, "forged 0")).whispers[-1] == SAY("refusal.try.gone")
    stranger = world.person("Carla")
    world.forge(result(world), code)
    assert (await stranger.press(result(world), "forged 0")).whispers[-1] == SAY("refusal.share.theirs")
    world.allow(world.races, send_messages_in_threads=False)
    refused = await author.press(panel, LINE)
    assert refused.whispers[-1] == SAY("refusal.share.bot", channel=f"<#{world.thread.id}>")
    world.allow(world.races, send_messages_in_threads=True)
    assert (await author.press(panel, LINE)).text == SAY("share.done", channel=f"<#{world.thread.id}>")


async def test_a_lost_connection_counts_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    author, _ = await over(world)
    panel, send, nonces, cuts = await shared(author, world), discord.Thread.send, list[str](), [True, False]

    async def sent(thread: discord.Thread, *content: Any, nonce: str, **more: Any) -> None:
        nonces.append(nonce)
        if cuts.pop(0):
            raise ConnectionResetError(104, "reset")
        await send(thread, *content, nonce=nonce, **more)

    monkeypatch.setattr(discord.Thread, "send", sent)
    await author.press(panel, LINE)
    panel = await shared(author, world)
    assert panel.labels == [LINE]
    assert (await author.press(panel, LINE)).text == SAY("share.done", channel=f"<#{world.thread.id}>")
    assert nonces[0] == nonces[1] and len(nonces[0]) <= 25, "Discord drops it if the first one has arrived"


async def test_a_bot_that_ends_meanwhile_counts_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    author, _ = await over(world)
    panel, on_its_way = await shared(author, world), asyncio.Event()

    async def slow(_thread: discord.Thread, *_content: Any, **_more: Any) -> None:
        on_its_way.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as stalled:
        stalled.setattr(discord.Thread, "send", slow)
        pressed = asyncio.create_task(author.press(panel, LINE))
        await on_its_way.wait()
        await world.bots[-1].long_tasks.stop()
        await pressed
    await world.restart()
    panel = await shared(author, world)
    assert panel.labels == [LINE]
    assert (await author.press(panel, LINE)).text == SAY("share.done", channel=f"<#{world.thread.id}>")
