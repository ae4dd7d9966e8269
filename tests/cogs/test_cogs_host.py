"""`/host setup`: what is allowed here, what isn't, and the link that mends it."""

import discord

from cogs.lobby import NEEDED
from locales import catalogue
from tests.cogs.world import World

SAY = catalogue("en")


async def test_where_all_is_allowed_every_permission_is_ticked(world: World) -> None:
    told = await world.person("Carla", manage_guild=True).command("host setup")
    ticked = [f"✅ {SAY(f'permission.{name}')}" for name in NEEDED]
    usual = [SAY("setup.season", n=3, month="January"), SAY("setup.ceremonies.usual"), SAY("setup.rated.on")]
    assert told.whisper.splitlines() == [*ticked, SAY("setup.zone.unknown"), *usual, SAY("setup.fine")]


async def test_what_is_missing_is_crossed_and_the_link_asks_for_all_that_is_needed(world: World) -> None:
    me = world.env.bot.user
    assert me is not None
    nook = world.guild.create_text_channel("nook", overwrites={me: discord.PermissionOverwrite(attach_files=False)})
    told = await world.person("Carla", manage_guild=True).command("host setup", at=nook)
    *lines, link = told.whisper.splitlines()
    assert [line for line in lines if line.startswith("❌")] == [f"❌ {SAY('permission.attach_files')}"]
    wanted = discord.Permissions(**dict.fromkeys(NEEDED, True)).value
    assert f"permissions={wanted}" in link
    assert f"guild_id={world.guild.id}" in link
    assert not nook.history()


async def test_a_server_s_zone_is_kept_and_an_unknown_one_refused_in_a_sentence(world: World) -> None:
    carla = world.person("Carla", manage_guild=True)
    assert SAY("setup.zone", zone="Europe/Rome") in (await carla.command("host setup", zone="Europe/Rome")).whisper
    for zone in ("Mars/Olympus", "../../etc/passwd"):
        refused = await carla.command("host setup", zone=zone)
        assert refused.whisper == SAY("refusal.habits.zone", zone=zone)
    assert SAY("setup.zone", zone="Europe/Rome") in (await carla.command("host setup", zone=" ")).whisper
    assert await world.house.store.people.zone(world.guild.id) == "Europe/Rome"
    assert SAY("setup.zone", zone="Asia/Tokyo") in (await carla.command("host setup", zone="tokyo")).whisper
