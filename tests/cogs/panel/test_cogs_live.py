"""Live play for an evening on the panel: offered, taken quietly, told in the thread, and ended with a press."""

import pytest

from host.time.live_play import OFFERED, SILENCE
from locales import catalogue
from tests.cogs.world import Answer, Player, World, play_fallback, quick_match

pytestmark = pytest.mark.usefixtures("together")

SAY = catalogue("en")
LIVE, ENOUGH = SAY("live.agree"), SAY("live.enough")


async def gathered(world: World) -> tuple[Player, Player]:
    """Ann and Bob in a quick race, in which both have just moved in the open."""
    players = await quick_match(world)
    for _ in range(20):
        if (await world.seen(1, players[0])).own.offered is not None:
            return players
        for seat in (await world.seen(1)).view.waiting:
            assert seat is not None
            await play_fallback(world, players[seat])
    raise AssertionError("it was never offered")


async def panel(player: Player) -> Answer:
    return await player.command("play", match="1")


def lines(world: World) -> list[str]:
    """What the thread says of live play."""
    return [message.content for message in world.thread.history() if message.content.startswith("⚡")]


async def test_who_presses_says_so_to_no_one_before_all_have(world: World) -> None:
    ann, bob = await gathered(world)
    offered = await panel(ann)
    until = int((await world.match()).live.until)  # type: ignore[union-attr]
    assert SAY("live.offer", until=f"<t:{until}:R>") in offered.text
    shown, thread = (await panel(bob)).text, len(world.thread.history())
    agreed = await ann.press(offered, LIVE)
    assert SAY("live.agreed", until=f"<t:{until}:R>") in agreed.text and LIVE not in agreed.labels
    theirs = await panel(bob)
    assert (theirs.text, len(world.thread.history())) == (shown, thread)
    begun = await bob.press(theirs, LIVE)
    [line] = lines(world)
    assert line.startswith("⚡ Everyone is here: from now on you play live, until <t:")
    assert ENOUGH in begun.labels and "⚡ Live until <t:" in begun.text
    assert ENOUGH in (await panel(ann)).labels


async def test_enough_ends_it_and_the_thread_reads_who_has_had_enough(world: World) -> None:
    ann, bob = await gathered(world)
    for player in (ann, bob):
        await player.press(await panel(player), LIVE)
    old = await panel(bob)
    over = await ann.press(await panel(ann), ENOUGH)
    assert SAY("live.done") in over.text and ENOUGH not in over.labels
    assert lines(world)[-1] == f"⚡ {SAY('event.house.live.over.enough', name='Ann')}"
    assert (await bob.press(old, ENOUGH)).whisper == SAY("refusal.live.over")


async def test_an_old_button_is_refused_in_a_sentence(world: World) -> None:
    ann, bob = await gathered(world)
    old = await panel(ann)
    stranger = world.person("Carla")
    assert LIVE not in (await stranger.command("play", match="1")).labels
    await world.later(OFFERED)
    assert (await ann.press(old, LIVE)).whisper == SAY("refusal.live.lapsed")
    assert LIVE not in (await panel(bob)).labels


async def test_silence_ends_it_and_no_one_is_late(world: World) -> None:
    ann, bob = await gathered(world)
    for player in (ann, bob):
        await player.press(await panel(player), LIVE)
    await world.later(SILENCE)
    assert lines(world)[-1] == f"⚡ {SAY('event.house.live.over.silence')}"
    assert not any("ran out of time" in message.content for message in world.thread.history())
    assert (await panel(ann)).text.count("⚡") == 0
