"""`/host setup`: what is allowed here, what isn't, and the link that mends it."""

import asyncio

import discord
import pytest

from cogs.posts.permissions import NEEDED
from cogs.ui.names import defused
from engines.table import Refused
from host.lobby.lobby import LobbyPlace, MatchRequest
from locales import catalogue
from tests.cogs.world import World

SAY = catalogue("en")


async def test_where_all_is_allowed_every_permission_is_ticked(world: World) -> None:
    answer = await world.person("Carla", manage_guild=True).command("host setup")
    ticked = [f"✅ {SAY(f'permission.{name}')}" for name in NEEDED]
    usual = [SAY("setup.season", n=3, month="January"), SAY("setup.ceremonies.usual"), SAY("setup.rated.on")]
    usual += [SAY("setup.lobbies", n=10), SAY("setup.language.usual"), SAY("setup.evening", hour="21:00")]
    usual += [SAY("setup.holidays", n=30, longest=14), SAY("setup.puzzles.none")]
    usual += [SAY("setup.board.none"), SAY("setup.role.none"), SAY("setup.share.off")]
    assert answer.whisper.splitlines() == [*ticked, SAY("setup.zone.unknown"), *usual, SAY("setup.fine")]


async def test_what_is_missing_is_crossed_and_the_link_asks_for_all_that_is_needed(world: World) -> None:
    me = world.env.bot.user
    assert me is not None
    nook = world.guild.create_text_channel("nook", overwrites={me: discord.PermissionOverwrite(attach_files=False)})
    answer = await world.person("Carla", manage_guild=True).command("host setup", at=nook)
    *lines, link = answer.whisper.splitlines()
    assert [line for line in lines if line.startswith("❌")] == [f"❌ {SAY('permission.attach_files')}"]
    wanted = discord.Permissions(**dict.fromkeys(NEEDED, True)).value
    assert f"permissions={wanted}" in link
    assert f"guild_id={world.guild.id}" in link
    assert not nook.history()


async def test_a_server_s_zone_is_kept_and_an_unknown_one_refused_in_a_sentence(world: World) -> None:
    carla = world.person("Carla", manage_guild=True)
    assert SAY("setup.zone", zone="Rome") in (await carla.command("host setup", zone="Europe/Rome")).whisper
    for zone in ("Mars/Olympus", "../../etc/passwd"):
        refused = await carla.command("host setup", zone=zone)
        assert refused.whisper == SAY("refusal.habits.zone", zone=defused(zone))
    assert SAY("setup.zone", zone="Rome") in (await carla.command("host setup", zone=" ")).whisper
    assert SAY("setup.zone", zone="Tokyo") in (await carla.command("host setup", zone="tokyo")).whisper
    assert await world.house._store.people.zone(world.guild.id) == "Asia/Tokyo"


async def test_a_member_who_may_not_manage_the_server_is_refused_whatever_they_may_use(world: World) -> None:
    """Servers can give a command to anybody; what it changes is the managers' all the same."""
    ann = world.person("Ann")
    manager = world.person("Carla", manage_guild=True)
    command = manager.member._resolve_root("host", 1, world.races.id)
    world.guild.set_command_permissions(int(command["id"]), {ann.member: True})
    refused = await ann.command("host setup", zone="Europe/Rome", lobbies=3)
    assert refused.whisper == SAY("refusal.setup.manager")
    assert await world.house._store.people.zone(world.guild.id) == ""
    assert await world.house._store.people.lobbies(world.guild.id) == 10


async def test_owners_of_the_bot_may_without_managing_the_server(world: World) -> None:
    ann, manager = world.person("Ann"), world.person("Carla", manage_guild=True)
    command = manager.member._resolve_root("host", 1, world.races.id)
    world.guild.set_command_permissions(int(command["id"]), {ann.member: True})
    world.bots[-1].owner_ids = {ann.id}
    assert SAY("setup.zone", zone="Rome") in (await ann.command("host setup", zone="Europe/Rome")).whisper


# --- lobbies


async def test_a_person_has_ten_lobbies_open_in_a_server_and_no_more(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    for _ in range(10):
        await ann.command("pistard new", players=2)
    refused = await ann.command("pistard new", players=2)
    assert refused.whisper == SAY("refusal.lobby.many", n=10)
    assert await world.house.matches.match(11) is None
    await bob.command("pistard new", players=2)
    assert await world.house.matches.match(11) is not None, "others have their own"

    await ann.press(world.lobby_of(10), "Cancel")
    await bob.press(world.lobby_of(9), "Join")
    await ann.press(world.lobby_of(9), "Start")
    for number in (12, 13):
        await ann.command("pistard new", players=2)
        assert await world.house.matches.match(number) is not None, "what has begun or was called off doesn't count"
    assert (await ann.command("pistard new", players=4)).whisper == SAY("refusal.lobby.many", n=10)


async def test_the_server_says_how_many_lobbies_a_person_may_have(world: World) -> None:
    ann, carla = world.person("Ann"), world.person("Carla", manage_guild=True)
    assert SAY("setup.lobbies", n=1) in (await carla.command("host setup", lobbies=1)).whisper
    opened = [await ann.command("pistard new", players=4) for _ in range(2)]
    assert opened[1].whisper == SAY("refusal.lobby.many", n=1)


async def test_ten_commands_in_the_same_moment_open_no_lobby_too_many(world: World) -> None:
    ann, carla = world.person("Ann"), world.person("Carla", manage_guild=True)
    await carla.command("host setup", lobbies=2)
    place, request = LobbyPlace(world.guild.id, world.races.id), MatchRequest("pistard", {})
    tries = [world.house.lobby.open(request, place, ann.as_person()) for _ in range(10)]
    opened = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(not isinstance(one, Refused) for one in opened) == 2


async def test_a_rematch_is_a_lobby_like_others(world: World) -> None:
    ann, carla = world.person("Ann"), world.person("Carla", manage_guild=True)
    await ann.command("pistard new", players=2)
    await ann.press(world.lobby(), "Cancel")
    await ann.command("pistard new", players=2)
    await carla.command("host setup", lobbies=1)
    with pytest.raises(Refused, match=r"lobby\.many"):
        await world.house.lobby.rematch(1, ann.as_person())
