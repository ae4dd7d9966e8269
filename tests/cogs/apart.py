"""Tables across servers, without the queue's choice of who sits there."""

from dataclasses import replace

from host.lobby.lobby import PRIVATE, MatchRequest
from host.lobby.seekers import Place
from model.match import Match
from model.pace import PACES
from model.seeker import Seeker, Wishes
from model.terms import Terms
from tests.cogs.world import Player, World


async def seat_apart(world: World, *people: Player, game: str = "pistard", length: str = "week") -> Match:
    """A lobby across servers for these people, who have asked in a server each."""
    house, seekers = world.house, list[Seeker]()
    for number, player in enumerate(people, 9_000):
        await house.seekers.ask(Wishes((game,), (length,)), Place(number, number, is_open=True), player.as_person())
        asked = await house.seekers.of(player.id)
        assert asked is not None
        seekers.append(replace(asked, name=player.member.user.name))
    offer = await house.presets.offer(game, length, len(people))
    terms = Terms(offer.clock, rated=False, waits=PACES[offer.clock].is_live)
    match = await house.lobby.gather(MatchRequest(game, offer.options, len(people), terms), PRIVATE, seekers)
    assert match is not None, "all of them look for a table"
    await world.later(1)
    return match
