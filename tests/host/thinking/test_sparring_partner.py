"""Sparring adapts to the person who has opened a match, in each game apart, and only there."""

from __future__ import annotations

import asyncio

import pytest

from host.lobby.lobby import MatchRequest
from model.sparring import Form
from opponents import EASY, SPARRING
from opponents.sparring import first_cost, level_at
from opponents.thinking import Ranking, Weighed
from opponents.worker import Question
from tests.driver import PATIENCE
from tests.host.desk import Desk
from tests.host.evening import ADA, BO, Evening, refused

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]

MUCH, LITTLE = ("4",), ("1",)
FIRST = first_cost("rope")


class Climber(Desk):
    """A pool in which each thought comes to as many knots as it should."""

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[Question] = []
        self.path = LITTLE

    async def think(self, question: Question) -> Ranking | None:
        self.questions.append(question)
        left = question.view.left  # pyright: ignore[reportAttributeAccessIssue]
        return [Weighed(self.path if left >= int(self.path[0]) else (str(left),))]


@pytest.fixture
def pool() -> Climber:
    return Climber()


async def play(evening: Evening, match: int, path: tuple[str, ...], user: int = ADA) -> None:
    """The person climbs like that until the match is over."""
    async with asyncio.timeout(PATIENCE):
        while (await evening.header(match)).phase == "running":
            seen = await evening.matches.see(match, user)
            if seen.seat in seen.view.waiting:
                left = seen.view.left  # pyright: ignore[reportAttributeAccessIssue]
                await evening.answer(match, user, path if left >= int(path[0]) else (str(left),))
            else:
                await evening.owe()
                await asyncio.sleep(0.001)


async def alone(evening: Evening) -> int:
    match = await evening.house.solo.open(MatchRequest("rope", {}, 2), SPARRING, evening.person(ADA))
    await evening.house.solo.begin(match, evening.person(ADA))
    return match.id


async def cost(evening: Evening, match: int) -> float:
    return next(row.cost for row in (await evening.header(match)).seats if row.opponent == SPARRING)


async def form(evening: Evening, user: int = ADA, game: str = "rope") -> Form | None:
    return await evening.store.careers.sparring(user, game)


async def test_it_becomes_stronger_for_a_person_who_has_won(evening: Evening, pool: Climber) -> None:
    match = await alone(evening)
    assert await cost(evening, match) == FIRST
    await play(evening, match, MUCH)
    assert {(question.level, question.cost) for question in pool.questions} == {(SPARRING, FIRST)}
    after = Form(FIRST).after(1.0)
    assert await form(evening) == after
    assert after.cost < FIRST
    assert await cost(evening, await alone(evening)) == after.cost
    assert await form(evening, BO) is None
    assert await form(evening, game="pistard") is None


async def test_it_becomes_weaker_for_a_person_who_has_lost(evening: Evening, pool: Climber) -> None:
    pool.path = MUCH
    await play(evening, await alone(evening), LITTLE)
    assert await form(evening) == Form(FIRST).after(0.0)


async def test_a_match_under_way_stays_as_it_began_and_so_it_does_in_another_process(
    evening: Evening, neighbour: Evening
) -> None:
    first, second = await alone(evening), await evening.play(ADA, opponents=[SPARRING], game="rope")
    await play(evening, first, MUCH)
    assert await cost(evening, second) == FIRST
    assert await cost(neighbour, second) == FIRST
    await play(evening, second, MUCH)
    assert await form(neighbour) == Form(FIRST).after(1.0).after(1.0), "both count"


async def test_after_the_match_the_ending_says_what_it_is_like_next_time(evening: Evening) -> None:
    match = await alone(evening)
    await play(evening, match, MUCH)
    ending = await evening.house.endings.of(await evening.matches.see(match, ADA))
    after = Form(FIRST).after(1.0).cost
    assert ending.adapted is not None
    assert (ending.adapted.user, ending.adapted.name) == (ADA, "Ada")
    assert (ending.adapted.before, ending.adapted.after) == (FIRST, after)
    assert ending.adapted.level == level_at("rope", after)


async def test_giving_up_is_a_loss_but_not_before_the_first_move(evening: Evening) -> None:
    match = await alone(evening)
    await evening.seats.resign(match, ADA, evening.press())
    assert await form(evening) is None
    match = await alone(evening)
    await evening.answer(match, ADA, MUCH)
    await evening.seats.resign(match, ADA, evening.press())
    assert await form(evening) == Form(FIRST).after(0.0)


async def test_with_it_a_match_is_unrated_as_everybody_sees_before_they_join(evening: Evening) -> None:
    lobby = await evening.open(ADA, game="rope", places=4)
    assert (await evening.lobby.add_opponent(lobby.id, EASY, evening.person(ADA))).terms.rated
    assert not (await evening.lobby.add_opponent(lobby.id, SPARRING, evening.person(ADA))).terms.rated


async def test_only_the_opener_adds_it(evening: Evening) -> None:
    lobby = await evening.open(ADA, BO, game="rope", places=3)
    with refused("lobby.not.host", host=ADA):
        await evening.lobby.add_opponent(lobby.id, SPARRING, evening.person(BO))
    assert (await evening.header(lobby.id)).terms.rated


async def test_in_company_it_adapts_to_the_opener_alone(evening: Evening) -> None:
    match = await evening.play(ADA, BO, opponents=[SPARRING], game="rope")
    for _ in range(40):
        if (await evening.header(match)).phase != "running":
            break
        for user, path in ((ADA, MUCH), (BO, LITTLE)):
            seen = await evening.matches.see(match, user)
            if seen.match.phase == "running" and seen.seat in seen.view.waiting:
                left = seen.view.left  # pyright: ignore[reportAttributeAccessIssue]
                await evening.answer(match, user, path if left >= 4 else (str(min(left, int(path[0]))),))
        await evening.owe()
        await asyncio.sleep(0.005)
    assert await form(evening) == Form(FIRST).after(1.0)
    assert await form(evening, BO) is None
    assert not [row for row in await evening.store.careers.results_of_match(match) if row.rated]
