"""Tables that reopen by themselves: a button in the lobby, a list in `/games show:open`, and how they stop."""

import discord

from host.lobby.standing_tables import AGAIN
from locales import catalogue
from tests.cogs.world import Player, World

SAY = catalogue("en")
KEEP, STOP = SAY("standing.keep"), SAY("standing.stop")


async def begin(world: World, match: int, opener: Player, guest: Player) -> None:
    """The guest joins, and the opener starts."""
    await guest.press(world.lobby_of(match), "Join")
    await opener.press(world.lobby_of(match), "Start")
    await world.later(AGAIN + 1)


async def test_a_table_reopens_until_its_opener_has_had_enough(world: World, ann: Player) -> None:
    bob = world.person("Bob")
    await ann.command("pistard new", players=2)
    assert (await bob.press(world.lobby(), KEEP)).whisper == SAY("refusal.lobby.not.host")
    assert (await ann.press(world.lobby(), KEEP)).text == SAY("standing.kept")
    assert SAY("standing.lobby") in world.lobby_text()
    await begin(world, 1, ann, bob)
    assert (await world.match(2)).phase == "lobby"
    assert SAY("standing.lobby") in world.lobby_text()
    assert STOP in world.labels(world.lobby_of(2))
    assert (await ann.press(world.lobby_of(2), STOP)).text == SAY("standing.stopped")
    assert KEEP in world.labels(world.lobby_of(2))
    await begin(world, 2, ann, bob)
    assert await world.house.matches.match(3) is None


async def test_a_press_delivered_twice_keeps_the_table(world: World, ann: Player) -> None:
    await ann.command("pistard new", players=2)
    kept = await ann.press(world.lobby(), KEEP)
    kept.result._interaction.responded = False  # Discord hasn't noticed that it was answered
    await world.again(kept)
    assert kept.text == SAY("standing.kept")
    assert await world.house.standing_tables.of(1) is not None
    assert STOP in world.labels(world.lobby())


async def test_managers_stop_one_from_the_list_where_others_only_see_it(world: World, ann: Player) -> None:
    meg, bob = world.person("Meg", manage_guild=True), world.person("Bob")
    await ann.command("pistard new", players=2)
    await ann.press(world.lobby(), KEEP)
    line = f"🔁 **Pistard #1** · daily · Ann · <#{world.races.id}>"
    listed, label = await bob.command("games", show="open"), SAY("standing.stop.one", match=1)
    assert listed.text.splitlines()[-2:] == [f"### {SAY('standing.tables')}", line]
    assert label not in listed.labels
    assert label in (await ann.command("games", show="open")).labels
    listed = await meg.command("games", show="open")
    assert (await meg.press(listed, label)).text == SAY("standing.stopped")
    assert "🔁" not in (await meg.command("games", show="open")).text


async def test_a_manager_of_another_server_stops_nothing(world: World, ann: Player) -> None:
    bob, other = world.person("Bob"), world.env.create_guild("Criterium")
    there = other.create_text_channel("races")
    manager = other.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    away = Player(world, other.add_member(bob.member.user, roles=[manager]))
    await world.env.settle()
    await ann.command("pistard new", players=3)
    await ann.press(world.lobby(), KEEP)
    await bob.press(world.lobby(), "Join")
    rules = await away.command("pistard rules", at=there)
    forged = await away.send(rules.panel, {"custom_id": "h:standing:1.stop", "component_type": 2})
    assert forged.whispers[-1] == SAY("refusal.lobby.not.host")
    assert await world.house.standing_tables.of(1) is not None


async def test_a_private_table_has_no_such_button(world: World, ann: Player) -> None:
    await ann.command("pistard new", players=3, private=True)
    assert KEEP not in world.labels(world.lobby())
    forged = await ann.send(world.lobby(), {"custom_id": "h:standing:1.keep", "component_type": 2})
    assert forged.whisper == SAY("refusal.standing.private")


async def test_a_table_whose_channel_is_gone_stops(world: World, ann: Player) -> None:
    bob = world.person("Bob")
    await ann.command("pistard new", players=2)
    await ann.press(world.lobby(), KEEP)
    await bob.press(world.lobby(), "Join")
    path = f"/channels/{world.races.id}/messages"
    world.env.inject_error("POST", path, status=404, code=10003, times=None)
    await ann.press(world.lobby(), "Start")
    await world.later(AGAIN + 1)
    await world.later(AGAIN)
    said = [dm.content for dm in ann.dms() if "stopped reopening" in dm.content]
    assert said == [SAY("standing.ended.channel", match="Pistard #2")]
    assert await world.house.standing_tables.here(world.guild.id) == []
