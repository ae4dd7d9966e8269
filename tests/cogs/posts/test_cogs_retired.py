"""What makes a sound and what doesn't; calls that ask for nothing any more; time-outs and votes that call people."""

import discord
import pytest

from locales import catalogue
from model.kinds import CallChannel
from tests.cogs.panel.test_cogs_votes import open_vote, three, vote
from tests.cogs.world import LogLines, Player, World, play_fallback, press_through, quick_match, quick_race

SAY = catalogue("en")
HOUR = 3600


def mentions(world: World, player: Player) -> list[discord.Message]:
    """The messages in the thread that call a player, or did."""
    first = (f"<@{player.id}>", f"-# ✓ <@{player.id}>")
    return [message for message in world.thread.history() if message.content.startswith(first)]


async def called_in_thread(world: World) -> tuple[Player, Player]:
    """Ann, called in the thread, and Bob, by direct message, at the start of match 1."""
    ann = world.person("Ann")
    await ann.prefers(channel=CallChannel.THREAD)
    bob = world.person("Bob")
    await ann.start_match(bob, preset="quick")
    return ann, bob


async def test_boards_are_silent_and_calls_are_not(world: World) -> None:
    ann, bob = await called_in_thread(world)
    for player in (ann, bob):
        await play_fallback(world, player)
    await world.house.seats.resign(1, bob.id, None)
    await world.env.settle()
    sounds = [message for message in world.thread.history() if not message.flags.suppress_notifications]
    assert [message.mentions != [] for message in sounds] == [True] * len(sounds), "only what mentions somebody"
    assert world.lobby().flags.suppress_notifications and world.board().flags.suppress_notifications
    assert "## Match over" in "".join(m.content for m in world.thread.history() if m not in sounds)
    assert not bob.dms()[0].flags.suppress_notifications


async def test_a_mention_that_is_answered_becomes_one_quiet_line(world: World) -> None:
    ann, _ = await called_in_thread(world)
    [call] = mentions(world, ann)
    assert world.labels(call) == ["Your move"]
    await press_through(await ann.press(call, "Your move"))
    await world.later(1)
    [line] = mentions(world, ann)
    assert (line.id, line.content) == (call.id, f"-# ✓ <@{ann.id}> has played.")
    assert world.parts(line) == []


async def test_a_call_that_is_answered_after_an_hour_goes(world: World) -> None:
    ann, bob = await called_in_thread(world)
    await world.later(HOUR + 1)
    await play_fallback(world, ann)
    await play_fallback(world, bob)
    await world.later(1)
    open_now = mentions(world, ann)
    assert all(world.now() - discord.utils.snowflake_time(message.id).timestamp() < 10 for message in open_now)
    assert all(SAY("call.answered", match="").strip() not in dm.content for dm in bob.dms())


async def test_the_panel_in_which_a_player_answers_goes_on(world: World) -> None:
    ann, bob = await quick_match(world)
    [dm] = bob.dms()
    done = await press_through_dm(bob, dm)
    await world.later(1)
    [same] = bob.dms()
    assert (same.id, same.content) == (dm.id, done)
    await play_fallback(world, ann)
    await world.later(1)
    assert bob.dms()[0].content == done, "a later answer of somebody else doesn't touch it"


async def press_through_dm(player: Player, dm: discord.Message) -> str:
    """Play the first of everything in a direct message; what it shows then."""
    shown = await press_through(await player.press(dm, player.world.labels(dm)[0]))
    assert shown.panel.id == dm.id
    return shown.text


async def test_a_call_that_is_answered_elsewhere_becomes_one_quiet_line(world: World) -> None:
    _, bob = await quick_match(world)
    [dm] = bob.dms()
    await press_through(await bob.press(world.board(), "Your move"))
    await world.later(1)
    [line] = bob.dms()
    assert (line.id, line.content) == (dm.id, f"✓ Played. <#{world.thread.id}>")
    assert (world.parts(line), line.attachments) == ([], [])


async def test_a_panel_that_goes_on_to_the_next_question_is_a_call_too(world: World) -> None:
    """Ann answers in her message, where the next question appears; then she answers that one in the thread."""
    ann, bob = await quick_match(world)
    await play_fallback(world, bob)
    [dm] = ann.dms()
    shown = await press_through_dm(ann, dm)
    if (await world.seen(1)).view.waiting != (0,):
        pytest.fail(f"with these dice Ann is due: {shown}")
    while 0 in (await world.seen(1)).view.waiting:
        await play_fallback(world, ann)
    await world.later(1)
    [line] = ann.dms()
    assert (line.id, line.content) == (dm.id, f"✓ Played. <#{world.thread.id}>")


async def test_a_call_that_cannot_be_retired_is_left_in_peace(world: World, log_lines: LogLines) -> None:
    ann, _ = await called_in_thread(world)
    [call] = mentions(world, ann)
    path = f"/channels/{world.thread.id}/messages/{call.id}"
    world.env.inject_error("PATCH", path, status=403, code=50001, times=None)
    await play_fallback(world, ann)
    await world.later(1)
    assert [line["code"] for line in log_lines if line["event"] == "old call stays"] == [50001]
    assert await world.house._store.next_post() is None


async def test_both_calls_are_retired(world: World, ann: Player, bob: Player) -> None:
    await bob.prefers(channel=CallChannel.BOTH)
    await ann.start_match(bob, preset="quick")
    await play_fallback(world, bob)
    await world.later(1)
    assert [message.content for message in mentions(world, bob)] == [f"-# ✓ <@{bob.id}> has played."]
    assert [dm.content for dm in bob.dms()] == [f"✓ Played. <#{world.thread.id}>"]


# --- time-outs


async def test_a_player_whose_time_was_up_is_told_what_was_played_and_how_to_get_back(world: World) -> None:
    ann, _ = await quick_race(world)
    await world.later(110 * HOUR)
    late = [dm for dm in ann.dms() if dm.content.startswith("### Your time ran out")]
    assert len(late) == 1
    assert SAY("late.played") in late[0].content and SAY("late.back") in late[0].content
    assert any(line.startswith("-# Ann moves ") or "Yellow 1" in line for line in late[0].content.splitlines())
    assert f"<#{world.thread.id}>" in late[0].content
    assert not [m for m in ann.dms() if "Half of your time" in m.content], "nothing is asked there any more"


async def test_the_third_time_a_computer_sits_in_and_the_message_leads_back(world: World) -> None:
    ann, bob = await quick_race(world)
    for _ in range(40):
        if (await world.seen(1)).match.seats[0].substitute:
            break
        if 1 in (await world.seen(1)).view.waiting:
            await play_fallback(world, bob)
        else:
            await world.later(24 * HOUR)
    dm = ann.dms()[-1]
    assert SAY("late.away") in dm.content
    assert world.labels(dm) == ["I'm back"]
    back = await ann.press(dm, "I'm back")
    assert SAY("seat.back") in back.text


@pytest.mark.parametrize("way", [CallChannel.OFF, CallChannel.THREAD])
async def test_a_player_who_wants_no_messages_gets_none_about_their_time(world: World, way: CallChannel) -> None:
    ann, _ = await quick_race(world)
    await ann.prefers(channel=way)
    await world.later(110 * HOUR)
    assert not [dm for dm in ann.dms() if "time ran out" in dm.content]
    assert "Ann ran out of time" in "".join(message.content for message in world.thread.history())


# --- votes


async def test_a_vote_calls_those_who_have_not_voted_the_way_they_want_it(world: World) -> None:
    ann, bob, carla = await three(world)
    await bob.prefers(channel=CallChannel.THREAD)
    dms = len(carla.dms())
    await open_vote(ann, "Pause")
    await world.later(1)
    asked = vote(world)
    assert asked.content.splitlines()[0] == "🗳️ **Ann asks: Pause the match?**"
    assert f"Still to vote: <@{bob.id}> and Carla." in asked.content
    assert [user.id for user in asked.mentions] == [bob.id]
    assert not asked.flags.suppress_notifications
    [ballot] = carla.dms()[dms:]
    assert "Ann asks: Pause the match?" in ballot.content
    assert world.labels(ballot) == ["Yes", "No"]
    assert not [message for message in bob.dms() if "asks" in message.content]
    assert (await bob.press(asked, "No")).whisper == SAY("vote.done")
    assert "Still to vote: Carla." in vote(world).content
    assert (await carla.press(ballot, "Yes")).whisper == SAY("vote.done")
    await world.later(1)
    assert carla.dms()[-1].content == f"✓ Nothing left to do here. <#{world.thread.id}>"
    assert (await world.seen(1)).match.paused == "voted"


async def test_a_vote_that_calls_nobody_in_the_thread_is_silent_and_whoever_wants_no_calls_gets_none(
    world: World,
) -> None:
    ann, bob, carla = await three(world)
    await bob.prefers(channel=CallChannel.OFF)
    dms = len(bob.dms()), len(carla.dms())
    await open_vote(ann, "Pause")
    await world.later(1)
    assert vote(world).flags.suppress_notifications and not vote(world).mentions
    assert (len(bob.dms()), len(carla.dms())) == (dms[0], dms[1] + 1)


async def test_a_player_who_takes_no_messages_is_asked_to_vote_in_the_thread(world: World) -> None:
    ann, bob, _ = await three(world)
    bob.close_dms()
    await open_vote(ann, "Pause")
    await world.later(1)
    [mention] = [message for message in mentions(world, bob) if "Ann asks" in message.content]
    assert world.labels(mention) == ["Yes", "No"]
    await bob.press(mention, "Yes")
    await world.later(1)
    assert [m.content for m in mentions(world, bob)][-1] == f"-# ✓ <@{bob.id}> no longer needs to move."


async def test_at_night_a_vote_wakes_nobody(world: World) -> None:
    """The simulated day begins at midnight UTC; Bob's night ends at eight."""
    ann, bob, _ = await three(world)
    await bob.prefers(channel=CallChannel.THREAD, zone="Etc/UTC")
    await open_vote(ann, "Pause")
    await world.later(1)
    assert not vote(world).mentions
    assert "Still to vote: Bob and Carla." in vote(world).content
    await world.later(9 * HOUR)
    assert [message.content for message in mentions(world, bob)] == [f"<@{bob.id}> Ann asks: Pause the match?"]
