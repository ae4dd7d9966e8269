"""The end of a season: a post with the podium, once; final tables that are kept."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from locales import catalogue
from tests.cogs.limits import check_sent
from tests.cogs.quiz import Quiz, dress_as_pistard
from tests.cogs.races import DAY, Race, race
from tests.cogs.world import Player, World, decided

SAY = catalogue("en")
QUARTER = 100 * DAY

pytestmark = pytest.mark.parametrize("quiz", [Race()])


async def season(world: World, *players: Player) -> None:
    """Two matches, and the end of their season."""
    await race(world, *players)
    await world.later(60)
    await race(world, *players)
    await world.later(QUARTER)


def ceremonies(channel: Any) -> list[discord.Message]:
    return [message for message in channel.history() if "is over" in message.content and message.attachments]


async def test_the_podium_is_posted_where_the_last_match_was_opened(world: World) -> None:
    ann, bob, cyd = (world.person(name) for name in ("Ann", "Bob", "Cyd"))
    await season(world, ann, bob, cyd)
    [post] = ceremonies(world.races)
    head, first, second, third, field = post.content.splitlines()
    assert head.startswith("## Pistard: season ")
    assert [line[:9] for line in (first, second, third)] == ["🥇 **Ann**", "🥈 **Bob**", "🥉 **Cyd**"]
    assert first.endswith("2 wins")
    assert field.startswith("3 riders took part.")
    assert "1. \u2068Ann\u2069" in str(post.attachments[0].description)


async def test_it_is_posted_once_whatever_happens_afterwards(world: World, ann: Player, bob: Player) -> None:
    await season(world, ann, bob)
    await world.restart()
    await world.later(DAY)
    assert len(ceremonies(world.races)) == 1


async def test_an_answer_that_was_lost_makes_no_second_post(world: World, ann: Player, bob: Player) -> None:
    path = f"/channels/{world.races.id}/messages"
    await race(world, ann, bob)
    await race(world, ann, bob)
    world.env.inject_error("POST", path, status=500, times=5)
    await world.later(QUARTER)
    assert len(ceremonies(world.races)) == 1


async def test_managers_choose_the_channel_and_the_length(world: World) -> None:
    carla = world.person("Carla", manage_guild=True)
    hall = world.guild.create_text_channel("hall-of-fame")
    assert decided("months", SAY("setup.months.value", n=1)) in (await carla.decide("months", "1")).text
    assert decided("first", "February") in (await carla.decide("first", "2")).text
    assert decided("ceremonies", f"<#{hall.id}>") in (await carla.decide("ceremonies", hall)).text
    ann, bob = world.person("Ann"), world.person("Bob")
    await race(world, ann, bob)
    await race(world, ann, bob)
    await world.later(32 * DAY)
    assert len(ceremonies(hall)) == 1
    assert not ceremonies(world.races)


async def test_a_channel_where_nothing_can_be_posted_is_refused(world: World) -> None:
    carla, nook = world.person("Carla", manage_guild=True), world.nook("attach_files")
    refused = await carla.decide("ceremonies", nook)
    missing = SAY("permission.attach_files")
    assert refused.whispers[-1] == SAY("refusal.season.channel", channel=nook.id, missing=missing)


async def test_a_channel_that_is_gone_is_replaced_by_that_of_the_last_match(world: World) -> None:
    carla = world.person("Carla", manage_guild=True)
    hall = world.guild.create_text_channel("hall-of-fame")
    await carla.decide("ceremonies", hall)
    world.env.backend.delete_channel(hall.id)
    await season(world, world.person("Ann"), world.person("Bob"))
    assert len(ceremonies(world.races)) == 1


async def test_a_channel_that_is_closed_later_is_replaced_as_well(world: World) -> None:
    carla = world.person("Carla", manage_guild=True)
    hall = world.guild.create_text_channel("hall-of-fame")
    await carla.decide("ceremonies", hall)
    world.env.inject_error("POST", f"/channels/{hall.id}/messages", status=403, code=50013, times=None)
    await season(world, world.person("Ann"), world.person("Bob"))
    assert len(ceremonies(world.races)) == 1
    assert not ceremonies(hall)


async def test_where_no_channel_is_left_nothing_is_posted(world: World) -> None:
    await race(world, ann := world.person("Ann"), bob := world.person("Bob"))
    await race(world, bob, ann)
    world.env.backend.delete_channel(world.races.id)
    await world.later(QUARTER)
    assert await world.house._store.take_posts(world.now() + QUARTER, 1) == []


async def test_the_final_table_is_kept_with_the_own_row(world: World, ann: Player, bob: Player) -> None:
    await season(world, ann, bob)
    await season(world, bob, ann)
    post = ceremonies(world.races)[0]
    table = await bob.press(post, "Final standings")
    assert table.panel.ephemeral
    assert "You: 2. \u2068Bob\u2069" in str(table.picture.description)
    assert table.labels == ["As text", "Next season"]
    newer = await bob.press(table, "Next season")
    assert newer.panel.id == table.panel.id
    assert newer.labels == ["As text", "Previous season"]
    text = await bob.press(newer, "As text")
    assert text.text.startswith("```")


async def test_without_a_season_that_is_over_there_is_a_sentence(world: World, ann: Player) -> None:
    refused = await ann.press(await ann.command("leaderboard"), "Past seasons")
    assert refused.whispers[-1] == SAY("refusal.career.seasons")


async def test_the_post_speaks_the_language_of_the_server(
    db_url: str, quiz: Quiz, monkeypatch: pytest.MonkeyPatch
) -> None:
    dress_as_pistard(monkeypatch)
    world = World(db_url, {"pistard": quiz})
    await world.begin("en-XA")
    await season(world, world.person("Ann"), world.person("Bob"))
    [post] = ceremonies(world.races)
    lines = [*post.content.splitlines(), *world.labels(post), str(post.attachments[0].description)]
    assert all("⟦" in line for line in lines)
    await world.end()
    check_sent(world.bodies())


async def test_one_match_makes_no_ceremony(world: World) -> None:
    await race(world, world.person("Ann"), world.person("Bob"))
    await world.later(QUARTER)
    assert not ceremonies(world.races)
