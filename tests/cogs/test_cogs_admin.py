"""How many lobbies a person may have open in a server, as its managers decide."""

import asyncio

import pytest

from engines.table import Refused
from host.lobby.lobby import ChannelRef, MatchRequest
from locales import catalogue
from tests.cogs.world import Player, World, decided

SAY = catalogue("en")


async def test_a_person_has_ten_lobbies_open_in_a_server_and_no_more(world: World, ann: Player, bob: Player) -> None:
    for _ in range(10):
        await ann.command("pistard new", players=2)
    refused = await ann.command("pistard new", players=2)
    assert refused.whisper == SAY("refusal.lobby.many", n=10)
    assert await world.house.matches.match(11) is None
    await bob.command("pistard new", players=2)
    assert await world.house.matches.match(11) is not None, "others have their own"

    await ann.press(world.lobby_of(10), "Call off")
    await bob.press(world.lobby_of(9), "Join")
    await ann.press(world.lobby_of(9), "Start")
    for number in (12, 13):
        await ann.command("pistard new", players=2)
        assert await world.house.matches.match(number) is not None, "what has begun or was called off doesn't count"
    assert (await ann.command("pistard new", players=4)).whisper == SAY("refusal.lobby.many", n=10)


async def test_the_server_says_how_many_lobbies_a_person_may_have(world: World) -> None:
    ann, carla = world.person("Ann"), world.person("Carla", manage_guild=True)
    assert decided("lobbies", "1") in (await carla.decide("lobbies", "1")).text
    opened = [await ann.command("pistard new", players=4) for _ in range(2)]
    assert opened[1].whisper == SAY("refusal.lobby.many", n=1)


async def test_ten_commands_in_the_same_moment_open_no_lobby_too_many(world: World) -> None:
    ann, carla = world.person("Ann"), world.person("Carla", manage_guild=True)
    await carla.decide("lobbies", "2")
    place, request = ChannelRef(world.guild.id, world.races.id), MatchRequest("pistard", {})
    tries = [world.house.lobby.open(request, place, ann.as_person()) for _ in range(10)]
    opened = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(not isinstance(outcome, Refused) for outcome in opened) == 2


async def test_a_rematch_is_a_lobby_like_others(world: World) -> None:
    ann, carla = world.person("Ann"), world.person("Carla", manage_guild=True)
    await ann.command("pistard new", players=2)
    await ann.press(world.lobby(), "Call off")
    await ann.command("pistard new", players=2)
    await carla.decide("lobbies", "1")
    with pytest.raises(Refused, match=r"lobby\.many"):
        await world.house.lobby.rematch(1, ann.as_person())
