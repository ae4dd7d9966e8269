"""Standing orders: the bot moves by them for their person, turn after turn, and no one else learns of them."""

import json
from random import Random
from typing import Any

import pytest

from engines.orders import offered
from engines.superechelon import SuperEchelon
from opponents.random import play_random
from tests.engines.superechelon.stage import leg
from tests.host.evening import ADA, BO, CY, DEE, GAMES, Evening, kinds_to, refused

pytestmark = pytest.mark.quick

ROAD = ("1:debutant", "2:trialist")
ONE_HAND = ("gregario super.00", "climber.01 sprinter.01", "specialist super.04")
OTHER_HAND = ("gregario super.00", "sprinter.01 trialist.01", "specialist super.04")  # all backs are the same
ORDER = "follow.1.1.1.most"


@pytest.fixture
def house_url(sqlite_url: str) -> str:
    return sqlite_url


async def stage(evening: Evening, monkeypatch: pytest.MonkeyPatch, hands: tuple[str, ...]) -> int:
    """A match in the middle of a stage: Ada is asked; Bo rides in the first breakaway."""
    game = SuperEchelon()
    monkeypatch.setattr(game, "setup", lambda *_: (leg(*hands, road=ROAD, turn=2, tours="1", room="open"), []))
    monkeypatch.setitem(GAMES, "superechelon", game)
    match = await evening.play(ADA, BO, CY, game="superechelon", tours="1", room="open", clock="daily")
    await evening.deliver()
    return match


@pytest.fixture
async def match(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> int:
    return await stage(evening, monkeypatch, ONE_HAND)


async def hows(evening: Evening, match: int, seat: int) -> list[str]:
    return [row.how for row in await evening.moves(match) if row.by == seat]


async def ada_plays(evening: Evening, match: int) -> None:
    seen: Any = await evening.matches.see(match, ADA)
    await evening.answer(match, ADA, (seen.view.hand[0], "new"))


async def test_the_house_answers_by_an_order_and_calls_nobody(evening: Evening, match: int) -> None:
    await evening.matches.order(match, BO, ORDER)
    assert (await evening.matches.see(match, BO)).own.orders == (ORDER,)
    await ada_plays(evening, match)
    assert await hows(evening, match, 1) == ["order"]
    assert (await evening.matches.see(match, None)).view.waiting == (2,)
    messages = await evening.deliver()
    assert [kinds_to(messages, user) for user in (BO, CY)] == [[], ["turn"]]
    assert (await evening.header(match)).seats[1].missed == 0
    assert (await evening.matches.see(match, BO)).own.orders == (ORDER,), "it stands"


async def test_a_plan_comes_before_an_order(evening: Evening, match: int) -> None:
    await evening.matches.order(match, BO, ORDER)
    seen: Any = await evening.matches.see(match, BO)
    await evening.matches.plan(match, BO, (seen.view.hand[0], "b.2"))
    await ada_plays(evening, match)
    assert await hows(evening, match, 1) == ["plan"]


async def test_the_moment_of_an_ordered_or_planned_answer_does_not_hang_on_the_hand(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.lobby.limits.NEWCOMERS", 4)
    found: list[Any] = []
    for hands in (ONE_HAND, OTHER_HAND):
        for planned in (False, True):
            match = await stage(evening, monkeypatch, hands)
            seen: Any = await evening.matches.see(match, BO)
            if planned:
                await evening.matches.plan(match, BO, (seen.view.hand[1], "b.1"))
            else:
                await evening.matches.order(match, BO, ORDER)
            public = (await evening.matches.see(match, None)).view
            await ada_plays(evening, match)
            found.append((planned, public, await hows(evening, match, 1)))
    assert found[:2] == found[2:]


async def test_nobody_else_sees_an_order_anywhere(evening: Evening, match: int) -> None:
    before = [(await evening.matches.see(match, user), await evening.log(match)) for user in (ADA, CY, DEE, None)]
    await evening.matches.order(match, BO, ORDER)
    seen: Any = await evening.matches.see(match, BO)
    await evening.matches.plan(match, BO, (seen.view.hand[0], "b.2"))
    after = [(await evening.matches.see(match, user), await evening.log(match)) for user in (ADA, CY, DEE, None)]
    assert before == after
    assert await evening.deliver() == []
    await evening.matches.withdraw(match, BO)
    await ada_plays(evening, match)
    exported = await evening.house.exports.export(match)
    assert ORDER.encode() not in exported
    assert "order" not in {row["how"] for row in json.loads(exported)["log"]}, "nor that an order answered"


async def test_orders_are_taken_back_all_at_once(evening: Evening, match: int) -> None:
    await evening.matches.order(match, BO, ORDER)
    await evening.matches.withdraw_orders(match, BO)
    assert (await evening.matches.see(match, BO)).own.orders == ()
    await ada_plays(evening, match)
    assert await hows(evening, match, 1) == []
    assert kinds_to(await evening.deliver(), BO) == ["turn"]


async def test_only_what_is_offered_can_be_ordered(evening: Evening, match: int) -> None:
    for user, order in ((BO, "follow.1.1.2.most"), (BO, "x"), (CY, ORDER), (ADA, ORDER)):
        with refused("order.closed"):
            await evening.matches.order(match, user, order)
    await evening.matches.order(match, BO, ORDER)
    with refused("order.closed"):
        await evening.matches.order(match, BO, ORDER)


async def test_orders_go_with_their_person(evening: Evening, match: int) -> None:
    await evening.matches.order(match, BO, ORDER)
    await evening.seats.resign(match, BO, evening.press())
    facts = await evening.store.facts(match)
    assert facts is not None and facts.seats[1].orders == ()


async def test_an_order_that_is_being_carried_out_is_not_lost_in_a_crash(
    evening: Evening, neighbour: Evening, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.matches.order(match, BO, ORDER)
    with monkeypatch.context() as patch:
        patch.setattr("host.play.autoplay.AT_ONCE", 0)
        await ada_plays(evening, match)
    assert [(deadline.kind, deadline.seat) for deadline in await evening.owed(match)] == [("order", 1)]
    with refused("order.closed"):
        await evening.matches.withdraw_orders(match, BO)
    await neighbour.owe()
    assert await hows(evening, match, 1) == ["order"]


async def test_a_square_is_taken_turn_after_turn_as_long_as_it_is_free(evening: Evening) -> None:
    match, rng = await evening.play(ADA, BO, game="schlangennest"), Random(4)
    while (await evening.matches.see(match, None)).view.stage == "first":
        user, seen = await evening.due(match)
        await evening.answer(match, user, play_random(seen.game, seen.view, rng))
    user, _ = await evening.due(match)
    other = BO if user == ADA else ADA
    for _ in range(2):
        seen = await evening.matches.see(match, other)
        await evening.matches.order(match, other, offered("schlangennest", seen.view, seen.own.orders)[0])
    seat = (await evening.matches.see(match, other)).seat
    assert seat is not None
    for _ in range(2):
        await evening.answer(match, user)
    ordered = (await hows(evening, match, seat))[-2:]
    assert "order" in ordered
