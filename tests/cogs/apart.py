"""Tables over servers: people who are put together although they have asked in different servers."""

from dataclasses import replace

from host.lobby.seekers import Place
from model.match import Match
from model.seeker import Wishes
from tests.cogs.world import Player, World

ASKED = 9_000  # the first server in which someone asks


async def seat_apart(world: World, *people: Player, game: str = "pistard", length: str = "week") -> Match:
    """A lobby over servers for these people, who have sat at a table of the world's server."""
    house = world.house
    before = {match.id for match in await house.matches.mine(people[0].id)}
    for number, person in enumerate(people):
        await house.languages.remember(person.id, "en-US", person.member.user.name)
        place = Place(ASKED + number, ASKED + number, is_open=True)
        await house.seekers.ask(Wishes((game,), (length,)), place, person.as_person())
    for person in people:  # only now, so that all of them sit down together
        preferences = await house.notifications.preferences(person.id)
        await house.notifications.set_preferences(person.id, replace(preferences, over_servers=True))
    await house.seekers.work()
    await world.later(1)
    [match] = [match for match in await house.matches.mine(people[0].id) if match.id not in before]
    assert match.over_servers
    return match
