"""Between Start and the first die: what the lobby says then, and a match whose thread can't be opened."""

import pytest

from host.outbox.outbox import BACKOFF
from locales import catalogue
from tests.cogs.world import Player, World

SAY = catalogue("en")
LACKING = SAY("obstacle.permissions", missing=SAY("permission.create_public_threads"))


@pytest.fixture
async def ann(world: World) -> Player:
    """Ann's match with Bob."""
    ann = world.person("Ann")
    await ann.command("pistard new", preset="quick", players=2)
    await world.person("Bob").press(world.lobby(), "Join")
    return ann


async def start_in_vain(world: World, ann: Player) -> None:
    """Ann's match starts, but its thread can't be opened."""
    world.allow(world.races, create_public_threads=False)
    await world.house.lobby.start(1, ann.as_person())
    await world.env.settle()
    header = await world.match(1)
    assert header.phase == "starting"


async def test_its_host_is_told_what_is_missing(world: World, ann: Player) -> None:
    await start_in_vain(world, ann)
    texts = [dm.content for dm in ann.dms()]
    assert texts == [SAY("host.starting", match=1, channel=f"<#{world.races.id}>", why=LACKING)]
    assert (await ann.command("games")).text.endswith(f"about to start ({LACKING})")


async def test_every_button_says_that_it_is_about_to_start_and_what_is_missing(world: World, ann: Player) -> None:
    await start_in_vain(world, ann)
    for label in ("Join", "Leave", "Add computer"):
        refused = await world.person(f"Guest {label}").press(world.lobby(), label)
        assert refused.whisper == SAY("refusal.lobby.stuck", why=LACKING)
    assert SAY("permission.create_public_threads") in (await ann.press(world.lobby(), "Start")).whisper
    guest = await world.person("Carla").press(world.lobby(), "Call off")
    assert guest.whisper == SAY("refusal.lobby.not.host", host=ann.id)


async def test_its_host_can_call_it_off(world: World, ann: Player) -> None:
    await start_in_vain(world, ann)
    await world.later(BACKOFF[0])
    assert (await ann.press(world.lobby(), "Call off")).whispers == []
    assert "Called off." in world.lobby_text(), "the lobby says so at once"
    world.allow(world.races, create_public_threads=True)
    await world.later(BACKOFF[-1])
    assert not world.races.threads


async def test_it_goes_on_by_itself_when_that_is_mended(world: World, ann: Player) -> None:
    await start_in_vain(world, ann)
    world.allow(world.races, create_public_threads=True)
    await world.later(BACKOFF[0] + 1)
    assert world.thread.name == "Pistard #1: Ann – Bob"
    assert "In progress in" in world.lobby_text()


async def test_without_its_channel_it_is_called_off_by_command(world: World, ann: Player) -> None:
    await start_in_vain(world, ann)
    world.allow(world.races, create_public_threads=True)
    world.env.backend.delete_channel(world.races.id)
    await world.later(BACKOFF[-1])
    gone = SAY("obstacle.channel")
    assert (await ann.command("games", by_dm=True)).text.endswith(f"about to start ({gone})")
    called_off = await ann.command("match resign", match="1", sure="yes", by_dm=True)
    assert called_off.whisper == "You've called off match #1."
    assert (await ann.command("games", by_dm=True)).whisper.startswith("You aren't playing anything")


async def test_a_channel_that_is_gone_is_told_to_the_host(world: World, ann: Player) -> None:
    world.env.backend.delete_channel(world.races.id)
    await world.house.lobby.start(1, ann.as_person())
    await world.env.settle()
    texts = [dm.content for dm in ann.dms()]
    assert texts == [SAY("host.starting", match=1, channel=f"<#{world.races.id}>", why=SAY("obstacle.channel"))]


async def test_a_lobby_can_be_left_by_command(world: World, ann: Player) -> None:
    left = await ann.command("match resign", match="1", sure="yes")
    assert left.whisper == "You've left match #1."
    assert "1. Bob (opened it)" in world.lobby_text()
