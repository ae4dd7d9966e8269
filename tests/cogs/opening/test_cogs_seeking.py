"""*Find me a table* in `/start` and `/play`: a form, a place in a queue, and a table that opens by itself."""

import discord
import pytest

from host.lobby.limits import NEWCOMERS
from locales import catalogue
from tests.cogs.world import Answer, Player, World

SAY = catalogue("en")
NO_COMMANDS = discord.PermissionOverwrite(use_application_commands=False)
FIND, CHANGE, STOP, MOVE = SAY("start.seek"), SAY("seek.change"), SAY("seek.stop"), SAY("seek.move")


@pytest.fixture
def bob(world: World) -> Player:
    return world.person("Bob")


async def look(player: Player, panel: Answer | None = None, **wishes: list[str]) -> Answer:
    """The player looks for a table, from their home or from another panel."""
    form = await player.press(panel or await player.command("start"), FIND)
    return await player.fill_form(form, **{"lengths": ["week"], **wishes})


async def test_two_who_look_for_a_table_find_one(world: World, ann: Player, bob: Player) -> None:
    asked = await look(ann, games=["pistard", "legstrong"])
    assert asked.panel.ephemeral
    assert asked.labels == [CHANGE, STOP]
    assert asked.text.splitlines() == [
        SAY("seek.looking", games="Pistard and LEGSTRONG", lengths=SAY("open.week")),
        SAY("seek.people", n=1),
        SAY("seek.unknown"),
        SAY("seek.held", until=f"<t:{int(world.now()) + 86400}:f>"),
    ]
    await look(bob, games=["legstrong"])
    await world.later(1)
    assert "LEGSTRONG #1" in world.lobby_text()
    for player in (ann, bob):
        [call] = [dm.content for dm in player.dms() if "I've found you a table" in dm.content]
        assert call.startswith("🔎 I've found you a table: **LEGSTRONG #1**, https://discord.com/channels/")
    await world.later(61)
    assert (await world.match(1)).phase == "running"


async def test_play_offers_it_when_nothing_is_waiting(world: World, ann: Player, bob: Player) -> None:
    nothing = await ann.command("play")
    assert nothing.text == SAY("play.nothing")
    assert nothing.labels == [FIND]
    assert (await ann.command("play", by_dm=True)).labels == [], "tables are found in servers"
    await look(ann, nothing)
    again = await ann.press(await ann.command("play"), FIND)
    assert SAY("seek.people", n=1) in again.text
    await look(bob, games=["pistard"], strength=["near"])
    await world.later(1)
    assert "Pistard #1" in world.lobby_text()


async def test_what_a_person_looks_for_can_be_changed_and_one_press_ends_it(world: World, ann: Player) -> None:
    asked = await look(ann, games=["pistard"])
    changed = await ann.fill_form(await ann.press(asked, CHANGE), strength=["near"])
    assert changed.panel.id == asked.panel.id
    assert SAY("seek.near") in changed.text
    assert SAY("seek.looking", games="Pistard", lengths=SAY("open.week")) in changed.text
    stopped = await ann.press(changed, STOP)
    assert (stopped.text, stopped.labels) == (SAY("seek.stopped"), [])
    assert await world.house.seekers.of(ann.id) is None


async def test_nobody_learns_who_waits(world: World, ann: Player, bob: Player) -> None:
    await look(ann, games=["pistard"])
    before = len(list(world.races.history()))
    asked = await look(bob, games=["legstrong"])
    assert SAY("seek.people", n=2) in asked.text
    assert "Ann" not in asked.text
    assert str(ann.id) not in asked.text
    assert len(list(world.races.history())) == before, "nothing is public"


async def test_a_second_server_says_where_the_person_looks_already(world: World, ann: Player) -> None:
    other = world.env.create_guild("Criterium")
    there = other.create_text_channel("races")
    away = Player(world, other.add_member(ann.member.user))
    await world.env.settle()
    form = await ann.press(await ann.command("play"), FIND)
    elsewhere = await away.press(await away.command("play", at=there), FIND)
    await ann.fill_form(form, games=["pistard"])
    link = f"https://discord.com/channels/{world.guild.id}/{world.races.id}"
    second = await away.fill_form(elsewhere, games=["legstrong"])
    assert second.text == SAY("seek.elsewhere", where=link)
    assert second.labels == [MOVE, STOP]
    moved = await away.press(second, MOVE)
    assert SAY("seek.looking", games="Pistard", lengths=SAY("open.week")) not in moved.text, "all lengths were ticked"
    assert "Pistard" in moved.text
    at_home = await ann.press(await ann.command("start"), FIND)
    assert at_home.labels == [MOVE, STOP]
    assert str(other.id) in at_home.text
    by_dm = await ann.press(await ann.command("start", by_dm=True), FIND)
    assert by_dm.labels == [STOP]
    await ann.press(by_dm, STOP)
    assert await world.house.seekers.of(ann.id) is None
    for code in ("h:unseek:now", "h:seekhere:now"):
        late = await away.send(moved.panel, {"custom_id": code, "component_type": 2})
        assert late.text == SAY("seek.stopped")


async def test_who_can_not_sit_down_here_hears_why_in_a_sentence(world: World, ann: Player, bob: Player) -> None:
    assert (await ann.press(await ann.command("start", by_dm=True), FIND)).whisper == SAY("refusal.seek.server")
    nook = world.nook("send_messages")
    refused = await ann.press(await ann.command("start", at=nook), FIND)
    assert refused.whisper == SAY("refusal.house.permissions", missing=SAY("permission.send_messages"))
    muted = world.guild.create_text_channel("muted", overwrites={ann.member: NO_COMMANDS})
    await bob.command("pistard new", at=muted, players=2)
    [lobby] = muted.history()
    forged = await ann.send(lobby, {"custom_id": "h:seek:pistard", "component_type": 2})
    assert forged.whisper == SAY("refusal.seek.closed")
    await bob.press(lobby, "Call off")
    for _ in range(NEWCOMERS):
        await ann.start_match(bob)
    assert (await bob.press(await bob.command("start"), FIND)).whisper == SAY("refusal.entry.newcomer", n=NEWCOMERS)


async def test_tables_open_in_the_channel_for_open_tables(world: World, ann: Player, bob: Player) -> None:
    hall = world.guild.create_text_channel("hall")
    await world.house.open_tables.set_channel(world.guild.id, hall.id)
    nook = world.nook("send_messages")
    form = await ann.press(await ann.command("start", at=nook), FIND)
    await ann.fill_form(form, games=["pistard"], lengths=["week"])
    await look(bob, games=["pistard"])
    await world.later(1)
    assert (await world.match(1)).channel == hall.id


async def test_a_table_is_where_all_of_them_see_it(world: World, ann: Player, bob: Player) -> None:
    hidden, shown = (discord.PermissionOverwrite(view_channel=sees) for sees in (False, True))
    overwrites = {world.guild.default_role: hidden, ann.member: shown}
    closed = world.guild.create_text_channel("closed", overwrites=overwrites)
    world.allow(closed, view_channel=True)
    form = await ann.press(await ann.command("start", at=closed), FIND)
    await ann.fill_form(form, games=["pistard"])
    await look(bob, games=["pistard"])
    await world.later(1)
    assert (await world.match(1)).channel == world.races.id


async def test_a_form_with_nothing_in_it_is_refused(world: World, ann: Player) -> None:
    home = await ann.command("start")
    answer = await ann.send(home.panel, {"custom_id": "q:seek", "components": []}, 5)
    assert answer.whispers[-1] == SAY("refusal.house.preset")
    assert await world.house.seekers.of(ann.id) is None
    forged = await ann.send(home.panel, {"custom_id": "h:seek:chess", "component_type": 2})
    assert forged.whispers[-1] == SAY("refusal.house.button")


async def test_a_server_that_removes_the_bot_has_no_queue(world: World, ann: Player) -> None:
    await look(ann, games=["pistard"])
    guild = world.bots[-1].get_guild(world.guild.id)
    assert guild is not None
    await world.bots[-1].on_guild_remove(guild)
    assert await world.house.seekers.of(ann.id) is None


async def test_a_person_who_has_left_the_server_is_seated_at_no_table(world: World, ann: Player, bob: Player) -> None:
    await look(ann, games=["pistard"])
    world.guild.remove_member(ann.member)
    await look(bob, games=["pistard"])
    await world.later(1)
    assert await world.house.seekers.of(bob.id) is not None
    assert await world.house.seekers.of(ann.id) is None


async def test_no_table_is_opened_in_a_channel_that_is_gone(world: World, ann: Player, bob: Player) -> None:
    nook = world.guild.create_text_channel("nook")
    await world.env.settle()
    await look(ann, await ann.command("start", at=nook), games=["pistard"])
    world.env.backend.delete_channel(nook.id)
    await look(bob, games=["pistard"])
    await world.later(1)
    assert (await world.match(1)).channel == world.races.id, "it is opened where the other person asked"


async def test_nobody_loses_their_place_while_discord_does_not_answer(world: World, ann: Player, bob: Player) -> None:
    await look(ann, games=["pistard"])
    world.env.inject_error("GET", f"/guilds/{world.guild.id}/members/{ann.id}", status=503, code=0, times=None)
    await look(bob, games=["pistard"])
    await world.later(1)
    assert [(await world.house.seekers.of(player.id)) is not None for player in (ann, bob)] == [True, True]
