"""Calls, reminders and notices as Discord shows them: where they arrive, how often, and what can be done about them."""

import discord
import pytest

from host.outbox.notifications import NEVER
from locales import catalogue
from model.kinds import CallChannel
from model.match import Preferences
from tests.cogs.world import MORE, Player, World, play_fallback, quick_match, quick_race

SAY = catalogue("en")
HOUR = 3600
LATER = "Remind me later"


def mentions(world: World, player: Player) -> list[discord.Message]:
    """The messages in the thread that call a player."""
    return [message for message in world.thread.history() if message.content.startswith(f"<@{player.id}>")]


async def open_match(world: World, ann: Player, bob: Player) -> None:
    await ann.start_match(bob, preset="quick")


@pytest.mark.parametrize(("way", "dms", "mentioned"), [("dm", 1, 0), ("thread", 0, 1), ("both", 1, 1), ("off", 0, 0)])
async def test_a_call_goes_where_the_player_wants_it(world: World, way: str, dms: int, mentioned: int) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await bob.prefers(channel=way)
    await open_match(world, ann, bob)
    assert (len(bob.dms()), len(mentions(world, bob))) == (dms, mentioned)
    assert [mention.content for mention in mentions(world, bob)] == [f"<@{bob.id}>, it's your turn."] * mentioned
    if mentioned:
        panel = await bob.press(mentions(world, bob)[0], "Your move")
        assert panel.panel.ephemeral
    assert len(ann.dms()) == 1


async def test_a_player_who_is_called_both_ways_gets_one_message_where_the_thread_takes_none(world: World) -> None:
    ann, _ = await quick_race(world)
    await ann.prefers(channel="both")
    thread = f"/channels/{world.thread.id}/messages"
    world.env.inject_error("POST", thread, status=403, code=50013, times=None)
    await world.later(53 * HOUR)
    await world.later(HOUR)
    reminders = [dm for dm in ann.dms() if "Half of your time is gone" in dm.content]
    assert (len(reminders), mentions(world, ann)) == (1, [])


async def test_at_half_and_at_nine_tenths_of_their_time_a_player_is_reminded(world: World) -> None:
    ann, bob = await quick_race(world)
    await world.later(53 * HOUR)
    assert "### Half of your time is gone" in ann.dms()[-1].content
    assert "⏳ Your time runs out <t:" in ann.dms()[-1].content
    dms = len(ann.dms())
    await world.later(41 * HOUR)
    assert "### Your time is nearly up" in ann.dms()[-1].content
    assert len(ann.dms()) == dms, "the earlier call has gone"
    assert not mentions(world, ann)
    assert "half of your time" not in "".join(message.content for message in bob.dms())


async def test_a_reminder_goes_to_the_thread_where_direct_messages_are_closed(world: World) -> None:
    ann, _ = await quick_race(world)
    ann.close_dms()
    await world.later(53 * HOUR)
    [mention] = mentions(world, ann)
    assert mention.content == f"<@{ann.id}>, half of your time is gone. {SAY('mention.closed')}"


async def test_remind_me_later_answers_in_place_and_comes_once(world: World) -> None:
    ann, _ = await quick_race(world)
    known = len(ann.dms())
    asked = await ann.press(await ann.press(ann.dms()[-1], MORE), LATER)
    assert asked.labels == ["In 1 hour", "Tonight", "Tomorrow"]
    done = await ann.press(asked, "In 1 hour")
    assert done.panel.id == asked.panel.id
    assert done.text == SAY("later.done", when=f"<t:{int(world.now()) + HOUR}:f>")
    assert done.labels == []
    await world.later(HOUR + 1)
    [*_, dm] = ann.dms()
    assert "### Here's your reminder" in dm.content
    await world.later(2 * HOUR)
    assert len(ann.dms()) == known


async def test_a_player_who_is_not_asked_any_more_has_nothing_to_be_reminded_of(world: World) -> None:
    ann, _ = await quick_race(world)
    asked = await ann.press(await ann.press(ann.dms()[-1], MORE), LATER)
    while (await world.seen(1, ann)).seat in (await world.seen(1)).view.waiting:
        await play_fallback(world, ann)
    assert (await ann.press(asked, "Tonight")).whisper == SAY("refusal.snooze.closed")
    world.forge(asked.panel, "h:snooze:1.never", "h:snooze:77.hour")
    for label in ("forged 0", "forged 1"):
        text = (await ann.press(asked, label)).whisper
        assert text in (SAY("refusal.habits.unknown"), SAY("refusal.house.unknown"))


async def test_after_a_quiet_night_one_message_names_all_that_waits(world: World, ann: Player, bob: Player) -> None:
    """The simulated day begins at midnight UTC; Ann's night ends at eight."""
    await ann.prefers(zone="Etc/UTC")
    for _ in range(3):
        await open_match(world, ann, bob)
    assert not ann.dms()
    await world.later(9 * HOUR)
    [dm] = ann.dms()
    first, *others = world.races.threads
    assert dm.content.startswith(f"**Pistard #1** · <#{first.id}> · ")
    assert SAY("call.others", matches=SAY.together(f"<#{thread.id}>" for thread in others)) in dm.content


@pytest.mark.parametrize("channel", CallChannel)
async def test_a_second_call_arrives_without_a_sound(world: World, ann: Player, bob: Player, channel: str) -> None:
    await world.house.notifications.set_preferences(ann.id, Preferences(channel=CallChannel(channel), quiet=NEVER))
    await open_match(world, ann, bob)
    await world.later(1)
    await open_match(world, ann, bob)
    await world.later(1)
    turn = SAY("mention.turn", user=f"<@{ann.id}>")
    in_threads = [m for thread in world.races.threads for m in thread.history() if m.content.startswith(turn)]
    for calls in (ann.dms(), in_threads):
        assert [message.flags.suppress_notifications for message in calls] == [False, True][: len(calls)]
    assert len(ann.dms()) + len(in_threads) == {"dm": 2, "thread": 2, "both": 4, "off": 0}[channel]


async def test_a_stalled_match_says_so_once_with_what_can_be_voted_on(world: World) -> None:
    await quick_race(world)
    await world.later(37 * HOUR)
    [notice] = [
        message for message in world.thread.history() if "has been waiting a long time for Ann" in message.content
    ]
    assert world.labels(notice) == [
        "Your move",
        "Pause",
        "More time",
        "End and score it now",
        "Call off",
        "Replace Ann",
    ]
    assert not notice.mentions


async def absent(world: World) -> tuple[Player, Player, discord.Message]:
    """An opponent sits in on Bob's seat after a vote of Ann's; returns the notice that the seat is free."""
    ann, bob = await quick_match(world)
    await play_fallback(world, ann)
    await world.later(25 * HOUR)
    await ann.command("match replace", player="2")
    await world.later(5)
    [notice] = [message for message in world.thread.history() if "Bob's seat is free" in message.content]
    return ann, bob, notice


async def test_a_free_seat_is_taken_with_its_secrets_in_private(world: World) -> None:
    _, _, notice = await absent(world)
    assert world.labels(notice) == ["Take this seat"]
    carla = world.person("Carla")
    taken = await carla.press(notice, "Take this seat")
    assert taken.panel.ephemeral
    assert SAY("seat.taken.over") in taken.text
    assert (await world.seen(1, carla)).seat == 1
    await world.later(1)
    assert "Carla has taken over the seat." in world.board().content
    again = await world.person("Dora").press(notice, "Take this seat")
    assert again.whisper == "That seat is taken; you can only take a free one."


async def test_nobody_takes_a_second_seat_or_their_own(world: World) -> None:
    ann, bob, notice = await absent(world)
    rows = await world.rows(1)
    assert (await ann.press(notice, "Take this seat")).whisper == SAY("refusal.seat.one")
    assert (await bob.press(notice, "Take this seat")).whisper == SAY("refusal.seat.yours")
    answer = await ann.command("match replace", player="2")
    assert answer.whisper == SAY("refusal.seat.free")
    assert await world.rows(1) == rows
    assert (await world.seen(1, bob)).match.seats[1].substitute


async def test_a_free_seat_is_taken_by_command_too(world: World) -> None:
    await absent(world)
    carla = world.person("Carla")
    taken = await carla.command("match replace", player="2", match="1")
    assert SAY("seat.taken.over") in taken.text


async def test_a_player_who_comes_back_plays_on(world: World) -> None:
    _, bob, _ = await absent(world)
    panel = await bob.command("play", match="1")
    assert panel.labels[-2:] == ["I'm back", MORE]
    back = await bob.press(panel, "I'm back")
    assert back.panel.id == panel.panel.id
    assert SAY("seat.back") in back.text
    assert (await world.seen(1)).match.seats[1].substitute is None
    await world.later(1)
    assert "Bob is back." in world.board().content


async def test_a_note_is_seen_by_its_writer_alone(world: World) -> None:
    ann, bob = await quick_match(world)
    assert (await ann.command("match note", text="keep the 6 for @everyone")).whisper == SAY("note.done", match=1)
    assert "📝 keep the 6" in (await ann.command("play", match="1")).text
    assert "📝" not in (await bob.command("play", match="1")).text
    assert "📝" not in (await world.person("Carla").press(world.board(), "Your move")).text
    assert (await bob.command("match note", match="1")).whisper == SAY("refusal.note.none", match=1)


async def test_whoever_looks_on_has_a_note_of_their_own(world: World) -> None:
    ann, _ = await quick_match(world)
    dora = world.person("Dora")
    assert (await dora.command("match note", text="mine", match="1")).whisper == SAY("note.done", match=1)
    assert "📝 mine" in (await dora.command("match note", match="1")).text
    assert (await ann.command("match note", match="1")).whisper == SAY("refusal.note.none", match=1)
    assert (await dora.command("match note", text="mine", match="7")).whisper == SAY("refusal.house.unknown")


async def test_a_note_is_read_edited_and_deleted(world: World) -> None:
    ann, _ = await quick_match(world)
    await ann.command("match note", text="keep the 6", match="1")
    read = await ann.command("match note", match="1")
    assert "📝 keep the 6" in read.text, "reading a note leaves it as it is"
    form = await ann.press(read, SAY("note.edit"))
    assert (await ann.fill_in(form, "go early", "note")).whisper == SAY("note.done", match=1)
    again = await ann.command("match note", text="  ", match="1")
    assert "📝 go early" in again.text
    deleted = await ann.press(again, SAY("note.delete"))
    assert deleted.panel.content == SAY("note.gone", match=1)
    assert (await ann.command("match note", match="1")).whisper == SAY("refusal.note.none", match=1)


async def test_a_form_for_a_note_that_comes_back_empty_changes_nothing(world: World) -> None:
    ann, _ = await quick_match(world)
    await ann.command("match note", text="keep the 6", match="1")
    form = await ann.press(await ann.command("match note", match="1"), SAY("note.edit"))
    assert (await ann.fill_in(form, " ", "note")).whisper == SAY("refusal.note.empty")
    assert "📝 keep the 6" in (await ann.command("match note", match="1")).text
