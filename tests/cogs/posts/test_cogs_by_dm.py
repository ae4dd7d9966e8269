"""A table across servers: everything goes to each player by direct message, under names that belong to no server."""

import discord
import pytest

from locales import catalogue
from tests.cogs.apart import seat_apart
from tests.cogs.world import MORE, Answer, Player, World, play_fallback

SAY = catalogue("en")
FIND, STOP, LEAVE, START = SAY("start.seek"), SAY("seek.stop"), SAY("lobby.leave"), SAY("lobby.start")
NICK = "Robert the Bold"


@pytest.fixture
def bob(world: World) -> Player:
    return world.person("Bob", nick=NICK)


@pytest.fixture
async def met(world: World, ann: Player, bob: Player) -> tuple[Player, Player]:
    """Ann and Bob have a match in the server, number 1."""
    await ann.start_match(bob, preset="quick")
    return ann, bob


def newest(player: Player, words: str) -> discord.Message:
    """The newest direct message with these words."""
    return [message for message in player.dms() if words in message.content][-1]


async def deal(world: World) -> None:
    """Let the lobby start by itself."""
    await world.later(61)


async def look(player: Player, home: Answer) -> Answer:
    form = await player.press(home, FIND)
    return await player.fill_form(form, games=["pistard"], lengths=["week"])


async def test_two_who_ask_in_different_servers_find_a_table_in_none(world: World, met: tuple[Player, Player]) -> None:
    ann, bob = met
    other = world.env.create_guild("Criterium")
    there = other.create_text_channel("races")
    away = Player(world, other.add_member(ann.member.user, nick="Annie"))
    await world.env.settle()
    before = [len(list(channel.history())) for channel in (world.races, there)]
    for player, at in ((away, there), (bob, world.races)):
        panel = await player.command("settings", at=at, tables="over")
        assert SAY("settings.over") in panel.text
        asked = await look(player, await player.command("start", at=at))
        assert SAY("seek.over") in asked.text
        assert SAY("seek.closed") not in asked.text
    await world.later(1)
    match = await world.match(2)
    assert (match.guild, match.channel, match.over_servers) == (None, 0, True)
    for player, name in ((ann, bob.member.user.name), (bob, ann.member.user.name)):
        told = newest(player, "across servers")
        assert told.content.splitlines()[0] == SAY("found.head", match="Pistard #2", names=name)
        assert SAY("found.about") in told.content
        assert "SHA-256" in told.content
        assert world.labels(told) == [LEAVE]
        assert NICK not in told.content and "Annie" not in told.content
    await deal(world)
    assert (await world.match(2)).phase == "running"
    entropy = (await world.match(2)).entropy
    assert len(entropy.split(",")) == 2
    for player in (ann, bob):
        opened = newest(player, SAY("opening.by.dm"))
        assert entropy in opened.content and "<@" not in opened.content and NICK not in opened.content
        assert "across servers:" not in "".join(dm.content for dm in player.dms()), "it has taken that one's place"
        assert newest(player, "Pistard #2")
    assert [len(list(channel.history())) for channel in (world.races, there)] == before
    assert NICK not in str([row.name for row in (await world.match(2)).seats])


async def test_who_leaves_ends_a_table_of_two(world: World, met: tuple[Player, Player]) -> None:
    ann, bob = met
    await seat_apart(world, ann, bob)
    await ann.press(newest(ann, "across servers"), LEAVE)
    assert newest(ann, "You've left").content == SAY("found.left", match="Pistard #2")
    off = newest(bob, "called off")
    assert (off.content, world.labels(off)) == (SAY("found.off", match="Pistard #2", seek=FIND), [])
    assert (await world.match(2)).phase == "cancelled"


async def test_a_live_match_begins_when_one_of_them_presses_start(world: World, met: tuple[Player, Player]) -> None:
    ann, bob = met
    match = await seat_apart(world, ann, bob, length="tonight")
    host, guest = (ann, bob) if match.host == ann.id else (bob, ann)
    assert world.labels(newest(host, "across servers")) == [START, LEAVE]
    assert world.labels(newest(guest, "across servers")) == [LEAVE]
    assert "will wait until" in newest(guest, "across servers").content
    listed = await host.command("games", by_dm=True)
    assert listed.labels[:2] == [START, LEAVE]
    assert "▫️ **Pistard #2** · " in listed.text and "<#0>" not in listed.text
    await world.later(600)
    assert (await world.match(2)).phase == "lobby"
    await host.press(listed, START)
    await world.env.settle()
    assert (await world.match(2)).phase == "running"
    assert newest(guest, SAY("opening.by.dm"))


async def test_a_vote_is_a_message_to_each_that_shows_at_last_the_result(
    world: World, met: tuple[Player, Player]
) -> None:
    ann, bob = met
    await seat_apart(world, ann, bob)
    await deal(world)
    panel = await ann.press(await ann.command("play", match="2", by_dm=True), MORE)
    answer = await ann.press(panel, "Pause")
    assert answer.text == SAY("vote.opened.each")
    for player in (ann, bob):
        vote = newest(player, "🗳️")
        assert vote.content.splitlines()[-1] == "**Pistard #2**"
        assert "Still to vote: Bob" in vote.content or bob.member.user.name in vote.content
        assert world.labels(vote) == ["Yes", "No"]
    before = [len(player.dms()) for player in (ann, bob)]
    await bob.press(newest(bob, "🗳️"), "Yes")
    await world.env.settle()
    assert (await world.match(2)).paused is not None
    assert [len(player.dms()) for player in (ann, bob)] == before, "both messages are edited"
    for player in (ann, bob):
        assert not [message for message in player.dms() if "🗳️ **" in message.content]
    assert len(list(world.thread.history())) > 0
    assert all("Pistard #2" not in message.content for message in world.thread.history())


async def test_the_result_comes_with_the_seed_and_no_rematch(world: World, met: tuple[Player, Player]) -> None:
    ann, bob = met
    await seat_apart(world, ann, bob)
    await deal(world)
    await ann.command("match resign", sure="yes", match="2", by_dm=True)
    await world.env.settle()
    match = await world.match(2)
    assert match.phase == "over"
    end = newest(bob, "seed of every draw")
    assert match.key.hex() in end.content
    assert SAY("board.rematch") not in world.labels(end)
    forged = await bob.send(end, {"custom_id": "h:rematch:2", "component_type": 2})
    assert forged.whispers[-1] == SAY("refusal.rematch.over.servers")


async def test_someone_whose_direct_messages_are_closed_plays_all_the_same(
    world: World, met: tuple[Player, Player]
) -> None:
    ann, bob = met
    bob.close_dms()
    await seat_apart(world, ann, bob)
    assert await world.house.directs.closed(bob.id)
    listed = await bob.command("games")
    assert listed.labels[0] == LEAVE
    await deal(world)
    panel = await bob.command("play", match="2")
    assert "Pistard #2" in panel.text
    await play_fallback(world, bob, 2)
    await bob.command("settings", tables="over")
    asked = await look(bob, await bob.command("start"))
    assert SAY("seek.closed") in asked.text


async def test_direct_messages_that_arrive_again_are_open(world: World, met: tuple[Player, Player]) -> None:
    ann, bob = met
    await world.house.directs.close(bob.id)
    await seat_apart(world, ann, bob)
    assert not await world.house.directs.closed(bob.id)


async def test_a_second_server_says_that_the_place_counts_there_too(world: World, met: tuple[Player, Player]) -> None:
    ann, _ = met
    other = world.env.create_guild("Criterium")
    there = other.create_text_channel("races")
    away = Player(world, other.add_member(ann.member.user))
    await world.env.settle()
    await look(away, await away.command("start", at=there))
    elsewhere = SAY("seek.elsewhere", where=f"https://discord.com/channels/{other.id}/{there.id}")
    assert (await ann.press(await ann.command("start"), FIND)).text == elsewhere, "she keeps to her servers"
    await ann.command("settings", tables="over")
    asked = await ann.press(await ann.command("start"), FIND)
    assert asked.text.splitlines() == [elsewhere, SAY("seek.counts")]
    assert asked.labels == [SAY("seek.move"), STOP]


async def test_the_setting_says_what_others_see_and_can_be_taken_back(world: World, ann: Player) -> None:
    assert SAY("settings.over") not in (await ann.command("settings")).text
    assert SAY("settings.over") in (await ann.command("settings", tables="over")).text
    hidden = await ann.press(await ann.command("settings"), SAY("settings.hide"))
    assert SAY("settings.over.hidden") in hidden.text
    assert SAY("settings.over") not in hidden.text
    assert SAY("settings.over.hidden") not in (await ann.command("settings", tables="here")).text


async def test_a_restart_in_the_lobby_loses_nothing(world: World, met: tuple[Player, Player]) -> None:
    ann, bob = met
    await seat_apart(world, ann, bob)
    await world.restart()
    await deal(world)
    assert (await world.match(2)).phase == "running"
    assert newest(ann, SAY("opening.by.dm"))


async def test_whoever_gives_up_a_seat_of_three_is_played_by_the_computer(world: World) -> None:
    ann, bob, carla = (world.person(name) for name in ("Ann", "Bob", "Carla"))
    await ann.start_match(bob, carla, preset="quick")
    await seat_apart(world, ann, bob, carla)
    await deal(world)
    await carla.command("match resign", sure="yes", match="2", by_dm=True)
    await world.env.settle()
    for player in (ann, bob):
        told = newest(player, "computer plays on")
        assert told.content.splitlines()[0] == SAY("notice.by.computer", name=carla.member.user.name)
        assert world.labels(told) == []
    assert not [dm for dm in carla.dms() if "computer plays on" in dm.content]
