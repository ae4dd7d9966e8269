"""A channel that the bot doesn't see: Discord tells nothing of who does, and managers keep charge all the same."""

import discord
import pytest
import simcord

from cogs.ui.custom_id import base36
from locales import catalogue
from tests.cogs.cups.test_cogs_cup import cup_of
from tests.cogs.posts.test_cogs_share import PODIUM, choose, raced, result
from tests.cogs.world import BUTTON, Player, World, quick_race

SAY = catalogue("en")
NO_MATCH = "I can't find that match; `/games` lists yours."
MANAGER = discord.Permissions(manage_guild=True)
WHY = SAY("obstacle.permissions", missing=SAY("permission.view_channel"))


@pytest.fixture
async def lounge(world: World) -> simcord.ChannelHandle:
    """Where people talk while Ann's match with Bob, number 1, is in a channel that the bot doesn't see any more."""
    await quick_race(world)
    lounge = world.guild.create_text_channel("lounge")
    await world.blind(world.races)
    return lounge


def where(world: World) -> str:
    return f"**Pistard #1** · <#{world.thread.id}>"


async def test_the_bot_is_sent_a_false_name_and_an_interaction_is_whole(
    world: World, lounge: simcord.ChannelHandle
) -> None:
    hidden = world.env.bot.get_channel(world.races.id)
    assert str(hidden) == "___hidden___"
    refused = await world.person("Ann").command("pistard new", at=world.races)
    assert refused.whisper == SAY("refusal.house.permissions", missing=SAY("permission.view_channel"))
    await world.blind(world.races, sees=True)
    assert str(world.env.bot.get_channel(world.races.id)) == "races"


async def test_its_managers_keep_charge(world: World, lounge: simcord.ChannelHandle) -> None:
    meg = world.person("Meg", manage_guild=True)
    told = await meg.command("admin doctor", at=lounge)
    mute = SAY("pair", what=where(world), it=SAY("doctor.mute", why=WHY))
    assert told.text.splitlines()[1:] == [
        f"❌ {SAY('doctor.matches.wrong', running=1, lobbies=0, wrong=1)}",
        f"- {mute}",
    ]
    offered = await meg.member.autocomplete(lounge, "admin drop", "match", "")
    assert [offer["value"] for offer in offered] == ["1"]
    assert (await meg.command("admin rewind", match="1", at=lounge)).text == SAY("rewind.head", match=where(world))
    assert (await meg.command("match board", match="1", at=lounge)).text.startswith("**Pistard #1**")
    dropped = await meg.press(await meg.command("admin drop", match="1", at=lounge), SAY("repair.sure"))
    assert dropped.text == SAY("drop.done", match=where(world))


async def test_strangers_hear_of_it_where_they_see_it_and_nowhere_else(
    world: World, lounge: simcord.ChannelHandle
) -> None:
    carla, ann = world.person("Carla"), world.person("Ann")
    assert (await carla.command("match board", match="1", at=lounge)).whisper == NO_MATCH
    assert (await carla.command("match board", match="1", at=world.races)).text.startswith("**Pistard #1**")
    assert (await carla.command("match board", at=world.thread)).text.startswith("**Pistard #1**")
    other = world.env.create_guild("Criterium")
    away = Player(world, other.add_member(ann.member.user, roles=[other.create_role("manager", permissions=MANAGER)]))
    there = other.create_text_channel("races")
    assert (await away.command("match board", match="1", at=there)).whisper == NO_MATCH
    assert (await away.command("admin drop", match="1", at=there)).whisper == NO_MATCH


async def test_a_manager_takes_no_seat_in_it_from_elsewhere(world: World, lounge: simcord.ChannelHandle) -> None:
    meg = world.person("Meg", manage_guild=True)
    board = await meg.command("match board", match="1", at=lounge)
    answer = await meg.send(board.panel, {"custom_id": f"h:takeover:{base36(1)}.0", "component_type": BUTTON})
    assert answer.whisper == SAY("refusal.seat.elsewhere", channel=world.races.id)


async def test_a_lobby_says_what_is_missing(world: World) -> None:
    ann, lounge = world.person("Ann"), world.guild.create_text_channel("lounge")
    await ann.command("pistard new", preset="quick", players=2)
    await world.person("Bob").press(world.lobby(), "Join")
    lobby = world.lobby()
    await world.blind(world.races)
    missing = SAY("refusal.house.permissions", missing=SAY("permission.view_channel"))
    assert (await ann.press(lobby, "Start")).whisper == missing
    await world.house.lobby.start(1, ann.as_person())
    await world.env.settle()
    assert (await ann.press(lobby, "Leave")).whisper == SAY("refusal.lobby.stuck", why=WHY)
    assert (await ann.command("games", at=lounge)).text.endswith(f"about to start ({WHY})")


@pytest.mark.usefixtures("last_squares")
async def test_nobody_is_said_not_to_see_it(world: World) -> None:
    """Neither a guest nor a person who shares; and setup asks for no more than is known to be missing."""
    ann, bob = await raced(world)
    news, lounge = world.guild.create_text_channel("news"), world.guild.create_text_channel("lounge")
    shared = result(world)
    await ann.command("pistard new", players=3)
    await world.blind(news)
    await world.blind(world.races)
    panel = await ann.press(shared, "Share")
    refused = await choose(ann, panel, PODIUM, news)
    assert refused.whispers[-1] == SAY("refusal.share.bot", channel=f"<#{news.id}>")
    asked = await ann.send(shared, {"custom_id": "h:invite:2", "component_type": BUTTON})
    invited = await ann.choose(asked, bob.member)
    assert invited.whispers[-1] == SAY("refusal.invite.blind", channel=world.races.id)
    meg, lacks = world.person("Meg", manage_guild=True), SAY("permission.view_channel")
    told = await meg.decide("board", news, at=lounge)
    assert told.whispers[-1] == SAY("refusal.season.channel", channel=news.id, missing=lacks)


async def test_a_cup_moves_out_of_it(world: World) -> None:
    ann, *_ = await cup_of(world, 3)
    lounge, meg = world.guild.create_text_channel("lounge"), world.person("Meg", manage_guild=True)
    await world.blind(world.races)
    unknown = await world.person("Carla").command("cup show", cup="1", at=lounge)
    assert unknown.whisper == SAY("refusal.cup.unknown")
    assert "Move the cup here" in (await ann.command("cup show", at=lounge)).labels
    moved = await meg.press(await meg.command("cup show", at=lounge), "Move the cup here")
    assert "moves to this channel" in moved.text
    await world.later(61)
    assert lounge.history()[-1].embeds[0].title == r"🏆 \*Spring\* cup"
