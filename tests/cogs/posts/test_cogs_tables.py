"""Looking for players: `/games show:open`, a message of the server that renews itself, a role that is called."""

import discord
import pytest

from host.lobby.open_tables import PAUSE, SETTLED
from locales import catalogue
from tests.cogs.world import Player, World, decided

SAY = catalogue("en")


@pytest.fixture
def meg(world: World) -> Player:
    return world.person("Meg", manage_guild=True)


async def test_open_tables_are_listed_with_a_button_to_join(world: World, ann: Player) -> None:
    bob = world.person("Bob")
    await ann.command("pistard new", preset="quick", players=3)
    await ann.command("pistard new", players=3, private=True)
    listed = await bob.command("games", show="open")
    assert listed.panel.ephemeral
    assert listed.text.splitlines() == [
        f"### {SAY('open.tables')}",
        f"▫️ **Pistard #1** · {SAY('open.tables.free', n=2)} · daily · Ann · <#{world.races.id}>",
    ]
    assert listed.labels == ["Join #1"]
    joined = await bob.press(listed, "Join #1")
    assert joined.whispers[-1] == SAY("lobby.join.done", match=1)
    assert "#1" not in (await bob.command("games", show="open")).text, "who sits there needn't be told"
    assert (await ann.command("games", show="mine")).text.count("▫️") == 2
    assert (await bob.command("games", by_dm=True, show="open")).whispers[-1] == SAY("refusal.open.server")


async def test_a_channel_that_somebody_does_not_see_has_no_tables_for_them(world: World, ann: Player) -> None:
    lounge, dora = world.races, world.person("Dora")
    hidden = discord.PermissionOverwrite(view_channel=False)
    world.races = world.guild.create_text_channel("closed", overwrites={dora.member: hidden})
    await ann.command("pistard new", players=3)
    listed = await dora.command("games", show="open", at=lounge)
    assert listed.text.splitlines()[1:] == [SAY("open.tables.none")]
    assert "Pistard #1" in (await world.person("Bob").command("games", show="open", at=lounge)).text


async def test_other_servers_are_listed_where_both_want_it(world: World, ann: Player, meg: Player) -> None:
    other = world.env.create_guild("Crit*erium")
    hidden = discord.PermissionOverwrite(view_channel=False)
    channel = other.create_text_channel("races")
    secret = other.create_text_channel("secret", overwrites={other.default_role: hidden})
    owner = discord.Permissions(administrator=True)
    roles = [other.create_role("owner", permissions=owner)]
    xenia = Player(world, other.add_member(ann.member.user, roles=roles, nick="Mole"))
    await world.env.settle()
    await xenia.command("pistard new", at=channel, players=3)
    await xenia.command("pistard new", at=secret, players=3)
    await meg.decide("share", "True")
    assert SAY("open.tables.elsewhere") not in (await meg.command("games", show="open")).text
    await world.house.open_tables.set_shares(other.id, shares=True)
    listed = await meg.command("games", show="open")
    assert SAY("open.tables.elsewhere") in listed.text
    where = f"Crit\\*erium https://discord.com/channels/{other.id}/{channel.id}"
    assert f" · daily · Ann · {where}" in listed.text, "her nickname there is nothing for this server"
    assert "#2" not in listed.text, "not everybody there sees its channel"
    assert listed.labels == []
    await ann.press(await ann.command("settings"), SAY("settings.hide"))
    assert f" · daily · {where}" in (await meg.command("games", show="open")).text


async def test_a_message_of_the_server_lists_them_and_renews_itself(world: World, ann: Player, meg: Player) -> None:
    board = world.guild.create_text_channel("looking")
    told = await meg.decide("board", board)
    assert decided("board", f"<#{board.id}>") in told.text
    await world.env.settle()
    [message] = board.history()
    assert SAY("open.tables.none") in message.content
    await ann.command("pistard new", players=3)
    await world.later(PAUSE)
    [message] = board.history()
    assert "**Pistard #1**" in message.content
    joined = await meg.press(message, "Join #1")
    assert joined.whisper == SAY("lobby.join.done", match=1)
    world.env.backend.delete_message(board.id, message.id)
    await world.later(PAUSE)
    [again] = board.history()
    assert again.id != message.id and SAY("open.tables.free", n=1) in again.content
    await world.restart()
    await ann.press(world.lobby(), "Call off")
    await world.later(PAUSE)
    [message] = board.history()
    assert SAY("open.tables.none") in message.content


async def test_a_message_that_may_not_be_edited_for_a_while_stays_the_only_one(
    world: World, ann: Player, meg: Player
) -> None:
    board = world.guild.create_text_channel("looking")
    await meg.decide("board", board)
    await world.env.settle()
    [first] = board.history()
    world.env.inject_error("PATCH", f"/channels/{board.id}/messages/*", status=403, code=50001)
    await ann.command("pistard new", players=3)
    await world.later(PAUSE)
    await ann.press(world.lobby(), "Call off")
    await world.later(PAUSE)
    await ann.command("pistard new", players=3)
    await world.later(PAUSE)
    [message] = board.history()
    assert message.id == first.id and "**Pistard #2**" in message.content


async def test_the_message_moves_with_its_channel_and_goes_when_it_is_switched_off(world: World, meg: Player) -> None:
    first, second = world.guild.create_text_channel("first"), world.guild.create_text_channel("second")
    await meg.decide("board", first)
    await world.env.settle()
    assert len(first.history()) == 1
    await meg.decide("board", second)
    await world.env.settle()
    assert (len(first.history()), len(second.history())) == (0, 1)
    told = await meg.press(await meg.ask_for("board"), SAY("setup.switch.off"))
    assert decided("board", SAY("setup.off")) in told.text
    await world.env.settle()
    await world.later(PAUSE)
    assert (first.history(), second.history()) == ([], [])
    assert decided("board", f"<#{first.id}>") in (await meg.decide("board", first)).text
    await world.env.settle()
    assert len(first.history()) == 1


async def test_only_a_role_that_can_be_mentioned_is_called_and_nobody_else(
    world: World, ann: Player, meg: Player
) -> None:
    mute = world.guild.create_role("mute")
    role = world.guild.create_role("players", mentionable=True)
    refused = await meg.decide("role", mute)
    assert refused.whispers[-1] == SAY("refusal.setup.role", role=mute.id)
    assert decided("role", SAY("setup.off")) in (await meg.ask_for("role")).text, "what is refused isn't kept"
    assert decided("role", f"<@&{role.id}>") in (await meg.decide("role", role)).text
    await ann.command("pistard new", players=3)
    await world.later(SETTLED + 1)
    call = world.races.history()[-1]
    assert call.content == SAY("open.tables.call", role=f"<@&{role.id}>", tables="Pistard #1")
    sent = [body for body in world.bodies() if body.get("content") == call.content][-1]
    assert sent["allowed_mentions"] == {"parse": [], "roles": [role.id]}
    assert world.labels(call) == ["Join #1"]
    count = len(world.races.history())
    await world.later(3600)
    assert len(world.races.history()) == count, "once for a table"
    everyone = world.guild.default_role
    assert decided("role", SAY("setup.off")) in (await meg.decide("role", everyone)).text
