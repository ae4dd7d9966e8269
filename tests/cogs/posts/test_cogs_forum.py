"""Matches in a server's forum: a post each, tags for game and state, and threads as ever where that can't be."""

import discord
import pytest
import simcord

from locales import catalogue
from tests.cogs.world import World, decided, play_fallback, quick_race

SAY = catalogue("en")
TAGS = ("pistard", "In play", "Finished", "Others")


async def with_forum(world: World, *tags: str) -> simcord.ChannelHandle:
    """The forum of the server's matches, with these tags, as a manager chooses it."""
    carla = world.person("Carla", manage_guild=True)
    forum = world.guild.create_forum_channel("matches")
    channel = world.env.backend.get_channel(forum.id)
    plain = {"moderated": False, "emoji_id": None, "emoji_name": None}
    channel.available_tags = [{"id": str(number), "name": tag, **plain} for number, tag in enumerate(tags, 1)]
    world.env.backend.announce_channel_update(forum.id)
    await world.env.settle()
    assert decided("forum", f"<#{forum.id}>") in (await carla.decide("forum", forum)).text
    return forum


def tags_on(world: World, post: simcord.ChannelHandle) -> list[int]:
    return [int(tag) for tag in world.env.backend.get_channel(post.id).applied_tags]


async def test_each_match_has_a_post_with_the_tags_of_its_game_and_state(world: World) -> None:
    forum = await with_forum(world, *TAGS)
    ann, _ = await quick_race(world)
    [post] = forum.threads
    assert not world.races.threads
    assert post.name == "Pistard #1: Ann – Bob"
    first, *others = post.history()
    assert first.content == SAY("forum.post", match="Pistard #1", channel=f"<#{world.races.id}>")
    assert any(message.attachments for message in others), "the board is there"
    assert tags_on(world, post) == [1, 2]
    assert (await world.seen(1, ann)).match.thread == post.id
    world.env.backend.get_channel(post.id).applied_tags.append(4)  # by a moderator
    world.env.backend.announce_channel_update(post.id)
    await world.env.settle()
    await ann.command("match resign", match="1", sure="yes")
    await world.later(1)
    assert tags_on(world, post) == [1, 3, 4]
    assert post.history()[-1].content.startswith("## Match over")


async def test_a_forum_without_such_tags_has_posts_without_any(world: World) -> None:
    forum = await with_forum(world, "Others")
    await quick_race(world)
    [post] = forum.threads
    assert tags_on(world, post) == []


async def test_what_is_opened_in_a_hidden_channel_stays_there(world: World) -> None:
    forum, ann, bob = await with_forum(world), world.person("Ann"), world.person("Bob")
    hidden, shown = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)
    doors = {world.guild.default_role: hidden, world.guild.me: shown, ann.member: shown, bob.member: shown}
    world.races = world.guild.create_text_channel("closed", overwrites=doors)
    await world.env.settle()
    await ann.start_match(bob, command="pistard new")
    await world.later(1)
    assert len(world.races.threads) == 1 and not forum.threads


@pytest.mark.parametrize("what", ["gone", "closed", "full"])
async def test_without_its_forum_a_match_has_a_thread_under_its_lobby(world: World, what: str) -> None:
    forum = await with_forum(world)
    if what == "gone":
        world.env.backend.delete_channel(forum.id)
    else:
        status, code = (403, 50013) if what == "closed" else (400, 160006)  # too many active threads
        world.env.inject_error("POST", f"/channels/{forum.id}/threads", status=status, code=code, times=None)
    await quick_race(world)
    assert len(world.races.threads) == 1


async def test_a_post_that_was_opened_before_a_fault_is_taken(world: World) -> None:
    """The bot dies between Discord's answer and its own record of it."""
    forum = await with_forum(world)
    ann, _ = await quick_race(world)
    [post] = forum.threads
    await world.house.matches.lose_thread(1, post.id, None)
    await play_fallback(world, ann)
    await world.later(1)
    assert [thread.id for thread in forum.threads] == [post.id]
    assert (await world.seen(1, ann)).match.thread == post.id


async def test_a_text_channel_is_no_forum(world: World) -> None:
    carla = world.person("Carla", manage_guild=True)
    refused = await carla.decide("forum", world.races)
    assert refused.whispers[-1] == SAY("refusal.setup.forum")
