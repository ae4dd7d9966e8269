"""Tables across servers, without the queue's choice of who sits there."""

from host.lobby.lobby import PRIVATE, MatchRequest
from host.lobby.seekers import Place
from model.seeker import Wishes
from model.terms import Terms
from tests.host.evening import Evening


async def play_apart(evening: Evening, *users: int, game: str = "pistard", **options: str) -> int:
    """A running match across servers of these people, who have asked in a server each; returns its id."""
    for number, user in enumerate(users):
        place = Place(9_000 + number, 9_000 + number, is_open=True)
        await evening.house.seekers.ask(Wishes((game,), ("week",)), place, evening.person(user))
    asked = [await evening.house.seekers.of(user) for user in users]
    request = MatchRequest(game, options, len(users), Terms("daily", rated=False))
    match = await evening.lobby.gather(request, PRIVATE, [seeker for seeker in asked if seeker is not None])
    assert match is not None, "all of them look for a table"
    evening.now.later(60)
    await evening.owe()
    await evening.deliver()
    return match.id
