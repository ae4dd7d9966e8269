"""Who has never got a direct message is called in the thread first, and new ones are opened slowly."""

import pytest

from cogs.posts.board import FRESH
from host.outbox.directs import AT_ONCE, WINDOW
from host.outbox.outbox import Unsent
from locales import catalogue
from tests.cogs.opening.test_cogs_solo import solo
from tests.cogs.world import Player, World, play_fallback

SAY = catalogue("en")


def opened(world: World) -> int:
    """How many direct messages the bot has asked Discord to open."""
    return sum(request.path == "/users/@me/channels" for request in world.env.http_requests)


def stranger(world: World, name: str) -> Player:
    player = world.person(name)
    world.strangers.add(player.id)
    return player


async def begun(world: World, ann: Player, bob: Player) -> None:
    await ann.start_match(bob, preset="quick")


async def test_the_first_call_comes_in_the_thread_and_the_next_by_direct_message(world: World) -> None:
    ann, bob = stranger(world, "Ann"), stranger(world, "Bob")
    await begun(world, ann, bob)
    assert not ann.dms() + bob.dms()
    called = await world.due(ann, bob)
    [mention] = [m for m in world.thread.history() if m.content == SAY("mention.turn", user=f"<@{called.id}>")]
    assert mention.id > world.board().id, "the thread has been told what there is to answer"
    panel = await called.press(mention, "Your move")
    assert panel.panel.ephemeral
    await world.later(53 * 3600)
    assert "### Half of your time is gone" in called.dms()[-1].content


async def test_who_was_called_in_a_thread_that_is_deleted_is_called_again(world: World) -> None:
    ann, bob = stranger(world, "Ann"), stranger(world, "Bob")
    await begun(world, ann, bob)
    called = await world.due(ann, bob)
    other = bob if called is ann else ann
    world.env.backend.delete_channel(world.thread.id)
    await other.command("match pause", match="1")
    await world.later(1)
    assert [SAY("call.turn") in dm.content for dm in called.dms()].count(True) == 1


async def test_whom_no_thread_can_call_is_called_by_direct_message_after_all(world: World) -> None:
    ann, bob = stranger(world, "Ann"), stranger(world, "Bob")
    await begun(world, ann, bob)
    await world.house.directs.lost(bob.id)
    world.env.inject_error("POST", f"/channels/{world.thread.id}/messages", status=403, code=50013, times=None)
    await world.later(53 * 3600)
    assert "### Half of your time is gone" in bob.dms()[-1].content
    assert "I can't post" in ann.dms()[0].content, "whoever opened the match hears of it"


async def test_what_is_wrong_is_told_when_another_channel_may_be_opened(world: World) -> None:
    ann, bob = stranger(world, "Ann"), stranger(world, "Bob")
    await begun(world, ann, bob)
    await world.house.directs.lost(ann.id)
    world.env.inject_error("POST", f"/channels/{world.thread.id}/messages", status=403, code=50013, times=None)
    await world.later(FRESH)  # from then on a board is a new message
    for _ in range(AT_ONCE):
        await world.house.directs.turn()
    for player in (ann, bob):
        await play_fallback(world, player)
    assert not ann.dms()
    await world.later(2 * WINDOW)
    assert ["I can't post" in dm.content for dm in ann.dms()].count(True) == 1


async def test_a_channel_is_opened_once_for_all_lives_of_the_bot_and_forgotten_with_its_person(world: World) -> None:
    ann, bob = stranger(world, "Ann"), stranger(world, "Bob")
    await begun(world, ann, bob)
    called = await world.due(ann, bob)
    assert await world.house.directs.of(called.id) == called.member.user.dm_channel.id
    before = opened(world)
    await world.restart()
    await world.later(53 * 3600)
    assert called.dms()
    assert opened(world) == before
    await world.house.privacy.forget(called.id)
    assert await world.house.directs.of(called.id) is None


async def test_direct_messages_that_were_another_application_s_are_opened_again(world: World) -> None:
    ann, bob = stranger(world, "Ann"), stranger(world, "Bob")
    await begun(world, ann, bob)
    await world.house.directs.met(bob.id, 424242)
    world.env.inject_error("POST", "/channels/424242/messages", status=403, code=50001, times=None)
    await world.later(53 * 3600)
    assert "### Half of your time is gone" in bob.dms()[-1].content


async def test_what_no_thread_can_tell_waits_until_another_channel_may_be_opened(world: World) -> None:
    """A match against computers doesn't: it is played where it was asked for."""
    ann, bob = stranger(world, "Ann"), stranger(world, "Bob")
    for _ in range(AT_ONCE):
        await world.house.directs.turn()
    assert (await solo(world, ann)).labels
    await ann.command("pistard new", players=3, invite=bob.member.user)
    await world.later(1)
    assert (ann.dms(), bob.dms(), opened(world)) == ([], [], 0)
    await world.later(WINDOW)
    assert "invites you" in bob.dms()[-1].content
    assert opened(world) == 1


async def test_more_than_ten_a_minute_have_to_wait_over_all_workers_and_restarts(world: World) -> None:
    for _ in range(AT_ONCE):
        await world.house.directs.turn()
    await world.restart()
    with pytest.raises(Unsent, match="too many new direct messages") as refused:
        await world.house.directs.turn()
    assert refused.value.after == WINDOW
    await world.later(WINDOW)
    await world.house.directs.turn()
